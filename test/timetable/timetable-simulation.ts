/**
 * Weeks of a gym on the real code, compared after each action with `timetable-model.ts`: people cancel, move, substitute,
 * restore and add sessions, change the week now and for later dates, close days, come and leave; the clock goes on, over
 * midnight, and jumps by a day both ways. Members book, wait, give up, are checked in and delete their accounts, classes
 * change and are replaced; that is compared with `bookings-model.ts`, and what mails say with what is so (`booking-claims.ts`).
 */
import type { Services } from "../../app/platform/services.ts";
import { storePastSessions } from "../../app/timetable/timetable-change.server.ts";
import { BookingActions } from "./timetable-booking-actions.ts";
import { Comparison, Difference } from "./timetable-comparison.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

/** Lines of what was done before a difference. */
const TRAIL = 25;

export type RunFigures = {
  actions: number;
  refused: number;
  compared: number;
  bookings: number;
  mails: number;
  mailsRefused: number;
  rows: number;
  /** How often somebody was on the list of those to tell. */
  toTell: number;
};

/**
 * Runs some days from one seed, on services whose database may hold anything: it is emptied first.
 * @throws Difference at the first one
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
  refused = 0;
  compared = 0;
  bookingsCompared = 0;
  /** Every fourth seed has none: its clock is put back at times, which no booking is made for. */
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
    const { rows } = await this.services.db
      .selectFrom("class_sessions")
      .select(({ fn }) => fn.countAll().as("rows"))
      .executeTakeFirstOrThrow();
    return {
      actions: this.actions,
      refused: this.refused,
      compared: this.compared,
      bookings: this.bookingsCompared,
      mails: this.claims.mails,
      mailsRefused: this.claims.refused,
      rows: Number(rows),
      toTell: this.toldCompared,
    };
  }

  #count(code: string): void {
    this.trail.push(`  ${code}`);
    if (code === "done") this.actions += 1;
    else this.refused += 1;
  }

  async passTime(): Promise<void> {
    // Many come at once: mostly a minute lies between two actions.
    if (this.withBookings && this.chance(0.6)) {
      this.model.setClock(this.model.now + MINUTE_MS);
      return;
    }
    const jump = this.chance(0.03)
      ? this.pick([DAY_MS, this.withBookings ? DAY_MS : -DAY_MS])
      : Math.floor(this.random() * 11 * HOUR_MS);
    this.trail.push(`clock ${jump / HOUR_MS} h`);
    this.model.setClock(this.model.now + jump);
    // The job of the hour, which finds a clock that was put back.
    if (jump < 0 || this.chance(0.2)) await storePastSessions(this.services);
    if (this.withBookings && this.chance(0.8)) await this.runJobs();
    if (this.chance(0.2)) await this.compare();
  }

  /** By their likelihood: those that concern one session are the most. */
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

  /** More than all others: people book most of the time. */
  bookingActions(): [string, () => Promise<string>][] {
    const often: [string, () => Promise<string>][] = Array.from({ length: 30 }, () => ["book", () => this.book()]);
    const actions: [string, () => Promise<string>][] = [
      ["give up", () => this.giveUp()],
      ["rebook", () => this.rebook()],
      ["check in", () => this.checkIn()],
      ["answer who came", () => this.answerWhoCame()],
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

  /** One session that people have booked is changed again and again, as by mistake and in haste. */
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
      this.trail.push(`${new Date(this.model.now).toISOString()} in haste: ${name}`);
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
    if (this.withBookings) this.bookingsCompared += await this.compareBookings();
  }
}
