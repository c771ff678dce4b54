/**
 * The rules of passes, as pure functions. Sold terms never change; days and states are computed from freezes, ends,
 * visits and extensions. Days are counted from 1 January 1970.
 */
import { monthsAfter, sameDayMonthsAfter } from "../time/days.ts";

const PLAN_UNITS = ["days", "weeks", "months"] as const;

type PlanUnit = (typeof PLAN_UNITS)[number];

/** How long a pass lasts; for a pack, how long its visits can be used. */
export type PlanLength = { unit: PlanUnit; count: number };

/** The latest last day of a new pass, in months from today. */
const MAX_MONTHS_AHEAD = 24;

/**
 * The last day of a pass. A month ends on the day before the same day of the next month, or on its last day: from
 * 31 January until 28 February.
 */
export function lastDayOf(firstDay: number, { unit, count }: PlanLength): number {
  if (unit === "days") return firstDay + count - 1;
  if (unit === "weeks") return firstDay + 7 * count - 1;
  const { day, isLast } = monthsAfter(firstDay, count);
  return isLast ? day : day - 1;
}

export function lastPossibleDay(today: number): number {
  return sameDayMonthsAfter(today, MAX_MONTHS_AHEAD);
}

export const REASON_MAX = 200;

/** The grace period in days, for passes of seven days or more. */
export const GRACE_DAYS = 3;

const GRACE_FROM_DAYS = 7;

export type SoldPass = {
  id: string;
  days: number;
  /** Visits of a pack. Null: unlimited. */
  visits: number | null;
  graceDays: number;
  begins: { day: number } | { behind: string };
};

/** A freeze of a pass. If it was ended early, its last day is the day before the person came back. */
export type Freeze = { passId: string; firstDay: number; lastDay: number };

/** The early end of a pass. `void`: as if it had never been given. */
export type PassEnd = { passId: string; kind: "ended" | "void"; day: number };

export type PackVisit = { passId: string; day: number };

export type PassHistory = {
  passes: readonly SoldPass[];
  freezes: readonly Freeze[];
  ends: readonly PassEnd[];
  visits: readonly PackVisit[];
  closedDays: ReadonlySet<number>;
};

/** The days of a pass. A void pass, or a pass ended before it began, has none: its last day is before its first day. */
export type PassDays = {
  pass: Pick<SoldPass, "id" | "days" | "visits" | "graceDays">;
  firstDay: number;
  lastDay: number;
  /** The last day with access: `lastDay` plus the grace period, unless another period follows. */
  graceDay: number;
  freezes: readonly Freeze[];
  visitsUsed: number;
  usedUpOn?: number;
  /** How many of the sold days an early end has cut off. */
  daysCut: number;
  end?: PassEnd["kind"];
};

export type ComputedDays = PassDays & { pass: SoldPass };

type SoldLength = Pick<SoldPass, "days" | "visits"> & Partial<Pick<SoldPass, "graceDays">>;

/** Periods follow each other; packs and day passes run in parallel. */
export function isPeriod(pass: SoldLength): boolean {
  return pass.visits === null && !isDayPass(pass);
}

/** Imported one-day passes can be the last day of a month, so they keep their grace period. */
export function isDayPass({ days, visits, graceDays = 0 }: SoldLength): boolean {
  return visits === null && days === 1 && graceDays === 0;
}

export function graceOf(days: number): number {
  return days >= GRACE_FROM_DAYS ? GRACE_DAYS : 0;
}

export function computeDays(history: PassHistory): ComputedDays[] {
  const done = new Map<string, ComputedDays>();
  const computeOne = (id: string): ComputedDays => {
    const known = done.get(id);
    if (known !== undefined) return known;
    const pass = history.passes.find((pass) => pass.id === id);
    if (pass === undefined) throw new Error(`The pass ${id} does not belong to this person`);
    const days = daysOf(pass, firstDayOf(pass, computeOne), history);
    done.set(id, days);
    return days;
  };
  const computed = history.passes.map(({ id }) => computeOne(id));
  return computed.map((pass) => ({ ...pass, graceDay: graceDayBeforeNext(pass, computed) }));
}

/** The last grace day of a pass: grace ends when a later period starts, even if that one has since been ended. */
function graceDayBeforeNext(pass: ComputedDays, passes: readonly ComputedDays[]): number {
  if (!isPeriod(pass.pass)) return pass.graceDay;
  const later = passes.filter((other) => isPeriod(other.pass) && hasDays(other) && other.lastDay > pass.lastDay);
  return Math.max(pass.lastDay, Math.min(pass.graceDay, ...later.map(({ firstDay }) => firstDay - 1)));
}

/** A pass moves with its predecessor. A pass that never started ends before its first day. */
function firstDayOf({ begins }: SoldPass, computeOne: (id: string) => PassDays): number {
  return "day" in begins ? begins.day : computeOne(begins.behind).lastDay + 1;
}

function daysOf(pass: SoldPass, firstDay: number, history: PassHistory): ComputedDays {
  const isOfPass = ({ passId }: { passId: string }) => passId === pass.id;
  const freezes = history.freezes.filter(isOfPass);
  const ends = history.ends.filter(isOfPass);
  const end = ends.find(({ kind }) => kind === "void") ?? ends[0];
  const visits = history.visits.filter(isOfPass).map(({ day }) => day);
  const isRunning = (day: number) => freezeOn(freezes, day) === undefined && !history.closedDays.has(day);
  const soldLast = lastRunningDay(pass.days, firstDay, isRunning);
  // A pack ends with its last visit, even in its grace period.
  const lastVisit =
    pass.visits !== null && visits.length >= pass.visits ? Math.max(...visits) : Number.POSITIVE_INFINITY;
  const endDay = end === undefined ? Number.POSITIVE_INFINITY : end.kind === "void" ? firstDay - 1 : end.day;
  const lastDay = Math.max(Math.min(soldLast, lastVisit, endDay), firstDay - 1);
  return {
    pass,
    firstDay,
    lastDay,
    graceDay: end === undefined ? Math.min(soldLast + pass.graceDays, lastVisit) : lastDay,
    freezes,
    visitsUsed: visits.length,
    ...(Number.isFinite(lastVisit) && { usedUpOn: lastVisit }),
    daysCut: pass.days - countRunning(firstDay, lastDay, isRunning),
    ...(end && { end: end.kind }),
  };
}

function lastRunningDay(days: number, firstDay: number, isRunning: (day: number) => boolean): number {
  let day = firstDay - 1;
  for (let left = days; left > 0; ) {
    day += 1;
    if (isRunning(day)) left -= 1;
  }
  return day;
}

function countRunning(firstDay: number, lastDay: number, isRunning: (day: number) => boolean): number {
  let days = 0;
  for (let day = firstDay; day <= lastDay; day += 1) if (isRunning(day)) days += 1;
  return days;
}

/** The freeze of a pass on a day; undefined if it is not frozen then. */
export function freezeOn(freezes: readonly Freeze[], day: number): Freeze | undefined {
  return freezes.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

function hasDays({ firstDay, lastDay }: Pick<PassDays, "firstDay" | "lastDay">): boolean {
  return lastDay >= firstDay;
}

const PASS_STATES = ["running", "frozen", "grace", "future", "ended"] as const;

export type PassState = (typeof PASS_STATES)[number];

/** The state of a person. `never`: they never had a pass. */
export type MemberState = PassState | "never";

export function stateOn(pass: PassDays, day: number): PassState {
  if (!hasDays(pass)) return "ended";
  if (day < pass.firstDay) return "future";
  if (day <= pass.lastDay) return freezeOn(pass.freezes, day) ? "frozen" : "running";
  return day <= pass.graceDay ? "grace" : "ended";
}

/** The most important state of a person's passes. Void passes don't count. */
export function personStateOn(passes: readonly PassDays[], day: number): MemberState {
  const states = new Set(passes.filter(({ end }) => end !== "void").map((pass) => stateOn(pass, day)));
  return PASS_STATES.find((state) => states.has(state)) ?? "never";
}

/** Whether somebody is a member on a day: a pass is running, frozen or in its grace period. Day passes don't count. */
export function isMemberOn(passes: readonly PassDays[], day: number): boolean {
  const counted = passes.filter(({ pass }) => !isDayPass(pass));
  const state = personStateOn(counted, day);
  return state === "running" || state === "frozen" || state === "grace";
}

/** When a new pass begins and how long it lasts, if it is sold today. */
export type PassPeriod = { begins: SoldPass["begins"]; firstDay: number; lastDay: number; days: number };

/**
 * The days of a new pass. A period starts after the latest open one, if any; other passes start today.
 * @returns undefined if it would end beyond the limit
 */
export function nextPassPeriod(
  passes: readonly PassDays[],
  { length, visits, today }: { length: PlanLength; visits: number | null; today: number },
): PassPeriod | undefined {
  const isNewPeriod = isPeriod({ days: lastDayOf(today, length) - today + 1, visits });
  const before = isNewPeriod ? latestOpenPeriod(passes, today) : undefined;
  const firstDay = before === undefined ? today : before.lastDay + 1;
  const lastDay = lastDayOf(firstDay, length);
  if (lastDay > lastPossibleDay(today)) return undefined;
  const begins = before === undefined ? { day: firstDay } : { behind: before.pass.id };
  return { begins, firstDay, lastDay, days: lastDay - firstDay + 1 };
}

export function latestOpenPeriod<Pass extends PassDays>(passes: readonly Pass[], today: number): Pass | undefined {
  const [last] = passes
    .filter((pass) => isPeriod(pass.pass) && hasDays(pass))
    .toSorted((a, b) => b.lastDay - a.lastDay || b.graceDay - a.graceDay);
  return last !== undefined && today <= last.graceDay ? last : undefined;
}

/** The visits left on a pack; null: unlimited. */
export function visitsLeft({ pass: { visits }, visitsUsed }: PassDays): number | null {
  return visits === null ? null : Math.max(visits - visitsUsed, 0);
}

/**
 * The pass for a visit: a running period, one in grace, a pack, or a pack in grace, in this order, and the first to
 * end first. @param promised visits for bookings
 */
export function passForVisit<Pass extends PassDays>(
  passes: readonly Pass[],
  day: number,
  opens: (pass: Pass) => boolean,
  promised: (pass: Pass) => number = () => 0,
): Pass | undefined {
  const rank = (pass: Pass): number | undefined => {
    const state = stateOn(pass, day);
    if (state !== "running" && state !== "grace") return undefined;
    const left = visitsLeft(pass);
    if (left === null) return state === "running" ? 0 : 1;
    if (left <= promised(pass)) return undefined;
    return state === "running" ? 2 : 3;
  };
  return passes
    .flatMap((pass) => {
      const number = opens(pass) ? rank(pass) : undefined;
      return number === undefined ? [] : { pass, number };
    })
    .toSorted((a, b) => a.number - b.number || a.pass.lastDay - b.pass.lastDay)[0]?.pass;
}

/** The day a pass expires: its last day, or a pack's last visit in its grace period. */
export function expiresOn({ lastDay, usedUpOn = lastDay }: PassDays): number {
  return Math.max(lastDay, usedUpOn);
}

/** How many days before its last day a pass is shown as ending: at the desk, to its person, and by email. */
export const SOON_DAYS = 7;

/** Whether a pass ends within a range of days and no other pass ends later. Day passes don't count. */
export function endsWithin(
  passes: readonly PassDays[],
  pass: PassDays,
  [from, to]: readonly [number, number],
): boolean {
  const counts = (pass: PassDays) => !isDayPass(pass.pass) && hasDays(pass);
  const last = expiresOn(pass);
  return (
    counts(pass) && from <= last && last <= to && !passes.some((other) => counts(other) && expiresOn(other) > last)
  );
}
