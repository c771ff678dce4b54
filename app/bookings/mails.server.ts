/** Emails about bookings, as text and as HTML. Pure functions, for use in any transaction. */

import { logoWordOf, type Settings } from "../content-types/settings.ts";
import { MAIL_PRIORITY } from "../platform/outbox.server.ts";
import { capitalized, withoutBidiControls } from "../platform/text.ts";
import {
  addDays,
  clockTime,
  dateInNairobi,
  dayAndDate,
  dayAndTime,
  relativeDay,
  relativeTime,
  startOfDate,
} from "../time/dates.server.ts";
import { bookingPath, sessionFile } from "../timetable/addresses.server.ts";
import type { ClassSession, SessionTime } from "../timetable/class-session.ts";
import { googleEventAddress, sessionInCalendar } from "../timetable/icalendar.server.ts";
import { type Link, type MailContent, mailHtml, mailText } from "./mail-layout.ts";
import {
  type BookingMailKind,
  CONFIRM_TITLE,
  MAIL_TEXTS,
  type MailText,
  type NotificationDetails,
  othersTitle,
  priceWords,
  trainerText,
  YOUR_GUEST,
} from "./messages.ts";

/** The gym, and the origin of its site (`https://nguvu.example`). */
export type GymFacts = Pick<Settings, "name" | "logoWord" | "street" | "city" | "phone"> & { origin: string };

export type GuestFacts = {
  /** Left out while the address is unconfirmed: a stranger may read the email. */
  name?: string | undefined;
  isAlone: boolean;
  isWaiting: boolean;
  isHostWaiting: boolean;
};

/** The facts for an email, unescaped; absent facts are not mentioned. Moments are ISO 8601 in UTC. */
export type BookingMailFacts = NotificationDetails & {
  gym: GymFacts;
  at: string;
  /** The current session: with its new time, trainer or class. */
  session: ClassSession;
  /** The cancellation deadline of the booking, even if it has passed. */
  deadline: string;
  /** Until when the waiting list is promoted; left out once it has passed. */
  promotionsEnd?: string | undefined;
  guest?: GuestFacts | undefined;
  /** In Kenyan shillings, for one place; null: no price is set. */
  priceKes?: number | null | undefined;
  /** Whether a pass covers the place of the mail's recipient. */
  isCovered?: boolean | undefined;
  /** Sessions with free places, for people whose own session doesn't take place. */
  others?: readonly ClassSession[] | undefined;
  /** Whether the booking was cancelled after its deadline; for a reminder: whether the deadline has passed. */
  isLate?: boolean | undefined;
  unsubscribeUrl?: string | undefined;
  confirmUrl?: string | undefined;
};

/** Kinds that are useless once the session has begun. */
const UNTIL_START: readonly BookingMailKind[] = ["waiting", "place-free", "back-on", "just-come", "reminder"];

const WITH_PRICE: readonly BookingMailKind[] = ["booked", "rebooked", "promoted", "desk-booked"];

const FOR_CALENDARS: readonly BookingMailKind[] = [...WITH_PRICE, "moved", "class-changed"];

/** Kinds about a change of the session, with its reason. Other kinds leave out the reason of an earlier change. */
const CHANGES: readonly BookingMailKind[] = ["gym-cancelled", "closed", "moved", "substitute", "class-changed"];

const BULK: readonly BookingMailKind[] = [...CHANGES, "back-on", "just-come", "reminder"];

/** An email about a session, without its recipient. Absent facts shorten it. */
export function bookingMail(kind: BookingMailKind, facts: BookingMailFacts) {
  const { session } = facts;
  const text: MailText = MAIL_TEXTS[kind](mailContext(facts));
  const content = contentOf(kind, facts, text);
  const about = `${session.className}, ${dayAndDate(session.date)}, ${session.time.from}`;
  return {
    subject: withoutBidiControls(text.wholeSubject ?? `${text.subject ?? text.title}: ${about}`),
    text: withoutBidiControls(mailText(content)),
    html: withoutBidiControls(mailHtml(content)),
    kind: `booking-${kind}`,
    priority: BULK.includes(kind) ? MAIL_PRIORITY.bulk : MAIL_PRIORITY.ordinary,
    ...(UNTIL_START.includes(kind) && { discardAfter: discardedAfter(kind, facts) }),
    ...(content.off && { unsubscribeUrl: content.off.address }),
  };
}

/** The start; for a reminder midnight at the latest, since after it "tomorrow" would be wrong. */
function discardedAfter(kind: BookingMailKind, { session, at }: BookingMailFacts): Date {
  const midnight = startOfDate(addDays(dateInNairobi(new Date(at)), 1));
  const start = new Date(session.startsAt);
  return kind === "reminder" && midnight < start ? midnight : start;
}

function contentOf(
  kind: BookingMailKind,
  facts: BookingMailFacts,
  { title, paragraphs, button, because }: MailText,
): MailContent {
  const { gym, session, others = [], unsubscribeUrl, confirmUrl } = facts;
  const linkTo = (other: ClassSession): Link => ({
    label: timeLines(other).join(", "),
    address: addressOf("booking", gym, other),
  });
  const isForCalendar = FOR_CALENDARS.includes(kind) && !facts.isWaiting;
  return {
    logo: logoWordOf(gym),
    title,
    rows: rowsOf(kind, facts),
    paragraphs,
    ...(others.length > 0 && { others: { title: othersTitle(session.className), links: others.map(linkTo) } }),
    ...(confirmUrl !== undefined && {
      confirm: { title: CONFIRM_TITLE, links: [{ label: "Confirm my address", address: confirmUrl }] },
    }),
    button: { label: button.label, address: addressOf(button.leadsTo, gym, session) },
    ...(isForCalendar && {
      file: { label: "Add to calendar", address: `${gym.origin}${sessionFile(session.id)}` },
      google: { label: "Google Calendar", address: googleEventAddress(sessionInCalendar(session, gym)) },
    }),
    footer: [gym.name, `${gym.street}, ${gym.city}`, gym.phone, because],
    ...(kind === "reminder" && unsubscribeUrl && { off: { label: "No more reminders", address: unsubscribeUrl } }),
  };
}

function rowsOf(
  kind: BookingMailKind,
  { gym, session, from, wasClass, priceKes, isCovered = false, guest, isWaiting = false }: BookingMailFacts,
): MailContent["rows"] {
  const why = CHANGES.includes(kind) ? (session.reason?.replaceAll(/\s+/g, " ").trim() ?? "") : "";
  const before = from && timeLines(from).join() !== timeLines(session).join() ? timeLines(from) : undefined;
  const waits = guest?.isWaiting && !isWaiting ? ["on the waiting list"] : [];
  const places = guest === undefined || guest.isAlone || guest.isWaiting ? 1 : 2;
  const unpaid = isCovered ? places - 1 : places;
  return [
    { label: "Class", lines: [session.className] },
    ...(wasClass === undefined || wasClass === session.className ? [] : [{ label: "Was", lines: [wasClass] }]),
    ...(before === undefined ? [] : [{ label: "Was", lines: before }]),
    { label: before === undefined ? "When" : "Now", lines: timeLines(session) },
    { label: "Trainer", lines: [trainerText(session.trainerName, session.insteadOf)] },
    ...(guest === undefined ? [] : [{ label: "Guest", lines: [guest.name ?? YOUR_GUEST, ...waits] }]),
    { label: "Where", lines: [`${gym.street}, ${gym.city}`] },
    ...(WITH_PRICE.includes(kind) && priceKes != null && unpaid > 0
      ? [
          {
            label: "Price",
            lines: [priceWords(priceKes, unpaid), ...(guest?.isAlone || isCovered ? ["for your guest"] : [])],
          },
        ]
      : []),
    ...(why === "" ? [] : [{ label: "Why", lines: [why] }]),
  ];
}

function timeLines({ date, time }: SessionTime): string[] {
  return [dayAndDate(date), `${time.from}-${time.to}`];
}

function addressOf(page: MailText["button"]["leadsTo"], { origin }: GymFacts, { id }: ClassSession): string {
  const paths = {
    booking: bookingPath(id),
    cancel: `/booking/cancel?${new URLSearchParams({ session: id })}`,
    bookings: "/account/bookings",
    timetable: "/schedule",
  };
  return origin + paths[page];
}

export type MailContext = ReturnType<typeof mailContext>;

/** The facts as texts for sentences, which leave out undefined facts. */
function mailContext({ gym, session, at, deadline, promotionsEnd, ...details }: BookingMailFacts) {
  const today = dateInNairobi(new Date(at));
  return {
    ...details,
    isWaiting: details.isWaiting ?? false,
    isLate: details.isLate ?? false,
    className: session.className,
    date: dayAndDate(session.date),
    /** The start, relative to the day of the email: `Tomorrow at 9:00am`. */
    start: `${capitalized(relativeDay(session.date, today))} at ${session.time.from}`,
    /** The cancellation deadline, relative to the day of the email: `9:00pm today`, `2:00pm` for a class today, or `it starts`. */
    relativeDeadline: relativeDeadline(deadline, session, today),
    trainer: session.trainerName,
    insteadOf: session.insteadOf,
    /** The cancellation deadline of the booking: `Sunday 22 November, 9:00pm`, or `it starts`. */
    deadline: momentText(deadline, session),
    /** Until when the waiting list is promoted; undefined once it has passed. */
    promotionsEnd: promotionsEnd && momentText(promotionsEnd, session),
    phone: gym.phone,
  };
}

function momentText(moment: string, { startsAt }: ClassSession): string {
  return moment >= startsAt ? "it starts" : dayAndTime(new Date(moment));
}

function relativeDeadline(deadline: string, { date, startsAt }: ClassSession, today: string): string {
  if (deadline >= startsAt) return "it starts";
  const moment = new Date(deadline);
  const isAllToday = date === today && dateInNairobi(moment) === today;
  return isAllToday ? clockTime(moment) : relativeTime(moment, today);
}
