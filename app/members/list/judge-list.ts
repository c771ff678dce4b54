/**
 * The rehearsal of a list: what would become of each row, and why. Pure: the rows, what the owner has said of them, and the people and
 * plans that are here.
 */

import { comparedPhone } from "../../forms/read-phone.ts";
import { PERSON_NAME_MAX } from "../../people/person.ts";
import { isSameName, nameKey } from "../../people/person-name.ts";
import { plainText } from "../../platform/text.ts";
import { lastPossibleDay } from "../pass-calendar.ts";
import { type ColumnKind, isHeadingAgain, type ListColumns } from "./list-columns.ts";
import { type DayOrder, dayMeant, type OrderProof, orderOfDays, readWrittenDay, type WrittenDay } from "./list-days.ts";
import type { ListRow } from "./list-rows.server.ts";
import { closedUpText, readListPhone, readListPrice } from "./list-values.ts";

/** The plan that a text of the list stands for, where it stands for none. */
export const NO_PASS = "none";

/** How a list is read: guessed when it comes, and changed by the owner. */
export type ListSettings = {
  columns: ListColumns;
  headings: string[];
  firstLine: number;
  cutLine?: number | undefined;
  /** Undefined: as its days prove. */
  dayOrder?: DayOrder | undefined;
  /** What texts of the plan's column stand for, by their plain text: the slug of a plan, or `NO_PASS`. The empty text is that of none. */
  plans: Record<string, string>;
  /** Whether who has no number at all is brought in without one. */
  withoutPhone: boolean;
  /** Whether a pass without a last day, or with one too far ahead, ends as late as a pass may. */
  endsAtLimit?: boolean;
};

/** What the owner has decided on a row. */
export type RowDecision =
  | { do: "leave" }
  | {
      do: "bring";
      /** `new`: somebody new; else the candidate who it is. */
      who: string;
      /** The candidates that the decision was made about: with another one it has to be made again. */
      among: readonly string[];
      name: string;
      phone: string;
      /** Empty: no pass. */
      planSlug: string;
      lastDay: number | null;
      visits: number | null;
    };

/** Somebody who is here. */
export type HerePerson = {
  id: string;
  name: string;
  phone: string;
  /** The last days of their passes, as they are and as they were sold. */
  lastDays: readonly number[];
  /** Names and phones of the records that were merged into this one. */
  former?: readonly { name: string; phone: string }[];
  /** The last day of the periods that they have now or in grace, behind which the next one begins. */
  periodTo?: number | undefined;
};

/** A plan of the site, as far as a list needs it. */
export type ListedPlan = { slug: string; name: string; isPack: boolean; isPeriod: boolean; visits: number | null };

export type LookReason =
  | { code: "phone-missing" | "phone-unreadable" | "phone-spoiled"; text: string }
  /** Somebody else has this phone: here, or in another line. */
  | { code: "phone-shared" | "same-name"; others: Candidate[] }
  /** The same person stands in a line that is to be looked at itself. */
  | { code: "same-in-list"; others: Candidate[] }
  /** `otherDay`: that of the pass which they have, or which their other row brings; null: none. */
  | { code: "other-day"; others: Candidate[]; day: number; otherDay: number | null }
  | { code: "day-impossible" | "day-ambiguous" | "day-far" | "plan-unknown"; text: string }
  | { code: "day-missing" | "plan-missing" | "visits-missing" | "row-cut" | "choice-gone" };

export type RefusedReason = { code: "name-missing" | "name-long" | "sum" };

/** What the page says of a row that is brought in. */
export type RowRemark =
  | { code: "day-past"; day: number }
  /** The last day of another line of the same person, as it is the later one. */
  | { code: "later-line"; line: number }
  | { code: "mail-left" | "phone-left"; text: string }
  | { code: "no-pass" };

/** Somebody whom a row may be about. */
export type Candidate = { key: string; name: string; phone: string; line?: number };

export type RowPass = { planSlug: string; lastDay: number; visits: number | null };

/** What a row says, as it was read and corrected. */
export type RowValues = {
  name: string;
  phone: string;
  email: string;
  planSlug: string;
  lastDay: number | null;
  visits: number | null;
  price: number | null;
};

/**
 * `new` is brought in, as somebody new or as a pass of somebody who is here; `here` is here already; `look` waits for a decision;
 * `refused` can't be brought in; `left` was left out by the owner.
 */
export type RowVerdict = "new" | "here" | "look" | "refused" | "left";

export type JudgedRow = {
  line: number;
  cells: string[];
  verdict: RowVerdict;
  reasons: (LookReason | RefusedReason)[];
  remarks: RowRemark[];
  values: RowValues;
  candidates: Candidate[];
  decision?: RowDecision | undefined;
  /** Who it is, for `here` and for a pass of somebody who is here. */
  personId?: string | undefined;
  /** The line in which the same person stands. */
  sameAsLine?: number | undefined;
  pass?: RowPass | undefined;
};

export type DayColumn = OrderProof & {
  /** Whether the owner has said the order. */
  isChosen: boolean;
  examples: { text: string; day: number }[];
};

export type JudgedList = {
  rows: JudgedRow[];
  days?: DayColumn | undefined;
  /** Texts of plans that stand for none here, with how many rows have them. */
  unknownPlans: { text: string; key: string; rows: number; chosen: string }[];
};

export type ListFacts = {
  people: readonly HerePerson[];
  plans: readonly ListedPlan[];
  /** Days since 1970, in Nairobi. */
  today: number;
};

const DAYS_SHOWN = 3;

/** Judges the rows of a list. @param rows `isDone`: brought in before; `personId`: the record that it has made or found */
export function judgeList(
  rows: readonly (ListRow & {
    decision?: RowDecision | undefined;
    isDone?: boolean;
    personId?: string | null;
  })[],
  settings: ListSettings,
  facts: ListFacts,
): JudgedList {
  const people = rows.filter(
    (row) => row.line >= settings.firstLine && !isHeadingAgain(row, settings.headings) && hasPerson(row, settings),
  );
  const cell = cellReader(settings.columns);
  const written = people.map((row) => readWrittenDay(cell(row, "last-day")));
  const days = dayColumn(people, written, settings, cell);
  const planOf = planReader(facts.plans, settings.plans);
  const done = rows.flatMap(({ line, isDone, personId }) =>
    isDone && personId ? [[lineKey(line), personId] as const] : [],
  );
  const index = new PeopleIndex(facts.people, new Map(done));
  const judged = people.flatMap((row, position) => {
    if (row.isDone === true) return [];
    const read = { row, day: written[position], order: orderFor(days), cell, planOf, settings, facts };
    const one = judgeRow(read, index);
    index.addRow(one);
    return [one];
  });
  return { rows: judged, days, unknownPlans: unknownPlans(people, cell, planOf, settings) };
}

/** Without an order where its days contradict each other. */
function orderFor(days: DayColumn | undefined): DayOrder | undefined {
  return days?.how === "contradicted" && !days.isChosen ? undefined : days?.order;
}

type CellReader = (row: ListRow, kind: ColumnKind) => string;

function cellReader(columns: ListColumns): CellReader {
  const at = new Map(columns.flatMap((kind, index) => (kind === null ? [] : [[kind, index] as const])));
  return ({ cells }, kind) => cells[at.get(kind) ?? -1] ?? "";
}

/** Whether a row has something in a column that is used: sums and notes below a list stand in others. */
function hasPerson({ cells }: ListRow, { columns }: ListSettings): boolean {
  return columns.some((kind, index) => kind !== null && (cells[index] ?? "") !== "");
}

function dayColumn(
  rows: readonly ListRow[],
  written: readonly WrittenDay[],
  { columns, dayOrder }: ListSettings,
  cell: CellReader,
): DayColumn | undefined {
  if (!columns.includes("last-day")) return undefined;
  const proof = orderOfDays(written);
  const found = { ...proof, ...(dayOrder && { order: dayOrder }), isChosen: dayOrder !== undefined };
  const read = rows.flatMap((row, index) => {
    const day = dayMeant(written[index], orderFor({ ...found, examples: [] }));
    const text = cell(row, "last-day");
    return typeof day !== "number"
      ? []
      : [{ text, day, hasTwoWays: dayMeant(written[index], undefined) === "ambiguous" }];
  });
  // Those first whose order is not plain to see.
  // Of a day with its year first there is one way to read it.
  const unlike = [...new Map(read.map((one) => [one.text, one])).values()].filter(({ text }) => !/^\d{4}-/.test(text));
  const examples = unlike
    .toSorted((one, other) => Number(other.hasTwoWays) - Number(one.hasTwoWays))
    .slice(0, DAYS_SHOWN)
    .map(({ text, day }) => ({ text, day }));
  return { ...found, examples };
}

type PlanReader = (text: string) => { slug: string } | "unknown" | "missing";

/** Finds the plan of a text: as the owner has said, by its name, or by the one name that stands in it. */
function planReader(plans: readonly ListedPlan[], said: Readonly<Record<string, string>>): PlanReader {
  const words = (text: string) =>
    plainText(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "");
  const known = plans.map(({ slug, name }) => ({ slug, key: closedUpText(name), words: words(name) }));
  const slugs = new Set([NO_PASS, ...plans.map(({ slug }) => slug)]);
  return (text) => {
    const key = plainText(text);
    const chosen = Object.hasOwn(said, key) ? said[key] : undefined;
    if (chosen !== undefined && slugs.has(chosen)) return { slug: chosen === NO_PASS ? "" : chosen };
    if (!/[\p{L}\p{N}]/u.test(text)) return "missing";
    const same = known.find(
      (plan) => plan.key === closedUpText(text) || closedUpText(plan.slug) === closedUpText(text),
    );
    if (same !== undefined) return { slug: same.slug };
    const own = new Set(words(text));
    const within = known.filter((plan) => plan.words.length > 0 && plan.words.every((word) => own.has(word)));
    return within.length === 1 && within[0] !== undefined ? { slug: within[0].slug } : "unknown";
  };
}

function unknownPlans(
  rows: readonly ListRow[],
  cell: CellReader,
  planOf: PlanReader,
  { plans: said, columns }: ListSettings,
): JudgedList["unknownPlans"] {
  const texts = Map.groupBy(rows, (row) => plainText(cell(row, "plan")));
  return [...texts]
    .filter(([key, of]) => {
      const text = of[0] === undefined ? "" : cell(of[0], "plan");
      // Who has no plan and no last day has no pass; a last day without a plan belongs to some.
      const isAsked =
        key === "" ? columns.includes("last-day") && of.some((row) => cell(row, "last-day") !== "") : true;
      return isAsked && (Object.hasOwn(said, key) || typeof planOf(text) === "string");
    })
    .map(([key, of]) => ({
      text: of[0] === undefined ? "" : cell(of[0], "plan"),
      key,
      rows: key === "" ? of.filter((row) => cell(row, "last-day") !== "").length : of.length,
      chosen: Object.hasOwn(said, key) ? (said[key] ?? "") : "",
    }))
    .toSorted((one, other) => other.rows - one.rows);
}

/** The people here and in the rows before, by their numbers and names. */
class PeopleIndex {
  readonly #byPhone = new Map<string, Known[]>();
  readonly #byName = new Map<string, Known[]>();
  readonly #byId: Map<string, HerePerson>;
  readonly #ofLine: ReadonlyMap<string, string>;
  readonly #passRows = new Map<string, JudgedRow>();

  /** @param ofLine the records of lines that were brought in */
  constructor(people: readonly HerePerson[], ofLine: ReadonlyMap<string, string>) {
    this.#ofLine = ofLine;
    this.#byId = new Map(people.map((person) => [person.id, person]));
    for (const person of people) {
      for (const { name, phone } of [person, ...(person.former ?? [])])
        this.#add({ key: person.id, name, phone, person });
    }
  }

  /** @param key of a candidate: also of a line that was brought in since */
  person(key: string): HerePerson | undefined {
    return this.#byId.get(this.#ofLine.get(key) ?? key);
  }

  /** Those with a number; without one, those of the name. */
  like(name: string, phone: string): Known[] {
    return (phone === "" ? this.#byName.get(nameKey(name)) : this.#byPhone.get(comparedPhone(phone))) ?? [];
  }

  /** The row that brings a pass for somebody who is here. */
  passRowOf(personId: string): JudgedRow | undefined {
    return this.#passRows.get(personId);
  }

  /** Has later rows find what a row has brought. */
  addRow(row: JudgedRow): void {
    const { verdict, values, line, personId } = row;
    if (verdict === "new" && personId !== undefined) this.#passRows.set(personId, row);
    if ((verdict !== "new" && verdict !== "look") || personId !== undefined || values.name === "") return;
    this.#add({ key: lineKey(line), name: values.name, phone: values.phone, row });
  }

  #add(known: Known): void {
    put(this.#byName, nameKey(known.name), known);
    if (known.phone !== "") put(this.#byPhone, comparedPhone(known.phone), known);
  }
}

function put(map: Map<string, Known[]>, key: string, known: Known): void {
  const all = map.get(key);
  if (all === undefined) map.set(key, [known]);
  else all.push(known);
}

/** The key of the candidate who stands in a line. */
function lineKey(line: number): string {
  return `line:${line}`;
}

type Known = {
  key: string;
  name: string;
  phone: string;
  person?: HerePerson;
  row?: JudgedRow;
};

function candidateOf({ key, name, phone, person, row }: Known): Candidate {
  // Of records that were made one the name of today.
  return { key, name: person?.name ?? name, phone, ...(row && { line: row.line }) };
}

type RowReading = {
  row: ListRow & { decision?: RowDecision | undefined };
  day: WrittenDay;
  order: DayOrder | undefined;
  cell: CellReader;
  planOf: PlanReader;
  settings: ListSettings;
  facts: ListFacts;
};

/** What is known of a row while it is judged. */
type Judging = Pick<JudgedRow, "reasons" | "remarks" | "values"> & { isDayUnread: boolean };

function judgeRow(reading: RowReading, index: PeopleIndex): JudgedRow {
  const { row, facts } = reading;
  const { line, cells, decision } = row;
  const judging = readRow(reading);
  const { reasons, remarks, values } = judging;
  const base = { line, cells, decision, values, remarks };
  if (decision?.do === "leave") return { ...base, verdict: "left", reasons: [], candidates: [] };
  const wrong = nameProblem(values);
  if (wrong !== undefined) return { ...base, verdict: "refused", reasons: [wrong], candidates: [] };
  const like = index.like(values.name, values.phone);
  const candidates = [...new Map(like.map((known) => [known.key, candidateOf(known)])).values()];
  if (decision?.do === "bring") return judgeDecided({ ...base, candidates }, decision, like, index, facts);
  const twin = values.phone === "" ? undefined : like.find(({ name }) => isSameName(name, values.name));
  if (twin !== undefined) return judgeTwin({ ...base, candidates }, twin, judging);
  if (like.length > 0) reasons.push({ code: values.phone === "" ? "same-name" : "phone-shared", others: candidates });
  if (reasons.length > 0) return { ...base, verdict: "look", reasons, candidates };
  const pass = passOf(values);
  if (pass === undefined) remarks.push({ code: "no-pass" });
  return { ...base, verdict: "new", reasons, candidates, pass };
}

type JudgedBase = Omit<JudgedRow, "verdict" | "reasons">;

/** A row about somebody who is here, or in a row before. */
function judgeTwin(base: JudgedBase, twin: Known, { values, reasons, isDayUnread }: Judging): JudgedRow {
  const { person, row } = twin;
  const others = [candidateOf(twin)];
  const here = { personId: person?.id, sameAsLine: row?.line };
  const look = (...found: LookReason[]): JudgedRow => ({ ...base, verdict: "look", reasons: found });
  if (row?.verdict === "look") return look({ code: "same-in-list", others });
  const days = person?.lastDays ?? (row?.pass === undefined ? [] : [row.pass.lastDay]);
  const { lastDay } = values;
  if (isDayUnread) return look(...(reasons.filter(({ code }) => code.startsWith("day-")) as LookReason[]));
  if (lastDay !== null && !base.remarks.some(({ code }) => code === "day-past") && !days.includes(lastDay)) {
    return look({ code: "other-day", others, day: lastDay, otherDay: days.length === 0 ? null : Math.max(...days) });
  }
  return { ...base, verdict: "here", reasons: [], ...here };
}

/** A row that the owner has decided on. */
function judgeDecided(
  base: JudgedBase,
  decision: Extract<RowDecision, { do: "bring" }>,
  like: readonly Known[],
  index: PeopleIndex,
  facts: ListFacts,
): JudgedRow {
  const { values } = base;
  const isAsked = like.some(({ key }) => !decision.among.includes(key));
  if (decision.who === "new") {
    if (isAsked) return { ...base, verdict: "look", reasons: [{ code: "phone-shared", others: base.candidates }] };
    return { ...base, verdict: "new", reasons: [], pass: passOf(values) };
  }
  const same = like.find(({ key }) => key === decision.who)?.row;
  if (same !== undefined) {
    takeLaterPass(same, { line: base.line, pass: passOf(values) });
    return { ...base, verdict: "here", reasons: [], sameAsLine: same.line };
  }
  const person = index.person(decision.who);
  // A line was left out meanwhile, or somebody's record deleted.
  if (person === undefined) return { ...base, verdict: "look", reasons: [{ code: "choice-gone" }] };
  const pass = passOf(values);
  const isMore = pass !== undefined && addsDays(pass, person, facts);
  const earlier = index.passRowOf(person.id);
  if (isMore && earlier !== undefined) {
    takeLaterPass(earlier, { line: base.line, pass });
    return { ...base, verdict: "here", reasons: [], personId: person.id, sameAsLine: earlier.line };
  }
  return { ...base, verdict: isMore ? "new" : "here", reasons: [], personId: person.id, ...(isMore && { pass }) };
}

/** Of two rows of one person the later pass is brought in. */
function takeLaterPass(row: JudgedRow, { line, pass }: Pick<JudgedRow, "line" | "pass">): void {
  if (pass === undefined || (row.pass !== undefined && row.pass.lastDay >= pass.lastDay)) return;
  row.pass = pass;
  row.remarks = [
    ...row.remarks.filter(({ code }) => code !== "day-past" && code !== "no-pass"),
    { code: "later-line", line },
  ];
}

/** Whether a pass gives somebody days beyond those that they have. */
export function addsDays(pass: RowPass, { periodTo, lastDays }: HerePerson, { plans, today }: ListFacts): boolean {
  if (pass.lastDay < today) return false;
  const plan = plans.find(({ slug }) => slug === pass.planSlug);
  return plan?.isPeriod === true ? pass.lastDay > (periodTo ?? 0) : !lastDays.includes(pass.lastDay);
}

/** The pass that a row brings: of a plan, to a day, which may be over. */
function passOf({ planSlug, lastDay, visits }: RowValues): RowPass | undefined {
  return planSlug === "" || lastDay === null ? undefined : { planSlug, lastDay, visits };
}

/** What stands below a list: "Total", "Sub-total", "Jumla 212". */
const SUM = /^(?:(?:grand |sub[- ]?)?totals?|sum|jumla)\b/;

function nameProblem({ name, phone }: RowValues): RefusedReason | undefined {
  if (!/\p{L}/u.test(name)) return { code: "name-missing" };
  if (phone === "" && SUM.test(plainText(name))) return { code: "sum" };
  return name.length > PERSON_NAME_MAX ? { code: "name-long" } : undefined;
}

/** The name of a row, of its columns in the order in which names are said. */
export function nameOfCells(cells: readonly string[], columns: ListColumns): string {
  return (["first-name", "name", "last-name"] as const)
    .map((kind) => cells[columns.indexOf(kind)] ?? "")
    .filter((name) => name !== "")
    .join(" ");
}

/** Reads a row: what it says, and what of it has to be looked at. */
function readRow(reading: RowReading): Judging {
  const { row, cell, settings, facts } = reading;
  const { decision } = row;
  const reasons: LookReason[] = [];
  const remarks: RowRemark[] = [];
  const price = readListPrice(cell(row, "price")) ?? null;
  const values: RowValues = {
    ...{ name: nameOfCells(row.cells, settings.columns), phone: "", email: "", planSlug: "" },
    ...{ lastDay: null, visits: null, price },
  };
  const mail = cell(row, "email").toLowerCase();
  if (isMail(mail)) values.email = mail;
  else if (/[a-z\d]/.test(mail)) remarks.push({ code: "mail-left", text: mail });
  if (decision?.do === "bring") {
    const { name, phone, planSlug, lastDay, visits } = decision;
    Object.assign(values, { name, phone, planSlug, lastDay, visits });
    if (lastDay !== null && lastDay < facts.today) remarks.push({ code: "day-past", day: lastDay });
    return { reasons, remarks, values, isDayUnread: false };
  }
  const text = cell(row, "phone");
  const phone = readListPhone(text);
  if ("phone" in phone) {
    values.phone = phone.phone;
    if (phone.hasMore) remarks.push({ code: "phone-left", text });
  } else if (phone.problem !== "missing" || !settings.withoutPhone) {
    reasons.push({ code: `phone-${phone.problem}`, text });
  }
  const isDayUnread = readDay(reading, { reasons, remarks, values });
  if (!isDayUnread) readPlan(reading, { reasons, remarks, values });
  else {
    const plan = reading.planOf(cell(row, "plan"));
    if (typeof plan !== "string") values.planSlug = plan.slug;
  }
  if (settings.cutLine === row.line) reasons.push({ code: "row-cut" });
  return { reasons, remarks, values, isDayUnread };
}

function isMail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/.test(text);
}

type Found = { reasons: LookReason[]; remarks: RowRemark[]; values: RowValues };

/** @returns whether there is a day that can't be read */
function readDay({ row, day, order, cell, settings, facts }: RowReading, { reasons, remarks, values }: Found): boolean {
  const text = cell(row, "last-day");
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  const meant = dayMeant(day, order);
  if (typeof meant !== "number") {
    reasons.push({ code: meant === "ambiguous" ? "day-ambiguous" : "day-impossible", text });
    return true;
  }
  const limit = lastPossibleDay(facts.today);
  if (meant > limit && !settings.endsAtLimit) {
    reasons.push({ code: "day-far", text });
    return true;
  }
  values.lastDay = Math.min(meant, limit);
  if (meant < facts.today) remarks.push({ code: "day-past", day: meant });
  return false;
}

function readPlan({ row, cell, planOf, settings, facts }: RowReading, { reasons, values }: Found): void {
  const { lastDay } = values;
  const text = cell(row, "plan");
  const plan = planOf(text);
  // Of a pass that is over nothing is asked: where its plan is known, it stands among those that have ended.
  if (lastDay !== null && lastDay < facts.today) {
    const known = typeof plan === "string" ? undefined : facts.plans.find(({ slug }) => slug === plan.slug);
    if (known?.isPack === false) values.planSlug = known.slug;
    return;
  }
  if (plan === "missing") {
    if (lastDay !== null) reasons.push({ code: "plan-missing" });
    return;
  }
  if (plan === "unknown") {
    reasons.push({ code: "plan-unknown", text });
    return;
  }
  values.planSlug = plan.slug;
  if (plan.slug === "") return;
  if (lastDay === null && settings.endsAtLimit) values.lastDay = lastPossibleDay(facts.today);
  else if (lastDay === null) reasons.push({ code: "day-missing" });
  const known = facts.plans.find(({ slug }) => slug === plan.slug);
  if (known?.isPack !== true) return;
  const visits = Number(/^\d{1,3}$/.exec(cell(row, "visits").trim())?.[0] ?? Number.NaN);
  if (visits > 0) values.visits = visits;
  else reasons.push({ code: "visits-missing" });
}

/** How many rows are in each group. */
export function countVerdicts(rows: readonly JudgedRow[]): Record<RowVerdict, number> {
  const counts = { new: 0, here: 0, look: 0, refused: 0, left: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}
