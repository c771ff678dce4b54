import { Link, type LinkProps } from "react-router";

/** A way on: `<ConsoleLink to={href("/staff/mail")} label="Mail" />`. @param className that of a button, where it looks like one */
export function ConsoleLink({ label, className = "link", ...link }: LinkProps & { label: string }) {
  return (
    <Link {...link} className={className}>
      {label}
    </Link>
  );
}
