import { href } from "react-router";

/** A link of the navigation. */
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

/** Who looks at the frame of a page. `arrival` is the query that a visitor who is signed out takes along to Sign In and Sign Up. */
export type FrameVisitor = { isSignedIn: boolean; arrival: string };

/** Nine destinations; eight for a signed-in visitor, for whom the account replaces Sign In and Sign Up. */
export function destinations({ isSignedIn, arrival }: FrameVisitor): readonly Destination[] {
  const own = isSignedIn
    ? [{ label: "Account", to: "/account" }]
    : [
        { label: "Sign In", to: `/login${arrival}` },
        { label: "Sign Up", to: `/signup${arrival}` },
      ];
  return [...EVERYBODY, ...own];
}

/** The value of `aria-current` at a path: the current page, or another page of the same section, which is the first word of the path. */
export function currentAt({ to }: Destination, pathname: string): "page" | "true" | undefined {
  const [path = ""] = to.split("?");
  if (pathname === path) return "page";
  const [, section] = path.split("/");
  return section && `${pathname}/`.startsWith(`/${section}/`) ? "true" : undefined;
}
