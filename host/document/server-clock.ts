/**
 * The time at which a document is sent, for its script: the visitor's own clock may be wrong, and a cached page can't hold
 * the time. `Server-Timing` is the one header of a document that its script can read, without a request. A document is
 * rendered and cached with the header's mark alone; the time is filled in as it is sent, also with a 304, whose headers
 * replace those the browser has stored (docs/decisions/0037-dated-pages.md). `app/timetable/views/use-now.ts` reads it.
 */

/** The header's name, in lower case as cached responses have it. */
export const CLOCK_HEADER = "server-timing";

/** The header's value while the time is not filled in. */
export const CLOCK_MARK = "now";

/** The header's value at a time, in milliseconds since 1970. */
export function clockValue(now: Date): string {
  return `${CLOCK_MARK};dur=${now.getTime()}`;
}
