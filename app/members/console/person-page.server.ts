/** The page of a person: contact, passes, bookings, and what the desk has written about them. */
import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { findBookedPerson } from "../../bookings/booked-people.server.ts";
import { bookingsWithSessions } from "../../bookings/booking-rows.server.ts";
import { readCallList } from "../../bookings/call-list.server.ts";
import { type PersonView, personView } from "../../bookings/person-view.server.ts";
import { whatsAppAddress } from "../../forms/phone.ts";
import { doorNumberText, findDoorNumber } from "../../people/door-numbers.server.ts";
import { childrenOf, findPerson, type Person } from "../../people/people.server.ts";
import { isChildOn } from "../../people/person.ts";
import { listPersonNotes, marketingConsent } from "../../people/person-notes.server.ts";
import { MAIL_STATE_LABELS } from "../../platform/mail-messages.ts";
import { findMailStates } from "../../platform/outbox.server.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized, plural } from "../../platform/text.ts";
import { findFailedMail } from "../../platform/undelivered-mail.server.ts";
import { can, ownTrainer, type StaffMember } from "../../staff/roles.ts";
import {
  dateInNairobi,
  dateWithYear,
  dayText,
  listMoment,
  shortDayAndTime,
  startOfDate,
} from "../../time/dates.server.ts";
import { calendarDay, dateOfDay } from "../../time/days.ts";
import { areMembersOn } from "../coverage.server.ts";
import { offersFor } from "../give-pass.server.ts";
import { listed } from "../member-list.server.ts";
import { canVoidPass } from "../pass-changes.server.ts";
import { type ExtensionDay, givenDaysSince } from "../pass-extensions.server.ts";
import { waitingMembers } from "../pass-retention.server.ts";
import {
  activePassEvents,
  type Pass,
  type PassEventRow,
  passEventsOfPerson,
  passesOfPerson,
} from "../pass-rows.server.ts";
import { freezeOn, stateOn } from "../passes.ts";
import { IMPORTED, SOLD } from "../plans.ts";
import { mayBeFrozen } from "./freeze-page.server.ts";
import { paidWords, passLabel, passStateWords, stateLabel } from "./member-labels.server.ts";
import { actorOf, personPath } from "./person-request.server.ts";
import { waitingRecordText } from "./todays-members.server.ts";

const PAST_BOOKINGS_SHOWN = 10;

const BOOKING_STATES: Readonly<Record<string, string>> = {
  booked: "Not recorded",
  waiting: "Waiting",
  attended: "Came",
  no_show: "Missed",
  cancelled: "Cancelled",
  late_cancelled: "Cancelled late",
  gym_cancelled: "Cancelled by us",
  expired: "Didn’t get a place",
};

export type PersonPage = Awaited<ReturnType<typeof readPersonPage>>;

export async function readPersonPage(services: Services, member: StaffMember, person: Person) {
  const now = services.now();
  const today = calendarDay(now);
  const isErased = person.erased_at !== null;
  const trainerSlug = ownTrainer(member);
  const mayEdit = can(member.role, "edit", "members") && !isErased;
  const booked = await findBookedPerson(services, person.id, { trainerSlug });
  const view = personView(
    booked ?? { id: person.id, name: "", phone: "", email: "", hasAccount: false, bookings: [] },
    member,
    now,
  );
  return {
    id: person.id,
    seen: person.version,
    // An erased person has only passes, under their number.
    name: isErased ? "An erased person" : view.name,
    isErased,
    since: dateWithYear(dateInNairobi(new Date(person.made_at))),
    isChild: isChildOn(person, dateOfDay(today)),
    mayEdit,
    mayBook: can(member.role, "edit", "bookings") && !isErased,
    ways: { phone: view.phone, whatsApp: view.whatsApp, email: view.email, mailTo: view.mailTo },
    failedMail: await failedMailTo(services, view.mailTo, person.phone),
    bookings: await addMailStates(services, view.bookings, booked?.email ?? ""),
    toTell: await readToTell(services, person.id, trainerSlug),
    past: trainerSlug === undefined ? await readPastBookings(services, person.id) : [],
    passes: can(member.role, "see", "members") ? await readPasses(services, member, person) : undefined,
    record: mayEdit ? await readRecord(services, member, person) : undefined,
  };
}

/** Adds to each booking the state of the last email about it. */
async function addMailStates(services: Services, bookings: PersonView["bookings"], email: string) {
  const sessionIds = bookings.map(({ sessionId }) => sessionId);
  const stateOf = await findMailStates(services.db, email === "" ? [] : sessionIds);
  return bookings.map(({ id, text, state, page, sessionId }) => {
    const mail = stateOf(sessionId, email);
    return { id, text, page, state: capitalized(mail === undefined ? state : `${state}, ${MAIL_STATE_LABELS[mail]}`) };
  });
}

/** The last email about a booking, if it could not be delivered; only for staff who see the whole address. */
async function failedMailTo(services: Services, address: string, phone: string) {
  const failed = (await findFailedMail(services, address === "" ? [] : [address], "booking-")).get(address);
  return failed && { ...failed, number: whatsAppAddress(phone) && phone };
}

async function readToTell(services: Services, personId: string, trainerSlug: string | undefined) {
  const sessions = await readCallList(services, { personId, trainerSlug });
  return sessions.flatMap(({ bookable: { session }, people }) =>
    people
      .filter(({ notice }) => notice !== null)
      .map(({ id }) => ({ id, text: `${session.className}, ${shortDayAndTime(new Date(session.startsAt))}` })),
  );
}

async function readPasses(services: Services, member: StaffMember, person: Person) {
  if (!(await areMembersOn(services))) return undefined;
  const { db } = services;
  const now = services.now();
  const today = calendarDay(now);
  const { isOwner } = actorOf(member);
  const passes = await passesOfPerson(db, person.id);
  const events = await passEventsOfPerson(db, person.id);
  const view = listed(person, passes, today);
  const lastPlan = view.pass?.row.plan_slug;
  const renewal = (await offersFor(services, person)).offers.find(({ slug }) => slug === lastPlan)?.placing;
  const given = await givenDaysSince(db, dateOfDay(Math.min(today, ...passes.map(({ firstDay }) => firstDay))));
  return {
    state: stateLabel(view, today),
    what:
      view.pass &&
      passLabel(view.pass, today) + (view.paidTo === undefined ? "" : `, paid until ${dayText(view.paidTo, today)}`),
    renewal:
      renewal &&
      renewal.firstDay < renewal.runsTo &&
      `The next one would run from ${dayText(renewal.firstDay, today)} to ${dayText(renewal.runsTo, today)}.`,
    isRenewed: passes.some(({ end }) => end !== "void"),
    list: passes.toReversed().map((pass) => passView(pass, events, given, { today, now, isOwner })),
  };
}

async function readRecord(services: Services, member: StaffMember, person: Person) {
  const { db } = services;
  const now = services.now();
  const today = calendarDay(now);
  const guardian = person.guardian_id === null ? undefined : await findPerson(db, person.guardian_id);
  const door = await findDoorNumber(db, person.id);
  const notes = await listPersonNotes(db, person.id);
  const consent = await marketingConsent(db, person.id);
  const waiting = (await waitingMembers(services)).find((record) => record.person.id === person.id);
  const link = ({ id, name }: Person) => ({ to: personPath(id), name });
  return {
    isOwner: actorOf(member).isOwner,
    noteId: randomUUID(),
    guardian: guardian && link(guardian),
    children: (await childrenOf(db, person.id, dateOfDay(today))).map(link),
    heardOf: person.heard_of,
    enquiryId: person.enquiry_id,
    door: door === undefined ? undefined : { number: door, text: doorNumberText(door) },
    account: person.user_id === null ? "Link an account" : person.joined_at === null ? "Created by booking" : "Linked",
    waiting: waiting && waitingRecordText(waiting, today),
    notes: notes.map(({ id, text, by, at }) => ({ id, text, about: `${by}, ${listMoment(new Date(at), now)}` })),
    consent:
      consent &&
      `${consent.isGiven ? "Yes" : "No"}, ${consent.how}, ${listMoment(new Date(consent.at), now)}, recorded by ${consent.by}`,
  };
}

const GIVEN_WORDS: Readonly<Record<string, string>> = { [IMPORTED]: "Imported", [SOLD]: "Sold" };

function passView(
  pass: Pass,
  events: readonly PassEventRow[],
  given: readonly ExtensionDay[],
  { today, now, isOwner }: { today: number; now: Date; isOwner: boolean },
) {
  const state = stateOn(pass, today);
  const isOpen = state === "running" || state === "frozen" || state === "future";
  const { freezes, ends } = activePassEvents(events.filter(({ pass_id: id }) => id === pass.row.id));
  return {
    id: pass.row.id,
    what: passLabel(pass, today),
    from: state === "future" ? "" : `From ${dayText(pass.firstDay, today)}. `,
    state: passStateWords(pass, state, today),
    paid: paidWords(pass.row),
    given: `${GIVEN_WORDS[pass.row.paid_how] ?? "Given"} by ${pass.row.given_by}, ${listMoment(new Date(pass.row.given_at), now)}`,
    happened: [
      ...freezes.map(({ event, firstDay, lastDay }) => {
        const days = `${dayText(firstDay, today)} to ${dayText(lastDay, today)}`;
        return `Frozen ${days}, by ${event.by}${event.reason === "" ? "" : `: ${event.reason}`}`;
      }),
      ...givenWords(pass, given, today),
      ...ends.map(({ event, kind, day }) =>
        kind === "void"
          ? `Voided by ${event.by}`
          : `Ended on ${dayText(day, today)} by ${event.by}${event.reason === "" ? "" : `: ${event.reason}`}`,
      ),
    ],
    mayFreeze: mayBeFrozen(pass, today) || freezes.length > 0,
    mayEnd: isOwner && isOpen,
    mayTakeBack: pass.end !== "void" && canVoidPass(pass, { isOwner }, now),
  };
}

function givenWords({ firstDay, lastDay, freezes }: Pass, given: readonly ExtensionDay[], today: number): string[] {
  const own = given.filter(({ day }) => firstDay <= day && day <= lastDay && freezeOn(freezes, day) === undefined);
  return [...Map.groupBy(own, ({ givenId }) => givenId).values()].map((days) => {
    const range = [...new Set([days[0], days.at(-1)])].map((day) => dayText(day?.day ?? 0, today)).join(" to ");
    return `${plural(days.length, "day")} longer, closed ${range}: ${days[0]?.reason}`;
  });
}

async function readPastBookings({ db, now }: Services, personId: string) {
  const rows = await bookingsWithSessions(db)
    .select(["bookings.id", "session_id", "bookings.state", "class_name", "starts_at"])
    .where("bookings.person_id", "=", personId)
    .where("class_sessions.ends_at", "<=", startOfDate(dateInNairobi(now())).toISOString())
    .orderBy("booked_at", "desc")
    .limit(PAST_BOOKINGS_SHOWN)
    .execute();
  return rows
    .toSorted((a, b) => (a.starts_at < b.starts_at ? 1 : -1))
    .map(({ id, session_id, state, class_name, starts_at }) => ({
      id,
      text: `${class_name}, ${shortDayAndTime(new Date(starts_at))}`,
      state: BOOKING_STATES[state] ?? state,
      page: href("/staff/day/:session", { session: session_id }),
    }));
}
