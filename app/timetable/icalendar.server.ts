/**
 * Writes calendars as text (iCalendar, RFC 5545). Existing packages fold lines by characters instead of octets, omit the
 * time zone, or use the server's (docs/decisions/class-pages-and-calendars.md).
 */
import { dayAndDate, inNairobi, TIME_ZONE } from "../time/dates.server.ts";
import type { ClassSession } from "./class-session.ts";

export type Gym = { name: string; street: string; city: string };

type SessionInCalendar = ReturnType<typeof sessionInCalendar>;

/** Begins a cancelled event's title, as some programs don't show its status. */
const CANCELLED = "Cancelled";

export function sessionInCalendar(session: ClassSession, gym: Gym) {
  const { className, startsAt, endsAt, movedFrom, trainerName, insteadOf, reason } = session;
  const isCancelled = session.state === "cancelled";
  const lines = [`Trainer: ${trainerName}${insteadOf === null ? "" : `, for ${insteadOf}`}`];
  if (isCancelled) lines.unshift(withReason(CANCELLED, reason));
  if (movedFrom !== null) {
    const from = `Moved from ${dayAndDate(movedFrom.date)}, ${movedFrom.time.from}`;
    lines.push(withReason(from, isCancelled ? null : reason));
  }
  return {
    startsAt,
    endsAt,
    summary: isCancelled ? `${CANCELLED}: ${className}` : className,
    description: lines.join("\n"),
    location: `${gym.name}, ${gym.street}, ${gym.city}`,
  };
}

function withReason(text: string, reason: string | null): string {
  return reason ? `${text}: ${reason}` : text;
}

/** The address of Google Calendar's form for an event, filled in. Google receives nothing until it is followed. */
export function googleEventAddress(event: SessionInCalendar): string {
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.summary,
    dates: `${utcTime(event.startsAt)}/${utcTime(event.endsAt)}`,
    ctz: TIME_ZONE,
    details: event.description,
    location: event.location,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** A moment in UTC in iCalendar's format: `20261123T060000Z`. */
function utcTime(moment: string): string {
  return `${compactTime(moment)}Z`;
}

/** ISO 8601 to the second, without separators: `20261123T060000`. */
function compactTime(text: string): string {
  return text.slice(0, "2026-11-23T06:00:00".length).replaceAll(/[-:]/g, "");
}

export type CalendarEvent = SessionInCalendar & {
  uid: string;
  /** When the event was last changed, in UTC, ISO 8601. */
  changedAt: string;
  sequence: number;
  isCancelled: boolean;
  url: string;
};

const REFRESH = "PT6H";

/** The longest line, without its CRLF (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/** Nairobi's zone, UTC+3 all year. Without a definition, Outlook is an hour or more off. */
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
 * Writes a calendar: CRLF lines of at most 75 octets. METHOD and recurrence are left out: some programs misread them
 * after cancellations.
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
    ...(event.isCancelled ? ["STATUS:CANCELLED", "TRANSP:TRANSPARENT"] : ["STATUS:CONFIRMED"]),
    "END:VEVENT",
  ];
}

/** Text as a property's value (RFC 5545, section 3.3.11). Tabs are the only control characters allowed. */
function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
      .replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, "")
      .replaceAll(/[\\;,]/g, "\\$&")
      .replaceAll("\n", "\\n")
  );
}

/** Folds a long line between characters; continuation lines begin with a space. */
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

/** A moment in Nairobi's time: `20261123T090000`. */
function wallTime(moment: string): string {
  return compactTime(inNairobi(new Date(moment)).toPlainDateTime().toString());
}
