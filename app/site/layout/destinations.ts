import { href } from "react-router";

/** A link of the navigation. `section` is the prefix of all paths that belong to it. */
export type Destination = { label: string; to: string; section: string };

/** The destinations for all visitors (specification, section 2, "Navigation bar"). */
const EVERYBODY: readonly Destination[] = [
  { label: "Home", to: href("/"), section: "/" },
  { label: "About", to: href("/about"), section: "/about" },
  { label: "Gallery", to: href("/gallery/page-1"), section: "/gallery" },
  { label: "Schedule", to: href("/schedule/monday"), section: "/schedule" },
  { label: "Pricing", to: href("/pricing"), section: "/pricing" },
  { label: "Classes", to: href("/classes"), section: "/classes" },
  { label: "Contact", to: href("/contact"), section: "/contact" },
];

const SIGNED_OUT: readonly Destination[] = [
  ...EVERYBODY,
  { label: "Sign In", to: href("/login"), section: "/login" },
  { label: "Sign Up", to: href("/signup"), section: "/signup" },
];

const SIGNED_IN: readonly Destination[] = [
  ...EVERYBODY,
  { label: "Account", to: href("/account"), section: "/account" },
];

/** Nine destinations; eight for a signed-in visitor, for whom the account replaces Sign In and Sign Up. */
export function destinations(isSignedIn: boolean): readonly Destination[] {
  return isSignedIn ? SIGNED_IN : SIGNED_OUT;
}

/** The value of `aria-current` at a path: the current page, or another page of the same section. */
export function currentAt({ to, section }: Destination, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  if (section !== "/" && (pathname === section || pathname.startsWith(`${section}/`))) return "true";
  return undefined;
}
