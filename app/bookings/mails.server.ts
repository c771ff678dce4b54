/** Mails about bookings: text that is complete by itself, and the same as HTML. Pure, so for use in any transaction. */

import type { Settings } from "../content-types/settings.ts";
import { withoutBidiControls } from "../platform/one-line.ts";
import { MAIL_PRIORITY, type NewMail } from "../platform/outbox.server.ts";
import { dayAndDate, dayAndTime } from "../time/date-texts.server.ts";
import { dayOfDate } from "../time/dates.server.ts";
import { dayName } from "../time/days.ts";
import type { ClassSession, SessionTime } from "../timetable/session.ts";
import { googleEventAddress, sessionFile, sessionInCalendar } from "../timetable/session-in-calendar.server.ts";
import { type Link, type MailContent, mailHtml, mailText } from "./mail-frame.ts";
import {
  type Again,
  type BookingMailKind,
  CONFIRM_TITLE,
  LABELS,
  MAIL_WORDS,
  othersTitle,
  priceWords,
  type SaidFacts,
  trainerWords,
} from "./messages.ts";

/** What mails say of the gym, and the origin of its site (`https://nguvu.example`). */
export type GymFacts = GymSettings & { origin: string };

type GymSettings = Pick<Settings, "name" | "street" | "city" | "phone">;

/** What a mail reports. What is left out is not said, and nothing need be escaped. Moments are ISO 8601 in UTC. */
export type BookingMailFacts = {
  gym: GymFacts;
  /** As it is now: moved, with its substitute, of its new class. */
  session: ClassSession;
  /** Until when this booking can be cancelled free of charge, or could be. */
  freeUntil?: string | undefined;
  /** Until when the waiting list gives places; left out when that is past. */
  limit?: string | undefined;
  /** The place in line, from 1. */
  line?: number | null | undefined;
  /** In the gym's words: why the session was changed. Left out: what a cancelled session says itself. */
  reason?: string | null | undefined;
  /** When the session was to be before. Not said when it is the same. */
  from?: SessionTime | undefined;
  /** The name of the class that the session was before. Not said when it is the same. */
  wasClass?: string | undefined;
  /** What somebody has again in a session that takes place after all; left out: another one is at that time. */
  again?: Again | undefined;
  /** How many bookings somebody has open, where that is more than can be booked. */
  open?: number | undefined;
  /** In Kenyan shillings; null: none is set. */
  priceKes?: number | null | undefined;
  /** Sessions with free places, for somebody whose own does not take place. */
  others?: readonly ClassSession[] | undefined;
  /** Whether the booking is one of the waiting list, or was. The kind says so of `waiting` and `place-free`. */
  isWaiting?: boolean | undefined;
  /** Whether the desk's cancellation counts as a late one. */
  isLate?: boolean | undefined;
  /** Stops reminders. */
  unsubscribeUrl?: string | undefined;
  /** Confirms the address of an account that nobody knows yet. */
  confirmUrl?: string | undefined;
};

/** A mail for the outbox, without its recipient. */
export type BookingMail = Required<Pick<NewMail, "subject" | "text" | "kind" | "priority">> &
  Pick<NewMail, "discardAfter" | "unsubscribeUrl"> & { html: string };

/** Kinds that one change sends to everybody of a session, or of a day. */
const BULK: readonly BookingMailKind[] = [
  "gym-cancelled",
  "closed",
  "moved",
  "substitute",
  "class-changed",
  "back-on",
  "just-come",
  "reminder",
];

/** Kinds that are of no use once the session has begun. The others also say what became of a place. */
const UNTIL_START: readonly BookingMailKind[] = ["waiting", "place-free", "back-on", "just-come", "reminder"];

/** Kinds that say what a place costs. */
const WITH_PRICE: readonly BookingMailKind[] = ["booked", "promoted", "desk-booked"];

/** Kinds with links that bring the session into a calendar. */
const FOR_CALENDARS: readonly BookingMailKind[] = ["booked", "promoted", "desk-booked", "moved", "class-changed"];

/** Kinds that say why. A session that was changed before it was booked keeps its reason, which is no news then. */
const WITH_REASON: readonly BookingMailKind[] = ["gym-cancelled", "closed", "moved", "substitute", "class-changed"];

/** The facts about the gym, of the settings and the origin of the site. */
export function gymFacts({ name, street, city, phone }: GymSettings, origin: string): GymFacts {
  return { name, street, city, phone, origin };
}

/** The mail of a kind about a session. A fact that a kind needs and that is left out shortens the mail. */
export function bookingMail(kind: BookingMailKind, facts: BookingMailFacts): BookingMail {
  const { session } = facts;
  const content = contentOf(kind, facts);
  const about = `${session.className}, ${dayAndDate(session.date)}, ${session.time.from}`;
  return {
    subject: withoutBidiControls(`${MAIL_WORDS[kind](saidFacts(facts)).subject}: ${about}`),
    text: withoutBidiControls(mailText(content)),
    html: withoutBidiControls(mailHtml(content)),
    kind: `booking-${kind}`,
    priority: BULK.includes(kind) ? MAIL_PRIORITY.bulk : MAIL_PRIORITY.ordinary,
    ...(UNTIL_START.includes(kind) ? { discardAfter: new Date(session.startsAt) } : {}),
    ...(content.off === undefined ? {} : { unsubscribeUrl: content.off.address }),
  };
}

function contentOf(kind: BookingMailKind, facts: BookingMailFacts): MailContent {
  const { gym, session, others = [], unsubscribeUrl } = facts;
  const isForCalendar = FOR_CALENDARS.includes(kind) && !facts.isWaiting;
  const { title, paragraphs, button, because } = MAIL_WORDS[kind](saidFacts(facts));
  return {
    title,
    rows: rowsOf(facts, { withReason: WITH_REASON.includes(kind), withPrice: WITH_PRICE.includes(kind) }),
    paragraphs,
    others:
      others.length === 0
        ? undefined
        : { title: othersTitle(session.className), links: others.map((other) => otherLink(gym, other)) },
    confirm:
      facts.confirmUrl === undefined
        ? undefined
        : { title: CONFIRM_TITLE, links: [{ label: LABELS.confirm, address: facts.confirmUrl }] },
    button: { label: button.label, address: addressOf(button.leadsTo, gym, session) },
    file: isForCalendar
      ? { label: LABELS.addToCalendar, address: `${gym.origin}${sessionFile(session.id)}` }
      : undefined,
    google: isForCalendar
      ? { label: LABELS.googleCalendar, address: googleEventAddress(sessionInCalendar(session, gym)) }
      : undefined,
    footer: [gym.name, `${gym.street}, ${gym.city}`, gym.phone, because],
    off:
      kind === "reminder" && unsubscribeUrl !== undefined
        ? { label: LABELS.noReminders, address: unsubscribeUrl }
        : undefined,
  };
}

/** What there is to know about the session, one line or two for each thing. */
function rowsOf(
  { gym, session, from, wasClass, reason, priceKes }: BookingMailFacts,
  { withReason, withPrice }: { withReason: boolean; withPrice: boolean },
): MailContent["rows"] {
  const given = reason === undefined && session.state === "cancelled" ? session.reason : reason;
  const why = withReason ? (given?.replaceAll(/\s+/g, " ").trim() ?? "") : "";
  const before = from && timeLines(from).join() !== timeLines(session).join() ? timeLines(from) : undefined;
  return [
    { label: LABELS.class, lines: [session.className] },
    ...(wasClass === undefined || wasClass === session.className ? [] : [{ label: LABELS.was, lines: [wasClass] }]),
    ...(before === undefined ? [] : [{ label: LABELS.was, lines: before }]),
    { label: before === undefined ? LABELS.when : LABELS.now, lines: timeLines(session) },
    { label: LABELS.trainer, lines: [trainerWords(session.trainerName, session.insteadOf)] },
    { label: LABELS.where, lines: [`${gym.street}, ${gym.city}`] },
    ...(withPrice && priceKes != null ? [{ label: LABELS.price, lines: [priceWords(priceKes)] }] : []),
    ...(why === "" ? [] : [{ label: LABELS.why, lines: [why] }]),
  ];
}

function timeLines({ date, time }: SessionTime): string[] {
  return [dayAndDate(date), `${time.from}-${time.to}`];
}

function otherLink(gym: GymFacts, other: ClassSession): Link {
  return { label: timeLines(other).join(", "), address: addressOf("booking", gym, other) };
}

function addressOf(page: "booking" | "bookings" | "timetable", { origin }: GymFacts, { id }: ClassSession): string {
  if (page === "bookings") return `${origin}/account/bookings`;
  if (page === "timetable") return `${origin}/schedule`;
  return `${origin}/booking?${new URLSearchParams({ session: id })}`;
}

function saidFacts({
  gym,
  session,
  freeUntil,
  limit,
  line,
  isWaiting = false,
  isLate,
  again,
  open,
}: BookingMailFacts): SaidFacts {
  return {
    className: session.className,
    date: dayAndDate(session.date),
    day: dayName(dayOfDate(session.date)),
    trainer: session.trainerName,
    insteadOf: session.insteadOf ?? undefined,
    freeUntil: momentWords(freeUntil, session),
    limit: momentWords(limit, session),
    line: line ?? undefined,
    isWaiting,
    isLate,
    again,
    open,
    phone: gym.phone,
  };
}

function momentWords(moment: string | undefined, { startsAt }: ClassSession): string | undefined {
  if (moment === undefined) return undefined;
  return moment >= startsAt ? "it starts" : dayAndTime(new Date(moment));
}
