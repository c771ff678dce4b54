/** The headers of every response, and the policy of a finished document. */
import { hash } from "node:crypto";

/** The map's frame is the only content from another origin. */
const MAP_ORIGIN = "https://www.openstreetmap.org";

/**
 * The Content-Security-Policy of a document, with hashes of its inline scripts, which work for cached pages. @param
 * formTargets origins a form may redirect to
 */
export function contentSecurityPolicy(
  scriptHashes: Iterable<string> = [],
  formTargets: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    // The hero's thin line has its letters inside the style sheet (app/ui/styles.css).
    "font-src 'self' data:",
    // The contact page checks that the map's server responds before it shows the frame (contact-details.tsx).
    `connect-src 'self' ${MAP_ORIGIN}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // The console shows previews of the site's own pages in frames.
    `frame-src 'self' ${MAP_ORIGIN}`,
    ["form-action 'self'", ...formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Lets the console show a document in a frame: a preview, which only staff can see. */
export function allowFramesOfConsole(headers: Headers): void {
  const policy = headers.get("Content-Security-Policy") ?? "";
  headers.set("Content-Security-Policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  headers.set("X-Frame-Options", "SAMEORIGIN");
}

/** The source expression that allows an inline script with this text (CSP level 3, section 2.3.1). */
export function scriptHash(text: string | Buffer): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

export const NO_DOCUMENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * The policy of picture files, allowing the styles of the browser's own viewer. Without `sandbox`: Firefox would
 * refuse the icon.
 */
export const PICTURE_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export const DEFAULT_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["Content-Security-Policy", NO_DOCUMENT_POLICY],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  // The console's pages have `no-referrer`.
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
];

/** The headers of every response. `https`: whether visitors reach the site by https. */
export function securityHeaders(https: boolean): [name: string, value: string][] {
  const headers: [string, string][] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
  ];
  if (https) headers.push(["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]);
  return headers;
}
