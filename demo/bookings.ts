/** The bookings of the demo gym: seven weeks of bookings, and the desk's tasks of today. */

import { disputeNoShow, saveAttendance } from "../app/bookings/attendance.server.ts";
import { bookPlace } from "../app/bookings/book.server.ts";
import { hourOf } from "../app/bookings/booking-times.server.ts";
import { cancelBooking } from "../app/bookings/cancel-booking.server.ts";
import { addWalkIn, bookFor, checkIn, type DeskActor, type DeskPerson } from "../app/bookings/desk-actions.server.ts";
import { findDeskSession } from "../app/bookings/desk-day.server.ts";
import { moveBooking } from "../app/bookings/move-booking.server.ts";
import { HOUR_MS, MINUTE_MS } from "../app/platform/durations.ts";
import type { ClassSession } from "../app/timetable/class-session.ts";
import { DAYS_OPEN, expectDone, type Gym, oneOf } from "./gym.ts";
import { atDesk, CALLERS, type GymMember, memberOf, type People } from "./people.ts";
import { bookableOn, findTonight } from "./timetable.ts";

/** Booking opens this many days before a class, at six. */
const OPENS_DAYS_BEFORE = 7;

/** The probability that a member books a favourite class in the first week, and its increase in each later week. */
const FIRST_INTEREST = 0.12;
const INTEREST_A_WEEK = 0.06;

/** A weekly class that more people want than it has places. */
const FULL_SLOT = "monday-4";
const FULL_INTEREST = 0.95;

const SHARE_OF_CANCELLED = 0.12;
const SHARE_OF_MISSED = 0.05;

/** A member who missed three classes within a month, so that only the desk can book for him. */
const ABSENT = "Dennis Kiptoo";
const ABSENT_FROM_DAY = -24;

/** A member who disputes a missed class. */
const DISPUTES = "Peter Mutua";

/** A member who brings a guest. */
const HOST = "Faith Njeri";

/** A member who moves a booking to another class. */
const MOVES = "Halima Abdi";

/** The refusals that members get at that moment, and accept. */
const LEFT = new Set(["booked", "waiting", "same", "too-many", "no-shows", "unconfirmed", "overlap", "cancelled"]);

export function planBookings(gym: Gym, people: People): void {
  for (let day = 4 - DAYS_OPEN; day <= OPENS_DAYS_BEFORE; day += 1) {
    gym.on(Math.max(day - OPENS_DAYS_BEFORE, 1 - DAYS_OPEN), "06:00", async () => {
      for (const session of await bookableOn(gym, day)) planSession(gym, people, session, day);
    });
  }
  planFull(gym, people);
  planTonight(gym, people);
  planHost(gym, people);
  planMove(gym, people);
  planDispute(gym, people);
}

/** Has members and callers book a session, some cancel, and the desk record who came. */
function planSession(gym: Gym, { team, members }: People, session: ClassSession, day: number): void {
  const { services, random, plan } = gym;
  const usual = FIRST_INTEREST + (INTEREST_A_WEEK * (day + DAYS_OPEN)) / 7;
  const interest = session.slot === FULL_SLOT ? FULL_INTEREST : usual;
  const opens = services.now().getTime();
  const begins = Date.parse(session.startsAt);
  /** A moment before the class at which people are awake; most people book late. */
  const moment = () => awake(opens + (begins - opens - 30 * MINUTE_MS) * Math.sqrt(random()));
  for (const member of members.filter(({ likes }) => likes.includes(session.classSlug))) {
    const [isComing, booked, isCancelled, share] = [
      random() < interest,
      moment(),
      random() < SHARE_OF_CANCELLED,
      random(),
    ];
    if (!isComing) continue;
    plan(booked, async () => {
      const outcome = await book(gym, member, session);
      if (!("booking" in outcome) || !isCancelled) return;
      const left = begins - booked.getTime();
      plan(awake(booked.getTime() + left * (0.3 + 0.65 * share)), () =>
        cancelBooking(services, member.id, outcome.booking.id),
      );
    });
  }
  if (session.slot === FULL_SLOT && day < 0) {
    for (const caller of CALLERS.slice(0, 4)) {
      plan(new Date(begins - 52 * HOUR_MS), () => bookCaller(gym, session, caller, atDesk(team.mercy)));
    }
  }
  if (random() < 0.4) {
    const caller = oneOf(gym, CALLERS);
    plan(moment(), () => bookCaller(gym, session, caller, atDesk(oneOf(gym, [team.joseph, team.mercy]))));
  }
  planAttendance(gym, { team, members }, session, day);
}

/** The moment itself, or the next morning if it is at night. */
function awake(moment: number): Date {
  return new Date(Math.floor(moment + Math.max(6 - hourOf(moment), 0) * HOUR_MS));
}

/** The desk checks people in, or the trainer does it for all. Yesterday's last class has no attendance yet. */
function planAttendance(gym: Gym, { team }: People, session: ClassSession, day: number): void {
  const { services, random, plan } = gym;
  const [begins, ends] = [Date.parse(session.startsAt), Date.parse(session.endsAt)];
  const desk = atDesk(oneOf(gym, [team.joseph, team.mercy]));
  const [isByTrainer, hasWalkIn, missed] = [random() < 0.5, random() < 0.06, random()];
  if (day === -1 && session.time.from === "10:00pm") return;
  if (isByTrainer) {
    const own = Object.values(team).find(({ trainerSlug }) => trainerSlug === session.trainerSlug);
    const trainer = own === undefined ? desk : atDesk(own);
    plan(new Date(ends + 12 * MINUTE_MS), () => saveAttendance(services, session.id, "all-came", trainer));
    return;
  }
  plan(new Date(begins - 4 * MINUTE_MS), async () => {
    const deskSession = await findDeskSession(services, session.id);
    const expected = deskSession?.people.filter(({ state }) => state === "booked") ?? [];
    for (const [index, { id, name }] of expected.entries()) {
      const isMissed =
        (name === ABSENT && day >= ABSENT_FROM_DAY) ||
        (name === DISPUTES && day === -2) ||
        (missed < SHARE_OF_MISSED * expected.length && index === expected.length - 1);
      if (!isMissed && deskSession?.session.state === "scheduled") await expectDone(checkIn(services, id, desk));
    }
  });
  if (hasWalkIn) {
    const caller = oneOf(gym, CALLERS);
    plan(new Date(begins + 3 * MINUTE_MS), () => asMeant(caller, (who) => addWalkIn(services, session.id, who, desk)));
  }
  plan(new Date(ends + 7 * MINUTE_MS), () => saveAttendance(services, session.id, "all-missed", desk));
}

/** Books for a caller. */
function bookCaller({ services }: Gym, { id }: ClassSession, caller: (typeof CALLERS)[number], desk: DeskActor) {
  return asMeant(caller, (who) => bookFor(services, id, who, desk));
}

/** Books for a caller who may have booked already. */
async function ensureBooked(...given: Parameters<typeof bookCaller>): Promise<void> {
  const outcome = await bookCaller(...given);
  if (outcome.code !== "same") await expectDone(Promise.resolve(outcome));
}

/** Runs an action for a person by name; the desk knows which person is meant where the site asks. */
async function asMeant<Outcome extends { code: string }>(
  caller: (typeof CALLERS)[number],
  work: (who: DeskPerson) => Promise<Outcome | { code: "who"; ids: string[] }>,
): Promise<Outcome | { code: "who"; ids: string[] }> {
  const outcome = await work(caller);
  return "ids" in outcome ? work({ person: outcome.ids[0] ?? "" }) : outcome;
}

/** Books for a member. @throws when the refusal is not a usual one */
async function book({ services }: Gym, member: GymMember, { id: sessionId }: ClassSession, guest?: string) {
  const { name, phone } = member;
  const outcome = await bookPlace(services, member, { sessionId, name, phone, ...(guest !== undefined && { guest }) });
  if (!LEFT.has(outcome.code)) throw new Error(`${name} was refused: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Fills the last class of the day after tomorrow: five people wait, and the first gets the place of a cancellation. */
function planFull(gym: Gym, people: People): void {
  const { services, on } = gym;
  on(-1, "12:05", async () => {
    const session = (await bookableOn(gym, 2)).at(-1);
    if (session === undefined) throw new Error("There is a class on every day");
    for (const caller of CALLERS) {
      await ensureBooked(gym, session, caller, atDesk(people.team.joseph));
    }
    let waiting = 0;
    for (const member of people.members) {
      if (waiting < 5 && (await book(gym, member, session)).code === "waiting") waiting += 1;
    }
    const deskSession = await findDeskSession(services, session.id);
    const own = deskSession?.people.find(({ state, email }) => state === "booked" && email !== null);
    const candidate = people.members.find(({ email }) => email === own?.email);
    if (own !== undefined && candidate !== undefined) {
      gym.plan(new Date(services.now().getTime() + 190 * MINUTE_MS), () =>
        cancelBooking(services, candidate.id, own.id),
      );
    }
  });
}

/** Books the class that is cancelled tonight, for people with and without an account. */
function planTonight(gym: Gym, people: People): void {
  const { on } = gym;
  on(-2, "13:20", async () => {
    const session = await findTonight(gym);
    for (const caller of CALLERS.slice(1, 4)) {
      await ensureBooked(gym, session, caller, atDesk(people.team.mercy));
    }
    for (const member of people.members.slice(1, 4)) await book(gym, member, session);
  });
}

function planHost(gym: Gym, people: People): void {
  gym.on(-1, "18:20", async () => {
    const days = await Promise.all([3, 4, 5].map((day) => bookableOn(gym, day)));
    // On some weekdays the first member already has the maximum of bookings.
    for (const host of [memberOf(people, HOST), ...people.members]) {
      for (const session of days.flat()) {
        const outcome = await book(gym, host, session, "Njoki Waweru").catch(() => undefined);
        if (outcome?.code === "booked") return;
      }
    }
    throw new Error(`${HOST} has found no class for two`);
  });
}

/** A member books a class of the next days, and moves the booking to the first other class with a place. */
function planMove(gym: Gym, people: People): void {
  gym.on(-1, "19:05", async () => {
    const member = memberOf(people, MOVES);
    const sessions = (await Promise.all([2, 3, 4].map((day) => bookableOn(gym, day)))).flat().toReversed();
    for (const [index, session] of sessions.entries()) {
      const outcome = await book(gym, member, session).catch(() => undefined);
      if (outcome?.code !== "booked") continue;
      for (const other of sessions.slice(index + 1)) {
        const moved = await moveBooking(gym.services, member, outcome.booking.id, other.id);
        if (moved.code === "moved") return;
      }
    }
    throw new Error(`${MOVES} has found no class to move to`);
  });
}

function planDispute(gym: Gym, people: People): void {
  const { services, on } = gym;
  on(-4, "07:30", async () => {
    for (const session of await bookableOn(gym, -2)) {
      const outcome = await book(gym, memberOf(people, DISPUTES), session);
      if (outcome.code !== "booked") continue;
      const { id } = outcome.booking;
      on(-1, "08:30", () => disputeNoShow(services, memberOf(people, DISPUTES).id, id));
      return;
    }
  });
}
