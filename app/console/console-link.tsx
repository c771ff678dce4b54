import { Link, type LinkProps } from "react-router";

export function ConsoleLink({ label, className = "link", ...link }: LinkProps & { label: string }) {
  return (
    <Link {...link} className={className}>
      {label}
    </Link>
  );
}
