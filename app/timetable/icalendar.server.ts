/**
 * Writes calendars as text (iCalendar, RFC 5545). The packages that do so fold lines by characters instead of octets, leave
 * out the time zone, or write the server's hours (docs/decisions/class-pages-and-calendars.md).
 */
import { inNairobi, TIME_ZONE } from "../time/dates.server.ts";
import { compactTime, type SessionInCalendar, utcTime } from "./session-in-calendar.server.ts";

export type CalendarEvent = SessionInCalendar & {
  /** The same for ever, for each event its own. */
  uid: string;
  /** When it was last changed, UTC, ISO 8601. */
  changedAt: string;
  /** Higher with each change. */
  sequence: number;
  isCancelled: boolean;
  url: string;
};

/** How often programs are asked to read a feed again. Google and Outlook follow a schedule of their own. */
const REFRESH = "PT6H";

/** A line has at most so many octets, without its end (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/** Nairobi's zone: three hours ahead of UTC all year. Outlook is an hour or more off without a definition. */
const TIME_ZONE_LINES = [
  "BEGIN:VTIMEZONE",
  `TZID:${TIME_ZONE}`,
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0300",
  "TZOFFSETTO:+0300",
  "TZNAME:EAT",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/**
 * The text of a calendar: lines that end with CRLF and have at most 75 octets of UTF-8. It has no METHOD, as this is no
 * invitation, and no rules of recurrence: some programs show the rule's event where one date was cancelled.
 */
export function writeCalendar({ name, events }: { name: string; events: readonly CalendarEvent[] }): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(name)}//Timetable//EN`,
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${TIME_ZONE}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...TIME_ZONE_LINES,
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

function eventLines(event: CalendarEvent): string[] {
  const changedAt = utcTime(event.changedAt);
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART;TZID=${TIME_ZONE}:${wallTime(event.startsAt)}`,
    `DTEND;TZID=${TIME_ZONE}:${wallTime(event.endsAt)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    `URL:${event.url}`,
    // Somebody's hour is free again.
    ...(event.isCancelled ? ["STATUS:CANCELLED", "TRANSP:TRANSPARENT"] : ["STATUS:CONFIRMED"]),
    "END:VEVENT",
  ];
}

/** Text as a property's value (RFC 5545, section 3.3.11), which may hold no control characters but tabs. */
function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
      .replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, "")
      .replaceAll(/[\\;,]/g, "\\$&")
      .replaceAll("\n", "\\n")
  );
}

/** Breaks a line that is too long; the next one begins with a space. Never within a character. */
function foldLine(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}

/** A moment as Nairobi's clocks show it: `20261123T090000`. */
function wallTime(moment: string): string {
  return compactTime(inNairobi(new Date(moment)).toPlainDateTime().toString());
}
