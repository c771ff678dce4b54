/**
 * A simulated month of a gym: members, the desk and the owner act at random times, on the real code. After every action,
 * `booking-invariants.ts` checks the database.
 */

import { bookPlace } from "../../app/bookings/book.server.ts";
import { cancelBooking } from "../../app/bookings/cancel-booking.server.ts";
import { addWalkIn, bookFor, cancelFor, checkIn, excuseLate } from "../../app/bookings/desk-actions.server.ts";
import { findDeskSessions } from "../../app/bookings/desk-day.server.ts";
import { runBookingJobs } from "../../app/bookings/jobs.server.ts";
import { moveBooking } from "../../app/bookings/move-booking.server.ts";
import { erasePerson } from "../../app/people/erase-person.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";
import type { ClassSession } from "../../app/timetable/class-session.ts";
import { sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { closeDays, openDays } from "../../app/timetable/closures.server.ts";
import {
  cancelSession,
  moveSession,
  restoreSession,
  substituteTrainer,
} from "../../app/timetable/session-actions.server.ts";
import { writeSlot } from "../../app/timetable/slot-rows.server.ts";
import { changeTimetable } from "../../app/timetable/timetable-change.server.ts";
import { trainers } from "../../seed/trainers.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { ACTOR } from "../content/content-changes.ts";
import { DAYS } from "../timetable/timetable-model.ts";
import { addMembers, eraseAccount, type Member, seedGym, setPlaces, withClock } from "./booking-gym.ts";
import { BookingInvariants } from "./booking-invariants.ts";
import { RandomCallers } from "./random-callers.ts";

const MEMBERS = 300;
const SLOTS = 30;
const CLASSES = ["fitness", "running", "cycling", "boxing", "yoga", "karate", "workout", "mma"];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Sunday 1 November 2026, five in the morning in Nairobi. */
const START = Date.parse("2026-11-01T02:00:00Z");

/** How often each action happens in a week. */
const ACTIONS_A_WEEK = {
  book: 420,
  cancel: 90,
  rebook: 30,
  doubleSubmit: 30,
  deskBooks: 40,
  deskCancels: 6,
  walkIn: 20,
  excuse: 4,
  substitute: 4,
  move: 3,
  cancelSession: 3,
  restore: 3,
  close: 1,
  open: 1.5,
  places: 2,
  deleteAccount: 1,
  erase: 2,
} as const;

type Action = keyof typeof ACTIONS_A_WEEK;

export type MonthFigures = {
  actions: number;
  outcomes: Record<string, number>;
  checks: number;
  mails: number;
  /** How often the desk had to choose a person, and how often it found a person from before. */
  asked: number;
  found: number;
};

/**
 * Simulates some days.
 * @throws at the first broken rule, with the seed and the last action
 */
export async function runMonth(site: Services, { seed, days }: { seed: number; days: number }): Promise<MonthFigures> {
  const gym = await Gym.open(site, seed);
  const figures: MonthFigures = { actions: 0, outcomes: {}, checks: 0, mails: 0, asked: 0, found: 0 };
  const perDay = Object.values(ACTIONS_A_WEEK).reduce((sum, count) => sum + count, 0) / 7;
  for (let hour = 0; hour < days * 24; hour += 1) {
    // Nobody does anything between midnight and five, but time passes.
    const actions = gym.hourOfDay() < 5 ? 0 : Math.floor((perDay / 19) * 2 * gym.random() + 0.5);
    for (let number = 0; number < actions; number += 1) {
      gym.pass(HOUR_MS / (actions + 1));
      const action = gym.nextAction();
      const outcome = await gym.do(action);
      await gym.check(`seed ${seed}, ${gym.time()}: ${action} ${outcome}`);
      figures.actions += 1;
      figures.outcomes[`${action} ${outcome}`] = (figures.outcomes[`${action} ${outcome}`] ?? 0) + 1;
    }
    gym.toNextHour();
    await gym.recordAttendance();
    await runBookingJobs(gym.services);
    await gym.check(`seed ${seed}, ${gym.time()}: the hourly jobs`);
  }
  await gym.invariants.checkHistory();
  const { asked, found } = gym.callers;
  return { ...figures, checks: gym.invariants.checks, mails: gym.invariants.mails, asked, found };
}

class Gym {
  readonly services: Services;
  readonly invariants: BookingInvariants;
  readonly callers: RandomCallers;
  readonly random: () => number;
  readonly #clock: { now: string };
  readonly #members: Member[];

  private constructor(services: Services, clock: { now: string }, members: Member[], random: () => number) {
    this.services = services;
    this.random = random;
    this.invariants = new BookingInvariants(services);
    this.callers = new RandomCallers(services, random);
    this.#clock = clock;
    this.#members = members;
  }

  static async open(site: Services, seed: number): Promise<Gym> {
    const { services, clock } = withClock(site, new Date(START).toISOString());
    await seedGym(services);
    const gym = new Gym(services, clock, await addMembers(services, MEMBERS), randomNumbers(seed));
    await gym.makeWeek();
    for (const slug of CLASSES) await setPlaces(services, slug, { places: 4 + Math.floor(gym.random() * 9) });
    return gym;
  }

  /** Adds thirty slots, some at the same time. */
  private async makeWeek(): Promise<void> {
    await changeTimetable(this.services, async ({ transaction, timetableChanged }) => {
      await transaction.deleteFrom("weekly_slots").execute();
      for (let number = 1; number <= SLOTS; number += 1) {
        const hour = this.pick([6, 7, 9, 12, 17, 18, 19, 20]);
        const time = { from: clockTime(hour), to: clockTime(hour + 1) };
        const values = { day: this.pick(DAYS), time, gymClass: this.pick(CLASSES), trainer: this.pick(trainers).slug };
        await writeSlot(transaction, `row-${number}`, [{ ...values, first: null, last: null }]);
      }
      timetableChanged();
    });
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  }

  pass(milliseconds: number): void {
    this.#clock.now = new Date(Date.parse(this.#clock.now) + Math.max(Math.floor(milliseconds), 1000)).toISOString();
  }

  toNextHour(): void {
    const now = Date.parse(this.#clock.now);
    this.#clock.now = new Date(now - (now % HOUR_MS) + HOUR_MS).toISOString();
  }

  time(): string {
    return this.#clock.now;
  }

  hourOfDay(): number {
    return (new Date(this.#clock.now).getUTCHours() + 3) % 24;
  }

  async check(after: string): Promise<void> {
    await this.invariants.check(after);
  }

  nextAction(): Action {
    const actions = Object.keys(ACTIONS_A_WEEK) as Action[];
    const total = actions.reduce((sum, action) => sum + ACTIONS_A_WEEK[action], 0);
    let left = this.random() * total;
    for (const action of actions) {
      left -= ACTIONS_A_WEEK[action];
      if (left < 0) return action;
    }
    return "book";
  }

  /** Runs an action. @returns the code of its outcome */
  async do(action: Action): Promise<string> {
    const { services } = this;
    const session = await this.session();
    const { id, sequence: seen } = session;
    switch (action) {
      case "book":
        return (await bookPlace(services, this.member(), { sessionId: id, ...this.guest() })).code;
      case "doubleSubmit": {
        const person = this.member();
        const book = () => bookPlace(services, person, { sessionId: id });
        return (await Promise.all([book(), book()])).map(({ code }) => code).join(" and ");
      }
      case "cancel": {
        const own = await this.open();
        return own === undefined ? "nothing" : (await cancelBooking(services, own.account ?? "", own.id)).code;
      }
      case "rebook": {
        const own = await this.open();
        if (own === undefined) return "nothing";
        const person = { id: own.account ?? "", isTestAccount: false, clientAddress: "192.0.2.1" };
        return (await moveBooking(services, person, own.id, id)).code;
      }
      case "deskBooks": {
        if (this.random() < 0.2) return (await bookFor(services, id, { person: this.member().id }, ACTOR)).code;
        const { code } = await this.callers.book(async (who) => {
          const outcome = await bookFor(services, id, who, ACTOR);
          return { ...outcome, bookingId: "booking" in outcome ? outcome.booking.id : undefined };
        });
        return code;
      }
      case "deskCancels": {
        const own = await this.open();
        return own === undefined
          ? "nothing"
          : (await cancelFor(services, own.id, { free: this.random() < 0.5 }, ACTOR)).code;
      }
      case "walkIn": {
        const today = (await this.sessions(0)).filter(
          ({ startsAt }) => Date.parse(startsAt) < Date.parse(this.time()) + 30 * MINUTE_MS,
        );
        const near = today.at(-1);
        if (near === undefined) return "nothing";
        return (await this.callers.book((who) => addWalkIn(services, near.id, who, ACTOR))).code;
      }
      case "excuse": {
        const late = await services.db
          .selectFrom("bookings")
          .select("id")
          .where("state", "=", "late_cancelled")
          .orderBy("ticket", "desc")
          .limit(1)
          .executeTakeFirst();
        return late === undefined ? "nothing" : (await excuseLate(services, late.id, ACTOR)).code;
      }
      case "substitute": {
        const confirmed = ["trainer-busy"] as const;
        return (
          await substituteTrainer(services, { id, seen, trainerSlug: this.pick(trainers).slug, confirmed }, ACTOR)
        ).code;
      }
      case "move":
        return this.moveSession(session);
      case "cancelSession":
        return (await cancelSession(services, { id, seen, reason: "The trainer is ill" }, ACTOR)).code;
      case "restore": {
        const cancelled = (await this.sessions(10)).filter(({ state, isClosed }) => state === "cancelled" && !isClosed);
        const [first] = cancelled;
        return first === undefined
          ? "nothing"
          : (await restoreSession(services, { id: first.id, seen: first.sequence }, ACTOR)).code;
      }
      case "close": {
        const date = this.date(6, 1);
        return (await closeDays(services, { from: date, to: date, note: "Public holiday" }, ACTOR)).code;
      }
      case "open": {
        const closure = await services.db
          .selectFrom("schedule_closures")
          .select("date")
          .where("date", ">", this.date(0))
          .executeTakeFirst();
        return closure === undefined
          ? "nothing"
          : (await openDays(services, { from: closure.date, to: closure.date }, ACTOR)).code;
      }
      case "places": {
        const gymClass = this.pick(CLASSES);
        const places = 3 + Math.floor(this.random() * 10);
        await setPlaces(services, gymClass, { places, lateHours: this.pick([2, 4, 4, 12]) });
        return "done";
      }
      case "deleteAccount":
        return this.deleteAccount();
      case "erase":
        return this.erase();
    }
  }

  private async moveSession({ id, sequence: seen, date }: ClassSession): Promise<string> {
    const hour = this.pick([8, 10, 13, 16, 18]);
    const time = { from: clockTime(hour), to: clockTime(hour + 1) };
    const to = this.random() < 0.7 ? date : this.date(5, 1);
    const confirmed = ["outside-hours", "trainer-busy"] as const;
    return (await moveSession(this.services, { id, seen, date: to, time, confirmed }, ACTOR)).code;
  }

  private async deleteAccount(): Promise<string> {
    const index = Math.floor(this.random() * this.#members.length);
    const [gone] = this.#members.splice(index, 1);
    if (gone === undefined) return "nothing";
    await eraseAccount(this.services, gone.id);
    return "done";
  }

  /** Erases a person who was booked by name only. */
  private async erase(): Promise<string> {
    const people = await this.services.db
      .selectFrom("people")
      .select("id")
      .where("user_id", "is", null)
      .orderBy("made_at")
      .orderBy("id")
      .execute();
    if (people.length === 0) return "nothing";
    // Ids are random, and differ from run to run.
    const { id } = this.pick(people);
    const { code } = await erasePerson(this.services, ACTOR, id);
    this.callers.forget(id);
    const left = await this.services.db.selectFrom("bookings").select("id").where("person_id", "=", id).execute();
    if (left.length > 0) throw new Error(`${left.length} bookings of an erased person are left`);
    return code;
  }

  /** Checks in most people of the sessions that begin now; sometimes the desk records nothing. */
  async recordAttendance(): Promise<void> {
    const now = Date.parse(this.time());
    const sessions = await findDeskSessions(this.services, dateInNairobi(new Date(now)));
    for (const { session, people } of sessions) {
      const starts = Date.parse(session.startsAt);
      if (session.state !== "scheduled" || starts < now || starts >= now + HOUR_MS / 2 || this.random() < 0.1) continue;
      for (const { id, state } of people) {
        if (state === "booked" && this.random() < 0.85) await checkIn(this.services, id, ACTOR);
      }
    }
  }

  /** A fifth of the bookings have a guest. */
  private guest(): { guest?: string } {
    return this.random() < 0.2 ? { guest: "A guest" } : {};
  }

  private member(): Member {
    // A third of the members book most of the places.
    const count = this.random() < 0.7 ? Math.floor(this.#members.length / 3) : this.#members.length;
    return this.pick(this.#members.slice(0, count));
  }

  /** A session of the next days, the nearest more often; some can't be booked yet. */
  private async session(): Promise<ClassSession> {
    const sessions = await this.sessions(8);
    return this.pick(this.random() < 0.5 ? sessions.slice(0, 8) : sessions);
  }

  private async sessions(days: number): Promise<ClassSession[]> {
    const today = dateInNairobi(this.services.now());
    return sessionsBetween(this.services, today, addDays(today, days));
  }

  private date(within: number, from = 0): string {
    return addDays(dateInNairobi(this.services.now()), from + Math.floor(this.random() * within));
  }

  /** An open booking of a person, or of a guest with the host's account. */
  private async open(): Promise<{ id: string; account: string | null } | undefined> {
    const rows = await this.services.db
      .selectFrom("bookings")
      .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
      .leftJoin("bookings as hosts", "hosts.id", "bookings.host_id")
      .innerJoin("people", (join) =>
        join.on(({ eb, fn }) => eb("people.id", "=", fn.coalesce("bookings.person_id", "hosts.person_id"))),
      )
      .select(["bookings.id", "people.user_id as account"])
      .where("bookings.ended_at", "is", null)
      .where("class_sessions.starts_at", ">", this.time())
      .where("people.user_id", "is not", null)
      .orderBy("bookings.ticket")
      .execute();
    return rows.length === 0 ? undefined : this.pick(rows);
  }
}

/** An hour as staff type it. */
function clockTime(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:00${hour < 12 ? "am" : "pm"}`;
}
