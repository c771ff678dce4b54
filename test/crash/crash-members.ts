/**
 * `npm run crash:members [-- KILLS [sqlite|postgres]]`: the desk gives, renews and freezes passes, members book and cancel, and people
 * whose passes end are emailed, at two instances on one database, which are killed in turn with SIGKILL at random moments. Every
 * acknowledged change must be stored once, and no other change; each promotion and each ending pass has one email, no place is sold
 * twice, and the stored days equal the computed days.
 */
import { randomUUID } from "node:crypto";
import { queueExpiryMails } from "../../app/members/expiry-mails.server.ts";
import { computeRows, passEventsOfPerson, readGivenDays } from "../../app/members/pass-rows.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { type Change, transact } from "../../app/platform/transact.server.ts";
import { addDays } from "../../app/time/dates.server.ts";
import { sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { bookingProblems } from "../bookings/booking-checks.ts";
import { addMembers, seedGym, setAllPlaces, setPlaces } from "../bookings/booking-gym.ts";
import type { BookingCall, BookingReport } from "../bookings/booking-processes.ts";
import { backdatePass, give, makePerson, setAccount, switchOnMembers } from "../members/members-gym.ts";
import { CLIENTS, type KillTest, pick, runAsCommand, untilKilled } from "./killed-instances.ts";

/** Each client has its own people, and some people are shared by all. */
const OWN_PEOPLE = 2;
const SHARED_PEOPLE = 4;
/** People of a round whose passes end in a week: enough for more than one transaction of emails. */
const ENDING_PEOPLE = 45;
/** Few enough that most people have to wait, and a cancellation promotes a person. */
const PLACES = 2;
const SESSIONS = 8;
const SUNDAY = "2026-11-22";
const PLANS = ["mwanzo", "nguvu", "pack-of-two", "day-pass"];

type Person = { personId: string; userId: string; passes: string[]; freezes: number; bookings: string[] };

type Round = {
  people: Person[];
  /** The ids of people whose passes end in a week. */
  ending: string[];
  sessions: readonly string[];
  /** Ids of acknowledged passes; freezes as their pass and first day. */
  acknowledged: {
    passes: Set<string>;
    freezes: Set<string>;
    /** Whether each booking was cancelled; undefined while a cancellation is in flight. */
    bookings: Map<string, boolean | undefined>;
  };
};

export const CRASH_MEMBERS: KillTest = {
  now: `${SUNDAY}T09:00:00.000Z`,
  prepare: async (services) => {
    await seedGym(services);
    await setAllPlaces(services, PLACES);
    await switchOnMembers(services, "boxing");
    // Only people with a pass get a place in it.
    await setPlaces(services, "fitness", { places: 200, asksPass: "yes" });
    const week = await sessionsBetween(services, addDays(SUNDAY, 1), addDays(SUNDAY, 7));
    const sessions = week.slice(0, SESSIONS).map(({ id }) => id);
    return async (site) => {
      await deleteBookings(services);
      const round: Round = {
        ...{ people: await makePeople(services), ending: await makeEndingPeople(services), sessions },
        acknowledged: { passes: new Set(), freezes: new Set(), bookings: new Map() },
      };
      const { killed, unanswered } = await untilKilled(site, (client) => {
        const own = round.people.slice(client * OWN_PEOPLE, (client + 1) * OWN_PEOPLE);
        const person = pick([...own, ...round.people.slice(-SHARED_PEOPLE)]);
        const call = nextCall(person, round);
        if (call.do === "cancel") round.acknowledged.bookings.set(call.bookingId, undefined);
        return { call, onReport: (report) => acknowledge(call, report, person, round) };
      });
      return { killed, problems: await problemsAfter(services, round, unanswered) };
    };
  },
};

/** Frees the places for the people of the next round. */
async function deleteBookings(services: Services): Promise<void> {
  const remove = async ({ transaction }: Change) => {
    for (const table of ["booking_events", "bookings", "outbox"] as const)
      await transaction.deleteFrom(table).execute();
  };
  await transact(services, remove, { lock: "timetable" });
}

/** People of a round, each with an account. */
async function makePeople(services: Services): Promise<Person[]> {
  const accounts = await addMembers(services, 2 * CLIENTS * OWN_PEOPLE + SHARED_PEOPLE);
  const people: Person[] = [];
  for (const { id: userId } of accounts) {
    const personId = await makePerson(services);
    await setAccount(services, personId, userId);
    people.push({ personId, userId, passes: [], freezes: 0, bookings: [] });
  }
  return people;
}

/** People of a round whose passes end in a week. @returns their ids */
async function makeEndingPeople(services: Services): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < ENDING_PEOPLE; index += 1) {
    const id = await makePerson(services, { email: `ending-${index}@example.com` });
    // From 22 November a month has 30 days.
    await backdatePass(services, await give(services, id, "mwanzo"), 22);
    ids.push(id);
  }
  return ids;
}

function nextCall(person: Person, { sessions }: Round): BookingCall {
  const { personId, userId, passes, bookings } = person;
  const chance = Math.random();
  if (passes.length > 0 && chance < 0.25) {
    // Other days each time, as no day is frozen twice.
    const firstDay = addDays(SUNDAY, 3 * person.freezes);
    person.freezes += 1;
    return { do: "freeze", personId, passId: passes[0] ?? "", firstDay, lastDay: addDays(firstDay, 1) };
  }
  if (chance < 0.35) return { do: "mail-ends" };
  const [bookingId] = chance < 0.45 ? bookings.splice(Math.random() * bookings.length, 1) : [];
  if (bookingId !== undefined) return { do: "cancel", userId, bookingId };
  if (chance < 0.75) return { do: "book", userId, sessionId: pick(sessions) };
  return { do: "give", personId, planSlug: pick(PLANS), passId: randomUUID() };
}

const freezeKey = ({ passId, firstDay }: { passId: string; firstDay: string }) => `${passId} ${firstDay}`;

function acknowledge(
  call: BookingCall,
  { code, bookingId }: BookingReport,
  person: Person,
  { acknowledged }: Round,
): void {
  if (call.do === "cancel") acknowledged.bookings.set(call.bookingId, code === "cancelled" || code === "left");
  if (call.do === "give" && code === "done") {
    acknowledged.passes.add(call.passId);
    person.passes.push(call.passId);
  }
  if (call.do === "freeze" && code === "done") acknowledged.freezes.add(freezeKey(call));
  if (call.do === "book" && (code === "booked" || code === "waiting") && bookingId !== undefined) {
    acknowledged.bookings.set(bookingId, false);
    person.bookings.push(bookingId);
  }
}

/** Compares what was acknowledged with what is stored, once the killed instance's transactions have ended. */
async function problemsAfter(
  services: Services,
  { people, ending, acknowledged }: Round,
  unanswered: readonly BookingCall[],
): Promise<string[]> {
  await transact(services, async () => {}, { lock: "timetable" });
  await transact(services, async () => {}, { lock: "people" });
  const { db } = services;
  const problems = await bookingProblems(services);
  const ids = people.map(({ personId }) => personId);
  const passes = await db.selectFrom("passes").selectAll().where("person_id", "in", ids).execute();
  const acts = (await Promise.all(ids.map((id) => passEventsOfPerson(db, id)))).flat();
  const bookings = await db.selectFrom("bookings").select(["id", "state"]).where("person_id", "in", ids).execute();
  const sent = {
    passes: unanswered.flatMap((call) => (call.do === "give" ? call.passId : [])),
    freezes: unanswered.flatMap((call) => (call.do === "freeze" ? freezeKey(call) : [])),
  };
  const actual = {
    passes: passes.map(({ id }) => id),
    freezes: acts.map((act) => freezeKey({ passId: act.pass_id, firstDay: act.first_day ?? "" })),
  };
  for (const what of ["passes", "freezes"] as const) {
    const stored = new Set(actual[what]);
    if (stored.size !== actual[what].length) problems.push(`some ${what} are duplicated`);
    for (const key of acknowledged[what]) if (!stored.has(key)) problems.push(`${key} of the ${what} is gone`);
    const known = new Set([...acknowledged[what], ...sent[what]]);
    for (const key of stored) if (!known.has(key)) problems.push(`nobody sent ${key} of the ${what}`);
  }
  const states = new Map(bookings.map(({ id, state }) => [id, state]));
  const events = await db.selectFrom("booking_events").select("booking_id").where("note", "=", "frozen").execute();
  const frozen = new Set(events.map(({ booking_id: id }) => id));
  for (const [id, isCancelled] of acknowledged.bookings) {
    const state = states.get(id);
    if (state === undefined) problems.push(`booking ${id} is gone`);
    else if (isCancelled !== undefined && !frozen.has(id) && isCancelled !== (state === "cancelled")) {
      problems.push(`booking ${id} is ${state}, but ${isCancelled ? "a" : "no"} cancellation was acknowledged`);
    }
  }
  const unknown = [...states.keys()].filter((id) => !acknowledged.bookings.has(id)).length;
  const inFlight = unanswered.filter((call) => call.do === "book").length;
  if (unknown > inFlight) problems.push(`${unknown} unacknowledged bookings, with ${inFlight} in flight`);

  // The next instance sends the emails that the killed one left.
  await queueExpiryMails(services);
  const mails = await db.selectFrom("outbox").select(["person_id", "kind"]).where("person_id", "in", ending).execute();
  const mailed = new Set(mails.map(({ person_id: id }) => id));
  if (mails.length !== ending.length || mailed.size !== ending.length) {
    problems.push(`${mails.length} emails to ${mailed.size} of ${ending.length} people whose passes end`);
  }

  const days = await db.selectFrom("pass_days").selectAll().where("person_id", "in", ids).execute();
  const computed = computeRows(passes, acts, await readGivenDays(db));
  const asText = (rows: readonly { pass_id: string }[]) =>
    JSON.stringify(rows.toSorted((a, b) => (a.pass_id < b.pass_id ? -1 : 1)));
  if (asText(days.map(withSortedColumns)) !== asText(computed.map(withSortedColumns)))
    problems.push("the stored days differ from the computed days");
  return problems;
}

/** A row with its columns sorted by name. */
function withSortedColumns<Row extends { pass_id: string }>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))) as Row;
}

if (import.meta.main) await runAsCommand(CRASH_MEMBERS);
