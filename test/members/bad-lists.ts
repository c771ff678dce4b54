/**
 * Imports as gyms have them: from a seed, in any dialect, with faults of which it is known which row has them. Nothing of the
 * code that reads lists is used here.
 */

/** What is known of a row. `pass` is the plan and the last day as a date. */
export type KnownRow = {
  verdict: "new" | "here" | "look" | "refused";
  /** Why, for `look` and `refused`: the code of the reason. */
  reason?: string;
  name: string;
  phone: string;
  pass?: { plan: string; lastDay: string };
};

export type BadList = {
  bytes: Uint8Array;
  /** By the line that a spreadsheet shows. */
  known: Map<number, KnownRow>;
  /** The cells of all lines, for a spreadsheet. */
  rows: string[][];
  /** In words, for a test that fails. */
  about: string;
};

type Random = { next: () => number; pick: <One>(all: readonly One[]) => One; chance: (share: number) => boolean };

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <One>(all: readonly One[]): One => all[Math.floor(next() * all.length)] as One;
  return { next, pick, chance: (share) => next() < share };
}

const FIRST = [
  "Wanjiku",
  "Otieno",
  "Njeri",
  "Kamau",
  "Achieng",
  "Mutua",
  "Chebet",
  "Hassan",
  "Zawadi",
  "Brian",
  "Faith",
  "Élise",
];
const LAST = [
  "Mwangi",
  "Odhiambo",
  "Ng’ang’a",
  "Kiptoo",
  "Wambui",
  "Abdi",
  "Muthoni",
  "Were",
  "Barasa",
  "Njoroge",
  "O'Brien",
];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Ways in which a number of nine digits is written that are all read. */
const PHONE_FORMS: readonly ((digits: string) => string)[] = [
  (digits) => `0${digits}`,
  (digits) => `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
  (digits) => `0${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
  (digits) => digits,
  (digits) => `+254${digits}`,
  (digits) => `254${digits}`,
  (digits) => `+254 ${digits.slice(0, 3)} ${digits.slice(3)}`,
  (digits) => `00254${digits}`,
  (digits) => `+254 (0) ${digits}`,
  (digits) => `'0${digits}`,
  (digits) => `0${digits} `,
  (digits) => `Tel: 0${digits}`,
  (digits) => `0${digits} / 0700000000`,
  (digits) => `${digits}.0`,
];

const PRICES = ["KES 3,900/=", "3900/-", "Ksh 3,900.00", "3,900", "", "KES3900"];

/** How days are written in a column. */
type DayForm = { name: string; write: (date: string, random: Random) => string };

const two = (number: number) => String(number).padStart(2, "0");
const partsOf = (date: string) => date.split("-").map(Number) as [number, number, number];

const DAY_FIRST: DayForm = {
  name: "d/m/y",
  write: (date, random) => {
    const [year, month, day] = partsOf(date);
    const separator = random.pick(["/", "/", "-", "."]);
    return [random.chance(0.5) ? two(day) : day, two(month), random.chance(0.2) ? two(year % 100) : year].join(
      separator,
    );
  },
};
const MONTH_FIRST: DayForm = {
  name: "m/d/y",
  write: (date) => {
    const [year, month, day] = partsOf(date);
    return `${month}/${day}/${year}`;
  },
};
const DAY_FORMS: readonly DayForm[] = [
  DAY_FIRST,
  MONTH_FIRST,
  { name: "iso", write: (date, random) => (random.chance(0.3) ? `${date} 00:00:00` : date) },
  {
    name: "names",
    write: (date, random) => {
      const [year, month, day] = partsOf(date);
      const name = MONTHS[month - 1] ?? "";
      return random.pick([
        `${day} ${name} ${year}`,
        `${day}-${name.slice(0, 3)}-${two(year % 100)}`,
        `${name.slice(0, 3)} ${day}, ${year}`,
        `${day}th ${name} ${year}`,
      ]);
    },
  },
];

type Heads = Record<"name" | "phone" | "mail" | "plan" | "day" | "price", string>;

const HEADS: readonly Heads[] = [
  { name: "Name", phone: "Phone", mail: "Email", plan: "Plan", day: "Expiry date", price: "Amount" },
  {
    name: "MEMBER NAME",
    phone: "MOBILE NO.",
    mail: "E-MAIL",
    plan: "MEMBERSHIP TYPE",
    day: "VALID UNTIL",
    price: "AMOUNT PAID",
  },
  { name: "Jina", phone: "Simu", mail: "Barua pepe", plan: "Package", day: "Mwisho", price: "Bei" },
  { name: "Full names", phone: "Contact", mail: "mail", plan: "Subscription", day: "End Date", price: "Price (KES)" },
];

/** Faults of a row, with how often each is made. */
export const FAULTS = [
  "spoiled-phone",
  "short-phone",
  "no-phone",
  "shared-phone",
  "same",
  "same-other-day",
  "no-such-day",
  "day-in-words",
  "no-day",
  "unknown-plan",
  "no-name",
  "far",
] as const;

type Fault = (typeof FAULTS)[number];

export type ListOptions = {
  rows?: number;
  /** The day on which it is read, a date. */
  today: string;
  /** Of how many rows in a hundred something is wrong. */
  faulty?: number;
  /** Plans of the gym: their names by their slugs. None is a pack. */
  plans: Readonly<Record<string, string>>;
  encoding?: "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "windows-1252";
  separator?: "," | ";" | "\t" | "|";
  days?: "contradicted";
  /** The file ends within its last row. */
  isCut?: boolean;
  /** Exactly these faults, once each, instead of random ones. */
  faults?: readonly Fault[];
};

export function makeBadList(seed: number, options: ListOptions): BadList {
  const random = randomOf(seed);
  const { today, plans, rows: count = 60, faulty = 25 } = options;
  const encoding =
    options.encoding ?? random.pick(["utf-8", "utf-8-bom", "utf-16le", "utf-16be", "windows-1252"] as const);
  const separator = options.separator ?? random.pick([",", ";", "\t", "|"] as const);
  const form = options.days === "contradicted" ? DAY_FIRST : random.pick(DAY_FORMS);
  const heads = random.pick(HEADS);
  const columns = orderOf(random);
  const rows = titles(random, heads, columns);
  const known = new Map<number, KnownRow>();
  const base = { seed, random, today, plans, form, isContradicted: options.days === "contradicted" };
  const good: Person[] = [];
  const wanted = [...(options.faults ?? [])];
  for (let number = 0; number < count; number += 1) {
    if (random.chance(0.03)) rows.push(random.chance(0.5) ? [] : columns.map(() => ""));
    if (random.chance(0.01)) rows.push(cellsOf(heads, columns));
    const isLater = number >= 3;
    const spaced = wanted.length > 0 && number % Math.floor(count / (options.faults?.length ?? 1)) === 3;
    const fault =
      options.faults === undefined
        ? isLater && random.chance(faulty / 100)
          ? random.pick(base.isContradicted ? FAULTS.filter((fault) => !fault.startsWith("same")) : FAULTS)
          : undefined
        : spaced
          ? wanted.shift()
          : undefined;
    const { cells, row, person } = makeRow(base, number, fault, good);
    rows.push(cellsOf(cells, columns));
    known.set(rows.length, row);
    if (person !== undefined) good.push(person);
  }
  if (base.isContradicted) contradict(rows, known, columns, base);
  const text = textOf(rows, separator, random);
  const whole = encoded(text, encoding);
  const bytes = options.isCut === true ? cutWithin(whole, rows, known, { text, separator, encoding }) : whole;
  const about = `seed ${seed}: ${encoding}, ${JSON.stringify(separator)}, ${form.name}`;
  return { bytes, known, rows, about };
}

type Cells = Heads;
type Column = keyof Cells | "empty" | "number";
type Person = { name: string; digits: string; lastDay: string | undefined; plan: string | undefined };
type Base = {
  seed: number;
  random: Random;
  today: string;
  plans: Readonly<Record<string, string>>;
  form: DayForm;
  isContradicted: boolean;
};

/** The columns in some order, with empty ones among them. */
function orderOf(random: Random): Column[] {
  const columns: Column[] = random.chance(0.5)
    ? ["name", "phone", "mail", "plan", "day", "price"]
    : ["plan", "name", "day", "phone", "price", "mail"];
  if (random.chance(0.4)) columns.unshift("number");
  if (random.chance(0.4)) columns.splice(2, 0, "empty");
  if (random.chance(0.3)) columns.push("empty");
  return columns;
}

function cellsOf(cells: Cells, columns: readonly Column[]): string[] {
  return columns.map((column) => (column === "empty" ? "" : column === "number" ? "" : cells[column]));
}

/** What stands above the people: a title, a blank line, the headings, sometimes in two lines. */
function titles(random: Random, heads: Heads, columns: readonly Column[]): string[][] {
  const rows: string[][] = [];
  if (random.chance(0.4)) rows.push(["NGUVU FITNESS, MEMBERS 2026", ...columns.slice(1).map(() => "")]);
  if (random.chance(0.3)) rows.push([]);
  if (random.chance(0.3))
    rows.push(columns.map((column) => (column === "phone" ? "Contacts" : column === "plan" ? "Membership" : "")));
  rows.push(columns.map((column) => (column === "number" ? "No." : column === "empty" ? "" : heads[column])));
  return rows;
}

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The last day of a row: over, soon, or within a year. Of an order that is proved each day has its number above twelve or below. */
function someDay({ random, today, form }: Base): string {
  const days = random.chance(0.15) ? -Math.floor(random.next() * 200) - 1 : Math.floor(random.next() * 330);
  const date = daysAfter(today, days);
  const [, , day] = partsOf(date);
  // The order of a column with the month first is proved by every other day.
  return form === MONTH_FIRST && day <= 12 && random.chance(0.5) ? `${date.slice(0, 8)}${two(day + 13)}` : date;
}

function makeRow(base: Base, number: number, fault: Fault | undefined, good: readonly Person[]) {
  const { random, today, plans, form, seed } = base;
  // The first two prove the order, whatever it is.
  const lastDay = number < 2 ? `${daysAfter(today, 40 + number * 31).slice(0, 8)}2${number + 5}` : someDay(base);
  const slug = random.pick(Object.keys(plans));
  const name = `${random.pick(FIRST)} ${random.pick(LAST)} ${letters(number)}`;
  const digits = `7${String(((seed % 89) + 10) * 1_000_000 + number * 37).padStart(8, "0")}`;
  const cells: Cells = {
    name: random.chance(0.2) ? `  ${name.replace(" ", "  ")} ` : name,
    phone: random.pick(PHONE_FORMS)(digits),
    mail: random.chance(0.3)
      ? `${name.toLowerCase().replaceAll(/[^a-z]/g, "")}@example.com`
      : random.chance(0.1)
        ? "no mail"
        : "",
    plan: random.pick([plans[slug] ?? "", (plans[slug] ?? "").toUpperCase(), `${plans[slug]} plan`]),
    day: form.write(lastDay, random),
    price: random.pick(PRICES),
  };
  const row: KnownRow = { verdict: "new", name, phone: `+254${digits}` };
  row.pass = { plan: slug, lastDay };
  const person = { name, digits, lastDay: row.pass?.lastDay, plan: slug };
  if (fault === undefined) return { cells, row, person };
  return spoil(fault, { base, cells, row, person, good });
}

function letters(number: number): string {
  return [number / 676, number / 26, number].map((part) => String.fromCharCode(65 + (Math.floor(part) % 26))).join("");
}

function spoil(
  fault: Fault,
  {
    base,
    cells,
    row,
    person,
    good,
  }: { base: Base; cells: Cells; row: KnownRow; person: Person; good: readonly Person[] },
): { cells: Cells; row: KnownRow; person?: Person } {
  const { random, today, form } = base;
  const look = (reason: string) => ({ ...row, verdict: "look" as const, reason });
  switch (fault) {
    case "spoiled-phone":
      return { cells: { ...cells, phone: `7.${person.digits.slice(1, 3)}E+08` }, row: look("phone-spoiled") };
    case "short-phone":
      return { cells: { ...cells, phone: `0${person.digits.slice(0, 7)}` }, row: look("phone-unreadable") };
    case "no-phone":
      return { cells: { ...cells, phone: random.pick(["", "-", " "]) }, row: look("phone-missing") };
    case "shared-phone": {
      const other = random.pick(good);
      const phone = random.pick(PHONE_FORMS)(other.digits);
      return { cells: { ...cells, phone }, row: { ...look("phone-shared"), phone: `+254${other.digits}` } };
    }
    case "same": {
      const other = random.pick(good);
      const day = other.lastDay ?? daysAfter(today, -3);
      const typed = { ...cells, name: other.name.toUpperCase().replaceAll(" ", "   "), phone: `0${other.digits}` };
      // Of one that is over nothing is brought in, whatever day it is.
      return { cells: { ...typed, day: form.write(day, random) }, row: { ...row, verdict: "here" } };
    }
    case "same-other-day": {
      const other = random.pick(good);
      const day = daysAfter(today, 331);
      const typed = {
        ...cells,
        name: other.name.toLowerCase(),
        phone: `+254${other.digits}`,
        day: form.write(day, random),
      };
      return { cells: typed, row: look("other-day") };
    }
    case "no-such-day":
      return { cells: { ...cells, day: "31/02/2027" }, row: look("day-impossible") };
    case "day-in-words":
      return {
        cells: { ...cells, day: random.pick(["next week", "?", "15/03"]).replace("?", "soon") },
        row: look("day-impossible"),
      };
    case "no-day":
      return { cells: { ...cells, day: "" }, row: look("day-missing") };
    case "unknown-plan":
      // Of a day that is over nothing is asked: there is no pass then.
      return {
        cells: { ...cells, plan: "Gold VIP" },
        row:
          (row.pass?.lastDay ?? "") < today
            ? { verdict: row.verdict, name: row.name, phone: row.phone }
            : look("plan-unknown"),
      };
    case "no-name":
      return {
        cells: { ...cells, name: random.pick(["", "-", "  "]) },
        row: { ...row, verdict: "refused", reason: "name-missing" },
      };
    case "far":
      return { cells: { ...cells, day: form.write(daysAfter(today, 1200), random) }, row: look("day-far") };
  }
}

/** Adds a day of the other order: what can be read in both ways can't be read any more. */
function contradict(rows: string[][], known: Map<number, KnownRow>, columns: readonly Column[], { today }: Base): void {
  const at = columns.indexOf("day");
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{2,4})$/;
  for (const [line, row] of known) {
    const [, first = "", second = ""] = written.exec(rows[line - 1]?.[at] ?? "") ?? [];
    const isAmbiguous = Number(first) <= 12 && Number(second) <= 12 && first !== "" && Number(first) !== Number(second);
    if (isAmbiguous && row.verdict !== "refused") {
      known.set(line, { ...row, verdict: "look", reason: "day-ambiguous" });
    }
  }
  const last = rows.at(-1);
  if (last !== undefined) last[at] = `${Number(today.slice(5, 7))}/28/${Number(today.slice(0, 4)) + 1}`;
}

function textOf(rows: readonly (readonly string[])[], separator: string, random: Random): string {
  const end = random.pick(["\r\n", "\n", "\r"]);
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const needs = (cell: string) => cell.includes(separator) || /["\r\n]/.test(cell) || random.chance(0.05);
  const lines = rows.map((cells) => cells.map((cell) => (needs(cell) ? quoted(cell) : cell)).join(separator));
  return lines.join(end) + (random.chance(0.7) ? end : "");
}

function encoded(text: string, encoding: NonNullable<ListOptions["encoding"]>): Uint8Array {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-8-bom":
      return Buffer.from(`\uFEFF${text}`);
    case "utf-16le":
      return Buffer.from(`\uFEFF${text}`, "utf16le");
    case "utf-16be":
      return Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
    case "windows-1252":
      // The one sign of these names beyond Latin 1.
      return Buffer.from(text.replaceAll("’", "\x92"), "latin1");
  }
}

/** Cuts a file within its last row, before that has all of its cells. */
function cutWithin(
  bytes: Uint8Array,
  rows: readonly (readonly string[])[],
  known: Map<number, KnownRow>,
  { text, separator, encoding }: { text: string; separator: string; encoding: string },
): Uint8Array {
  const line = rows.length;
  const trimmed = text.trimEnd();
  const at = trimmed.lastIndexOf(separator);
  const share = encoding.startsWith("utf-16") ? 2 : 1;
  const row = known.get(line);
  if (row !== undefined) known.set(line, { ...row, verdict: "look", reason: "row-cut" });
  const mark = bytes.length - encodedLength(text, encoding);
  const kept = encoding.startsWith("utf-16")
    ? mark + at * share
    : mark + Buffer.byteLength(trimmed.slice(0, at), encoding === "windows-1252" ? "latin1" : "utf8");
  return bytes.subarray(0, kept);
}

function encodedLength(text: string, encoding: string): number {
  if (encoding.startsWith("utf-16")) return 2 * text.length;
  return Buffer.byteLength(text, encoding === "windows-1252" ? "latin1" : "utf8");
}
