/** Lists of members with faults, and the facts in them. The same seed makes the same list. */
import type { ListSource } from "../../app/members/import/read-rows.ts";
import { RandomRun } from "../support/random-run.ts";

/** Plans of the gym, by slug. */
export const PLAN_NAMES: Readonly<Record<string, string>> = { mwanzo: "Mwanzo", nguvu: "Nguvu", bingwa: "Bingwa" };

/** The expected result of a row. */
type Known = { verdict: string; reason?: string; name: string; phone?: string; plan?: string; day?: string };
type Row = { known: Known; name: string; phone: string; plan: string; day: string; mail: string; note: string };

const FIRST = "Wanjiku Otieno Njeri Kamau Achieng Mutua Chebet Hassan Zawadi Élise André".split(" ");
const LAST = "Mwangi Odhiambo Ng’ang’a Kiptoo Wambui Abdi Muthoni Were Barasa O’Brien".split(" ");
const ENDINGS = "et son ia elle uru ani oti esh ika ombe".split(" ");

const PHONES: ((digits: string) => string)[] = [
  (digits) => `0${digits}`,
  (digits) => `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
  (digits) => `+254${digits}`,
  (digits) => `254-${digits.slice(0, 3)}-${digits.slice(3)}`,
  (digits) => `'0${digits}`,
  (digits) => `="0${digits}"`,
  (digits) => `O${digits} WhatsApp`,
  (digits) => `0${digits} / 0733${digits.slice(3)}`,
];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: Record<string, (year: string, month: string, day: string) => string> = {
  "year first": (...parts) => parts.join("-"),
  "day first": (year, month, day) => `${Number(day)}/${month}/${year}`,
  "month first": (year, month, day) => `${month}/${Number(day)}/${year}`,
  names: (year, month, day) => `${day}-${MONTHS[Number(month) - 1]}-${year}`,
  // As a spreadsheet of another locale stores them: day and month are swapped up to 12, other dates are texts.
  turned: (year, month, day) => (Number(day) <= 12 ? `${year}-${day}-${month}` : `${day}/${month}/${year}`),
};

type Fault = (row: Row, before: Row) => void;
const change =
  (values: Partial<Row>, known: Partial<Known>): Fault =>
  (row) => {
    Object.assign(row, values);
    Object.assign(row.known, known);
  };
const review = (reason: string) => ({ verdict: "review", reason });

/** Faults of a row. */
export const FAULTS: Record<string, Fault> = {
  "phone too short": change({ phone: "0712 34" }, { ...review("phone-unreadable"), phone: "" }),
  "phone rounded": change({ phone: "2.54712E+11" }, { ...review("phone-rounded"), phone: "" }),
  "no phone": change({ phone: "" }, { ...review("phone-missing"), phone: "" }),
  "no plan of ours": change({ plan: "Gold" }, review("plan-word")),
  "plan left": (row) => change({ plan: `${row.plan} (left)` }, review("plan-word"))(row, row),
  "no such day": change({ day: "2027-02-30" }, review("day-impossible")),
  "word for a day": change({ day: "pending" }, review("day-word")),
  "far day": change({ day: "2039-01-31" }, review("far-day")),
  "no name": change({ name: "" }, { verdict: "refused", reason: "name-missing" }),
  sum: change(
    { name: "TOTAL", phone: "", plan: "", day: "", mail: "" },
    { verdict: "refused", reason: "name-missing" },
  ),
  formula: change({ name: "=A2&B2" }, { ...review("name-unclear"), name: "=A2&B2" }),
  link: change({ name: "Win at evil.com" }, { ...review("name-unclear"), name: "Win at evil.com" }),
  "mark in a name": (row) => {
    const name = row.name.replace(" ", ' "');
    change({ name }, { ...review("name-unclear"), name })(row, row);
  },
  "mark around a part": (row) => change({ name: `"Kim" ${row.name}` }, { name: `"Kim" ${row.name}` })(row, row),
  "note with marks": change({ note: '"tall" one, 5 "feet"' }, {}),
  "no mail": change({ mail: "faith..a@example" }, {}),
  "the same again": (row, before) => Object.assign(row, { ...before, known: { ...before.known, verdict: "here" } }),
  "a number of the family": (row, before) => {
    const [name = ""] = row.name.split(" ");
    change({ name, phone: before.phone }, { name, phone: before.known.phone ?? "" })(row, before);
  },
  "the name with another number": (row, before) =>
    change({ name: before.name }, { ...review("same-name"), name: before.name })(row, before),
};

const ENCODINGS: Record<string, (text: string) => Uint8Array> = {
  utf8: (text) => Buffer.from(text),
  "utf8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  utf16le: (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  utf16be: (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  windows: (text) => bytesOf(text, { "’": 0x92, É: 0xc9, é: 0xe9 }),
  mac: (text) => bytesOf(text, { "’": 0xd5, É: 0x83, é: 0x8e }),
};

function bytesOf(text: string, letters: Record<string, number>): Uint8Array {
  return Uint8Array.from([...text], (letter) => letters[letter] ?? letter.charCodeAt(0));
}

const HEADINGS = [
  { name: "Name", phone: "Phone", plan: "Plan", day: "Expiry date", mail: "Email", note: "Remarks" },
  { name: "MEMBER NAME", phone: "Mobile No.", plan: "Package", day: "Valid until", mail: "E-mail", note: "Comment" },
  { name: "Jina", phone: "Simu", plan: "Mpango", day: "Mwisho", mail: "Barua pepe", note: "Notes" },
  { name: "Client", phone: "Contact", plan: "Membership type", day: "Paid up to", mail: "Mail", note: "" },
];

function makeRow(number: number, random: RandomRun): Row {
  const ending = [...String(number)].map((digit) => ENDINGS[Number(digit)]).join("");
  const name = `${random.pick(FIRST)}${ending} ${random.pick(LAST)}${ENDINGS[number % 10]}`;
  const digits = `7${String(20_000_000 + 37 * number)}`;
  const [month, date] = [1 + (Math.floor(number / 3) % 12), 1 + ((number * 7) % 28)].map((part) =>
    String(part).padStart(2, "0"),
  );
  const plan = random.pick(Object.keys(PLAN_NAMES));
  const day = `2027-${month}-${date}`;
  const known = { verdict: "new", name, phone: `+254${digits}`, plan, day };
  const mail = random.chance(0.7) ? `m${number}@example.com` : "";
  const phone = random.pick(PHONES)(digits);
  const note = random.pick(["", "-", "pays late", "a, b; c"]);
  return { known, name, phone, plan: PLAN_NAMES[plan] ?? "", day, mail, note };
}

export function makeBadList(seed: number, count: number, isPlain = false) {
  const random = new RandomRun(seed);
  const dayForm = isPlain ? "year first" : random.pick(Object.keys(DAYS));
  const encoding = random.pick(Object.keys(ENCODINGS));
  const isPasted = random.chance(0.2);
  const delimiter = isPasted ? "\t" : random.pick([",", ";", "\t", "|"]);
  const lineEnd = encoding === "mac" ? "\r" : random.pick(["\n", "\r\n"]);
  const [isAlwaysQuoted, hasTwoHeadings, isRepeated] = [random.chance(0.3), random.chance(0.3), random.chance(0.3)];
  const headings = random.pick(HEADINGS);
  const all = ["name", "phone", "plan", "day", "mail", "note"] as const;
  const fields = all.toSorted(() => (random.chance(0.5) ? 1 : -1));
  const columns = fields.flatMap((field) => (random.chance(0.2) ? ([undefined, field] as const) : [field]));
  const cellOf = (text: string) => {
    if (isPasted) return text;
    const isNeeded = text.includes(delimiter) || text.startsWith('"');
    return isAlwaysQuoted || isNeeded ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines: string[] = [];
  const known = new Map<number, Known>();
  const add = (cells: Partial<Record<(typeof fields)[number], string>>) =>
    lines.push(columns.map((field) => cellOf((field && cells[field]) ?? "")).join(delimiter));
  // The second row of headings is no person's, and must be listed too.
  const addHeadings = () => {
    add(headings);
    if (!hasTwoHeadings) return;
    add({ name: "full name", phone: "number", plan: "name", day: "date" });
    known.set(lines.length, { ...review("phone-unreadable"), name: "full name", phone: "" });
  };
  if (random.chance(0.3)) lines.push("Members of the gym", "");
  addHeadings();
  const used = new Set<string>();
  const clean: Row[] = [];
  for (let number = 0; number < count; number += 1) {
    const row = makeRow(number + 1, random);
    const written = (DAYS[dayForm] ?? String)(...(row.day.split("-") as [string, string, string]));
    row.day = written;
    const fault = number > 12 && random.chance(0.2) ? random.pick(Object.keys(FAULTS)) : undefined;
    const before = random.find(clean.slice(0, 12));
    if (fault !== undefined && before !== undefined) {
      FAULTS[fault]?.(row, before);
      used.add(fault);
    } else clean.push(row);
    if (isRepeated && number % 20 === 19) addHeadings();
    if (random.chance(0.05)) lines.push(random.pick(["", delimiter.repeat(columns.length - 1)]));
    add(row);
    known.set(lines.length, row.known);
  }
  const text = lines.join(lineEnd) + (random.chance(0.5) ? lineEnd : "");
  const source: ListSource = isPasted
    ? { pasted: text }
    : { bytes: (ENCODINGS[encoding] as (text: string) => Uint8Array)(text) };
  const filled = lines.filter((line) => line.split(delimiter).some((cell) => cell !== "" && cell !== '""')).length;
  const how = [isPasted ? "pasted" : encoding, JSON.stringify(delimiter), dayForm, columns.join()];
  return { source, known, filled, dayForm, used, about: `seed ${seed}: ${how.join(", ")}` };
}
