/** Judges a list: the verdict on each row, with its reasons. Pure: takes the rows, the settings, and the people and plans of the site. */
import { isSameName } from "../../people/person-name.ts";
import { graceOf, isPeriod, lastDayOf, lastPossibleDay } from "../passes.ts";
import { type Column, type ColumnKind, findHeadings, readColumns, saysVisitsLeft } from "./columns.ts";
import { type KnownPerson, keysOf, matchKey, PeopleIndex } from "./match.ts";
import type { QuestionCode, RemarkCode } from "./messages.ts";
import { type Answers, type Asked, type Question, Questions } from "./questions.ts";
import type { SourceRow } from "./read-rows.ts";
import {
  type DayOrder,
  type ImportPlan,
  isEndless,
  isUnclearName,
  meantDay,
  orderOf,
  planFinder,
  readDay,
  readMail,
  readPhones,
  readVisits,
  textKey,
} from "./values.ts";

/** The owner's corrections of what was guessed, by column, and the answers. */
export type ImportSettings = { columns: readonly string[]; answers: Answers };

export type ImportFacts = {
  people: readonly KnownPerson[];
  plans: readonly ImportPlan[];
  /** In days since 1970, as all days here. */
  today: number;
};

/** `new`: gets a record. `here`: has a record or an earlier row, and may get a later pass. `refused`: names nobody. */
export const VERDICTS = ["new", "review", "here", "refused", "heading"] as const;
export type Verdict = (typeof VERDICTS)[number];

export type Remark = { code: RemarkCode; text: string };

/** `visits`: the rest of a pack; 0: used up. */
export type RowPass = { planSlug: string; firstDay: number; lastDay: number; visits: number | null };

export type JudgedRow = {
  line: number;
  verdict: Verdict;
  /** Why it is refused, or needs review. */
  reasons: Remark[];
  /** Values that are left out or changed. */
  notes: Remark[];
  name: string;
  phones: string[];
  mail: string;
  pass?: RowPass | undefined;
  /** For `here`: the id of a record, or the line of an earlier row. */
  person?: string;
  /** Names of the people whom it is about, or may be about. */
  people: string[];
  /** The match among records, to be compared with the match at the import. */
  match: string;
};

export type Judgement = {
  today: number;
  rows: JudgedRow[];
  counts: Record<Verdict, number>;
  columns: Column[];
  questions: Question[];
  /** A last day that can be read in two ways; its day is undefined while the question is open. */
  example?: { text: string; day: number | undefined };
};

export function judge(rows: readonly SourceRow[], settings: ImportSettings, facts: ImportFacts): Judgement {
  const { plans, today } = facts;
  const headings = findHeadings(rows);
  const personRows = rows.filter(({ line }) => !headings.lines.has(line));
  const columns = readColumns(personRows, headings.texts, settings.columns, facts);
  const questions = new Questions(settings.answers);
  const list: List = {
    columnsOf: Map.groupBy(
      columns.map(({ kind, heading }, index) => ({ kind, heading, index })),
      ({ kind }) => kind,
    ),
    ...{ questions, plans, today, limit: lastPossibleDay(today), planOf: planFinder(plans) },
    orders: readOrders(personRows, columns),
    ...{ records: new PeopleIndex(facts.people), earlier: new PeopleIndex() },
  };
  const judged = rows.map((row) =>
    headings.lines.has(row.line) ? blankRow(row.line, "heading") : judgeRow(new RowReader(row, list), list),
  );
  const counted = VERDICTS.map((name) => [name, judged.filter(({ verdict }) => verdict === name).length]);
  const order = list.orders["last-day"];
  const answer = settings.answers[`${order.doubt}:last-day`];
  const isOpen = order.doubt !== undefined && answer === undefined;
  return {
    ...{ today, rows: judged, columns, questions: questions.all(), counts: Object.fromEntries(counted) },
    ...(order.example && {
      example: { text: order.example.text, day: isOpen ? undefined : meantDay(order.example, order, answer) },
    }),
  };
}

/** Whether the import adds something for a row. */
export function isClear({ verdict, pass }: JudgedRow): boolean {
  return verdict === "new" || (verdict === "here" && pass !== undefined);
}

export function soldLength({ terms: { length, visits } }: Pick<ImportPlan, "terms">, today: number) {
  const days = lastDayOf(today, length) - today + 1;
  return { days, visits, graceDays: graceOf(days) };
}

type DayKind = "first-day" | "last-day";

/** The facts that rows are read and judged with. */
type List = {
  columnsOf: ReadonlyMap<string, readonly { index: number; heading: string }[]>;
  orders: Readonly<Record<DayKind, DayOrder>>;
  questions: Questions;
  plans: readonly ImportPlan[];
  planOf: (cell: string) => string | undefined;
  today: number;
  /** The last day that a pass may have. */
  limit: number;
  records: PeopleIndex;
  earlier: PeopleIndex;
};

/** Finds the order of day and month in each column. The other column can prove it, too. */
function readOrders(personRows: readonly SourceRow[], columns: readonly Column[]): List["orders"] {
  const cellsOf = (kind: DayKind) => {
    const index = columns.findIndex((column) => column.kind === kind);
    return personRows.map(({ cells }) => cells[index] ?? "");
  };
  const [first, last] = [cellsOf("first-day"), cellsOf("last-day")];
  const all = orderOf([...first, ...last]);
  const orderIn = (cells: readonly string[]) => {
    const own = orderOf(cells);
    return own.doubt === "day-order" && all.doubt === undefined ? { ...all, example: own.example } : own;
  };
  return { "first-day": orderIn(first), "last-day": orderIn(last) };
}

function blankRow(line: number, verdict: Verdict): JudgedRow {
  return { line, verdict, reasons: [], notes: [], name: "", phones: [], mail: "", people: [], match: "" };
}

/** Totals below a list, and the date of printing. */
const FOOTER = /^(?:(?:grand |sub )?totals?|subtotal|sum|jumla|end)\b|\d/;

class RowReader {
  readonly row: JudgedRow;
  plan: ImportPlan | undefined;
  lastDay: number | undefined;
  readonly #source: SourceRow;
  readonly #list: List;

  constructor(source: SourceRow, list: List) {
    this.#source = source;
    this.#list = list;
    this.row = blankRow(source.line, "review");
    const parts = (["first-name", "name", "last-name"] as const).flatMap((kind) => this.#cells(kind));
    const names = parts.flatMap(({ text }) => text || []);
    // Some lists repeat the last name in the full name.
    const [first = "", ...others] = names;
    this.row.name = others.length === 0 ? first : [...new Set(names.join(" ").split(" "))].join(" ");
  }

  /** @returns false if the row names nobody */
  read(): boolean {
    const { name } = this.row;
    const isFooter = FOOTER.test(textKey(name)) && !hasText(this.#cell("phone").text);
    if (isFooter || !/\p{L}/u.test(name)) {
      this.#fail("name-missing", name);
      return false;
    }
    if (this.#source.problem !== undefined) this.#fail(this.#source.problem, "");
    else if (isUnclearName(name)) this.#fail("name-unclear", name);
    this.#readContact();
    if (hasText(this.#cell("plan").text) || hasText(this.#cell("last-day").text)) this.#readPass();
    return true;
  }

  /** Asks about the row. While the question is open, it is a reason for review. */
  ask(code: QuestionCode, question: Asked): string | undefined {
    return this.#list.questions.ask(code, question) ?? this.#fail(code, question.text ?? "");
  }

  #readContact(): void {
    const { text, heading } = this.#cell("phone");
    const { problem, hasMore, phones } = readPhones(text);
    this.row.phones = phones;
    if (problem === "missing") this.ask("phone-missing", { subject: "all", heading, options: ["without"] });
    else if (problem !== undefined) this.#fail(`phone-${problem}`, text);
    else if (hasMore) this.row.notes.push({ code: "phone-more", text });
    const address = this.#cell("email").text;
    const { mail, refused } = readMail(address);
    this.row.mail = mail;
    if (refused) this.row.notes.push({ code: "mail-refused", text: address });
  }

  #readPass(): void {
    const { reasons } = this.row;
    const before = reasons.length;
    const answers = this.#cells("status").map(({ index, ...cell }) =>
      this.ask("status-word", { ...cell, subject: `${index}:${textKey(cell.text)}`, options: ["pass", "no-pass"] }),
    );
    const slug = answers.includes("no-pass") ? "no-pass" : this.#readPlan();
    this.plan = this.#list.plans.find((plan) => plan.slug === slug);
    const firstDay = slug === "no-pass" ? undefined : this.#readDay("first-day");
    const lastDay = slug === "no-pass" ? slug : this.#readLastDay(firstDay);
    if (lastDay === "no-pass") {
      reasons.splice(before);
      return;
    }
    this.lastDay = lastDay;
    if (lastDay === undefined) return;
    if (firstDay !== undefined && firstDay > lastDay) {
      this.#fail("days-reversed", this.#cell("first-day").text);
      return;
    }
    const visits = this.#readVisits();
    if (this.plan === undefined || visits === undefined) return;
    const { today } = this.#list;
    this.row.pass = { planSlug: this.plan.slug, firstDay: firstDay ?? Math.min(today, lastDay), lastDay, visits };
  }

  #readPlan(): string | undefined {
    const cell = this.#cell("plan");
    const options = [...this.#list.plans.map(({ slug }) => slug), "no-pass"];
    return (
      this.#list.planOf(cell.text) ?? this.ask(hasText(cell.text) ? "plan-word" : "plan-missing", { ...cell, options })
    );
  }

  #readLastDay(firstDay: number | undefined): number | "no-pass" | undefined {
    const cell = this.#cell("last-day");
    const { limit } = this.#list;
    const isWord = !/\d/.test(cell.text);
    const day = isWord ? limit + 1 : this.#readDay("last-day");
    if (day === undefined || day <= limit) return day;
    const isFar = !isWord || isEndless(cell.text);
    const options = ["limit", "no-pass"];
    if (!isFar && firstDay !== undefined) options.push("period");
    const answer = isFar
      ? this.ask("far-day", { ...cell, subject: "all", options })
      : this.ask(hasText(cell.text) ? "day-word" : "day-missing", { ...cell, options });
    if (answer === "limit") return limit;
    if (answer !== "period") return answer as "no-pass" | undefined;
    return firstDay && this.plan && Math.min(lastDayOf(firstDay, this.plan.terms.length), limit);
  }

  /** The day in a column; undefined if it is missing, or its reading is an open question. */
  #readDay(kind: DayKind): number | undefined {
    const cell = this.#cell(kind);
    if (!hasText(cell.text)) return undefined;
    const written = readDay(cell.text);
    const order = this.#list.orders[kind];
    const { doubt, example } = order;
    if (written === undefined) return this.#fail("day-impossible", cell.text);
    if (doubt === undefined || example === undefined) {
      return meantDay(written, order, undefined) ?? this.#fail("day-impossible", cell.text);
    }
    const { text, count, read, turned } = example;
    const question = { ...cell, text, subject: kind, options: ["read", "turned"], days: { count, read, turned } };
    const answer = this.#list.questions.ask(doubt, question);
    if (answer === undefined) return this.#fail(doubt, cell.text);
    return meantDay(written, order, answer) ?? this.#fail("day-impossible", cell.text);
  }

  /** The visits of the pass: null if unlimited, undefined if unclear. */
  #readVisits(): number | null | undefined {
    const all = this.plan?.terms.visits ?? null;
    const cell = this.#cell("visits");
    if (all === null) return null;
    if (!hasText(cell.text)) {
      return this.ask("visits-missing", { subject: "all", options: ["all"] }) === "all" ? all : undefined;
    }
    const visits = readVisits(cell.text);
    if (visits === undefined) return this.#fail("visits-unreadable", cell.text);
    if (visits <= all && saysVisitsLeft(`${cell.heading} ${cell.text}`)) return visits;
    const answer = this.ask("visits-meaning", { ...cell, subject: "all", options: ["left", "used", "neither"] });
    if (answer === undefined) return undefined;
    if (answer === "neither") return all;
    if (visits > all) return this.#fail("visits-unreadable", cell.text);
    return answer === "used" ? all - visits : visits;
  }

  #cells(kind: ColumnKind): { index: number; heading: string; text: string }[] {
    const columns = this.#list.columnsOf.get(kind) ?? [];
    return columns.map(({ index, heading }) => ({ index, heading, text: this.#source.cells[index] ?? "" }));
  }

  #cell(kind: ColumnKind): { heading: string; text: string } {
    return this.#cells(kind)[0] ?? { heading: "", text: "" };
  }

  #fail(code: RemarkCode, text: string): undefined {
    this.row.reasons.push({ code, text });
  }
}

function judgeRow(reader: RowReader, { records, earlier, today, limit }: List): JudgedRow {
  const { row } = reader;
  if (!reader.read()) return { ...row, verdict: "refused" };
  const keys = keysOf(row);
  const [recorded, listed] = [records.match(row, keys), earlier.match(row, keys)];
  const who = recorded.same ?? listed.same;
  // Relatives in one list are two people: only rows with the same name and different numbers may be one person.
  const namesakes = listed.like.filter((other) => isSameName(other.name, row.name));
  const others = who === undefined ? [...recorded.like, ...namesakes] : [];
  const [first] = others;
  if (first !== undefined) {
    const hasPhone = first.phones.some((phone) => row.phones.includes(phone));
    reader.ask(hasPhone ? "same-phone" : "same-name", { subject: "all", text: row.name, options: ["new"] });
  }
  const isForPeriod = reader.plan && isPeriod(soldLength(reader.plan, today));
  if (who !== undefined && isCovered(who, reader, { isForPeriod, today, limit })) {
    row.reasons = [];
    row.pass = undefined;
  }
  row.match = matchKey(recorded);
  row.people = (who ? [who] : [...recorded.like, ...listed.like].slice(0, 3)).map(({ name }) => name);
  if (row.reasons.length > 0) return row;
  const { lastDay = 0 } = row.pass ?? {};
  const pass = { earliest: lastDay, latest: lastDay, isPeriod: isForPeriod === true, isListed: true };
  const passes = row.pass ? [pass] : [];
  if (who === undefined) {
    earlier.add({ id: String(row.line), name: row.name, phones: row.phones, mail: row.mail, passes }, keys);
    return { ...row, verdict: "new" };
  }
  who.passes.push(...passes);
  return { ...row, verdict: "here", person: who.id };
}

/** Whether a person already has every day of the row's pass. */
function isCovered(
  { passes }: KnownPerson,
  { lastDay }: RowReader,
  { isForPeriod, today, limit }: { isForPeriod: boolean | undefined; today: number; limit: number },
): boolean {
  if (lastDay === undefined) return false;
  // A pass without an end gets the last possible day, which is later every day: a pass that ends up to a year earlier
  // counts as the same pass, imported before.
  const enough = lastDay === limit ? lastDay - 365 : lastDay;
  const hasPass = passes.some(
    (pass) =>
      (pass.earliest <= lastDay && lastDay <= pass.latest && pass.isPeriod === (isForPeriod ?? pass.isPeriod)) ||
      (isForPeriod === true && pass.isPeriod && pass.latest >= enough),
  );
  return lastDay < today || hasPass;
}

function hasText(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
