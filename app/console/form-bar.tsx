import type { ReactNode } from "react";
import { Link } from "react-router";

/** The end of a long form: its status and its buttons. It sticks to the bottom of the window. */
export function FormBar({ children }: { children: ReactNode }) {
  return <div className="bar">{children}</div>;
}

/** The back link in a form's bar, on phones and tablets: wider screens show the navigation. */
export function BarBack({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="link lg:hidden">
      Back<span className="sr-only">{` to ${label}`}</span>
    </Link>
  );
}
