/** Judges a list: the verdict on each row, with its reasons. Pure: takes the rows, the settings, and the people and plans of the site. */
import { isSameName } from "../../people/person-name.ts";
import { COLUMN_KINDS, type ColumnView, findHeadings, guessColumns, viewColumns } from "./columns.ts";
import { type KnownPerson, keysOf, matchKey, PeopleIndex } from "./match.ts";
import { type Answers, type ImportQuestion, Questions } from "./questions.ts";
import { type Note, type Reading, type Reason, type RowPass, RowReader, readingOf } from "./read-row.ts";
import type { SourceRow } from "./read-rows.ts";
import type { ImportPlan, NumberOrder } from "./values.ts";

/** The owner's corrections of what was guessed, and the answers. */
export type ImportSettings = {
  /** Kinds by column; any other text leaves the guess. */
  columns: readonly string[];
  answers: Answers;
};

export type ImportFacts = {
  people: readonly KnownPerson[];
  plans: readonly ImportPlan[];
  /** In days since 1970, as all days here. */
  today: number;
};

/** `new`: becomes a record. `here`: has one, or an earlier row, and may get a later pass. `refused`: nobody. */
export const VERDICTS = ["heading", "new", "here", "review", "refused"] as const;
export type Verdict = (typeof VERDICTS)[number];

export type JudgedRow = {
  line: number;
  verdict: Verdict;
  reasons: Reason[];
  notes: Note[];
  name: string;
  phones: string[];
  mail: string;
  pass?: RowPass;
  /** For `here`: the id of a record, or the line of an earlier row. */
  person?: string;
  /** Names of those it is about, or may be. */
  people: string[];
  /** The answer among records, which is computed again when the row is imported. */
  match: string;
};

export type Judgement = {
  today: number;
  rows: JudgedRow[];
  counts: Record<Verdict, number>;
  columns: ColumnView[];
  questions: ImportQuestion[];
  /** Order of day and month in last days. The example has no day while the order is open. */
  order: NumberOrder;
  example?: { text: string; day: number | undefined };
};

/** @param beforeRow runs before each row */
export function judge(
  rows: readonly SourceRow[],
  settings: ImportSettings,
  facts: ImportFacts,
  beforeRow = () => {},
): Judgement {
  const headings = findHeadings(rows);
  const guessed = guessColumns(rows, headings, facts);
  const kinds = guessed.map((guess, at) => COLUMN_KINDS.find((kind) => kind === settings.columns[at]) ?? guess);
  const questions = new Questions(settings.answers);
  const columns = kinds.map((kind, index) => ({ index, kind, heading: headings.texts[index] ?? "" }));
  const people = rows.filter(({ line }) => !headings.lines.has(line));
  const reading = readingOf(people, columns, questions, facts);
  const index = { records: new PeopleIndex(facts.people), rows: new PeopleIndex() };
  const judged = rows.map((row) => {
    beforeRow();
    return headings.lines.has(row.line)
      ? { ...NOBODY, line: row.line, verdict: "heading" as const }
      : judgeRow(row, reading, index);
  });
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Judgement["counts"];
  for (const { verdict } of judged) counts[verdict] += 1;
  const { order, example } = reading.orders["last-day"];
  const answer = order.endsWith("-first") ? order : settings.answers["day-order:last-day"];
  const day = { "day-first": example?.day.read, "month-first": example?.day.turned }[answer ?? ""];
  return {
    ...{ today: facts.today, rows: judged, counts, questions: questions.all(), order },
    columns: viewColumns(rows, headings, kinds),
    ...(example && { example: { text: example.text, day } }),
  };
}

const NOBODY = {
  reasons: [],
  notes: [],
  name: "",
  phones: [],
  mail: "",
  people: [],
  match: "",
} satisfies Partial<JudgedRow>;

function judgeRow(row: SourceRow, reading: Reading, index: Record<"records" | "rows", PeopleIndex>): JudgedRow {
  const read = new RowReader(row, reading);
  const { line } = row;
  const refusal = read.refusal();
  if (refusal !== undefined) {
    return { ...NOBODY, line, verdict: "refused", reasons: [{ code: refusal, text: read.name }], name: read.name };
  }
  read.read();
  const { name, phones, mail, reasons, notes } = read;
  const keys = keysOf(read);
  const recorded = index.records.match(read, keys);
  const earlier = index.rows.match(read, keys);
  const who = recorded.same ?? earlier.same;
  // Relatives in one list are two people: only an equal name with another number may be one.
  const namesakes = earlier.like.filter((other) => isSameName(other.name, read.name));
  const others = who === undefined ? [...recorded.like, ...namesakes] : [];
  if (who === undefined) askAboutOthers(read, others);
  else if (who.isUnclear) reasons.push({ code: "line-unclear", text: who.id });
  else if (covers(who, read, reading)) {
    reasons.splice(0);
    read.pass = undefined;
  }
  const verdict = reasons.length > 0 ? "review" : who === undefined ? "new" : "here";
  const isForPeriod = reading.periods.has(read.plan?.slug ?? "");
  const pass = read.pass && { lastDay: read.pass.lastDay, isPeriod: isForPeriod, isListed: true };
  if (verdict === "here" && who !== undefined) {
    if (pass) who.passes.push(pass);
  } else
    index.rows.add(
      { id: `${line}`, name, phones, mail, passes: pass ? [pass] : [], isUnclear: verdict === "review" },
      keys,
    );
  return {
    ...{ line, verdict, reasons, notes, name, phones, mail, match: matchKey(recorded) },
    ...(read.pass && { pass: read.pass }),
    ...(verdict === "here" && who && { person: who.id }),
    people: (who ? [who] : others.slice(0, 3)).map((person) => person.name),
  };
}

/** Asks whether rows with the name or the phone of somebody else are about somebody new. */
function askAboutOthers(read: RowReader, [first]: readonly KnownPerson[]): void {
  if (first === undefined) return;
  const hasPhone = first.phones.some((phone) => read.phones.includes(phone));
  read.ask(hasPhone ? "same-phone" : "same-name", { key: "all", text: read.name, options: ["new"] }, "");
}

/** Whether the person already has every day of the row's pass. */
function covers(
  { passes }: KnownPerson,
  { lastDay, plan, reasons, isCapped }: RowReader,
  { today, periods }: Reading,
): boolean {
  if (lastDay === undefined) return reasons.length === 0;
  const isForPeriod = periods.has(plan?.slug ?? "");
  const isKnown = passes.some(
    (pass) => pass.lastDay === lastDay && (plan === undefined || pass.isPeriod === isForPeriod),
  );
  // The last possible day moves on each day: a pass up to a year shorter is the one that was imported before.
  const enough = isCapped ? lastDay - 365 : lastDay;
  return lastDay < today || isKnown || (isForPeriod && passes.some((pass) => pass.isPeriod && pass.lastDay >= enough));
}
