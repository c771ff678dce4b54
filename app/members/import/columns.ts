/** The columns of a list: guessed from headings and cells together. A heading alone makes none of them a day, a plan or visits. */
import { nameWords } from "../../people/person-name.ts";
import type { SourceRow } from "./read-rows.ts";
import { type ImportPlan, isEndless, planFinder, readDay, readPhones, readVisits, textKey } from "./values.ts";

/** The use of a column; empty: not used. */
export const COLUMN_KINDS = [
  "",
  "name",
  "first-name",
  "last-name",
  "phone",
  "email",
  "plan",
  "first-day",
  "last-day",
  "visits",
  "status",
] as const;

export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Headings of columns that are not about the member, or not imported. */
const OTHER =
  /\b(?:kin\b|emergency|guardian|parent|spouse|referr|staff|trainer|coach|instructor|by\b|sales|agent|cashier|receptionist|branch|gender|sex\b|age\b|d ?o ?b\b|birth|born|remark|note|comment|reason|receipt|transaction|invoice|employer|company|occupation|join|since|regist|time ?stamp|created|added|signed|last (?:visit|seen|paid|payment)|paid on|date (?:paid|of payment)|payment date)|^(?:home |postal )?address|^(?:line|why)$/;

const HEADINGS: Readonly<Record<Exclude<ColumnKind, "">, RegExp>> = {
  email: /\b(?:e ?mails?|mail|barua)\b/,
  phone: /\b(?:tel|cell)|\b(?:phones?|mobile|contacts?|simu|whats ?app|msisdn)\b/,
  "first-day": /\b(?:start|beg[iu]n)|\b(?:from|effective|kuanza)\b/,
  "last-day":
    /\b(?:expir|exp\b|end|until|till\b|to\b|upto|valid|due\b|renew|last day|next payment|lapse|finish|mwisho|kuisha)/,
  visits: /\b(?:visits?|sessions?|entries|punches|ziara)\b|^(?:remaining|left)$/,
  plan: /\bcategor|\b(?:plans?|packages?|memberships?|types?|subscriptions?|mpango|pass|tier|level)\b/,
  status: /\b(?:status|state|standing|active|paid|hali|current|frozen|cancelled)\b/,
  "first-name": /\b(?:first ?names?|given names?|other names?|fore ?names?|middle names?)\b/,
  "last-name": /\b(?:sur ?names?|last ?names?|family names?)\b/,
  name: /\b(?:names?|full ?name|jina|majina|members?|clients?|customers?)\b/,
};

/** Words of a status. */
const STATUS =
  /^cancel|^(?:in ?active|active|frozen|freeze|on hold|paused?|suspended|expired|lapsed|un ?paid|not paid|paid|owing|owes|pending|left|quit|current|hai|amelipa|hajalipa)\b/;

/** The words of a heading, also of `FullName`; what is longer than headings are has none. */
function headingWords(heading: string): string {
  return heading.length > 40 ? "" : textKey(heading.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
}

/** Possible kinds by the heading; undefined: the heading is unknown. */
function kindsOf(heading: string): ColumnKind[] | undefined {
  const text = headingWords(heading);
  if (OTHER.test(text)) return [];
  const kinds = (Object.keys(HEADINGS) as (keyof typeof HEADINGS)[]).filter((kind) => HEADINGS[kind].test(text));
  // "Valid from" is no end, and "First name" is not the whole name.
  const narrower: Partial<Record<ColumnKind, boolean>> = {
    "last-day": kinds.includes("first-day"),
    name: kinds.some((kind) => kind !== "name"),
    plan: kinds.includes("status"),
  };
  return kinds.length === 0 ? undefined : kinds.filter((kind) => narrower[kind] !== true);
}

export type Headings = {
  /** By column; empty without headings. */
  texts: string[];
  /** Lines that are nobody's: titles and headings, also where they are repeated. */
  lines: ReadonlySet<number>;
};

const ROWS_ABOVE = 25;

function isContact(cell: string): boolean {
  return cell.includes("@") || readPhones(cell).phones.length > 0;
}

function isData(cell: string): boolean {
  return readDay(cell) !== undefined || isContact(cell);
}

/** Finds the row of headings, or two rows that complete each other, and repetitions. */
export function findHeadings(rows: readonly SourceRow[]): Headings {
  const above = rows.slice(0, ROWS_ABOVE).map(({ cells }) => ({ cells, isFull: cells.some(isData) }));
  const first = above.findIndex(({ cells }) => cells.some(isContact));
  let best = { texts: [] as string[], at: [] as number[], score: 0 };
  for (const at of above.slice(0, first < 0 ? undefined : first).flatMap((_, index) => [[index], [index, index + 1]])) {
    const heads = at.flatMap((place) => (above[place]?.isFull === false ? [above[place].cells] : []));
    const [head = [], completing = []] = heads;
    const isTitle = heads.some((cells) => cells.filter((cell) => cell !== "").length < at.length);
    if (heads.length < at.length || isTitle) continue;
    const longest = completing.length > head.length ? completing : head;
    const texts = longest.map((_, column) => `${head[column] ?? ""} ${completing[column] ?? ""}`.trim());
    const named = new Set(texts.flatMap(namedKinds)).size;
    // A word may be anything; in a list of one or two columns, or above people, it is a heading.
    const isEnough = named >= 2 || texts.length <= 2 || above[(at.at(-1) ?? 0) + 1]?.isFull === true;
    const score = completing.flatMap(namedKinds).length >= 2 ? named + 1 : named;
    if (isEnough && score > best.score) best = { texts, at, score };
  }
  const keys = new Set(best.at.map((place) => rowKey(rows[place])));
  const lines = rows.filter((row, index) => index < (best.at[0] ?? 0) || keys.has(rowKey(row))).map(({ line }) => line);
  return { texts: best.texts, lines: new Set(lines) };
}

function namedKinds(heading: string): string[] {
  const kinds = kindsOf(heading);
  return kinds === undefined ? [] : [kinds.join()];
}

function rowKey(row: SourceRow | undefined): string {
  const cells = row?.cells ?? [];
  return cells
    .slice(0, cells.findLastIndex((cell) => cell !== "") + 1)
    .join("|")
    .toLowerCase();
}

type Column = {
  index: number;
  heading: string;
  /** Undefined: the heading is unknown. */
  kinds: ColumnKind[] | undefined;
  cells: string[];
  days: (number | undefined)[];
};

const ROWS_LOOKED_AT = 200;

export type ColumnFacts = { plans: readonly ImportPlan[]; today: number };

/** Some rows of people from all parts of a list: it may be sorted by anything. */
function sampleOf(rows: readonly SourceRow[], { lines }: Headings): SourceRow[] {
  const people = rows.filter(({ line }) => !lines.has(line));
  const step = Math.ceil(people.length / ROWS_LOOKED_AT);
  return people.filter((_, index) => index % step === 0);
}

/** A kind of cells, and the necessary share of them: in a column with its heading, and with an unknown heading. */
type Rule = {
  kind: ColumnKind;
  isOne: (cell: string) => boolean;
  named: number;
  unnamed?: number;
  isLikely?: (column: Column, isNamed: boolean) => boolean;
  /** The highest one is taken; without it, that with the most such cells. */
  rank?: (column: Column) => number;
  /** Whether several columns may be of the kind. */
  isMany?: boolean;
};

/** Guesses what each column is. */
export function guessColumns(rows: readonly SourceRow[], headings: Headings, facts: ColumnFacts): ColumnKind[] {
  const some = sampleOf(rows, headings);
  const width = Math.max(headings.texts.length, ...some.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index): Column => {
    const all = some.map(({ cells }) => cells[index] ?? "");
    const heading = headings.texts[index] ?? "";
    const days = all.map((cell) => readDay(cell)?.read);
    return { index, heading, kinds: kindsOf(heading), cells: all.filter((cell) => cell !== ""), days };
  });
  const guessed = columns.map((): ColumnKind => "");
  for (const { kind, isOne, named, unnamed = 2, isLikely, rank, isMany } of rulesFor(columns, facts)) {
    for (const isNamed of [true, false]) {
      const isHeaded = ({ kinds }: Column) => (isNamed ? kinds?.includes(kind) : kinds === undefined);
      // Parts of names make a whole one needless.
      const isTaken =
        kind === "name" && !isNamed ? guessed.some((guess) => /name$/.test(guess)) : guessed.includes(kind);
      if (isTaken && isMany !== true) continue;
      const fitting = columns
        .filter((column) => guessed[column.index] === "" && column.cells.length > 0 && isHeaded(column))
        .filter(({ cells }) => share(cells, isOne) >= (isNamed ? named : unnamed))
        .filter((column) => isLikely?.(column, isNamed) !== false)
        .toSorted((column, next) =>
          rank ? rank(next) - rank(column) : share(next.cells, isOne) - share(column.cells, isOne),
        );
      for (const { index } of fitting.slice(0, isMany ? undefined : 1)) {
        guessed[index] = kind;
      }
    }
  }
  return guessed;
}

function rulesFor(columns: readonly Column[], { plans, today }: ColumnFacts): Rule[] {
  const planOf = planFinder(plans);
  const planWords = plans.flatMap(({ name }) => nameWords(name)).filter((part) => part.length > 2);
  const isPlan = (cell: string) =>
    planOf(cell) !== undefined || nameWords(cell).some((part) => planWords.includes(part));
  const isDay = (cell: string) => readDay(cell) !== undefined;
  const isAhead = ({ cells, days }: Column) =>
    days.filter((day) => day !== undefined && day >= today).length > cells.length / 2 &&
    !cells.every((cell) => /^\d+$/.test(cell));
  // The later one in most rows.
  const laterThan = (column: Column, other: Column) =>
    Math.sign(
      column.days.reduce((sum: number, day, row) => sum + Math.sign((day ?? 0) - (other.days[row] ?? day ?? 0)), 0),
    );
  const isWords = (cell: string) => /\p{L}{2}/u.test(cell) && !/\d{3}|@/.test(cell);
  const isRepeated = ({ cells }: Column) => new Set(cells.map(textKey)).size <= Math.max(12, cells.length / 4);
  const isStatus = (cell: string) => STATUS.test(textKey(cell));
  const isName = (cell: string) => /\p{L}{2}/u.test(cell) && !/\d|@/.test(cell) && cell.length <= 80;
  return [
    { kind: "email", isOne: (cell) => cell.includes("@"), named: 0.3, unnamed: 0.5 },
    {
      ...{ kind: "phone", named: 0.3, unnamed: 0.6, rank: distinct },
      isOne: (cell) => ["rounded", undefined].includes(readPhones(cell).problem),
    },
    {
      ...{ kind: "last-day", isOne: (cell) => isDay(cell) || isEndless(cell), named: 0.3, unnamed: 0.6 },
      isLikely: (column, isNamed) => isNamed || isAhead(column),
      rank: (column) => columns.reduce((sum, other) => sum + laterThan(column, other), 0),
    },
    { kind: "first-day", isOne: isDay, named: 0.5 },
    {
      ...{ kind: "visits", isOne: (cell) => readVisits(cell) !== undefined, named: 0.6 },
      rank: ({ heading }) => (isUnsureOfVisits(heading) ? 0 : 1),
    },
    { kind: "plan", isOne: isPlan, named: 0.3, unnamed: 0.6 },
    {
      ...{ kind: "plan", isOne: isWords, named: 0.6 },
      isLikely: (column) => isRepeated(column) && share(column.cells, isStatus) < 0.6,
    },
    { kind: "status", isOne: isStatus, named: 0.6, unnamed: 0.6, isMany: true },
    {
      ...{ kind: "status", named: 0.8, isLikely: isRepeated, isMany: true },
      isOne: (cell) => /^\p{L}/u.test(cell) && !/\d|@/.test(cell),
    },
    { kind: "last-name", isOne: isName, named: 0.3, isMany: true },
    { kind: "first-name", isOne: isName, named: 0.3, isMany: true },
    {
      ...{ kind: "name", isOne: isName, named: 0.3, unnamed: 0.6, rank: distinct },
      // A few repeated names are names of staff.
      isLikely: (column) => column.cells.length < 3 || distinct(column) > 0.5,
    },
  ];
}

/** A number that need not be of visits that are left. */
export function isUnsureOfVisits(heading: string): boolean {
  return /\b(?:week|month|attend)|\b(?:used|per|days?|last|total|done|taken|made|so far)\b/.test(headingWords(heading));
}

function share(cells: readonly string[], isOne: (cell: string) => boolean): number {
  return cells.filter(isOne).length / cells.length;
}

function distinct({ cells }: Column): number {
  return new Set(cells.map(textKey)).size / cells.length;
}

export type ColumnView = {
  heading: string;
  kind: ColumnKind;
  /** The first three that are not empty. */
  values: string[];
  /** In a column that is not used, what may be missing from the import. */
  holds: "mails" | "days" | "phones" | undefined;
};

const HELD: readonly [NonNullable<ColumnView["holds"]>, (cell: string) => boolean][] = [
  ["mails", (cell) => cell.includes("@")],
  ["days", (cell) => readDay(cell) !== undefined && !/^\d{5}$/.test(cell)],
  ["phones", (cell) => readPhones(cell).phones.length > 0],
];

/** The columns as they are shown. */
export function viewColumns(
  rows: readonly SourceRow[],
  headings: Headings,
  kinds: readonly ColumnKind[],
): ColumnView[] {
  const some = sampleOf(rows, headings);
  return kinds.map((kind, index) => {
    const cells = some.map((row) => row.cells[index] ?? "").filter((cell) => cell !== "");
    const holds = kind === "" ? HELD.find(([, isHeld]) => cells.some(isHeld))?.[0] : undefined;
    return { heading: headings.texts[index] ?? "", kind, values: cells.slice(0, 3), holds };
  });
}
