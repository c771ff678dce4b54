import { FacebookIcon, InstagramIcon, TwitterIcon } from "./icons.tsx";

/** The addresses of the gym's profiles on social networks; part of the settings. */
export type SocialAddresses = { facebook: string; twitter: string; instagram: string };

const NETWORKS = [
  { key: "facebook", name: "Facebook", Icon: FacebookIcon },
  { key: "twitter", name: "Twitter", Icon: TwitterIcon },
  { key: "instagram", name: "Instagram", Icon: InstagramIcon },
] as const;

/** The three social links as icons, in a row or in a column. `owner` is the gym's name. */
export function SocialLinks({
  addresses,
  owner,
  className,
}: {
  addresses: SocialAddresses;
  owner: string;
  className?: string;
}) {
  return (
    <ul className={`flex ${className ?? ""}`}>
      {NETWORKS.map(({ key, name, Icon }) => (
        <li key={key}>
          <a
            href={addresses[key]}
            rel="noopener"
            className="grid size-11 place-items-center rounded-edge transition-colors hover:bg-red hover:text-white"
          >
            <Icon />
            <span className="sr-only">{`${owner} on ${name}`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
