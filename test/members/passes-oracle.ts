/**
 * The passes of a person, counted as with a wall calendar and a pencil: the acts are kept, and each answer walks all days from the
 * first. It shares no code with the site, and has its own calendar.
 */

export type Plan = { count: number; unit: "days" | "weeks" | "months"; visits: number | null };

export type State = "running" | "frozen" | "grace" | "future" | "ended";

export type FreezeKind = "counted" | "medical";

export type FreezeAsked = { passId: string; firstDay: number; lastDay: number; kind: FreezeKind };

/** A pass as it was given, with the day of its end or voiding. */
export type Given = {
  id: string;
  /** Higher than the numbers of passes sold before. */
  number: number;
  plan: Plan;
  days: number;
  begins: { day: number } | { behind: string };
  endedOn?: number;
  /** The number of the last pass sold before its end. */
  endedAfter?: number;
  voidOn?: number;
  visits: number[];
};

/** A pass as the walk leaves it. */
export type Life = {
  given: Given;
  /** Whether its turn has come; if it never runs, the next pass begins then. */
  hasTurn: boolean;
  neverRuns: boolean;
  firstDay?: number;
  lastDay?: number;
  /** The last day of its grace, or its last day. */
  graceDay?: number;
  states: Map<number, State>;
  daysLeft: number;
};

const ORDER_OF_STATES = ["running", "frozen", "grace", "future", "ended"] as const;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The date and month of each day from 1 January 1970 to the end of 2039. */
const CALENDAR: { date: number; month: number }[] = [];
for (let year = 1970; year < 2040; year += 1) {
  for (const [month, length] of MONTH_LENGTHS.entries()) {
    // Every fourth year, from 1901 to 2099.
    const days = month === 1 && year % 4 === 0 ? 29 : length;
    for (let date = 1; date <= days; date += 1) CALENDAR.push({ date, month });
  }
}

function page(day: number): { date: number; month: number } {
  const entry = CALENDAR[day];
  if (entry === undefined) throw new RangeError(`Day ${day} is not in the calendar`);
  return entry;
}

/** The same date some months later, or the month's last day if the date is missing. */
function sameDay(day: number, months: number): { day: number; isMissing: boolean } {
  let result = day;
  for (let turned = 0; turned < months; turned += 1) {
    const { month } = page(result);
    while (page(result).month === month) result += 1;
  }
  const { date } = page(day);
  while (page(result).date < date && page(result + 1).month === page(result).month) result += 1;
  return { day: result, isMissing: page(result).date < date };
}

export function lastDayOfPlan(firstDay: number, { count, unit }: Plan): number {
  if (unit === "days") return firstDay + count - 1;
  if (unit === "weeks") return firstDay + count * 7 - 1;
  const { day, isMissing } = sameDay(firstDay, count);
  return isMissing ? day : day - 1;
}

const isDayPass = ({ unit, count, visits }: Plan) => visits === null && unit === "days" && count === 1;
const isAlone = (plan: Plan) => plan.visits === null && !isDayPass(plan);
const covers = (freeze: FreezeAsked, day: number) => freeze.firstDay <= day && day <= freeze.lastDay;

/** The number of passes and freezes of all people. */
let written = 0;

export class PassesOracle {
  passes: Given[] = [];
  freezes: (FreezeAsked & { id: string })[] = [];
  /** The closed days by which passes are extended. */
  closures = new Map<string, readonly number[]>();

  /** @returns undefined when the pass is refused */
  sell(plan: Plan, today: number, id?: string): Given | undefined {
    const walk = this.walk();
    const firstDay = walk.nextFirstDay(plan, today);
    const lastDay = lastDayOfPlan(firstDay, plan);
    if (lastDay > sameDay(today, 24).day) return undefined;
    const before = isAlone(plan) ? walk.latestOpenPeriod(today) : undefined;
    const begins = before === undefined ? { day: today } : { behind: before.given.id };
    return this.#write(plan, begins, lastDay - firstDay + 1, id);
  }

  /** Adds a pass regardless of the others, as a merge does. */
  bring(plan: Plan, firstDay: number): Given {
    return this.#write(plan, { day: firstDay }, lastDayOfPlan(firstDay, plan) - firstDay + 1);
  }

  freeze(request: FreezeAsked, id?: string): void {
    written += 1;
    this.freezes.push({ ...request, id: id ?? `freeze ${written}` });
  }

  takeFreezeBack(freezeId: string): void {
    this.freezes = this.freezes.filter(({ id }) => id !== freezeId);
  }

  mayEnd(walk: Walk, today: number): Given[] {
    return this.passes.filter(({ id, endedOn, voidOn }) => {
      const state = walk.stateOfPass(walk.of(id), today);
      return endedOn === undefined && voidOn === undefined && state !== "grace" && state !== "ended";
    });
  }

  end(given: Given, today: number): void {
    given.endedOn = today;
    given.endedAfter = written;
  }

  givenSince({ endedAfter = written }: Given): Given[] {
    return this.passes.filter(({ number }) => number > endedAfter);
  }

  /** Takes over the passes of a merged record, in the order in which they were sold. */
  take(other: PassesOracle): void {
    this.passes = [...this.passes, ...other.passes].sort((first, next) => first.number - next.number);
    this.freezes = [...this.freezes, ...other.freezes];
  }

  walk(): Walk {
    return new Walk(this.passes, this.freezes, new Set([...this.closures.values()].flat()));
  }

  #write(plan: Plan, begins: Given["begins"], days: number, id?: string): Given {
    written += 1;
    const given = { id: id ?? `pass ${written}`, number: written, plan, days, begins, visits: [] };
    this.passes.push(given);
    return given;
  }
}

/** A walk through all days until the last pass has ended. */
export class Walk {
  readonly lives: Life[];
  readonly #freezes: readonly FreezeAsked[];
  readonly #closed: ReadonlySet<number>;

  constructor(passes: readonly Given[], freezes: readonly FreezeAsked[], closed: ReadonlySet<number>) {
    this.#freezes = freezes.map((freeze) => ({ ...freeze }));
    this.#closed = closed;
    this.lives = passes.map((given) => ({
      ...{ given: { ...given, visits: [...given.visits] }, hasTurn: false, neverRuns: false, states: new Map() },
      daysLeft: given.days,
    }));
    const isWaiting = (life: Life) => life.lastDay === undefined && !life.neverRuns;
    const isInGrace = (life: Life, day: number) => life.graceDay !== undefined && day <= life.graceDay;
    const firstDays = passes.map(({ begins }) => ("day" in begins ? begins.day : Number.POSITIVE_INFINITY));
    const isLasting = (day: number) => this.lives.some((life) => isWaiting(life) || isInGrace(life, day));
    for (let day = Math.min(...firstDays); isLasting(day); day += 1) {
      for (const life of this.lives) this.#live(life, day);
      for (const life of this.lives) {
        if (life.graceDay === undefined || life.graceDay < day || !this.#isFollowed(life, day)) continue;
        life.states.delete(day);
        life.graceDay = day - 1;
      }
    }
  }

  /** Whether a day of grace is cancelled because a period with a later last day has begun, even if that was ended. */
  #isFollowed({ given, lastDay }: Life, day: number): boolean {
    if (lastDay === undefined || lastDay === day || !isAlone(given.plan)) return false;
    const begun = this.lives.filter((other) => isAlone(other.given.plan) && other.firstDay !== undefined);
    return begun.some((other) => other.lastDay === undefined || other.lastDay > lastDay);
  }

  /** Walks one day of a pass, after the passes before it. */
  #live(life: Life, day: number): void {
    const { given } = life;
    if (life.lastDay !== undefined) {
      if (life.graceDay === undefined || day > life.graceDay) return;
      life.states.set(day, "grace");
      if (isUsedUp(given, day)) life.graceDay = day;
      return;
    }
    if (life.firstDay === undefined) {
      life.hasTurn ||= this.#hasTurn(given, day);
      life.neverRuns ||= given.voidOn !== undefined || (given.endedOn !== undefined && given.endedOn < day);
      if (life.neverRuns || !life.hasTurn) return;
      life.firstDay = day;
    }
    if (this.#freezes.some((freeze) => freeze.passId === given.id && covers(freeze, day))) {
      life.states.set(day, "frozen");
    } else {
      life.states.set(day, "running");
      if (!this.#closed.has(day)) life.daysLeft -= 1;
    }
    const isCut = isUsedUp(given, day) || given.endedOn === day;
    if (!isCut && life.daysLeft > 0) return;
    life.lastDay = day;
    life.graceDay = !isCut && given.days >= 7 && given.endedOn === undefined ? day + 3 : day;
  }

  #hasTurn({ begins }: Given, day: number): boolean {
    if ("day" in begins) return begins.day <= day;
    const before = this.of(begins.behind);
    return before.neverRuns ? before.hasTurn : before.lastDay !== undefined && before.lastDay < day;
  }

  of(passId: string): Life {
    const life = this.lives.find(({ given }) => given.id === passId);
    if (life === undefined) throw new Error(`There is no ${passId}`);
    return life;
  }

  stateOfPass(life: Life, day: number): State {
    if (life.firstDay !== undefined && day < life.firstDay) return "future";
    return life.states.get(day) ?? "ended";
  }

  stateOfPerson(day: number): State | "never" {
    const kept = this.lives.filter(({ given }) => given.voidOn === undefined);
    return ORDER_OF_STATES.find((state) => kept.some((life) => this.stateOfPass(life, day) === state)) ?? "never";
  }

  /** The pass that a period sold today would follow. */
  latestOpenPeriod(today: number): Life | undefined {
    const byEnd = (a: Life, b: Life) => (b.lastDay ?? 0) - (a.lastDay ?? 0) || (b.graceDay ?? 0) - (a.graceDay ?? 0);
    const [last] = this.lives.filter(({ given }) => isAlone(given.plan)).toSorted(byEnd);
    return last?.graceDay !== undefined && today <= last.graceDay ? last : undefined;
  }

  nextFirstDay(plan: Plan, today: number): number {
    const last = isAlone(plan) ? this.latestOpenPeriod(today) : undefined;
    return last?.lastDay === undefined ? today : last.lastDay + 1;
  }

  /** The passes that can cover a visit, all equally. */
  passesForVisit(day: number): Life[] {
    const isPack = ({ given }: Life) => given.plan.visits !== null;
    const left = this.lives.filter(({ given }) => !isUsedUp(given));
    const are = (state: State, pack: boolean) =>
      left.filter((life) => this.stateOfPass(life, day) === state && isPack(life) === pack);
    const soonest = (packs: readonly Life[]) => {
      const first = Math.min(...packs.map(({ lastDay = 0 }) => lastDay));
      return packs.filter(({ lastDay }) => lastDay === first);
    };
    const choices = [
      are("running", false),
      are("grace", false),
      soonest(are("running", true)),
      soonest(are("grace", true)),
    ];
    return choices.find((lives) => lives.length > 0) ?? [];
  }

  mayFreeze({ passId, firstDay, lastDay, kind }: FreezeAsked, today: number): boolean {
    const life = this.of(passId);
    if (isDayPass(life.given.plan) || life.firstDay === undefined || life.lastDay === undefined) return false;
    if (firstDay < today || firstDay < life.firstDay || firstDay > life.lastDay) return false;
    const days = lastDay - firstDay + 1;
    const [least, most] = kind === "medical" ? [1, 180] : [14, 90];
    if (days < least || days > most) return false;
    for (const other of this.#freezes) {
      for (let day = firstDay; day <= lastDay; day += 1)
        if (other.passId === passId && covers(other, day)) return false;
      if (kind === "medical" || other.kind === "medical") continue;
      const [earlier, later] = [Math.min(firstDay, other.firstDay), Math.max(firstDay, other.firstDay)];
      if (later < sameDay(earlier, 12).day) return false;
    }
    return true;
  }

  /** The passes that end between two days, unless another pass ends later. */
  overBetween(from: number, to: number): string[] {
    const meant = this.lives.flatMap(({ given, lastDay }) => {
      if (isDayPass(given.plan) || lastDay === undefined) return [];
      return { id: given.id, overOn: isUsedUp(given) ? Math.max(...given.visits) : lastDay };
    });
    const last = Math.max(...meant.map(({ overOn }) => overOn));
    return meant.filter(({ overOn }) => overOn === last && overOn >= from && overOn <= to).map(({ id }) => id);
  }

  /** The ends to email today, if not emailed before: a week ahead and afterwards, without passes that the owner ended. */
  mailsDueOn(today: number): { id: string; kind: "ends" | "ended"; lastDay: number }[] {
    const idsToMail = (ids: string[], kind: "ends" | "ended") =>
      ids.flatMap((id) => {
        const { given, firstDay, lastDay } = this.of(id);
        if (given.endedOn !== undefined || firstDay === undefined || lastDay === undefined) return [];
        // A pass of less than a week gets no email ahead.
        return kind === "ends" && lastDay - firstDay < 7 ? [] : [{ id, kind, lastDay }];
      });
    return [
      ...idsToMail(this.overBetween(today + 5, today + 7), "ends"),
      ...idsToMail(this.overBetween(today - 3, today - 1), "ended"),
    ];
  }
}

/** Whether a pack has no visits left, at the end of a day or at all. */
function isUsedUp({ plan, visits }: Given, day = Number.POSITIVE_INFINITY): boolean {
  return plan.visits !== null && visits.filter((visit) => visit <= day).length >= plan.visits;
}
