/**
 * Random weeks of a gym on the real code, compared after each action with `timetable-model.ts`: staff cancel, move, restore and
 * add sessions, substitute trainers, change the week now and from a date, and close days; the clock passes midnight, and jumps
 * by a day both ways. Bookings are compared with `bookings-model.ts`, and emails with the database (`booking-claims.ts`).
 */
import type { Services } from "../../app/platform/services.ts";
import { storePastSessions } from "../../app/timetable/timetable-change.server.ts";
import { BookingActions } from "./timetable-booking-actions.ts";
import { Comparison, Difference } from "./timetable-comparison.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

/** The number of actions that a difference reports. */
const TRAIL = 25;

/** How much a run has done and compared. `toTell`: people on the call list. */
export type RunFigures = { actions: number; compared: number; mails: number; toTell: number };

/**
 * Runs some days from a seed, on a database that is emptied first.
 * @throws Difference at the first difference
 */
export async function runTimetable(site: Services, seed: number, days: number): Promise<RunFigures> {
  const simulation = new Simulation(site, seed);
  try {
    return await simulation.run(days);
  } catch (error) {
    if (error instanceof Difference) error.message += `\n${simulation.trail.slice(-TRAIL).join("\n")}`;
    throw error;
  }
}

class Simulation extends BookingActions {
  readonly comparison = new Comparison(this.services, this.model);
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
      const [name, action] = this.pick(this.allActions());
      this.trail.push(`${new Date(this.model.now).toISOString()} ${name}`);
      this.#count(await action());
      await this.compare();
    }
    const { actions, compared, claims, toldCompared } = this;
    return { actions, compared, mails: claims.mails, toTell: toldCompared };
  }

  #count(code: string): void {
    this.trail.push(`  ${code}`);
    if (code === "done") this.actions += 1;
  }

  async passTime(): Promise<void> {
    // Usually a minute passes between two actions.
    if (this.withBookings && this.chance(0.6)) {
      this.model.setClock(this.model.now + MINUTE_MS);
      return;
    }
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

  /** Repeated by their likelihood. */
  allActions(): [string, () => Promise<string>][] {
    const ofSessions: [string, () => Promise<string>][] = [
      ["cancel", () => this.cancel()],
      ["move", () => this.move()],
      ["substitute", () => this.substitute()],
      ["restore", () => this.restore()],
    ];
    return [
      ...ofSessions,
      ...ofSessions,
      ["add", () => this.add()],
      ["edit", () => this.edit()],
      ["edit", () => this.edit()],
      ["edit for a date", () => this.editLater()],
      ["delete", () => this.remove()],
      ["delete for a date", () => this.removeLater()],
      ["undo", () => this.undo()],
      ["undo", () => this.undo()],
      ["new row", () => this.newRow()],
      ["close", () => this.close()],
      ["open", () => this.open()],
      ["rename or leave", () => (this.chance(0.7) ? this.rename() : this.leave())],
      ...(this.withBookings ? this.bookingActions() : []),
    ];
  }

  /** More than all other actions together. */
  bookingActions(): [string, () => Promise<string>][] {
    const often: [string, () => Promise<string>][] = Array.from({ length: 30 }, () => ["book", () => this.book()]);
    const actions: [string, () => Promise<string>][] = [
      ["give up", () => this.giveUp()],
      ["rebook", () => this.rebook()],
      ["check in", () => this.checkIn()],
      ["record attendance", () => this.recordAttendance()],
      ["tell", () => this.tell()],
    ];
    const byName = Array.from({ length: 6 }, (): [string, () => Promise<string>][] => [
      ["book by name", () => this.bookByName()],
      ["tell", () => this.tell()],
    ]);
    return [
      ...often,
      ...byName.flat(),
      ...actions,
      ...actions,
      ...actions,
      ...Array.from({ length: 8 }, (): [string, () => Promise<string>] => ["a bad hour", () => this.badHour()]),
      ["change a class", () => this.changeClass()],
      ["change a class", () => this.changeClass()],
      ["replace a class", () => this.replaceClass()],
      ["delete an account", () => this.deleteAccount()],
      ["erase somebody", () => this.erase()],
    ];
  }

  /** One booked session is changed repeatedly within minutes. */
  async badHour(): Promise<string> {
    const booked = [...this.preferred()];
    if (booked.length === 0) return "nothing";
    this.focus = this.pick(booked);
    const actions: [string, () => Promise<string>][] = [
      ["check in", () => this.checkIn()],
      ["cancel", () => this.cancel()],
      ["cancel", () => this.cancel()],
      ["restore", () => this.restore()],
      ["restore", () => this.restore()],
      ["restore", () => this.restore()],
      ["move", () => this.move()],
      ["move", () => this.move()],
      ["close", () => this.close()],
      ["open", () => this.open()],
      ["book", () => this.book()],
      ["book", () => this.book()],
      ["book by name", () => this.bookByName()],
      ["tell", () => this.tell()],
      ["give up", () => this.giveUp()],
      ["delete an account", () => this.deleteAccount()],
      ["erase somebody", () => this.erase()],
    ];
    for (let left = 3 + Math.floor(this.random() * 6); left > 0; left -= 1) {
      const [name, action] = this.pick(actions);
      this.trail.push(`${new Date(this.model.now).toISOString()} bad hour: ${name}`);
      this.#count(await action());
      await this.compare();
      this.model.setClock(this.model.now + MINUTE_MS);
      if (this.chance(0.3)) await this.runJobs();
    }
    this.focus = undefined;
    return "done";
  }

  async compare(): Promise<void> {
    this.compared += await this.comparison.run();
    if (this.withBookings) await this.compareBookings();
  }
}
