/** The host's own error responses: one sentence, as a small page for browsers. */
import { contentSecurityPolicy } from "./security-headers.ts";

/** How long a client should wait before it retries after a 503. */
export const RETRY_AFTER_SECONDS = 5;

export const ERROR_MESSAGES = {
  malformed: "That address is malformed. Please check it, or start from the home page.",
  longAddress: "That address is too long for this site. Please check it, or start from the home page.",
  otherHost: "This is not the address of this site.",
  otherSite: "This form was sent from another site, so nothing was done.",
  tooLarge: "That is more than this site accepts, so nothing was done.",
  tooManyFields: "This form has more fields than any form of this page has, so nothing was done.",
  busy: "The site is busy at the moment. Nothing is lost: reload this page in a few seconds, and your browser sends the form again.",
  cutOff: "This form did not arrive completely, so nothing was done. Please send it again.",
  noPicture: "There is no such picture. It may have been removed.",
  noForm: "This address accepts no forms, so nothing was done.",
  method: "This site accepts only GET, HEAD and POST.",
  expectation: "This site can't do what that request expects.",
  timeout: "That took too long.",
  notHttp: "This site doesn't understand that request.",
  unavailable: "We can't look that up or save it right now. Nothing was changed; please try again in a moment.",
  failed: "Something went wrong on our side. Please try again.",
} as const;

/** A response of one sentence: HTML when the request accepts it, as browsers do for pages, else plain text. */
export function errorResponse(
  request: Request,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): Response {
  const asksForPage = request.headers.get("accept")?.includes("text/html") ?? false;
  const body = asksForPage ? page(status, sentence) : sentence;
  return new Response(request.method === "HEAD" ? null : body, {
    status,
    headers: {
      "Content-Type": asksForPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...(asksForPage ? { "Content-Security-Policy": contentSecurityPolicy() } : {}),
      ...(status === 503 ? { "Retry-After": String(RETRY_AFTER_SECONDS) } : {}),
      ...headers,
    },
  });
}

/** Needs no other file, since nothing else may load. `sentence` is not escaped: it is always the host's own. */
function page(status: number, sentence: string): string {
  const title = status >= 500 ? "Not right now" : "That didn't work";
  return `<!doctype html>
<html lang="en-KE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; align-content: center; background: #0b0b0c; color: #f6f3ee;
    font: 18px/1.6 Manrope, system-ui, sans-serif }
  main { max-width: 36rem; padding: 2rem clamp(1.25rem, 6vw, 6rem) }
  main::before { content: ""; display: block; width: 7rem; height: 10px; margin-bottom: 2rem;
    background: linear-gradient(90deg, #e8112d 14px, #0b0b0c 14px 18px, #8d0a1b 18px 32px, #0b0b0c 32px) 0 0/36px }
  h1 { margin: 0 0 1rem; font: 900 clamp(3rem, 11vw, 6rem)/.9 "Big Shoulders Display", Impact, sans-serif-condensed,
    sans-serif; text-transform: uppercase }
  a { display: inline-block; margin-top: 1.5rem; padding: .75rem 1.75rem; background: #e8112d; color: #fff;
    font-weight: 700; text-decoration: none }
  a:focus-visible { outline: 3px solid #f6f3ee; outline-offset: 3px }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${sentence}</p>
<a href="/">Home</a>
</main>
</body>
</html>
`;
}
