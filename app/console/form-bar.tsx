import type { ReactNode } from "react";
import { Link } from "react-router";

/** The end of a long form: its status and its buttons. It sticks to the bottom of the window. */
export function FormBar({ children }: { children: ReactNode }) {
  return <div className="bar">{children}</div>;
}

/** The way out in the bar of a form, on phones and tablets: wider screens have the navigation in sight. */
export function BarBack({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="link lg:hidden">
      Back<span className="sr-only">{` to ${label}`}</span>
    </Link>
  );
}
