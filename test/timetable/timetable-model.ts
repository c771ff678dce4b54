/**
 * The dated timetable as it has to be shown, said a second time and as simply as possible: plain maps in memory, everything
 * worked out again for each question. It shares no code with the site, and only the names of the actions.
 */

export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** A row of the week. Each lasts an hour. */
export type Row = { day: (typeof DAYS)[number]; hour: number; gymClass: string; trainer: string };

/** A session as it has to be shown. */
export type Shown = {
  id: string;
  date: string;
  hour: number;
  gymClass: string;
  trainer: string;
  trainerName: string;
  insteadOf: string | null;
  movedFrom: string | null;
  state: "scheduled" | "cancelled";
  /** Of a cancelled one. */
  reason: string | null;
  isClosed: boolean;
};

/** A session that somebody relies on. */
export type Relied = {
  id: string;
  slot: string | null;
  date: string;
  hour: number;
  gymClass: string;
  trainer: string;
  planned: { date: string; hour: number; trainer: string };
  reason: string | null;
  decided: Set<"state" | "time" | "trainer">;
};

/** A change for a later date, and the fields that it is about. */
type Scheduled = { slug: string; due: number; becomes: Row | null };

const HOUR_MS = 60 * 60_000;
const NAIROBI_MS = 3 * HOUR_MS;

/** The moment, in milliseconds, at which an hour of a date begins in Nairobi. */
export function momentOf(date: string, hour: number): number {
  return Date.parse(`${date}T00:00:00Z`) - NAIROBI_MS + hour * HOUR_MS;
}

/** The date in Nairobi. */
export function dateAt(moment: number): string {
  return new Date(moment + NAIROBI_MS).toISOString().slice(0, 10);
}

/** The date some days later. */
export function later(date: string, days: number): string {
  return dateAt(momentOf(date, 0) + days * 24 * HOUR_MS);
}

/** The day of the week, from 0 for Monday. */
export function weekday(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The model of one site. Its maps are changed by the simulation as the actions of the site succeed. */
export class TimetableModel {
  now: number;
  week = new Map<string, Row>();
  scheduled: Scheduled[] = [];
  relied = new Map<string, Relied>();
  past = new Map<string, Shown>();
  closed = new Map<string, string>();
  names: Map<string, string>;
  /** Called after each step that changes sessions. `order`: of those of one day. */
  afterStep: (order?: readonly string[]) => void = () => {};

  constructor(now: number, names: ReadonlyMap<string, string>) {
    this.now = now;
    this.names = new Map(names);
  }

  /** A row of the week as it is on a date. */
  rowOn(slug: string, date: string): Row | undefined {
    const due = this.scheduled.filter((one) => one.slug === slug && one.due <= momentOf(date, 0));
    if (due.some(({ becomes }) => becomes === null)) return undefined;
    return due.at(-1)?.becomes ?? this.week.get(slug);
  }

  /** The sessions that are past or relied on, of any date. */
  settled(): Shown[] {
    const open = [...this.relied.values()].filter(({ id }) => this.isOpen(id));
    return [...this.past.values(), ...open.map((one) => this.#reliedAsShown(one))];
  }

  /** One of them; undefined while nobody relies on it. */
  settledOne(id: string): Shown | undefined {
    const relied = this.relied.get(id);
    return this.past.get(id) ?? (relied && this.#reliedAsShown(relied));
  }

  /** All sessions of some dates. */
  shown(from: string, to: string): Shown[] {
    const sessions = this.settled();
    const slugs = new Set([...this.week.keys(), ...this.scheduled.map(({ slug }) => slug)]);
    for (let date = from; date <= to; date = later(date, 1)) {
      for (const slug of slugs) sessions.push(...this.#computed(slug, date));
    }
    return sessions.filter(({ date }) => date >= from && date <= to);
  }

  /** Sets the clock. What begins meanwhile is past from now on, as it was shown; a clock that is put back takes that back. */
  setClock(now: number): void {
    const begun = this.shown(later(dateAt(this.now), -1), dateAt(now)).filter(({ id, date, hour }) => {
      return !this.past.has(id) && momentOf(date, hour) <= now;
    });
    for (const session of begun) this.past.set(session.id, session);
    for (const { id, date, hour } of [...this.past.values()]) if (momentOf(date, hour) > now) this.past.delete(id);
    this.now = now;
  }

  /** Whether a session can still be changed. */
  isOpen(id: string): boolean {
    return !this.past.has(id);
  }

  /** A session that is to be relied on from now on. */
  rely({ id, date, hour, gymClass, trainer }: Shown): Relied {
    const [slot = null] = id.startsWith("added-") ? [] : id.split(".");
    const planned = { date, hour, trainer };
    const made = { id, slot, date, hour, gymClass, trainer, planned, reason: null, decided: new Set<never>() };
    const relied = this.relied.get(id) ?? made;
    this.relied.set(id, relied);
    return relied;
  }

  /** After a row of the week has changed: its relied sessions to come take over class and trainer, never the time. */
  carryOver(slug: string): void {
    for (const one of this.relied.values()) {
      if (one.slot !== slug || !this.isOpen(one.id)) continue;
      const row = this.#rowOnItsDay(one, one.planned.date);
      if (row === undefined) continue;
      one.gymClass = row.gymClass;
      one.planned.trainer = row.trainer;
      if (!one.decided.has("trainer")) one.trainer = row.trainer;
    }
    this.afterStep();
  }

  /** A cancelled session is on again, as it was; another one goes back to what the week says, if that is still to come. */
  restore(one: Relied): void {
    one.reason = null;
    if (one.decided.delete("state")) return;
    const row = this.#rowOnItsDay(one, one.planned.date);
    if (row !== undefined) {
      one.gymClass = row.gymClass;
      one.planned = { date: one.planned.date, hour: row.hour, trainer: row.trainer };
    }
    one.trainer = one.planned.trainer;
    one.decided.clear();
    if (momentOf(one.planned.date, one.planned.hour) <= this.now) one.decided.add("time");
    else Object.assign(one, { date: one.planned.date, hour: one.planned.hour });
  }

  /** Along with its row, in the same week. */
  follow(one: Relied): void {
    const monday = later(one.planned.date, -weekday(one.planned.date));
    const dates = [one.planned.date, ...DAYS.map((_, day) => later(monday, day))];
    const date = dates.find((candidate) => this.#rowOnItsDay(one, candidate) !== undefined);
    const row = date === undefined ? undefined : this.#rowOnItsDay(one, date);
    if (date === undefined || row === undefined) throw new Error(`${one.id} has nothing to follow`);
    const { hour, trainer, gymClass } = row;
    Object.assign(one, { date, hour, trainer, gymClass, planned: { date, hour, trainer } });
    for (const decision of ["time", "trainer"] as const) one.decided.delete(decision);
  }

  /** Makes the scheduled changes that are due. @returns how many */
  runDue(): number {
    const due = this.scheduled.filter((one) => one.due <= this.now);
    for (const { slug, becomes } of due) {
      if (becomes === null) this.removeRow(slug);
      else this.week.set(slug, becomes);
      this.scheduled = this.scheduled.filter((one) => one.slug !== slug);
      this.carryOver(slug);
    }
    return due.length;
  }

  removeRow(slug: string): void {
    this.week.delete(slug);
    this.scheduled = this.scheduled.filter((one) => one.slug !== slug);
  }

  #rowOnItsDay({ slot }: Relied, date: string): Row | undefined {
    const row = slot === null ? undefined : this.rowOn(slot, date);
    return row !== undefined && row.day === DAYS[weekday(date)] ? row : undefined;
  }

  #reliedAsShown({ id, date, hour, gymClass, trainer, planned, reason, decided }: Relied): Shown {
    const isMoved = date !== planned.date || hour !== planned.hour;
    const isCancelled = decided.has("state");
    return this.#withClosure({
      ...{ id, date, hour, gymClass, trainer, trainerName: this.#nameOf(trainer), isClosed: false },
      insteadOf: trainer === planned.trainer ? null : this.#nameOf(planned.trainer),
      movedFrom: isMoved ? `${planned.date} ${planned.hour}` : null,
      state: isCancelled ? "cancelled" : "scheduled",
      reason: isCancelled ? reason : null,
    });
  }

  #computed(slug: string, date: string): Shown[] {
    const row = this.rowOn(slug, date);
    const id = `${slug}.${date}`;
    if (row === undefined || row.day !== DAYS[weekday(date)] || momentOf(date, row.hour) <= this.now) return [];
    const isWritten = [...this.relied.values()].some((one) => one.slot === slug && one.planned.date === date);
    if (isWritten || this.relied.has(id) || this.past.has(id)) return [];
    const { hour, gymClass, trainer } = row;
    const shown = { id, date, hour, gymClass, trainer, trainerName: this.#nameOf(trainer) };
    const untouched = { insteadOf: null, movedFrom: null, state: "scheduled", reason: null, isClosed: false } as const;
    return [this.#withClosure({ ...shown, ...untouched })];
  }

  #withClosure(session: Shown): Shown {
    const note = this.closed.get(session.date);
    if (note === undefined || session.state === "cancelled") return session;
    return { ...session, state: "cancelled", reason: note, isClosed: true };
  }

  #nameOf(trainer: string): string {
    return this.names.get(trainer) ?? trainer;
  }
}
