/**
 * Passes, computed: what was sold never changes, and what happened to it stands in rows of its own (freezes, ends, visits, closed days
 * that were given back). From them follow the days of a pass and its state on a day. Days are days since 1 January 1970.
 */
import { sameDayMonthsAfter } from "../time/days.ts";
import { lastDayOf, lastPossibleDay, type PlanLength } from "./pass-calendar.ts";

/** The most characters of a reason. */
export const REASON_MAX = 200;

/** How long after its last day a pass still lets its person in, in days: of those that last seven days or more. */
export const GRACE_DAYS = 3;

/** From how many days on a pass has grace. */
const GRACE_FROM_DAYS = 7;

/** A pass as it was sold. */
export type SoldPass = {
  id: string;
  /** How many days it runs. */
  days: number;
  /** Of a pack: how many visits. Null: as many as its person likes. */
  visits: number | null;
  graceDays: number;
  /** Its first day, or the pass that it begins behind. */
  begins: { day: number } | { behind: string };
};

/** A freeze of a pass, from its first to its last day; one that was ended early ends the day before its person came. */
export type Freeze = { passId: string; firstDay: number; lastDay: number };

/** The end of a pass before its time, on a day; `void`: it was never given. */
export type PassEnd = { passId: string; kind: "ended" | "void"; day: number };

/** A visit of a pack. */
export type PackVisit = { passId: string; day: number };

/** What belongs to the passes of one person, and the closed days that were given back to everybody. */
export type PassHistory = {
  passes: readonly SoldPass[];
  freezes: readonly Freeze[];
  ends: readonly PassEnd[];
  visits: readonly PackVisit[];
  closedDays: ReadonlySet<number>;
};

/** The days of a pass. One that is void, or was ended before it began, has none: its last day is the one before its first. */
export type PassDays = {
  pass: Pick<SoldPass, "id" | "days" | "visits" | "graceDays">;
  firstDay: number;
  lastDay: number;
  /** The last day on which it lets its person in: `lastDay` plus the grace, which a period followed by another does not have. */
  graceDay: number;
  freezes: readonly Freeze[];
  visitsUsed: number;
  /** The day of the visit that used a pack up. */
  usedUpOn?: number;
  /** How many of the days that were sold were never run. */
  daysCut: number;
  end?: PassEnd["kind"];
};

/** The days of a pass that were computed from what was sold. */
export type ComputedDays = PassDays & { pass: SoldPass };

type SoldLength = Pick<SoldPass, "days" | "visits"> & Partial<Pick<SoldPass, "graceDays">>;

/** A period runs alone, and the next one begins behind it; packs and day passes run beside whatever runs. */
export function isPeriod(pass: SoldLength): boolean {
  return pass.visits === null && !isDayPass(pass);
}

/** A day pass has no grace: what was brought in with a list may be the last day of a month. */
export function isDayPass({ days, visits, graceDays = 0 }: SoldLength): boolean {
  return visits === null && days === 1 && graceDays === 0;
}

/** How many days of grace a plan gives. */
export function graceOf(days: number): number {
  return days >= GRACE_FROM_DAYS ? GRACE_DAYS : 0;
}

/** The days of all passes of a person, in the order in which they were sold. */
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
  return computed.map((pass) => ({ ...pass, graceDay: graceDayBesides(pass, computed) }));
}

/** The last day of a pass's grace: a period that is over later takes its place, also one that was ended since. */
function graceDayBesides(pass: ComputedDays, passes: readonly ComputedDays[]): number {
  if (!isPeriod(pass.pass)) return pass.graceDay;
  const later = passes.filter((other) => isPeriod(other.pass) && hasDays(other) && other.lastDay > pass.lastDay);
  return Math.max(pass.lastDay, Math.min(pass.graceDay, ...later.map(({ firstDay }) => firstDay - 1)));
}

/** A pass moves with the one that it is behind. One that never ran ends before its first day, so that what was behind it has its place. */
function firstDayOf({ begins }: SoldPass, daysOf: (id: string) => PassDays): number {
  return "day" in begins ? begins.day : daysOf(begins.behind).lastDay + 1;
}

function daysOf(pass: SoldPass, firstDay: number, history: PassHistory): ComputedDays {
  const isOfPass = ({ passId }: { passId: string }) => passId === pass.id;
  const freezes = history.freezes.filter(isOfPass);
  // The sale of a pass that was ended may be undone later.
  const ends = history.ends.filter(isOfPass);
  const end = ends.find(({ kind }) => kind === "void") ?? ends[0];
  const visits = history.visits.filter(isOfPass).map(({ day }) => day);
  const soldLast = lastRunningDay(pass.days, firstDay, freezes, history.closedDays);
  // The visit that uses it up ends a pack; in its grace that ends the grace.
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
    daysCut: pass.days - countRunning(firstDay, lastDay, freezes, history.closedDays),
    ...(end && { end: end.kind }),
  };
}

/** The day on which the last of some days has run. Frozen days and closed ones that were given back don't count. */
function lastRunningDay(
  days: number,
  firstDay: number,
  freezes: readonly Freeze[],
  closedDays: ReadonlySet<number>,
): number {
  let day = firstDay - 1;
  for (let left = days; left > 0; ) {
    day += 1;
    if (!isFrozen(freezes, day) && !closedDays.has(day)) left -= 1;
  }
  return day;
}

function countRunning(
  firstDay: number,
  lastDay: number,
  freezes: readonly Freeze[],
  closedDays: ReadonlySet<number>,
): number {
  let days = 0;
  for (let day = firstDay; day <= lastDay; day += 1) if (!isFrozen(freezes, day) && !closedDays.has(day)) days += 1;
  return days;
}

function isFrozen(freezes: readonly Freeze[], day: number): boolean {
  return freezes.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

function hasDays({ firstDay, lastDay }: Pick<PassDays, "firstDay" | "lastDay">): boolean {
  return lastDay >= firstDay;
}

/** In the order in which the state of a person with several passes is told. */
export const PASS_STATES = ["running", "frozen", "grace", "future", "ended"] as const;

export type PassState = (typeof PASS_STATES)[number];

/** The state of a person: `never` had a pass. */
export type MemberState = PassState | "never";

export function stateOn(pass: PassDays, day: number): PassState {
  if (!hasDays(pass)) return "ended";
  if (day < pass.firstDay) return "future";
  if (day <= pass.lastDay) return isFrozen(pass.freezes, day) ? "frozen" : "running";
  return day <= pass.graceDay ? "grace" : "ended";
}

/** The one word for a person: that of their passes which says most. One that is void was never given. */
export function personStateOn(passes: readonly PassDays[], day: number): MemberState {
  const states = new Set(passes.filter(({ end }) => end !== "void").map((pass) => stateOn(pass, day)));
  return PASS_STATES.find((state) => states.has(state)) ?? "never";
}

/** Where a new pass begins and how long it lasts, when it is sold today. */
export type PassPeriod = { begins: SoldPass["begins"]; firstDay: number; lastDay: number; days: number };

/**
 * A period begins behind the last of the person's periods that is still to end or in its grace, without a gap, whenever it is paid for;
 * else today, and so do packs and day passes.
 * @returns undefined when its last day would lie too far ahead
 */
export function nextPassPeriod(
  passes: readonly PassDays[],
  { length, visits, today }: { length: PlanLength; visits: number | null; today: number },
): PassPeriod | undefined {
  const isAlone = isPeriod({ days: lastDayOf(today, length) - today + 1, visits });
  const before = isAlone ? latestOpenPeriod(passes, today) : undefined;
  const firstDay = before === undefined ? today : before.lastDay + 1;
  const lastDay = lastDayOf(firstDay, length);
  if (lastDay > lastPossibleDay(today)) return undefined;
  const begins = before === undefined ? { day: firstDay } : { behind: before.pass.id };
  return { begins, firstDay, lastDay, days: lastDay - firstDay + 1 };
}

/** The last of somebody's periods, if it still is to end or in its grace: the next one begins behind it. */
export function latestOpenPeriod<Pass extends PassDays>(passes: readonly Pass[], today: number): Pass | undefined {
  const [last] = passes
    .filter((pass) => isPeriod(pass.pass) && hasDays(pass))
    .toSorted((a, b) => b.lastDay - a.lastDay || b.graceDay - a.graceDay);
  return last !== undefined && today <= last.graceDay ? last : undefined;
}

/** Visits of a pack that are left; null: as many as its person likes. */
export function visitsLeft({ pass: { visits }, visitsUsed }: PassDays): number | null {
  return visits === null ? null : Math.max(visits - visitsUsed, 0);
}

/**
 * The pass that a visit on a day is under: a period or day pass that runs, then one in its grace, then the pack with visits left that
 * ends soonest, and last a pack in its grace. Somebody who is frozen and has a pack uses the pack.
 * @param opens whether a pass opens what is visited
 * @param promised how many visits of a pack are promised to bookings
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
      return number === undefined ? [] : { one: pass, number };
    })
    .toSorted((a, b) => a.number - b.number || a.one.lastDay - b.one.lastDay)[0]?.one;
}

/** A freeze lasts two weeks to three months, and for a medical reason a day to six. */
export const FREEZE_LIMITS = { counted: { min: 14, max: 90 }, medical: { min: 1, max: 180 } } as const;

/** How long freezes usually are, in days. */
export const FREEZE_LENGTHS = [
  [14, "2 weeks"],
  [21, "3 weeks"],
  [30, "1 month"],
  [90, "3 months"],
] as const;

/** How many months lie between the first days of two freezes of a person. */
export const MONTHS_BETWEEN_FREEZES = 12;

export type FreezeKind = keyof typeof FREEZE_LIMITS;

export type FreezeProblem =
  /** Its days are not in their order, or it begins before today. */
  | "days-reversed"
  | "past"
  | "freeze-short"
  | "freeze-long"
  /** It does not begin on a day of the pass. */
  | "outside-pass"
  | "day-pass"
  /** The pass has a freeze on one of its days already. */
  | "overlap"
  /** Less than twelve months lie between it and another one. */
  | "too-soon";

/**
 * Why a pass can't be frozen on some days, as asked today; undefined: it can.
 * @param counted the first days of the person's freezes that count: neither medical nor taken back
 */
export function freezeProblem(
  pass: PassDays,
  { firstDay, lastDay, kind }: { firstDay: number; lastDay: number; kind: FreezeKind },
  { today, counted }: { today: number; counted: readonly number[] },
): FreezeProblem | undefined {
  if (isDayPass(pass.pass)) return "day-pass";
  if (lastDay < firstDay) return "days-reversed";
  if (firstDay < today) return "past";
  const { min, max } = FREEZE_LIMITS[kind];
  const days = lastDay - firstDay + 1;
  if (days < min) return "freeze-short";
  if (days > max) return "freeze-long";
  if (firstDay < pass.firstDay || firstDay > pass.lastDay) return "outside-pass";
  if (pass.freezes.some((freeze) => freeze.firstDay <= lastDay && firstDay <= freeze.lastDay)) return "overlap";
  const isNear = (other: number) =>
    firstDay < sameDayMonthsAfter(other, MONTHS_BETWEEN_FREEZES) &&
    other < sameDayMonthsAfter(firstDay, MONTHS_BETWEEN_FREEZES);
  return kind === "counted" && counted.some(isNear) ? "too-soon" : undefined;
}

/** The day on which a pass is over for the lists of who ends when: its last day, or the visit that used up a pack in its grace. */
export function expiresOn({ lastDay, usedUpOn = lastDay }: PassDays): number {
  return Math.max(lastDay, usedUpOn);
}

/** Days before its last one from which a pass is announced as ending: at the desk, to its person, and by mail. */
export const SOON_DAYS = 7;

/** Whether a pass ends on one of some days with nothing behind it: no other pass of its person lasts longer. Day passes don't count. */
export function endsWithin(
  passes: readonly PassDays[],
  pass: PassDays,
  [from, to]: readonly [number, number],
): boolean {
  const isMeant = (pass: PassDays) => !isDayPass(pass.pass) && hasDays(pass);
  return (
    isMeant(pass) &&
    from <= expiresOn(pass) &&
    expiresOn(pass) <= to &&
    !passes.some((other) => isMeant(other) && expiresOn(other) > expiresOn(pass))
  );
}
