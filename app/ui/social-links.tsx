import { EmailIcon, FacebookIcon, InstagramIcon, TwitterIcon } from "./icons.tsx";

/** Profiles on social networks, from the settings of the gym or from a trainer. */
type Profiles = {
  name: string;
  facebook?: string | undefined;
  twitter?: string | undefined;
  instagram?: string | undefined;
};

type SocialLinksProps = { profiles: Profiles; email?: string | undefined; className: string };

/**
 * The existing profiles on social networks as icons, in a row or in a column.
 * @param email an address to show as an icon too
 */
export function SocialLinks({ profiles: { name, facebook, twitter, instagram }, email, className }: SocialLinksProps) {
  const links = [
    { to: facebook, label: `${name} on Facebook`, Icon: FacebookIcon },
    { to: twitter, label: `${name} on Twitter`, Icon: TwitterIcon },
    { to: instagram, label: `${name} on Instagram`, Icon: InstagramIcon },
    { to: email && `mailto:${email}`, label: `Email ${name}`, Icon: EmailIcon },
  ].filter(({ to }) => to !== undefined);
  if (links.length === 0) return null;
  return (
    <ul className={`flex ${className}`}>
      {links.map(({ to, label, Icon }) => (
        <li key={label}>
          <a
            href={to}
            rel="noopener"
            className="grid size-11 place-items-center rounded-edge transition-colors hover:bg-red hover:text-white"
          >
            <Icon />
            <span className="sr-only">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
