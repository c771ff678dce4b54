import { findSingleEntry } from "../../cms/entries.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import { callAddress, localPhone, smsAddress, whatsAppAddress } from "../../forms/phone.ts";
import { siteOrigin } from "../../platform/config.ts";
import { MAIL_STATE_LABELS } from "../../platform/mail-messages.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized } from "../../platform/text.ts";
import { ownTrainer, type StaffMember } from "../../staff/roles.ts";
import { dateInNairobi, dayAndDate, listMoment, shortRelativeDay } from "../../time/dates.server.ts";
import type { ClassSession } from "../../timetable/class-session.ts";
import { type CallListPerson, type CallListSession, readCallList } from "../call-list.server.ts";
import type { BookingStatus, ContactMethod, NoticeKind, PendingNotice } from "../call-list.ts";

type GymLinks = { name: string; timetable: string; bookings: string };

type Recipient = { name: string; isMailed: boolean; guestName: string | null; isAboutGuest: boolean };

/** The message, on lines: a greeting and the change, what the person can do, and the gym's name. */
export function noticeText(notice: PendingNotice, session: ClassSession, to: Recipient, gym: GymLinks): string {
  const [first = ""] = to.name.trim().split(/\s+/);
  const greeting = first === "" ? "Hello!" : `Hello ${first}!`;
  return [`${greeting} ${whatHappened(notice, session, to)}`, whatToDo(notice, to, gym), gym.name]
    .filter((line) => line !== "")
    .join("\n");
}

/** The subject of an email: `Boxing, Monday 23 November, 9:00am: cancelled`. */
function noticeSubject({ kind }: PendingNotice, { className, date, time }: ClassSession): string {
  return `${className}, ${dayAndDate(date)}, ${time.from}: ${NOTICE_LABELS[kind]}`;
}

const NOTICE_LABELS: Readonly<Record<NoticeKind | "no-place", string>> = {
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
function noticeSummary({ kind, status }: PendingNotice): string {
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

export type CallListView = ReturnType<typeof sessionView>;

/** Call list entries by session; trainers see their own sessions. */
export async function readCallListView(
  services: Services,
  member: StaffMember,
  sessionId?: string,
): Promise<CallListView[]> {
  const trainerSlug = ownTrainer(member);
  const sessions = await readCallList(services, { trainerSlug, ...(sessionId !== undefined && { sessionId }) });
  if (sessions.length === 0) return [];
  const { name } = await findSingleEntry(services, settingsType);
  const origin = siteOrigin(services.config);
  const gym = { name, timetable: `${origin}/schedule`, bookings: `${origin}/account/bookings` };
  return sessions.map((session) => sessionView(session, gym, services.now()));
}

function sessionView({ bookable: { session }, people }: CallListSession, gym: GymLinks, now: Date) {
  const today = dateInNairobi(now);
  const toTell = people.flatMap((person) => (person.notice === null ? [] : [person]));
  const toldPeople = people.flatMap((person) => (person.told === null ? [] : [{ ...person, ...person.told }]));
  return {
    sessionId: session.id,
    about: `${session.className}, ${shortRelativeDay(session.date, today)}, ${session.time.from}`,
    what: capitalized(
      [...new Set(toTell.map(({ notice, isTrainer }) => NOTICE_LABELS[isTrainer ? "substitute" : notice.kind]))].join(
        ", ",
      ),
    ),
    people: toTell.map((person) => ({
      id: person.id,
      bookingId: person.bookingId,
      personId: person.personId,
      seen: person.seen,
      ...namesOf(person),
      sentence: noticeSummary(person.notice),
      note: noteOf(person),
      ways: waysOf(person, noticeText(person.notice, session, person, gym), noticeSubject(person.notice, session)),
    })),
    /** The newest first. */
    told: toldPeople
      .toSorted((a, b) => (a.at < b.at ? 1 : -1))
      .map((person) => ({
        id: person.id,
        ...namesOf(person),
        text: `${capitalized(NOTICE_LABELS[person.what])}: told by ${person.by}, ${listMoment(new Date(person.at), now)}${METHOD_SUFFIXES[person.way]}`,
      })),
  };
}

const METHOD_SUFFIXES: Readonly<Record<ContactMethod, string>> = {
  whatsapp: ", WhatsApp",
  call: ", by phone",
  sms: ", SMS",
  mail: ", email",
  told: "",
  together: ", with the others",
};

function namesOf({ name, email, guestName, isAboutGuest, isTrainer }: CallListPerson) {
  const own = name || email;
  const role = isTrainer ? `${own}, trainer` : own;
  return {
    name: guestName === null ? role : isAboutGuest ? `${own}, for the guest ${guestName}` : `${own}, with ${guestName}`,
    isNameless: name === "",
  };
}

function noteOf({ mail, phone, email }: CallListPerson): string {
  if (phone === "" && email === "") return "No phone or email";
  const facts = [
    ...(mail === undefined ? [] : [MAIL_STATE_LABELS[mail]]),
    ...(phone === "" ? [] : [localPhone(phone)]),
  ];
  return capitalized(facts.join(", "));
}

/** Ways to reach a person, the quickest first. */
function waysOf({ phone, email }: CallListPerson, text: string, subject: string) {
  const whatsApp = whatsAppAddress(phone, text);
  const mail = `mailto:${encodeURIComponent(email)}?${queryString({ subject, body: text })}`;
  return [
    ...(whatsApp === undefined ? [] : [{ way: "whatsapp" as const, label: "WhatsApp", href: whatsApp }]),
    ...(phone === ""
      ? []
      : [
          { way: "call" as const, label: "Call", href: callAddress(phone) },
          { way: "sms" as const, label: "SMS", href: smsAddress(phone, text) },
        ]),
    ...(email === "" ? [] : [{ way: "mail" as const, label: "Email", href: mail }]),
  ];
}

/** Without `URLSearchParams`, as email clients show its plus signs. */
function queryString(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
