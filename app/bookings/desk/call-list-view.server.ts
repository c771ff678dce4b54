import { findSingleEntry } from "../../cms/entries.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import { callAddress, localPhone, smsAddress, whatsAppAddress } from "../../forms/phone.ts";
import { siteOrigin } from "../../platform/config.ts";
import { MAIL_STATE_LABELS } from "../../platform/mail-messages.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized } from "../../platform/text.ts";
import { ownTrainer, type StaffMember } from "../../staff/roles.ts";
import { listMoment, shortRelativeDay } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { type CallListPerson, type CallListSession, readCallList } from "../call-list.server.ts";
import type { ContactMethod } from "../call-list.ts";
import { type GymLinks, NOTICE_LABELS, noticeSubject, noticeSummary, noticeText } from "../call-list-texts.server.ts";

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
