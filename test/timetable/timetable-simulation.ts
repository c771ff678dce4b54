/**
 * Random weeks of a gym on the real code, compared after each action with `timetable-model.ts`: staff cancel, move, restore and
 * add sessions, substitute trainers, change the week now and from a date, and close days; the clock passes midnight, and jumps
 * by a day both ways. Bookings are compared with `bookings-model.ts`, and emails with the database (`booking-claims.ts`).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../app/platform/durations.ts";
import type { Services } from "../../app/platform/services.ts";
import { storePastSessions } from "../../app/timetable/timetable-change.server.ts";
import { BookingActions } from "./timetable-booking-actions.ts";
import { compareTimetable, type Sequences } from "./timetable-comparison.ts";

/** How often each action is chosen, compared with the others. */
const STAFF_ACTIONS = {
  ...{ cancel: 2, move: 2, substitute: 2, restore: 2, add: 1, edit: 3, remove: 2 },
  ...{ undo: 2, newRow: 1, close: 1, open: 1, renameOrLeave: 1 },
} as const;

/** Chosen more often than all other actions together. */
const BOOKING_ACTIONS = {
  ...{ book: 30, bookByName: 6, tell: 9, giveUp: 3, rebook: 3, checkIn: 3, recordAttendance: 3, badHour: 8 },
  ...{ changeClass: 2, replaceClass: 1, deleteAccount: 1, erase: 1 },
} as const;

/** Actions on one booked session within minutes. */
const BAD_HOUR_ACTIONS = {
  ...{ checkIn: 1, cancel: 2, restore: 3, move: 2, close: 1, open: 1, book: 2, bookByName: 1, tell: 1, giveUp: 1 },
  ...{ deleteAccount: 1, erase: 1 },
} as const;

type ActionName = keyof typeof STAFF_ACTIONS | keyof typeof BOOKING_ACTIONS;

/** How much a run has done and compared, and its queries. `toTell`: people on the call list. */
export type RunFigures = Record<"actions" | "compared" | "mails" | "toTell", number> & Pick<BookingActions, "queries">;

/**
 * Runs some days from a seed, on a database that is emptied first.
 * @throws at the first difference
 */
export async function runTimetable(site: Services, seed: number, days: number): Promise<RunFigures> {
  const simulation = new Simulation(site, seed);
  return simulation.run(days).catch((error: unknown) => {
    throw simulation.difference(String(error), error);
  });
}

class Simulation extends BookingActions {
  readonly sequences: Sequences = new Map();
  compared = 0;
  /** Every fourth seed has no bookings, since its clock is set back at times. */
  readonly withBookings: boolean;

  constructor(site: Services, seed: number) {
    super(site, seed);
    this.withBookings = seed % 4 !== 0;
  }

  async run(days: number): Promise<RunFigures> {
    await this.begin();
    if (this.withBookings) await this.beginBookings();
    const end = this.model.now + days * DAY_MS;
    while (this.model.now < end) {
      await this.passTime();
      await this.#act({ ...STAFF_ACTIONS, ...(this.withBookings && BOOKING_ACTIONS) });
    }
    const { actions, compared, claims, toldCompared, queries } = this;
    return { actions, compared, mails: claims.mails, toTell: toldCompared, queries };
  }

  async #act(frequencies: Partial<Record<ActionName, number>>): Promise<void> {
    const names = Object.keys(frequencies) as ActionName[];
    const name = this.pick(names.flatMap((each) => Array<ActionName>(frequencies[each] ?? 0).fill(each)));
    this.trail.push(`${new Date(this.model.now).toISOString()} ${name}`);
    const code = await this[name]();
    this.trail.push(`  ${code}`);
    if (code === "done") this.actions += 1;
    await this.compare();
  }

  async passTime(): Promise<void> {
    // Usually a minute passes between two actions.
    if (this.withBookings && this.chance(0.6)) return this.model.setClock(this.model.now + MINUTE_MS);
    const jump = this.chance(0.03)
      ? this.pick([DAY_MS, this.withBookings ? DAY_MS : -DAY_MS])
      : Math.floor(this.random() * 11 * HOUR_MS);
    this.trail.push(`clock ${jump / HOUR_MS} h`);
    this.model.setClock(this.model.now + jump);
    // The hourly job, which notices a clock that was set back.
    if (jump < 0 || this.chance(0.2)) await storePastSessions(this.services);
    if (this.withBookings && this.chance(0.8)) await this.runJobs();
    if (this.chance(0.2)) await this.compare();
  }

  renameOrLeave(): Promise<string> {
    return this.chance(0.7) ? this.rename() : this.leave();
  }

  /** One booked session is changed repeatedly within minutes. */
  async badHour(): Promise<string> {
    this.focus = this.find([...this.preferred()]);
    if (this.focus === undefined) return "nothing";
    for (let left = 3 + Math.floor(this.random() * 6); left > 0; left -= 1) {
      await this.#act(BAD_HOUR_ACTIONS);
      this.model.setClock(this.model.now + MINUTE_MS);
      if (this.chance(0.3)) await this.runJobs();
    }
    this.focus = undefined;
    return "done";
  }

  async compare(): Promise<void> {
    this.compared += await compareTimetable(this, this.sequences);
    if (this.withBookings) await this.compareBookings();
  }
}
