import { href } from "react-router";

export type Destination = { label: string; to: string };

/** The destinations for all visitors (specification, section 2, "Navigation bar"). */
const EVERYBODY: readonly Destination[] = [
  { label: "Home", to: href("/") },
  { label: "About", to: href("/about") },
  { label: "Gallery", to: href("/gallery/page-1") },
  { label: "Schedule", to: href("/schedule/monday") },
  { label: "Pricing", to: href("/pricing") },
  { label: "Classes", to: href("/classes") },
  { label: "Contact", to: href("/contact") },
];

/** Nine destinations; eight when signed in, with Account instead of Sign In and Sign Up. */
export function destinations(isSignedIn: boolean): readonly Destination[] {
  const own = isSignedIn
    ? [{ label: "Account", to: href("/account") }]
    : [
        { label: "Sign In", to: href("/login") },
        { label: "Sign Up", to: href("/signup") },
      ];
  return [...EVERYBODY, ...own];
}

/** The value of `aria-current` at a path: the current page, or another page with the same first path segment. */
export function currentAt({ to }: Destination, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  const [, section] = to.split("/");
  return section && `${pathname}/`.startsWith(`/${section}/`) ? "true" : undefined;
}
