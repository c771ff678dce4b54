/** Texts of the call list: the message for WhatsApp, SMS and email, and the summary for the desk. Pure functions. */
import { dayAndDate } from "../time/date-texts.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import type { BookingStatus, NoticeKind, PendingNotice } from "./call-list.ts";

export type GymLinks = { name: string; timetable: string; bookings: string };

export type Recipient = { name: string; isMailed: boolean; guestName: string | null; isAboutGuest: boolean };

/** The message, on lines: a greeting and the change, what the person can do, and the gym's name. */
export function noticeText(notice: PendingNotice, session: ClassSession, to: Recipient, gym: GymLinks): string {
  const [first = ""] = to.name.trim().split(/\s+/);
  const greeting = first === "" ? "Hello!" : `Hello ${first}!`;
  return [`${greeting} ${whatHappened(notice, session, to)}`, whatToDo(notice, to, gym), gym.name]
    .filter((line) => line !== "")
    .join("\n");
}

/** The subject of an email: `Boxing, Monday 23 November, 9:00am: cancelled`. */
export function noticeSubject({ kind }: PendingNotice, { className, date, time }: ClassSession): string {
  return `${className}, ${dayAndDate(date)}, ${time.from}: ${NOTICE_LABELS[kind]}`;
}

export const NOTICE_LABELS: Readonly<Record<NoticeKind | "no-place", string>> = {
  cancelled: "cancelled",
  "back-on": "takes place after all",
  moved: "moved",
  "class-changed": "another class",
  substitute: "another trainer",
  "just-come": "no booking needed",
  // Stored until 2026.
  "no-place": "takes place, no longer booked",
  promoted: "has a place now",
  "place-free": "a place is free",
  leads: "leads it",
  "leads-no-more": "no longer leads it",
};

function whatHappened({ kind, status }: PendingNotice, session: ClassSession, to: Recipient): string {
  const { className, trainerName, insteadOf, reason } = session;
  const on = `${dayAndDate(session.date)}, ${session.time.from}`;
  const classOnDate = `${className} on ${on}`;
  const why = reason === null ? "." : `: ${reason.trim()}${/[.!?]$/.test(reason.trim()) ? "" : "."}`;
  const place = statusText(status, to);
  const instead = insteadOf === null ? "" : `, for ${insteadOf}`;
  switch (kind) {
    case "cancelled":
      return `We are sorry: ${classOnDate} is not taking place${why}`;
    case "back-on":
      return `${classOnDate}, with ${trainerName}, takes place after all. ${place}`;
    case "moved":
      return `${className} has moved: it is on ${on} now, with ${trainerName}. ${place}`;
    case "class-changed":
      return `Your class on ${on} is ${className} now, with ${trainerName}. ${place}`;
    case "substitute":
      return `${classOnDate}: ${trainerName} teaches${instead}. ${place}`;
    case "just-come":
      return `${classOnDate} no longer needs booking: just come.`;
    case "promoted":
      return `A place became free, and it is yours: ${classOnDate}.`;
    case "place-free":
      return `A place is free: ${classOnDate}. It goes to whoever answers first.`;
    case "leads":
      return `You are leading ${classOnDate}${instead}.`;
    case "leads-no-more":
      return `${trainerName} is leading ${classOnDate} instead of you.`;
  }
}

function statusText(status: BookingStatus, { guestName, isAboutGuest }: Recipient): string {
  if (status === "none") return "You have no place there.";
  if (status === "waiting") return "You are on the waiting list.";
  if (guestName === null) return "You have a place.";
  return isAboutGuest ? `Your guest ${guestName} has a place.` : `You and ${guestName} have places.`;
}

function whatToDo({ kind, status }: PendingNotice, to: Recipient, gym: GymLinks): string {
  switch (kind) {
    case "cancelled":
      return `Other times: ${gym.timetable}`;
    case "leads":
    case "leads-no-more":
    case "just-come":
      return "";
    case "place-free":
      return "Would you like it? Reply here.";
    default:
      if (status === "none") return `Does it suit you? Book again: ${gym.timetable}`;
      if (kind === "promoted") return "Can’t come? Reply here, and somebody else gets it.";
      return to.isMailed
        ? `Can’t come? Cancel free of charge: ${gym.bookings}`
        : "Can’t come? Reply here: cancelling is free.";
  }
}

/** The notice in a few words for the desk: `Moved, not booked for the new time`. */
export function noticeSummary({ kind, status }: PendingNotice): string {
  const isChange = kind === "moved" || kind === "class-changed" || kind === "substitute" || kind === "back-on";
  return isChange && status !== "place" ? `${SUMMARIES[kind]}, ${STATUS_WORDS[status]}` : SUMMARIES[kind];
}

const STATUS_WORDS = { waiting: "on the waiting list", none: "not booked for the new time" } as const;

const SUMMARIES: Readonly<Record<NoticeKind, string>> = {
  cancelled: "Cancelled",
  "back-on": "Takes place after all",
  moved: "Moved",
  "class-changed": "Another class",
  substitute: "Another trainer",
  "just-come": "Was waiting: booking no longer needed",
  promoted: "Was waiting: has a place now",
  "place-free": "Waiting: a place is free",
  leads: "Leads it now",
  "leads-no-more": "No longer leads it",
};
