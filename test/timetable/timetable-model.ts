/**
 * A model of the dated timetable, as simple as possible: plain maps in memory, and everything is computed for each question.
 * It shares no code with the site.
 */

export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** A weekly row. Each lasts an hour. */
export type Row = { day: (typeof DAYS)[number]; hour: number; gymClass: string; trainer: string };

/** A session as pages must show it. */
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
  reason: string | null;
  isClosed: boolean;
};

/** A session that the site has stored, because a person relies on it. */
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

/** A weekly slot: its row from each date, null while it is not in the timetable; the date "" is the beginning of time. */
export type Turns = readonly { from: string; row: Row | null }[];

/** The slots that an act changes, each with its new turns. */
export type Plan = readonly (readonly [slug: string, after: Turns | "change-pending"])[];

/** An act on weekly slots, with their previous turns. */
export type Act = {
  id: string;
  before: ReadonlyMap<string, Turns>;
  isUndone: boolean;
  /** The sessions that it cancelled and that have not been changed since. */
  cancelled: Set<string>;
};

/** The choice for sessions that an act affects. */
export type Choice = "leave" | "follow" | "cancel";

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

export function later(date: string, days: number): string {
  return dateAt(momentOf(date, 0) + days * 24 * HOUR_MS);
}

/** The day of the week, from 0 for Monday. */
export function weekday(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The slot with another row from a date; null: from today, or from its first day. Its last day stays. */
export function changedTurns(turns: Turns, from: string | null, row: Row, today: string): Turns | "change-pending" {
  if (turns.slice(1).some((turn) => turn.row !== null && turn.from > today)) return "change-pending";
  const begins = turns[0]?.from ?? "";
  const date = from ?? (begins > today ? begins : today);
  return tidy([
    ...turns.filter((turn) => turn.from < date),
    { from: date, row },
    ...turns.filter((turn) => turn.row === null && turn.from > date),
  ]);
}

/** The slot without a row from a date. */
export function endedTurns(turns: Turns, date: string): Turns {
  return tidy([...turns.filter(({ from }) => from < date), { from: date, row: null }]);
}

/** Removes turns that change nothing. */
function tidy(turns: Turns): Turns {
  return turns.filter(({ row }, index) => !isSame(row, turns[index - 1]?.row ?? null));
}

export function rowAt(turns: Turns, date: string): Row | null {
  return turns.findLast(({ from }) => from <= date)?.row ?? null;
}

/** The rows of a date and of later dates. */
export function rowsFrom(turns: Turns, date: string): Row[] {
  return [rowAt(turns, date), ...turns.flatMap(({ from, row }) => (from > date ? row : []))].filter(
    (row) => row !== null,
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The model of a site. The simulation updates it when an action of the site succeeds. */
export class TimetableModel {
  now: number;
  week = new Map<string, Turns>();
  acts: Act[] = [];
  classes: readonly string[];
  relied = new Map<string, Relied>();
  past = new Map<string, Shown>();
  closed = new Map<string, string>();
  names: Map<string, string>;
  /** Called after each step that changes sessions. @param order of the sessions of one day */
  afterStep: (order?: readonly string[]) => void = () => {};

  constructor(now: number, names: ReadonlyMap<string, string>, classes: readonly string[]) {
    this.now = now;
    this.classes = classes;
    this.names = new Map(names);
  }

  rowOn(slug: string, date: string): Row | null {
    return rowAt(this.week.get(slug) ?? [], date);
  }

  /** The outcome of an act, before the question about its sessions. @param undone the act that it undoes */
  answerTo(plan: Plan, undone?: Act): string {
    if (undone?.isUndone) return "same";
    const last = (slug: string) => this.acts.findLast(({ before, isUndone }) => before.has(slug) && !isUndone);
    if (undone !== undefined && plan.some(([slug]) => last(slug) !== undone)) return "conflict";
    let problem: string | undefined;
    for (const [slug, after] of plan) {
      if (after === "change-pending") return after;
      const before = this.week.get(slug) ?? [];
      if (undone === undefined && isSame(before, after)) return "same";
      const rows = rowsFrom(before, dateAt(this.now));
      const begun = rowsFrom(after, dateAt(this.now)).filter((row) => !rows.some((each) => isSame(each, row)));
      const missing = begun.map((row) => this.#missing(row));
      problem ??= ["class", "trainer"].find((each) => missing.includes(each));
    }
    return problem === undefined ? "done" : `${problem}-unknown`;
  }

  /** The part of a row that is not on the site; then the row has no sessions. */
  #missing({ gymClass, trainer }: Row): string | undefined {
    if (!this.classes.includes(gymClass)) return "class";
    return this.names.has(trainer) ? undefined : "trainer";
  }

  /** The ids of the sessions that an act affects. */
  affectedBy(plan: Plan): string[] {
    const affected = plan.flatMap(([slug, after]) =>
      this.#openOf(slug).filter(({ planned, decided }) => {
        if (after === "change-pending") return false;
        const [was, is] = [this.rowOn(slug, planned.date), rowAt(after, planned.date)];
        if (was === null || is === null) return was !== is && was !== null && !decided.has("state");
        const isMoved = was.day !== is.day || was.hour !== is.hour;
        return isMoved || (was.trainer !== is.trainer && decided.has("trainer"));
      }),
    );
    return affected.map(({ id }) => id);
  }

  /** The relied-on sessions of a slot that can still be changed. */
  #openOf(slug: string): Relied[] {
    return [...this.relied.values()].filter(({ id, slot }) => slot === slug && this.isOpen(id));
  }

  /** Applies an act. @param done the id of a new act, or the act that is undone */
  act(done: string | Act, plan: Plan): void {
    if (typeof done !== "string") done.isUndone = true;
    else {
      const before = new Map(plan.map(([slug]) => [slug, this.week.get(slug) ?? []]));
      this.acts.push({ id: done, before, isUndone: false, cancelled: new Set() });
    }
    for (const [slug, after] of plan) {
      if (after === "change-pending") continue;
      this.week.set(slug, after);
      this.#carryOver(slug);
    }
  }

  /** The past and the relied-on sessions of all dates. */
  settled(): Shown[] {
    const open = [...this.relied.values()].filter(({ id }) => this.isOpen(id));
    return [...this.past.values(), ...open.map((session) => this.#reliedAsShown(session))];
  }

  /** A past or relied-on session. */
  settledOne(id: string): Shown | undefined {
    const relied = this.relied.get(id);
    return this.past.get(id) ?? (relied && this.#reliedAsShown(relied));
  }

  shown(from: string, to: string): Shown[] {
    const sessions = this.settled();
    for (let date = from; date <= to; date = later(date, 1)) {
      for (const slug of this.week.keys()) sessions.push(...this.#computed(slug, date));
    }
    return sessions.filter(({ date }) => date >= from && date <= to);
  }

  /** Sets the clock. Sessions that begin become past, as they were shown; a clock that is set back reverses that. */
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

  rely({ id, date, hour, gymClass, trainer }: Pick<Shown, "id" | "date" | "hour" | "gymClass" | "trainer">): Relied {
    const [slot = null] = id.startsWith("added-") ? [] : id.split(".");
    const planned = { date, hour, trainer };
    const made = { id, slot, date, hour, gymClass, trainer, planned, reason: null, decided: new Set<never>() };
    const relied = this.relied.get(id) ?? made;
    this.relied.set(id, relied);
    return relied;
  }

  /** After a row has changed, its upcoming relied-on sessions take over class and trainer, never the time. */
  #carryOver(slug: string): void {
    for (const session of this.#openOf(slug)) {
      const row = this.#rowOnItsDay(session, session.planned.date);
      if (row === null) continue;
      if (row.gymClass !== session.gymClass || row.trainer !== session.planned.trainer) this.#isChanged(session.id);
      session.gymClass = row.gymClass;
      session.planned.trainer = row.trainer;
      if (!session.decided.has("trainer")) session.trainer = row.trainer;
    }
    this.afterStep();
  }

  /** Restores a cancelled session as it was, and any other session to its weekly row if that is in the future. */
  restore(session: Relied): void {
    this.#isChanged(session.id);
    session.reason = null;
    if (session.decided.delete("state")) return;
    const row = this.#rowOnItsDay(session, session.planned.date);
    if (row !== null) {
      session.gymClass = row.gymClass;
      session.planned = { date: session.planned.date, hour: row.hour, trainer: row.trainer };
    }
    session.trainer = session.planned.trainer;
    session.decided.clear();
    if (momentOf(session.planned.date, session.planned.hour) <= this.now) session.decided.add("time");
    else Object.assign(session, { date: session.planned.date, hour: session.planned.hour });
  }

  /**
   * Applies the choice for an affected session.
   * @param act the affecting act; undefined when it undoes another act, as that is never undone
   */
  choose(id: string, choice: Choice, reason: string, act: Act | undefined): void {
    const candidate = this.relied.get(id);
    if (candidate === undefined) throw new Error(`${id} is not relied on`);
    if (choice === "follow") this.#follow(candidate);
    if (choice === "cancel" && this.#reliedAsShown(candidate).state !== "cancelled") {
      candidate.decided.add("state");
      candidate.reason = reason;
      act?.cancelled.add(id);
    }
    this.afterStep();
  }

  /** Restores the sessions that an undone act had cancelled. */
  restoreAll(ids: readonly string[]): void {
    for (const id of ids) {
      const candidate = this.relied.get(id);
      if (candidate === undefined || !this.isOpen(id) || !candidate.decided.delete("state")) continue;
      candidate.reason = null;
    }
    this.afterStep();
  }

  #isChanged(id: string): void {
    for (const { cancelled } of this.acts) cancelled.delete(id);
  }

  /** Moves a session with its row within the week, if that is in the future and no other session is there. */
  #follow(session: Relied): void {
    const monday = later(session.planned.date, -weekday(session.planned.date));
    const dates = [session.planned.date, ...DAYS.map((_, day) => later(monday, day))];
    const date = dates.find((candidate) => this.#rowOnItsDay(session, candidate) !== null);
    const row = date === undefined ? null : this.#rowOnItsDay(session, date);
    if (date === undefined || row === null || momentOf(date, row.hour) <= this.now) return;
    const id = `${session.slot}.${date}`;
    const others = [...this.relied.values()].filter((other) => other.slot === session.slot && other !== session);
    const isTaken = others.some((other) => other.id === id || other.planned.date === date);
    if (isTaken || (id !== session.id && this.past.has(id))) return;
    const { hour, trainer, gymClass } = row;
    Object.assign(session, { date, hour, trainer, gymClass, planned: { date, hour, trainer } });
    for (const decision of ["time", "trainer"] as const) session.decided.delete(decision);
  }

  #rowOnItsDay({ slot }: Relied, date: string): Row | null {
    const row = slot === null ? null : this.rowOn(slot, date);
    return row !== null && row.day === DAYS[weekday(date)] ? row : null;
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
    if (row === null || row.day !== DAYS[weekday(date)] || momentOf(date, row.hour) <= this.now) return [];
    const isStored = [...this.relied.values()].some(({ slot, planned }) => slot === slug && planned.date === date);
    if (isStored || this.relied.has(id) || this.past.has(id)) return [];
    // After the clock was set back, the class or trainer may be gone.
    if (this.#missing(row) !== undefined) return [];
    const { hour, gymClass, trainer } = row;
    const visible = { id, date, hour, gymClass, trainer, trainerName: this.#nameOf(trainer) };
    const untouched = { insteadOf: null, movedFrom: null, state: "scheduled", reason: null, isClosed: false } as const;
    return [this.#withClosure({ ...visible, ...untouched })];
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
