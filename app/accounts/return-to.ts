/** Destinations after signing in: only listed paths of this site, so that no link leads elsewhere. */
import { SLUG } from "../cms/slug.ts";

/** Stands for our origin while a URL is parsed; nothing is ever requested from it. */
const BASE = "http://own.invalid";

/** Paths that signing in may lead back to. Paths that change something, such as sign-out, are left out. */
const RETURN_PATHS = [
  // These sections, with the pages below them.
  /^\/(account|classes)(\/[a-z0-9]+(-[a-z0-9]+)*)*$/,
  /^\/booking(\/(cancel|move))?$/,
  // The console, whose ids have capitals. Opening a page there changes nothing.
  /^\/staff(\/[A-Za-z0-9]+([-.][A-Za-z0-9]+)*)*$/,
];

const MAX_PATH_LENGTH = 200;

/** Why a visitor came to sign in: the page to go on to, and a class to save on the way. */
export type SignInIntent = { next: string | undefined; save: string | undefined };

/**
 * The path with query and hash if it is one of `RETURN_PATHS`; undefined for anything else, such as `//evil.example`.
 */
export function safeReturnPath(value: string | null | undefined): string | undefined {
  if (!value || value.length > MAX_PATH_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes("\\")) {
    return undefined;
  }
  if (!URL.canParse(value, BASE)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, BASE);
  const isReturnPath = origin === BASE && RETURN_PATHS.some((path) => path.test(pathname));
  return isReturnPath ? `${pathname}${search}${hash}` : undefined;
}

/** Reads `next` and `save` from the address of Sign In or Sign Up; invalid values are left out. */
export function readSignInIntent(url: string): SignInIntent {
  const query = new URL(url).searchParams;
  const save = query.get("save") ?? "";
  return {
    next: safeReturnPath(query.get("next")),
    save: save.length <= MAX_PATH_LENGTH && SLUG.test(save) ? save : undefined,
  };
}

export function withSignInIntent(path: string, { next, save }: SignInIntent): string {
  const query = [
    // Slashes are allowed in queries, and are easier to read.
    next && `next=${encodeURIComponent(next).replaceAll("%2F", "/")}`,
    save && `save=${save}`,
  ].filter(Boolean);
  return query.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${query.join("&")}`;
}

/**
 * Where the visitor goes after signing in (specification, section 2: "/#home", at its top).
 * @param home the destination of visitors without an intent
 */
export function destinationAfterSignIn({ next, save }: SignInIntent, home = "/#home"): string {
  return next ?? (save === undefined ? home : "/classes");
}

/** The address of Sign In that leads back to `url` afterwards. */
export function signInPathFor(url: string): string {
  const { pathname, search } = new URL(url);
  return withSignInIntent("/login", { next: safeReturnPath(`${pathname}${search}`), save: undefined });
}
