/**
 * Random acts of the desk and the owner on a real database through three years, compared with the oracle: what is stored after each
 * act, the state of everybody on each day, whom the site has mailed about an end, and the lists of those who run, are frozen, in grace, end
 * this week or have ended.
 */
import { randomUUID } from "node:crypto";
import { mailEndsOfPasses } from "../../app/members/due-mails.server.ts";
import { givePass, offersFor } from "../../app/members/give-pass.server.ts";
import { giveDays, takeDaysBack } from "../../app/members/given-days.server.ts";
import { listMembers } from "../../app/members/member-list.server.ts";
import {
  addMemberNote,
  changeMember,
  findDoorNumber,
  findMember,
  recordMarketingConsent,
  renewDoorNumber,
} from "../../app/members/members.server.ts";
import { SAID, takeApart } from "../../app/members/merge.server.ts";
import {
  endPass,
  freezePass,
  returnEarly,
  takeEndBack,
  takeFreezeBack,
  voidPass,
} from "../../app/members/pass-changes.server.ts";
import { actsOfMember, dateOf, type Pass, passesOfMember } from "../../app/members/pass-rows.server.ts";
import { personStateOn } from "../../app/members/passes.ts";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { dayNumber } from "../../app/time/days.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { momentAt } from "../bookings/booking-gym.ts";
import { EXTRA_PLANS, makePerson, merge, NOBODY, OWNER, rowsOf, tablesOfRecords, versionOf } from "./members-gym.ts";
import { type FreezeKind, type Given, PassesOracle, type Plan, type Walk } from "./passes-oracle.ts";

const START = dayNumber("2026-11-23");
const DAYS = 3 * 365;
/** Records at the beginning, and how few there are before somebody new comes. */
const PEOPLE = 4;

/** For how long mails are compared, in days. */
const MAILED_DAYS = 365;

/** How often the lists are read, in days. */
const LISTED_EVERY = 9;

/** The plans of the gym, as the oracle has them. */
const PLANS: readonly [slug: string, plan: Plan][] = [
  ...["mwanzo", "nguvu", "bingwa"].map((slug): [string, Plan] => [slug, { count: 1, unit: "months", visits: null }]),
  ...Object.entries(EXTRA_PLANS).map(([slug, { lasts, unit, ...plan }]): [string, Plan] => [
    slug,
    { count: lasts, unit, visits: "visits" in plan ? plan.visits : null },
  ]),
];

type Somebody = {
  memberId: string;
  oracle: PassesOracle;
  walk: Walk;
  passes: Pass[];
  /** The oracle's names of passes and freezes, by their ids. */
  passIds: Map<string, string>;
  freezeIds: Map<number, string>;
  /** The moments at which passes were sold and ended, as numbers of acts, by the oracle's names. */
  soldAt: Map<string, number>;
  endedAt: Map<string, number>;
  /** How often something was added to the record. */
  added: number;
  /** The records that were made one with it, the last one last. */
  merges: Merge[];
};

type Merge = {
  other: Somebody;
  /** What was added before it, and with it. */
  addedBefore: number;
  added: number;
  /** The rows of both before it, and how often closed days were given or taken back until then. */
  rows: Record<string, string[]>;
  closures: number;
};

/**
 * Runs the acts of a seed. The clock of the services is moved.
 * @returns how often each kind of act was done
 * @throws at the first difference, with seed, day and act
 */
export async function runDesk(
  services: Services,
  clock: { now: string },
  seed: number,
): Promise<Record<string, number>> {
  const desk = new Desk(services, clock, seed);
  await desk.work();
  return desk.acts;
}

class Desk {
  readonly acts: Record<string, number> = {};
  readonly #services: Services;
  readonly #clock: { now: string };
  readonly #seed: number;
  readonly #random: () => number;
  readonly #people: Somebody[] = [];
  /** Which ends somebody was told of: the pass, the kind, the last day. */
  readonly #told = new Set<string>();
  /** Everybody's records, also those that were made one with another. */
  readonly #made: string[] = [];
  readonly #closedDays = new Map<string, readonly number[]>();
  #closuresDone = 0;
  #tables: string[] = [];
  #today = START;
  #act = "nothing";
  #number = 0;

  constructor(services: Services, clock: { now: string }, seed: number) {
    this.#services = services;
    this.#clock = clock;
    this.#seed = seed;
    this.#random = randomNumbers(seed);
  }

  async work(): Promise<void> {
    this.#clock.now = momentAt(dateOf(START), 8);
    this.#tables = await tablesOfRecords(this.#services);
    for (let count = 0; count < PEOPLE; count += 1) await this.#come();
    for (const until = START + DAYS; this.#today < until; this.#today += 1) {
      this.#clock.now = momentAt(dateOf(this.#today), 8 + 12 * this.#random());
      if (this.#people.length < PEOPLE && this.#random() < 0.03) await this.#come();
      for (const person of [...this.#people]) if (this.#people.includes(person)) await this.#dayOf(person);
      if (this.#random() < 0.01) await this.#done(await this.#closeDays(), this.#people);
      for (const { passes, walk } of this.#people) {
        this.#same("the state", personStateOn(passes, this.#today), walk.wordOn(this.#today));
      }
      await this.#compareMails();
      if (this.#today % LISTED_EVERY === 0) await this.#compareLists();
    }
  }

  async #come(): Promise<void> {
    const oracle = new PassesOracle();
    for (const [given, days] of this.#closedDays) oracle.giveClosedDays(given, days);
    const memberId = await makePerson(this.#services, { email: `person-${this.#made.length}@example.com` });
    const maps = { passIds: new Map(), freezeIds: new Map(), soldAt: new Map(), endedAt: new Map() };
    this.#made.push(memberId);
    this.#people.push({ memberId, oracle, walk: oracle.walk(), passes: [], ...maps, added: 0, merges: [] });
  }

  async #dayOf(person: Somebody): Promise<void> {
    const state = person.walk.wordOn(this.#today);
    const buying = { never: 0.1, ended: 0.08, grace: 0.3, running: 0.015, frozen: 0.01, future: 0.01 }[state];
    const acts: [number, () => Promise<string>][] = [
      [buying, () => this.#buy(person)],
      [0.02, () => this.#freeze(person)],
      [0.05, () => this.#comeEarly(person)],
      [0.006, () => this.#takeFreezeBack(person)],
      [0.006, () => this.#end(person)],
      [0.06, () => this.#takeEndBack(person)],
      [0.003, () => this.#void(person)],
      [0.004, () => this.#write(person)],
      [0.004, () => this.#merge(person)],
      [person.added === person.merges.at(-1)?.added ? 0.15 : 0.005, () => this.#takeApart(person)],
    ];
    for (const [chance, act] of acts) {
      if (this.#random() >= chance || !this.#people.includes(person)) continue;
      // Each act has a moment of its own.
      this.#number += 1;
      this.#clock.now = new Date(Date.parse(this.#clock.now) + 1000).toISOString();
      const done = await act();
      if (done !== "" && done !== "take records apart") person.added += 1;
      await this.#done(done, [person]);
    }
  }

  /** After an act: what is stored is what the oracle counts. */
  async #done(act: string, people: readonly Somebody[]): Promise<void> {
    if (act === "") return;
    this.#act = act;
    this.acts[act] = (this.acts[act] ?? 0) + 1;
    for (const person of people) {
      person.walk = person.oracle.walk();
      person.passes = await passesOfMember(this.#services.db, person.memberId);
      for (const [index, { row, firstDay, lastDay, graceDay, daysCut }] of person.passes.entries()) {
        const life = person.walk.lives[index];
        this.#same(`which pass is number ${index + 1}`, person.passIds.get(row.id), life?.given.id);
        const stored = lastDay < firstDay ? "never" : [firstDay, lastDay, graceDay];
        const counted = life?.firstDay === undefined ? "never" : [life.firstDay, life.lastDay, life.graceDay];
        this.#same(`the days of pass ${index + 1}`, stored, counted);
        this.#same(`the days of pass ${index + 1} that were cut`, daysCut, life?.daysLeft);
      }
      this.#same("how many passes there are", person.passes.length, person.walk.lives.length);
    }
  }

  async #formOf(person: Somebody, { id }: Pick<Given, "id">) {
    return { passId: this.#passId(person, id), version: await versionOf(this.#services, person.memberId) };
  }

  #passId({ passIds }: Somebody, id: string): string {
    const found = [...passIds].find(([, name]) => name === id)?.[0];
    if (found === undefined) throw this.#failure(`${id} was never stored`);
    return found;
  }

  async #buy(person: Somebody): Promise<string> {
    const [planSlug, plan] = this.#pick(PLANS) ?? ["", undefined];
    const member = await findMember(this.#services.db, person.memberId);
    if (plan === undefined || member === undefined) return "";
    const { seen } = await offersFor(this.#services, member);
    const form = { formId: randomUUID(), planSlug, seen, paidHow: "cash", paidNote: "" };
    const { code } = await givePass(this.#services, OWNER, person.memberId, form);
    const given = person.oracle.sell(plan, this.#today);
    this.#same("whether it is given", code, given === undefined ? "too-far" : "done");
    if (given === undefined) return "";
    person.passIds.set(form.formId, given.id);
    person.soldAt.set(given.id, this.#number);
    return "behind" in given.begins ? "buy behind" : "buy today";
  }

  async #freeze(person: Somebody): Promise<string> {
    const given = this.#pick(person.oracle.passes.slice(-3));
    if (given === undefined) return "";
    const kind: FreezeKind = this.#random() < 0.6 ? "medical" : "counted";
    const firstDay = this.#today + Math.floor(this.#random() * 20) - 1;
    const days = this.#pick(kind === "medical" ? [1, 5, 30, 181] : [13, 14, 30, 90]) ?? 14;
    const asked = { passId: given.id, firstDay, lastDay: firstDay + days - 1, kind };
    const form = { ...asked, ...(await this.#formOf(person, given)), reason: "" };
    const dates = { firstDay: dateOf(asked.firstDay), lastDay: dateOf(asked.lastDay) };
    const { code } = await freezePass(this.#services, OWNER, { ...form, ...dates });
    const word = person.walk.wordOf(person.walk.of(given.id), this.#today);
    const mayBeFrozen = word !== "grace" && word !== "ended" && person.walk.mayFreeze(asked, this.#today);
    if (code === "same") return "";
    this.#same(`whether ${JSON.stringify(asked)} is frozen (${code})`, code === "done", mayBeFrozen);
    if (code !== "done") return "";
    const acts = await actsOfMember(this.#services.db, person.memberId);
    const act = acts.findLast(({ kind: of }) => of === `freeze-${kind}`);
    person.freezeIds.set(person.oracle.freeze(asked), act?.id ?? "");
    return `freeze, ${kind}`;
  }

  async #comeEarly(person: Somebody): Promise<string> {
    const freeze = person.oracle.freezes.find(
      ({ firstDay, lastDay }) => firstDay <= this.#today && this.#today <= lastDay,
    );
    if (freeze === undefined) return "";
    const form = {
      ...(await this.#formOf(person, { id: freeze.passId })),
      actId: person.freezeIds.get(freeze.id) ?? "",
    };
    this.#same("coming early", (await returnEarly(this.#services, OWNER, form)).code, "done");
    person.oracle.comeEarly(freeze.id, this.#today);
    return "come early";
  }

  async #takeFreezeBack(person: Somebody): Promise<string> {
    const freeze = this.#pick(person.oracle.freezes);
    if (freeze === undefined) return "";
    const form = {
      ...(await this.#formOf(person, { id: freeze.passId })),
      actId: person.freezeIds.get(freeze.id) ?? "",
    };
    this.#same("taking a freeze back", (await takeFreezeBack(this.#services, OWNER, form)).code, "done");
    person.oracle.takeFreezeBack(freeze.id);
    return "take a freeze back";
  }

  async #end(person: Somebody): Promise<string> {
    const given = this.#pick(
      person.oracle.passes.filter(({ id, endedOn, voidOn }) => {
        const word = person.walk.wordOf(person.walk.of(id), this.#today);
        const isOpen = word === "running" || word === "frozen" || word === "future";
        return isOpen && endedOn === undefined && voidOn === undefined;
      }),
    );
    if (given === undefined) return "";
    const form = { ...(await this.#formOf(person, given)), reason: "moves away" };
    this.#same("an end", (await endPass(this.#services, OWNER, form)).code, "done");
    person.oracle.end(given, this.#today);
    person.endedAt.set(given.id, this.#number);
    return "end";
  }

  async #takeEndBack(person: Somebody): Promise<string> {
    const given = person.oracle.passes.find(({ endedOn, voidOn }) => endedOn !== undefined && voidOn === undefined);
    if (given === undefined) return "";
    const acts = await actsOfMember(this.#services.db, person.memberId);
    const passId = this.#passId(person, given.id);
    const actId = acts.findLast((act) => act.kind === "ended" && act.pass_id === passId)?.id ?? "";
    const { code } = await takeEndBack(this.#services, OWNER, { ...(await this.#formOf(person, given)), actId });
    const endedAt = person.endedAt.get(given.id) ?? 0;
    const isSince = ({ id, voidOn }: Given) => voidOn === undefined && (person.soldAt.get(id) ?? 0) > endedAt;
    this.#same("taking an end back", code, person.oracle.passes.some(isSince) ? "given-since" : "done");
    if (code !== "done") return "";
    person.oracle.takeEndBack(given);
    return "take an end back";
  }

  async #void(person: Somebody): Promise<string> {
    const given = this.#pick(person.oracle.passes.filter(({ voidOn }) => voidOn === undefined));
    if (given === undefined) return "";
    const form = { ...(await this.#formOf(person, given)), reason: "" };
    this.#same("taking a pass back", (await voidPass(this.#services, OWNER, form)).code, "done");
    person.oracle.void(given, this.#today);
    return "take a pass back";
  }

  /** Something is written that changes no pass. */
  async #write({ memberId }: Somebody): Promise<string> {
    const { db } = this.#services;
    const [what, write] = this.#pick<[string, () => Promise<{ code: string }>]>([
      ["a note", () => addMemberNote(this.#services, OWNER, memberId, { formId: randomUUID(), text: "A note" })],
      [
        "a consent",
        () => {
          const said = { isGiven: this.#random() < 0.5, how: "by phone" } as const;
          return recordMarketingConsent(this.#services, OWNER, memberId, said);
        },
      ],
      [
        "a door number",
        async () => {
          const seen = (await findDoorNumber(db, memberId)) ?? "";
          return renewDoorNumber(this.#services, OWNER, memberId, seen);
        },
      ],
      [
        "a correction",
        async () => {
          const number = this.#number;
          const said = { name: `Person number ${number}`, phone: `07${10_000_000 + number}` };
          const typed = { ...NOBODY, ...said, email: `person-number-${number}@example.com` };
          return changeMember(this.#services, OWNER, memberId, typed, await versionOf(this.#services, memberId));
        },
      ],
    ]) ?? ["", undefined];
    const outcome = await write?.();
    return outcome?.code === "done" ? `write ${what}` : "";
  }

  /** Another record of the same person is found. */
  async #merge(person: Somebody): Promise<string> {
    const other = this.#pick(this.#people.filter((one) => one !== person));
    if (other === undefined) return "";
    const rows = await this.#rowsOf(person, other);
    const chosen = SAID.filter(() => this.#random() < 0.3);
    const { code } = await merge(this.#services, person.memberId, other.memberId, ...chosen);
    this.#same("making two records one", code, "done");
    this.#people.splice(this.#people.indexOf(other), 1);
    person.oracle.take(other.oracle);
    for (const name of ["passIds", "freezeIds", "soldAt", "endedAt"] as const) {
      const map: Map<unknown, unknown> = person[name];
      for (const [key, value] of other[name]) map.set(key, value);
    }
    // With the act itself.
    const [addedBefore, added] = [person.added, person.added + 1];
    person.merges.push({ other, addedBefore, added, rows, closures: this.#closuresDone });
    return "make two records one";
  }

  /** As long as nothing was added. */
  async #takeApart(person: Somebody): Promise<string> {
    const last = person.merges.at(-1);
    if (last === undefined) return "";
    const { other } = last;
    const version = await versionOf(this.#services, person.memberId);
    const { code } = await takeApart(this.#services, OWNER, person.memberId, { secondId: other.memberId, version });
    this.#same("taking two records apart", code, person.added === last.added ? "done" : "changed-since");
    if (code !== "done") return "";
    person.merges.pop();
    person.added = last.addedBefore;
    person.oracle.giveBack(other.oracle);
    this.#people.push(other);
    // Closed days since have moved passes: the oracle counts them.
    const rows = await this.#rowsOf(person, other);
    const isSame = last.closures === this.#closuresDone;
    const compared = (of: Record<string, string[]>) => ({ ...of, ...(isSame ? {} : { "pass_days by member_id": [] }) });
    this.#same("the rows of both", compared(rows), compared(last.rows));
    await this.#done("take records apart", [other]);
    this.acts["take records apart"] = (this.acts["take records apart"] ?? 0) - 1;
    return "take records apart";
  }

  async #rowsOf(...people: Somebody[]): Promise<Record<string, string[]>> {
    return rowsOf(
      this.#services,
      this.#tables,
      people.map(({ memberId }) => memberId),
    );
  }

  /** The oracles of all records, also of those that may be taken apart again. */
  *#oracles(people: readonly Somebody[] = this.#people): Generator<PassesOracle> {
    for (const { oracle, merges } of people) {
      yield oracle;
      yield* this.#oracles(merges.map(({ other }) => other));
    }
  }

  /** Gives some closed days back to everybody, or takes back what was given. */
  async #closeDays(): Promise<string> {
    const before = this.#pick([...this.#closedDays.keys()]);
    if (before !== undefined && this.#random() < 0.4) {
      const dates = (this.#closedDays.get(before) ?? []).map(dateOf);
      const isBack = await transact(this.#services, (change) => takeDaysBack(change, OWNER, dates));
      this.#same("taking days back", isBack, true);
      for (const oracle of this.#oracles()) oracle.takeClosedDaysBack(before);
      this.#closedDays.delete(before);
      this.#closuresDone += 1;
      return "take closed days back";
    }
    const first = this.#today + Math.floor(this.#random() * 20);
    const days = Array.from({ length: 1 + Math.floor(this.#random() * 5) }, (_, index) => first + index);
    if ([...this.#closedDays.values()].flat().some((day) => days.includes(day))) return "";
    const closed = { dates: days.map(dateOf), reason: "Closed" };
    await transact(this.#services, (change) => giveDays(change, OWNER, closed));
    const id = randomUUID();
    for (const oracle of this.#oracles()) oracle.giveClosedDays(id, days);
    this.#closedDays.set(id, days);
    this.#closuresDone += 1;
    return "give closed days back";
  }

  /** In the first year; on some days the site is away. What is due then is mailed on the next one, and each end once. */
  async #compareMails(): Promise<void> {
    if (this.#today > START + MAILED_DAYS || this.#today % 5 === 0 || this.#today % 31 < 4) return;
    await mailEndsOfPasses(this.#services);
    for (const { walk, passIds } of this.#people) {
      for (const { id, kind, lastDay } of walk.tellsOf(this.#today)) {
        const passId = [...passIds].find(([, name]) => name === id)?.[0];
        this.#told.add(`${passId} ${kind} ${dateOf(lastDay)}`);
      }
    }
    const { db } = this.#services;
    const rows = await db.selectFrom("pass_mails").selectAll().execute();
    const stored = rows.map(({ pass_id, kind, last_day }) => `${pass_id} ${kind} ${last_day}`);
    this.#same("which ends were told", stored.toSorted(), [...this.#told].toSorted());
    const mails = db.selectFrom("outbox").select("id").where("kind", "in", ["membership-ends", "membership-ended"]);
    this.#same("how many mails about ends there are", (await mails.execute()).length, this.#told.size);
  }

  async #compareLists(): Promise<void> {
    const own = new Set(this.#made);
    const listed = async (filter: Parameters<typeof listMembers>[1]) =>
      (await listMembers(this.#services, filter, 0)).members.map(({ id }) => id).filter((id) => own.has(id));
    for (const word of ["running", "frozen", "grace", "ended", "never"] as const) {
      const counted = this.#people.filter(({ walk }) => walk.wordOn(this.#today) === word);
      this.#same(`who is ${word}`, (await listed(word)).toSorted(), counted.map(({ memberId }) => memberId).toSorted());
    }
    const inWeek = (idsOf: (walk: Walk) => string[]) =>
      this.#people.filter(({ walk }) => idsOf(walk).length > 0).map(({ memberId }) => memberId);
    const ending = inWeek((walk) => walk.endsThisWeek(this.#today));
    const over = inWeek((walk) => walk.endedThisWeek(this.#today));
    this.#same("who ends this week", (await listed("ending")).toSorted(), ending.toSorted());
    this.#same("who has ended this week", (await listed("over")).toSorted(), over.toSorted());
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  #same(what: string, found: unknown, expected: unknown): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
    if (one !== other) throw this.#failure(`${what}: ${one}, expected ${other}`);
  }

  #failure(message: string): Error {
    return new Error(`seed ${this.#seed}, ${dateOf(this.#today)}, after "${this.#act}": ${message}`);
  }
}
