/** Random lives of people with passes, compared with the oracle on each day and after each act. */

import { freezeProblem } from "../../app/members/freezes.ts";
import {
  type ComputedDays,
  computeDays,
  endsWithin,
  graceOf,
  nextPassPeriod,
  type PassHistory,
  passForVisit,
  personStateOn,
  stateOn,
} from "../../app/members/passes.ts";
import { dayNumber, sameDayMonthsAfter } from "../../app/time/days.ts";
import { RandomRun } from "../support/random-run.ts";
import { type FreezeKind, type Given, lastDayOfPlan, PassesOracle, type Plan, type Walk } from "./passes-oracle.ts";

const DAYS = 3 * 365;

/** The first day. February 2028 has 29 days. */
const START = dayNumber("2026-11-23");

const plan = (count: number, unit: Plan["unit"], visits: number | null = null): Plan => ({ count, unit, visits });

const PLANS = [
  ...[1, 1, 1, 2, 3, 12].map((count) => plan(count, "months")),
  ...[plan(1, "weeks"), plan(2, "weeks"), plan(3, "days"), plan(6, "days"), plan(7, "days"), plan(30, "days")],
  ...[plan(1, "days"), plan(1, "days"), plan(10, "months", 8), plan(3, "months", 10), plan(4, "weeks", 5)],
  ...[plan(6, "days", 3), plan(7, "days", 2), plan(1, "days", 1), plan(1, "weeks", 4)],
];

export type Figures = { acts: Record<string, number>; refused: number; states: number };

export class Person extends RandomRun {
  readonly #oracle = new PassesOracle();
  readonly #figures: Figures;
  /** Every third person gets extensions for past closed days too, so that a pass may overlap a later pass. */
  readonly #isPastGiven: boolean;
  readonly #start: number;
  #today: number;
  #walk: Walk;
  #passes: ComputedDays[] = [];

  constructor(seed: number, figures: Figures) {
    super(seed);
    this.#figures = figures;
    this.#isPastGiven = seed % 3 === 0;
    this.#start = this.#today = START + this.below(100);
    this.#walk = this.#oracle.walk();
  }

  /** Lives for three years. @throws at the first difference, with seed, day and act */
  live(): void {
    for (const until = this.#start + DAYS; this.#today < until; this.#today += 1) {
      for (const act of this.#actsOfToday()) {
        const done = act();
        if (done === "") continue;
        this.trail.push(`day ${this.#today} ${done}`);
        this.#figures.acts[done] = (this.#figures.acts[done] ?? 0) + 1;
        this.#walk = this.#oracle.walk();
        this.#passes = computeDays(historyOf(this.#oracle));
        this.#compareDays();
        this.#compareStates();
      }
      this.#compareAnswers();
    }
    this.#comparePerson();
  }

  /** The acts of a day, in random order. */
  #actsOfToday(): (() => string)[] {
    const state = this.#walk.stateOfPerson(this.#today);
    const buying = { never: 0.1, ended: 0.08, grace: 0.3, running: 0.015, frozen: 0.01, future: 0.01 }[state];
    const acts: [number, () => string][] = [
      [buying, () => this.#buy()],
      [0.08, () => this.#freeze()],
      [0.1, () => this.#comeEarly()],
      [0.01, () => this.#takeFreezeBack()],
      [0.006, () => this.#end()],
      [0.01, () => this.#takeEndBack()],
      [0.004, () => this.#void()],
      [0.012, () => this.#giveClosedDays()],
      [0.004, () => this.#takeClosedDaysBack()],
      [0.25, () => this.#visit()],
      [0.02, () => this.#undoVisit()],
      [0.0007, () => this.#merge()],
    ];
    const today = acts.flatMap(([likelihood, act]) => (this.chance(likelihood) ? [{ act, at: this.random() }] : []));
    return today.sort((a, b) => a.at - b.at).map(({ act }) => act);
  }

  #buy(): string {
    const bought = this.pick(PLANS);
    const placing = this.#place(bought);
    const before = this.#walk.stateOfPerson(this.#today);
    const given = this.#oracle.sell(bought, this.#today);
    if (given === undefined) {
      this.#figures.refused += 1;
      if (placing !== undefined) throw this.difference(`sold until ${placing.lastDay}, which is too far ahead`);
      return "";
    }
    this.same("where it begins", placing?.begins, given.begins);
    this.same("the days sold", placing?.days, given.days);
    this.same("the first day", placing?.firstDay, this.#oracle.walk().of(given.id).firstDay);
    if ("day" in given.begins) return "buy today";
    return before === "grace" ? "buy in grace" : "buy behind";
  }

  #freeze(): string {
    const lasting = this.#walk.lives.filter(({ lastDay }) => lastDay !== undefined && lastDay >= this.#today);
    const given = this.find(lasting)?.given;
    if (given === undefined) return "";
    const request = this.#freezeOf(given);
    if (!this.#walk.mayFreeze(request, this.#today)) {
      this.#figures.refused += 1;
      return "";
    }
    this.#oracle.freeze(request);
    return request.kind === "medical" ? "freeze for a medical reason" : "freeze";
  }

  #freezeOf(given: Given): { passId: string; firstDay: number; lastDay: number; kind: FreezeKind } {
    const kind = this.chance(0.5) ? "medical" : "counted";
    const firstDay = this.#today - 1 + this.below(this.chance(0.5) ? 3 : 40);
    const [least, most] = kind === "medical" ? [1, 180] : [14, 90];
    const days = this.find([least - 1, least, least + this.below(20), most, most + 1]) ?? least;
    return { passId: given.id, firstDay, lastDay: firstDay + days - 1, kind };
  }

  #comeEarly(): string {
    const { freezes } = this.#oracle;
    const freeze = freezes.find(({ firstDay, lastDay }) => firstDay <= this.#today && this.#today <= lastDay);
    if (freeze === undefined) return "";
    // The day on which the person comes counts.
    freeze.lastDay = this.#today - 1;
    return "come early";
  }

  #takeFreezeBack(): string {
    const freeze = this.find(this.#oracle.freezes);
    if (freeze === undefined) return "";
    this.#oracle.takeFreezeBack(freeze.id);
    return "take a freeze back";
  }

  #end(): string {
    const given = this.find(this.#oracle.mayEnd(this.#walk, this.#today));
    if (given === undefined) return "";
    this.#oracle.end(given, this.#today);
    const { firstDay } = this.#walk.of(given.id);
    return firstDay !== undefined && firstDay > this.#today ? "end before its first day" : "end";
  }

  /** Only while no pass was given since, which would have the same days. */
  #takeEndBack(): string {
    const ended = this.#oracle.passes.filter(({ endedOn, voidOn }) => endedOn !== undefined && voidOn === undefined);
    const given = ended.find((pass) => this.#oracle.givenSince(pass).length === 0);
    if (given === undefined) return "";
    delete given.endedOn;
    return "take an end back";
  }

  #void(): string {
    const given = this.find(
      this.#oracle.passes.filter(({ voidOn, visits }) => voidOn === undefined && visits.length === 0),
    );
    if (given === undefined) return "";
    given.voidOn = this.#today;
    return given.endedOn === undefined ? "void" : "void what was ended";
  }

  #giveClosedDays(): string {
    const first = this.#today + (this.#isPastGiven ? this.below(50) - 25 : this.below(25));
    const days = Array.from({ length: 1 + this.below(10) }, (_, index) => first + index);
    this.#oracle.closures.set(`${this.#today} ${first}`, days);
    return first < this.#today ? "give back days that are past" : "give closed days back";
  }

  #takeClosedDaysBack(): string {
    const closure = this.find([...this.#oracle.closures.keys()]);
    if (closure === undefined) return "";
    this.#oracle.closures.delete(closure);
    return "take closed days back";
  }

  #visit(): string {
    const pass = passForVisit(this.#passes, this.#today, () => true);
    const given = this.#oracle.passes.find(({ id, plan: { visits } }) => id === pass?.pass.id && visits !== null);
    if (given === undefined) return "";
    given.visits.push(this.#today);
    return "visit of a pack";
  }

  #undoVisit(): string {
    const given = this.find(this.#oracle.passes.filter(({ visits }) => visits.length > 0));
    const day = given && this.find(given.visits);
    if (given === undefined || day === undefined) return "";
    given.visits.splice(given.visits.indexOf(day), 1);
    return "undo a visit";
  }

  #merge(): string {
    for (let left = 1 + this.below(2); left > 0; left -= 1) {
      this.#oracle.bring(this.pick(PLANS), this.#today - this.below(40));
    }
    return "merge";
  }

  #compareDays(): void {
    for (const [index, { pass, firstDay, lastDay, graceDay, daysCut, visitsUsed }] of this.#passes.entries()) {
      const life = this.#walk.lives[index];
      if (life === undefined) throw this.difference(`${pass.id} is unexpected`);
      const days = lastDay < firstDay ? "never" : [firstDay, lastDay, graceDay];
      const counted = life.firstDay === undefined ? "never" : [life.firstDay, life.lastDay, life.graceDay];
      const expected = [counted, life.daysLeft, life.given.visits.length];
      this.same(`the days of ${pass.id}, those cut, and its visits`, [days, daysCut, visitsUsed], expected);
      if (pass.visits !== null && visitsUsed > pass.visits) throw this.difference(`${pass.id} has too many visits`);
    }
  }

  /** Compares each day of each pass, and some days around it. */
  #compareStates(): void {
    for (const [index, life] of this.#walk.lives.entries()) {
      const pass = this.#passes[index];
      if (pass === undefined) throw this.difference(`${life.given.id} is missing`);
      for (let day = pass.firstDay - 9; day <= pass.graceDay + 9; day += 1) {
        const [state, expected] = [stateOn(pass, day), this.#walk.stateOfPass(life, day)];
        if (state !== expected) throw this.difference(`${life.given.id} is ${state} on ${day}, expected ${expected}`);
      }
      this.#figures.states += pass.graceDay - pass.firstDay + 19;
    }
  }

  /** Compares the person's state on each day from before the first pass until after the last. */
  #comparePerson(): void {
    const last = Math.max(...this.#passes.map(({ graceDay }) => graceDay)) + 9;
    for (let day = this.#start - 50; day <= last; day += 1) {
      const [state, expected] = [personStateOn(this.#passes, day), this.#walk.stateOfPerson(day)];
      if (state !== expected) throw this.difference(`${state} on ${day}, expected ${expected}`);
    }
  }

  /** Compares the answers of a day that change nothing. */
  #compareAnswers(): void {
    const today = this.#today;
    const passes = this.#passes;
    this.same("the state", personStateOn(passes, today), this.#walk.stateOfPerson(today));
    const under = passForVisit(passes, today, () => true)?.pass.id;
    const allowed = this.#walk.passesForVisit(today).map(({ given }) => given.id);
    if (under === undefined ? allowed.length > 0 : !allowed.includes(under)) {
      throw this.difference(`a visit is under ${under}, expected ${allowed}`);
    }
    const over = (from: number, to: number) =>
      passes.filter((pass) => endsWithin(passes, pass, [from, to])).map(({ pass }) => pass.id);
    this.same("who ends this week", over(today, today + 7), this.#walk.overBetween(today, today + 7));
    this.same("who ended this week", over(today - 7, today - 1), this.#walk.overBetween(today - 7, today - 1));
    for (const wanted of [plan(1, "months"), plan(1, "days"), plan(4, "weeks", 5)]) {
      const firstDay = this.#walk.nextFirstDay(wanted, today);
      if (lastDayOfPlan(firstDay, wanted) > sameDayMonthsAfter(today, 24)) continue;
      this.same("where the next begins", this.#place(wanted)?.firstDay, firstDay);
    }
    const given = this.find(this.#oracle.passes);
    const pass = passes.find(({ pass: { id } }) => id === given?.id);
    if (given === undefined || pass === undefined) return;
    const request = this.#freezeOf(given);
    const counted = this.#oracle.freezes.filter(({ kind }) => kind === "counted").map(({ firstDay }) => firstDay);
    const problem = freezeProblem(pass, request, { today, counted });
    if ((problem === undefined) !== this.#walk.mayFreeze(request, today)) {
      throw this.difference(`${JSON.stringify(request)}: ${problem ?? "may be frozen"}`);
    }
  }

  #place({ count, unit, visits }: Plan) {
    return nextPassPeriod(this.#passes, { length: { count, unit }, visits, today: this.#today });
  }

  override difference(message: string): Error {
    const notes = JSON.stringify({ passes: this.#oracle.passes, freezes: this.#oracle.freezes });
    return super.difference(`day ${this.#today}: ${message}\n${notes}`);
  }
}

/** The acts of an oracle in the site's format. */
function historyOf({ passes, freezes, closures }: PassesOracle): PassHistory {
  return {
    passes: passes.map(({ plan: { visits }, ...pass }) => ({ ...pass, visits, graceDays: graceOf(pass.days) })),
    freezes,
    ends: passes.flatMap(({ id: passId, endedOn, voidOn }) => [
      ...(endedOn === undefined ? [] : [{ passId, kind: "ended" as const, day: endedOn }]),
      ...(voidOn === undefined ? [] : [{ passId, kind: "void" as const, day: voidOn }]),
    ]),
    visits: passes.flatMap(({ id: passId, visits }) => visits.map((day) => ({ passId, day }))),
    closedDays: new Set([...closures.values()].flat()),
  };
}
