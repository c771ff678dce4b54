/** Where a visitor goes once she is signed in: paths of our own screens only, so that no link of ours leads elsewhere. */
import { SLUG } from "../content/slug.ts";

/** Stands for our origin while an address is taken apart; nothing is ever asked of it. */
const BASE = "http://own.invalid";

/** The screens that may be returned to. What has an effect, or ends a session, is not among them. */
const SCREENS = [
  /^\/$/,
  /^\/(about|contact|pricing|privacy)$/,
  // With pages below them, each under fixed segments and slugs.
  /^\/(account|classes|gallery|schedule)(\/[a-z0-9]+(-[a-z0-9]+)*)*$/,
];

const LONGEST_PATH = 200;

/** What a visitor came to sign in for: the page to go on to, and a class to save on the way. */
export type Arrival = { next: string | undefined; save: string | undefined };

/**
 * The path, with its query and hash, when it is one of our screens written plainly; undefined for everything else,
 * other sites (`//evil.example`, `/\evil.example`), control characters and encoded slashes included.
 */
export function ownPath(value: string | null | undefined): string | undefined {
  if (!value || value.length > LONGEST_PATH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes("\\")) {
    return undefined;
  }
  if (!URL.canParse(value, BASE)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, BASE);
  const isScreen = origin === BASE && SCREENS.some((screen) => screen.test(pathname));
  return isScreen ? `${pathname}${search}${hash}` : undefined;
}

/** Reads `next` and `save` from the address of Sign In or Sign Up; what makes no sense is left out. */
export function readArrival(url: string): Arrival {
  const query = new URL(url).searchParams;
  const save = query.get("save") ?? "";
  return {
    next: ownPath(query.get("next")),
    save: save.length <= LONGEST_PATH && SLUG.test(save) ? save : undefined,
  };
}

/** The path with the arrival in its search parameters. */
export function withArrival(path: string, { next, save }: Arrival): string {
  const query = [
    // A slash may stand in a query as it is, and reads better in the address bar.
    next && `next=${encodeURIComponent(next).replaceAll("%2F", "/")}`,
    save && `save=${save}`,
  ].filter(Boolean);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

/** Where the visitor goes now that she is signed in (specification, section 2: "/#home", at its top). */
export function landing({ next, save }: Arrival): string {
  return next ?? (save === undefined ? "/#home" : "/classes");
}

/** Sign In, on the way to a page that is for signed-in visitors. `url` is that page's address. */
export function signInFirst(url: string): string {
  const { pathname, search } = new URL(url);
  return withArrival("/login", { next: ownPath(`${pathname}${search}`), save: undefined });
}
