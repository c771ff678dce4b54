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
import type { BookingCall } from "../bookings/booking-processes.ts";
import { asTexts, backdatePass, give, makePerson, setAccount, switchOnMembers } from "../members/members-gym.ts";
import {
  CLIENTS,
  callsTo,
  doneIn,
  type KillTest,
  type Round,
  random,
  runAsCommand,
  untilKilled,
} from "./killed-instances.ts";
import { findLost, findUnsent } from "./stored-data.ts";

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

type Person = { personId: string; userId: string };

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
      const [people, ending] = [await makePeople(services), await makeEndingPeople(services)];
      const round = await untilKilled(site, (client, sent) => {
        const own = people.slice(client * OWN_PEOPLE, (client + 1) * OWN_PEOPLE);
        return nextCall(random.pick([...own, ...people.slice(-SHARED_PEOPLE)]), sessions, sent);
      });
      return { killed: round.killed, problems: await problemsAfter(services, people, ending, round) };
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
    people.push({ personId, userId });
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

function nextCall({ personId, userId }: Person, sessions: readonly string[], round: Round): BookingCall {
  const chance = Math.random();
  const [pass] = callsTo("give", doneIn(round)).filter((call) => call.personId === personId);
  if (pass !== undefined && chance < 0.25) {
    // Other days each time, as no day is frozen twice.
    const freezes = callsTo("freeze", round.sent).filter((call) => call.personId === personId);
    const firstDay = addDays(SUNDAY, 3 * freezes.length);
    return { do: "freeze", personId, passId: pass.passId, firstDay, lastDay: addDays(firstDay, 1) };
  }
  if (chance < 0.35) return { do: "mail-ends" };
  const cancelled = new Set(callsTo("cancel", round.sent).map(({ bookingId }) => bookingId));
  const own = bookedIn(round).filter((booking) => booking.userId === userId && !cancelled.has(booking.bookingId));
  const booking = random.find(own);
  if (booking !== undefined && chance < 0.45) return { do: "cancel", ...booking };
  if (chance < 0.75) return { do: "book", userId, sessionId: random.pick(sessions) };
  return { do: "give", personId, planSlug: random.pick(PLANS), passId: randomUUID() };
}

const passesIn = (calls: readonly BookingCall[]) => callsTo("give", calls).map(({ passId }) => passId);
const freezesIn = (calls: readonly BookingCall[]) =>
  callsTo("freeze", calls).map(({ passId, firstDay }) => `${passId} ${firstDay}`);

/** The acknowledged bookings. */
function bookedIn({ sent, reports }: Round): { bookingId: string; userId: string }[] {
  return callsTo("book", sent).flatMap((call) => {
    const { code, bookingId } = reports.get(call) ?? {};
    const isBooked = code === "booked" || code === "waiting";
    return isBooked && bookingId !== undefined ? { bookingId, userId: call.userId } : [];
  });
}

/** Compares what was acknowledged with what is stored, once the killed instance's transactions have ended. */
async function problemsAfter(
  services: Services,
  people: readonly Person[],
  ending: readonly string[],
  round: Round,
): Promise<string[]> {
  await transact(services, async () => {}, { lock: "timetable" });
  await transact(services, async () => {}, { lock: "people" });
  const { db } = services;
  const ids = people.map(({ personId }) => personId);
  const passes = await db.selectFrom("passes").selectAll().where("person_id", "in", ids).execute();
  const acts = (await Promise.all(ids.map((id) => passEventsOfPerson(db, id)))).flat();
  const passIds = passes.map(({ id }) => id);
  const freezes = acts.map((act) => `${act.pass_id} ${act.first_day}`);
  const done = doneIn(round);
  const problems = [
    ...(await bookingProblems(services)),
    ...findLost("pass", passesIn(done), passIds),
    ...findUnsent("pass", passIds, passesIn(round.sent)),
    ...findLost("freeze", freezesIn(done), freezes),
    ...findUnsent("freeze", freezes, freezesIn(round.sent)),
    ...(await compareBookings(services, ids, round)),
  ];

  // The next instance sends the emails that the killed one left.
  await queueExpiryMails(services);
  const mails = await db.selectFrom("outbox").select(["person_id", "kind"]).where("person_id", "in", ending).execute();
  const mailed = new Set(mails.map(({ person_id: id }) => id));
  if (mails.length !== ending.length || mailed.size !== ending.length) {
    problems.push(`${mails.length} emails to ${mailed.size} of ${ending.length} people whose passes end`);
  }

  const days = await db.selectFrom("pass_days").selectAll().where("person_id", "in", ids).execute();
  const computed = computeRows(passes, acts, await readGivenDays(db));
  if (asTexts(days).join() !== asTexts(computed).join()) problems.push("the stored days differ from the computed days");
  return problems;
}

async function compareBookings({ db }: Services, people: readonly string[], round: Round): Promise<string[]> {
  const bookings = await db.selectFrom("bookings").select(["id", "state"]).where("person_id", "in", people).execute();
  const states = new Map(bookings.map(({ id, state }) => [id, state]));
  const events = await db.selectFrom("booking_events").select("booking_id").where("note", "=", "frozen").execute();
  const frozen = new Set(events.map(({ booking_id: id }) => id));
  const problems: string[] = [];
  const booked = bookedIn(round);
  for (const { bookingId: id } of booked) {
    const state = states.get(id);
    const cancel = callsTo("cancel", round.sent).find(({ bookingId }) => bookingId === id);
    const answer = cancel && round.reports.get(cancel)?.code;
    const isCancelled = answer === "cancelled" || answer === "left";
    const isInFlight = cancel !== undefined && answer === undefined;
    if (state === undefined) problems.push(`booking ${id} is gone`);
    else if (!isInFlight && !frozen.has(id) && isCancelled !== (state === "cancelled")) {
      problems.push(`booking ${id} is ${state}, but ${isCancelled ? "a" : "no"} cancellation was acknowledged`);
    }
  }
  const inFlight = callsTo("book", round.sent).filter((call) => !round.reports.has(call)).length;
  if (bookings.length - booked.length > inFlight) {
    problems.push(`${bookings.length} bookings, with ${booked.length} acknowledged and ${inFlight} in flight`);
  }
  return problems;
}

if (import.meta.main) await runAsCommand(CRASH_MEMBERS);
