/** Guesses the columns of a list from headings and cells together. A heading alone is not enough for a day, a plan or visits. */
import { nameWords } from "../../people/person-name.ts";
import type { SourceRow } from "./read-rows.ts";
import { type ImportPlan, isEndless, planFinder, readDay, readPhones, readVisits, textKey } from "./values.ts";

/** Headings of columns that are not about the member, or not imported. */
const OTHER =
  /\b(?:kin\b|emergency|guardian|parent|spouse|referr|staff|trainer|coach|instructor|by\b|sales|agent|cashier|receptionist|branch|gender|sex\b|age\b|d ?o ?b\b|birth|born|remark|note|comment|reason|receipt|transaction|invoice|employer|company|occupation|join|since|regist|time ?stamp|created|added|signed|last (?:visit|seen|paid|payment)|paid on|date (?:paid|of payment)|payment date)|^(?:home |postal )?address|^(?:line|why)$/;

const HEADINGS = {
  email: /\b(?:e ?mails?|mail|barua)\b/,
  phone: /\b(?:tel|cell)|\b(?:phones?|mobile|contacts?|simu|whats ?app|msisdn)\b/,
  "first-day": /\b(?:start|beg[iu]n|first day)|\b(?:from|effective|kuanza)\b/,
  "last-day":
    /\b(?:expir|exp\b|end|until|till\b|to\b|upto|valid|due\b|renew|last day|next payment|lapse|finish|mwisho|kuisha)/,
  visits: /\b(?:visits?|sessions?|entries|punches|ziara)\b|^(?:remaining|left)$/,
  plan: /\bcategor|\b(?:plans?|packages?|memberships?|types?|subscriptions?|mpango|pass|tier|level)\b/,
  status: /\b(?:status|state|standing|active|paid|hali|current|frozen|cancelled)\b/,
  "first-name": /\b(?:first ?names?|given names?|other names?|fore ?names?|middle names?)\b/,
  "last-name": /\b(?:sur ?names?|last ?names?|family names?)\b/,
  name: /\b(?:names?|full ?name|jina|majina|members?|clients?|customers?)\b/,
};

/** The use of a column; empty: not used. */
export type ColumnKind = keyof typeof HEADINGS | "";

const KINDS = ["", ...Object.keys(HEADINGS)] as ColumnKind[];

/** Uses that several columns may have. */
export const REPEATED_KINDS: readonly string[] = ["", "first-name", "last-name", "status"];

const STATUS =
  /^cancel|^(?:in ?active|active|frozen|freeze|on hold|paused?|suspended|expired|lapsed|un ?paid|not paid|paid|owing|owes|pending|left|quit|current|hai|amelipa|hajalipa)\b/;

/** The words of a heading, also of `FullName`; texts longer than a heading have none. */
function headingWords(heading: string): string {
  return heading.length > 40 ? "" : textKey(heading.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
}

/** The possible kinds of a column by its heading; undefined for an unknown heading. */
function kindsOf(heading: string): ColumnKind[] | undefined {
  const text = headingWords(heading);
  if (OTHER.test(text)) return [];
  const kinds = KINDS.filter((kind) => kind !== "" && HEADINGS[kind].test(text));
  // "Valid from" is not an end, and "First name" is not the whole name.
  const wider = new Set<ColumnKind>([
    ...(kinds.includes("first-day") ? ["last-day" as const] : []),
    ...(kinds.includes("status") ? ["plan" as const] : []),
    ...(kinds.length > 1 ? ["name" as const] : []),
  ]);
  return kinds.length === 0 ? undefined : kinds.filter((kind) => !wider.has(kind));
}

/** The headings of a list, by column, and the lines without a person: titles and headings, also repeated ones. */
export type Headings = { texts: string[]; lines: ReadonlySet<number> };

const ROWS_ABOVE = 25;

const hasAt = (cell: string) => cell.includes("@");
const hasPhone = (cell: string) => readPhones(cell).phones.length > 0;
const isDay = (cell: string) => readDay(cell) !== undefined;

export function findHeadings(rows: readonly SourceRow[]): Headings {
  const above = rows.slice(0, ROWS_ABOVE);
  const first = above.findIndex(({ cells }) => cells.some((cell) => hasAt(cell) || hasPhone(cell)));
  let best = { texts: [] as string[], at: 0, named: 0 };
  for (const [at, { cells }] of above.slice(0, first < 0 ? undefined : first).entries()) {
    const named = new Set(cells.flatMap((cell) => kindsOf(cell)?.join() ?? [])).size;
    // A single known word may be chance, except in one or two columns, or right above the first person.
    const isHeading = !cells.some(isDay) && (named >= 2 || cells.length <= 2 || at === first - 1);
    if (isHeading && named > best.named) best = { texts: cells, at, named };
  }
  const key = best.texts.join("|");
  const lines = rows.filter(({ cells }, at) => at < best.at || (key !== "" && cells.join("|") === key));
  return { texts: best.texts, lines: new Set(lines.map(({ line }) => line)) };
}

export type Column = {
  heading: string;
  kind: ColumnKind;
  /** The first three that are not empty. */
  values: string[];
  /** In an unused column: what may be missing from the import. */
  holds: "mails" | "days" | "phones" | undefined;
};

/** A column while its kind is guessed. `kinds`: possible by its heading; `cells`: of all sampled rows. */
type Candidate = { heading: string; kind: ColumnKind; kinds: ColumnKind[] | undefined; cells: string[] };

const ROWS_SAMPLED = 200;

type Facts = { plans: readonly ImportPlan[]; today: number };

/** Guesses what each column is. @param chosen the owner's corrections; any other text leaves the guess */
export function readColumns(
  people: readonly SourceRow[],
  headings: readonly string[],
  chosen: readonly string[],
  facts: Facts,
): Column[] {
  // From the whole list, which may be sorted by anything.
  const step = Math.ceil(people.length / ROWS_SAMPLED);
  const sample = people.filter((_, index) => index % step === 0);
  const width = Math.max(headings.length, ...sample.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index): Candidate => {
    const heading = headings[index] ?? "";
    return { heading, kind: "", kinds: kindsOf(heading), cells: sample.map((row) => row.cells[index] ?? "") };
  });
  for (const rule of rulesFor(facts)) guessKind(columns, rule);
  return columns.map(({ heading, kind: guessed, cells }, index) => {
    const kind = KINDS.find((known) => known === chosen[index]) ?? guessed;
    const holds = kind === "" ? HELD.find(([, isHeld]) => cells.some(isHeld))?.[0] : undefined;
    return { heading, kind, values: filled(cells).slice(0, 3), holds };
  });
}

const HELD: readonly [NonNullable<Column["holds"]>, (cell: string) => boolean][] = [
  ["mails", hasAt],
  ["days", isDay],
  ["phones", hasPhone],
];

/** The cells of a kind, and the share of them that a column needs, if its heading is known (`named`) or unknown. */
type Rule = {
  kind: ColumnKind;
  fits: (cell: string) => boolean;
  named: number;
  unnamed?: number;
  isLikely?: (column: Candidate, isNamed: boolean, columns: readonly Candidate[]) => boolean;
};

function guessKind(columns: readonly Candidate[], { kind, fits, named, unnamed = 2, isLikely }: Rule): void {
  for (const isNamed of [true, false]) {
    if (!REPEATED_KINDS.includes(kind) && columns.some((column) => column.kind === kind)) return;
    const fitting = columns
      .filter((column) => column.kind === "" && filled(column.cells).length > 0)
      .filter(({ kinds }) => (isNamed ? kinds?.includes(kind) : kinds === undefined))
      .filter(({ cells }) => share(cells, fits) >= (isNamed ? named : unnamed))
      .filter((column) => isLikely?.(column, isNamed, columns) !== false)
      .toSorted((a, b) => (kind === "last-day" ? compareDays(b, a) : share(b.cells, fits) - share(a.cells, fits)));
    for (const column of REPEATED_KINDS.includes(kind) ? fitting : fitting.slice(0, 1)) column.kind = kind;
  }
}

function rulesFor({ plans, today }: Facts): Rule[] {
  const planOf = planFinder(plans);
  const planWords = plans.flatMap(({ name }) => nameWords(name)).filter((part) => part.length > 2);
  const isPlan = (cell: string) =>
    planOf(cell) !== undefined || nameWords(cell).some((part) => planWords.includes(part));
  const isPhone = (cell: string) => hasPhone(cell) || readPhones(cell).problem === "rounded";
  const isStatus = (cell: string) => STATUS.test(textKey(cell));
  const isWords = (cell: string) => /\p{L}{2}/u.test(cell) && !/\d{3}|@/.test(cell);
  const isName = (cell: string) => isWords(cell) && !/\d/.test(cell) && cell.length <= 80;
  const isAhead = ({ cells }: Candidate) => share(cells, (cell) => (readDay(cell)?.read ?? 0) >= today) > 0.5;
  const isRepeated = ({ cells }: Candidate) => countDistinct(cells) <= Math.max(12, filled(cells).length / 4);
  return [
    { kind: "email", fits: hasAt, named: 0.3, unnamed: 0.5 },
    { kind: "phone", fits: isPhone, named: 0.3, unnamed: 0.6 },
    {
      ...{ kind: "last-day", fits: (cell) => isDay(cell) || isEndless(cell), named: 0.3, unnamed: 0.6 },
      isLikely: (column, isNamed) => isNamed || isAhead(column),
    },
    { kind: "first-day", fits: isDay, named: 0.5 },
    { kind: "visits", fits: (cell) => readVisits(cell) !== undefined, named: 0.6 },
    { kind: "plan", fits: isPlan, named: 0.3, unnamed: 0.6 },
    {
      ...{ kind: "plan", fits: isWords, named: 0.6 },
      isLikely: (column) => isRepeated(column) && share(column.cells, isStatus) < 0.6,
    },
    { kind: "status", fits: isStatus, named: 0.6, unnamed: 0.6 },
    { kind: "status", fits: isName, named: 0.8, isLikely: isRepeated },
    { kind: "last-name", fits: isName, named: 0.3 },
    { kind: "first-name", fits: isName, named: 0.3 },
    {
      ...{ kind: "name", fits: isName, named: 0.3, unnamed: 0.6 },
      // A few repeated names are names of staff, and a full name isn't needed next to first and last names.
      isLikely: ({ cells }, isNamed, columns) =>
        (filled(cells).length < 3 || countDistinct(cells) > filled(cells).length / 2) &&
        (isNamed || !columns.some(({ kind }) => kind.endsWith("-name"))),
    },
  ];
}

/** Whether a number counts the visits left, by its heading or cell. Other numbers may count visits used, or per month. */
export function saysVisitsLeft(text: string): boolean {
  return /\bleft\b|remain|balance|baki/.test(headingWords(text));
}

/** Compares two columns of days: the column that is later in most rows is greater. */
function compareDays({ cells }: Candidate, other: Candidate): number {
  const differences = cells.map((cell, row) => {
    const [day, otherDay] = [readDay(cell)?.read, readDay(other.cells[row] ?? "")?.read];
    return day === undefined || otherDay === undefined ? 0 : Math.sign(day - otherDay);
  });
  return differences.reduce((sum: number, difference) => sum + difference, 0);
}

function filled(cells: readonly string[]): string[] {
  return cells.filter((cell) => cell !== "");
}

function share(cells: readonly string[], fits: (cell: string) => boolean): number {
  return filled(cells).filter(fits).length / filled(cells).length;
}

function countDistinct(cells: readonly string[]): number {
  return new Set(filled(cells).map(textKey)).size;
}
