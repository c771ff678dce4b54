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

const SIGNED_IN: readonly Destination[] = [
  ...EVERYBODY,
  { label: "Account", to: href("/account"), section: "/account" },
];

/** Who looks at the frame of a page. `arrival` is the query that a visitor who is signed out takes along to Sign In and Sign Up. */
export type FrameVisitor = { isSignedIn: boolean; arrival?: string };

/** The address of Sign In or Sign Up, with the page to return to. */
export function entryPath(path: "/login" | "/signup", { arrival = "" }: FrameVisitor): string {
  return path + arrival;
}

/** Nine destinations; eight for a signed-in visitor, for whom the account replaces Sign In and Sign Up. */
export function destinations(visitor: FrameVisitor): readonly Destination[] {
  if (visitor.isSignedIn) return SIGNED_IN;
  return [
    ...EVERYBODY,
    { label: "Sign In", to: entryPath("/login", visitor), section: "/login" },
    { label: "Sign Up", to: entryPath("/signup", visitor), section: "/signup" },
  ];
}

/** The value of `aria-current` at a path: the current page, or another page of the same section. */
export function currentAt({ to, section }: Destination, pathname: string): "page" | "true" | undefined {
  if (pathname === to.split("?")[0]) return "page";
  if (section !== "/" && (pathname === section || pathname.startsWith(`${section}/`))) return "true";
  return undefined;
}
