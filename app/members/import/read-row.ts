/** Reads a person and a pass from a row, with the reasons for a review and the values that are left out. */
import { hasLink } from "../../forms/link-in-name.ts";
import { PERSON_NAME_MAX } from "../../people/person.ts";
import { nameWords } from "../../people/person-name.ts";
import { sameDayMonthsAfter } from "../../time/days.ts";
import { lastDayOf, lastPossibleDay, MAX_MONTHS_AHEAD } from "../pass-calendar.ts";
import { GRACE_DAYS, graceOf, isPeriod } from "../passes.ts";
import { type ColumnKind, isUnsureOfVisits } from "./columns.ts";
import type { Asked, QuestionCode, Questions } from "./questions.ts";
import type { RowProblem, SourceRow } from "./read-rows.ts";
import {
  type ImportPlan,
  isEndless,
  isFormula,
  meantDay,
  type NumberOrder,
  orderOf,
  planFinder,
  readDay,
  readMail,
  readPhones,
  readVisits,
  remembered,
  textKey,
  type WrittenDay,
} from "./values.ts";

/** Reasons why a row is refused or needs review. The code of a question means that it is open. */
export type ReasonCode =
  | RowProblem
  | QuestionCode
  | "name-missing"
  | "name-long"
  | "name-link"
  | "name-damaged"
  | "nobody"
  | "phone-unreadable"
  | "phone-rounded"
  | "day-impossible"
  | "days-reversed"
  | "visits-unreadable"
  | "line-unclear"
  | "record-changed";

export type Reason = { code: ReasonCode; text: string };

/** A value of an imported row that is left out or changed. */
export type Note = { code: "phone" | "mail" | "first-day"; text: string };

/** `visits`: the rest of a pack; 0: used up. */
export type RowPass = { planSlug: string; firstDay: number; lastDay: number; visits: number | null };

/** Settings and columns for reading all rows of a list. */
export type Reading = {
  columns: ReadonlyMap<ColumnKind, readonly Column[]>;
  planOf: (cell: string) => string | undefined;
  dayOf: (cell: string) => WrittenDay | undefined;
  orders: Readonly<Record<DayKind, DayOrder>>;
  questions: Questions;
  plans: readonly ImportPlan[];
  /** Plans of a period, by slug. */
  periods: ReadonlySet<string>;
  today: number;
  /** The last day that a pass may have. */
  limit: number;
};

export type DayKind = "first-day" | "last-day";
type Example = { text: string; day: WrittenDay; count: number };
type DayOrder = { order: NumberOrder; example: Example | undefined; turned: Example | undefined };

type Column = { index: number; kind: ColumnKind; heading: string };

export function readingOf(
  rows: readonly SourceRow[],
  columns: readonly Column[],
  questions: Questions,
  { plans, today }: { plans: readonly ImportPlan[]; today: number },
): Reading {
  const indexOf = (kind: ColumnKind) => columns.findIndex((column) => column.kind === kind);
  const dayOf = remembered(readDay);
  return {
    ...{ questions, plans, today, limit: lastPossibleDay(today), planOf: planFinder(plans) },
    columns: Map.groupBy(columns, ({ kind }) => kind),
    periods: new Set(plans.filter((plan) => isForPeriod(plan, today)).map(({ slug }) => slug)),
    dayOf,
    orders: dayOrders(dayOf, (kind) => rows.map(({ cells }) => cells[indexOf(kind)] ?? "")),
  };
}

function isForPeriod({ length, visits }: ImportPlan, today: number): boolean {
  const days = lastDayOf(today, length) - today + 1;
  return isPeriod({ days, visits, graceDays: graceOf(days) });
}

/** Order of day and month in the columns of days. An open column has the order of the other column. */
function dayOrders(dayOf: Reading["dayOf"], cellsOf: (kind: DayKind) => readonly string[]): Record<DayKind, DayOrder> {
  const orderIn = (kind: DayKind): DayOrder => {
    const written = cellsOf(kind).flatMap((text) => {
      const day = dayOf(text);
      return day === undefined ? [] : [{ text, day }];
    });
    const { order, open, turned } = orderOf(written.map(({ day }) => day));
    const [example, turnedOne] = [open, turned].map((days) => {
      const first = written.find(({ day }) => day === days[0]);
      return first && { ...first, count: days.length };
    });
    return { order, example, turned: turnedOne };
  };
  const [first, last] = [orderIn("first-day"), orderIn("last-day")];
  const by = (own: DayOrder, other: DayOrder) =>
    own.order === "open" && other.order.endsWith("-first") ? { ...own, order: other.order } : own;
  return { "first-day": by(first, last), "last-day": by(last, first) };
}

/** Rows below a list without a phone: sums, and the date of printing. */
const BELOW = /^(?:(?:grand |sub )?totals?|subtotal|sum|jumla|end)\b|\d/;

/** Letters that were lost between encodings, and tags of a page. */
const DAMAGED = /\ufffd|â€|Ã[\u0080-\u00bf]|<\/?\p{L}/u;

export class RowReader {
  readonly reasons: Reason[] = [];
  readonly notes: Note[] = [];
  readonly name: string;
  phones: string[] = [];
  mail = "";
  pass: RowPass | undefined;
  plan: ImportPlan | undefined;
  lastDay: number | undefined;
  /** Whether its last day is the last one that is allowed, as it has none. */
  isCapped = false;
  readonly #row: SourceRow;
  readonly #reading: Reading;

  constructor(row: SourceRow, reading: Reading) {
    this.#row = row;
    this.#reading = reading;
    const parts = (["first-name", "name", "last-name"] as const).flatMap((kind) => this.#cells(kind));
    this.name = joinNames(parts.map(({ text }) => text));
  }

  /** Why there is nobody in the row. */
  refusal(): ReasonCode | undefined {
    if (!/\p{L}/u.test(this.name)) return "name-missing";
    if (BELOW.test(textKey(this.name)) && !hasWord(this.#cell("phone").text)) return "nobody";
    return this.name.length > PERSON_NAME_MAX ? "name-long" : undefined;
  }

  /** Asks a question of the row; while it is open, that is a reason. */
  ask(code: QuestionCode, question: Asked, text = question.text ?? ""): string | undefined {
    return this.#reading.questions.ask(code, question) ?? this.#fail(code, text);
  }

  read(): void {
    const { name } = this;
    const isDamaged = DAMAGED.test(name) || isFormula(name) || name.split('"').length % 2 === 0;
    if (this.#row.problem !== undefined) this.#fail(this.#row.problem, "");
    else if (isDamaged) this.#fail("name-damaged", name);
    else if (hasLink(name)) this.#fail("name-link", name);
    this.#readContact();
    // Without a plan and a last day there is no pass.
    if (!hasWord(this.#cell("plan").text) && !hasWord(this.#cell("last-day").text)) return;
    const before = this.reasons.length;
    if (this.#readPass() === "no-pass") this.reasons.splice(before);
  }

  #readContact(): void {
    const { text, heading } = this.#cell("phone");
    const { problem, note, phones } = readPhones(text);
    this.phones = phones;
    if (problem === "missing") this.ask("phone-missing", { key: "all", heading, options: ["without"] });
    else if (problem !== undefined) this.#fail(`phone-${problem}`, text);
    else if (note) this.notes.push({ code: "phone", text });
    const address = this.#cell("email").text;
    const { mail, refused } = readMail(address);
    this.mail = mail;
    if (refused) this.notes.push({ code: "mail", text: address });
  }

  #readPass(): "no-pass" | undefined {
    const { plans, planOf } = this.#reading;
    const standing = this.#cells("status").map(({ index, heading, text }) =>
      this.ask("status-word", { key: `${index}:${textKey(text)}`, heading, text, options: ["pass", "no-pass"] }),
    );
    if (standing.includes("no-pass")) return "no-pass";
    const { text, heading } = this.#cell("plan");
    const options = [...plans.map(({ slug }) => slug), "no-pass"];
    const slug = planOf(text) ?? this.ask("plan-word", { text, heading, options });
    if (slug === "no-pass") return slug;
    this.plan = plans.find((plan) => plan.slug === slug);
    const first = this.#readDay("first-day");
    const last = this.#readLastDay(first);
    if (last === undefined || last === "no-pass") return last;
    this.lastDay = last;
    if (first !== undefined && first > last) return this.#fail("days-reversed", this.#cell("first-day").text);
    const visits = this.#readVisits(last);
    if (this.plan === undefined || visits === undefined) return undefined;
    // Longer than any pass: the start of the membership.
    const isFirst = first !== undefined && last <= sameDayMonthsAfter(first, MAX_MONTHS_AHEAD);
    if (first !== undefined && !isFirst) this.notes.push({ code: "first-day", text: this.#cell("first-day").text });
    const firstDay = isFirst ? first : Math.min(this.#reading.today, last);
    this.pass = { planSlug: this.plan.slug, firstDay, lastDay: last, visits };
    return undefined;
  }

  #readLastDay(first: number | undefined): number | "no-pass" | undefined {
    const { text, heading } = this.#cell("last-day");
    const { limit } = this.#reading;
    const isWord = !/\d/.test(text);
    const day = isWord ? limit + 1 : this.#readDay("last-day");
    if (day === undefined || day <= limit) return day;
    const isEnd = isWord && !isEndless(text);
    const options = ["limit", "no-pass", ...(isEnd && first !== undefined ? ["plan"] : [])];
    const answer = isEnd
      ? this.ask("day-word", { text, heading, options })
      : this.ask("far-day", { key: "all", text, heading, options });
    if (answer === undefined || answer === "no-pass") return answer;
    if (answer === "plan") return first && this.plan && Math.min(lastDayOf(first, this.plan.length), limit);
    this.isCapped = true;
    return limit;
  }

  /** The day of a column; undefined where it has none, or the order of its days is open. */
  #readDay(kind: DayKind): number | undefined {
    const { text, heading } = this.#cell(kind);
    if (!hasWord(text)) return undefined;
    const written = this.#reading.dayOf(text);
    if (written === undefined) return this.#fail("day-impossible", text);
    const { order, example, turned } = this.#reading.orders[kind];
    const isContradictory = order === "contradictory";
    const ask = (code: QuestionCode, first: Example, options: string[]) => {
      const days = { count: first.count, read: first.day.read, turned: first.day.turned, isContradictory };
      return this.ask(code, { key: kind, heading, text: first.text, options, days }, text);
    };
    const isAsked = example !== undefined && (order === "open" || isContradictory);
    const dayOrder = isAsked ? ask("day-order", example, ["day-first", "month-first"]) : order;
    const turning = turned === undefined ? "as-written" : ask("days-turned", turned, ["as-written", "turned"]);
    if (dayOrder === undefined || turning === undefined) return undefined;
    const day = meantDay(written, { isMonthFirst: dayOrder === "month-first", isTurned: turning === "turned" });
    return day ?? this.#fail("day-impossible", text);
  }

  /** The visits of its pass: null for as many as somebody likes, undefined where they are open. */
  #readVisits(lastDay: number): number | null | undefined {
    const all = this.plan?.visits ?? null;
    const { text, heading } = this.#cell("visits");
    if (all === null) return null;
    if (lastDay + GRACE_DAYS < this.#reading.today) return Math.min(readVisits(text) ?? all, all);
    if (!hasWord(text)) return this.ask("visits-missing", { key: "all", heading, options: ["all"] }) ? all : undefined;
    const visits = readVisits(text);
    if (visits === undefined) return this.#fail("visits-unreadable", text);
    if (visits <= all && !isUnsureOfVisits(heading)) return visits;
    const answer = this.ask("visits-meaning", { key: "all", heading, text, options: ["left", "used", "all"] });
    if (answer === undefined || answer === "all") return answer ? all : undefined;
    if (visits > all) return this.#fail("visits-unreadable", text);
    return answer === "used" ? all - visits : visits;
  }

  #cells(kind: ColumnKind): { index: number; heading: string; text: string }[] {
    const columns = this.#reading.columns.get(kind) ?? [];
    return columns.map((column) => ({ ...column, text: this.#row.cells[column.index] ?? "" }));
  }

  #cell(kind: ColumnKind): { heading: string; text: string } {
    return this.#cells(kind)[0] ?? { heading: "", text: "" };
  }

  #fail(code: ReasonCode, text: string): undefined {
    this.reasons.push({ code, text });
  }
}

/** A name of several columns. What the others have already is left out. */
function joinNames(parts: readonly string[]): string {
  const isNews = (part: string, place: number) => {
    const others = parts.filter((other, at) => at !== place && (other !== part || at < place));
    const known = new Set(others.flatMap(nameWords));
    return nameWords(part).some((name) => !known.has(name));
  };
  return parts.filter((part, place) => parts.length === 1 || isNews(part, place)).join(" ");
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
