import type { Trainer } from "../../content-types/trainer.ts";
import { EmailIcon, FacebookIcon, InstagramIcon, TwitterIcon } from "../../ui/icons.tsx";

/** The social icons of a trainer, as far as the trainer has them (specification, section 2, "Trainers section"). */
export function TrainerLinks({ trainer }: { trainer: Trainer }) {
  const { name, facebook, twitter, instagram, email } = trainer;
  const links = [
    { to: facebook, label: `${name} on Facebook`, Icon: FacebookIcon },
    { to: twitter, label: `${name} on Twitter`, Icon: TwitterIcon },
    { to: instagram, label: `${name} on Instagram`, Icon: InstagramIcon },
    { to: email && `mailto:${email}`, label: `E-mail ${name}`, Icon: EmailIcon },
  ].filter(({ to }) => to !== undefined);
  if (links.length === 0) return null;
  return (
    <ul className="mt-3 -ml-3 flex">
      {links.map(({ to, label, Icon }) => (
        <li key={label}>
          <a
            href={to}
            rel="noopener"
            className="grid size-11 place-items-center rounded-edge transition-colors hover:bg-red"
          >
            <Icon />
            <span className="sr-only">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
