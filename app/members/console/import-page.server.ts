/** The page of an import: its questions, columns and rows as they are shown, and its rows as CSV. */
import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { localPhone } from "../../forms/phone.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { BYTE_ORDER_MARK, csvCell } from "../../platform/csv.ts";
import type { Services } from "../../platform/services.ts";
import { listMoment } from "../../time/date-texts.server.ts";
import { calendarDay } from "../../time/days.ts";
import { COLUMN_KINDS } from "../import/columns.ts";
import { type Import, judgementOf, listImports, readPlans, seenOf } from "../import/imports.server.ts";
import type { JudgedRow, Judgement, Verdict } from "../import/judge.ts";
import type { SourceRow } from "../import/read-rows.ts";
import type { Made } from "../import/run-import.server.ts";
import { lastPossibleDay } from "../pass-calendar.ts";
import {
  COLUMN_NAMES,
  columnName,
  dayOrDash,
  noteText,
  questionWords,
  reasonText,
  unusedText,
  VERDICT_NAMES,
} from "./import-words.server.ts";

const ROWS_SHOWN = 100;
const SAMPLES = 3;

export function importPath(query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${href("/staff/members/import")}${search && `?${search}`}`;
}

export async function readStartPage({ db, now }: Services) {
  const imports = await listImports(db);
  return {
    formId: randomUUID(),
    imports: imports.map((row) => ({
      id: row.id,
      to: importPath({ import: row.id }),
      title: `${row.row_count} rows, sent ${listMoment(new Date(row.made_at), now())}`,
      about: row.imported_at === null ? `By ${row.made_by}. Not imported yet.` : `Imported by ${row.imported_by}.`,
    })),
  };
}

export async function readImportPage(services: Services, stored: Import, query: URLSearchParams) {
  const judgement = await judgementOf(services, stored);
  if ("code" in judgement) return { ...about(services, stored), isTooHard: true as const };
  const { rows, questions, columns, order, example } = judgement;
  const counts = Object.fromEntries(
    [...Map.groupBy(rows, ({ verdict }) => verdict)].map(([verdict, some]) => [verdict, some.length]),
  );
  const plans = await readPlans(services, services.db);
  const facts = { plans, limit: lastPossibleDay(calendarDay(services.now())) };
  const planName = (slug: string | undefined) => plans.find((plan) => plan.slug === slug)?.name ?? "–";
  const isImported = stored.imported_at !== null;
  const verdicts = (["new", "here", "review", "refused", "heading"] as const).filter(
    (name) => counts[name] !== undefined,
  );
  const verdict =
    verdicts.find((name) => name === query.get("show")) ?? (isImported ? "review" : (verdicts[0] ?? "new"));
  const page = wholeNumberIn(query.get("page")) ?? 0;
  const some = rows.filter((row) => row.verdict === verdict);
  const rowsOfPage = some.slice(page * ROWS_SHOWN, (page + 1) * ROWS_SHOWN);
  const at = (show: Verdict, number = 0) =>
    importPath({ import: stored.id, show, ...(number > 0 && { page: String(number) }) });
  const clear = rows.filter((row) => row.verdict === "new" || (row.verdict === "here" && row.pass));
  const samples = rows
    .filter(({ verdict: name }) => name === "new" || name === "here" || name === "review")
    .toSorted((row, next) => Number(!row.pass) - Number(!next.pass));
  const passOf = ({ pass }: JudgedRow) => ({
    plan: planName(pass?.planSlug),
    firstDay: dayOrDash(pass?.firstDay),
    lastDay: dayOrDash(pass?.lastDay),
    visits: pass?.visits == null ? "–" : String(pass.visits),
  });
  return {
    ...about(services, stored),
    isTooHard: false as const,
    seen: seenOf(stored, judgement),
    isImported,
    clear: clear.length,
    open: questions.filter(({ answer }) => answer === "").length,
    questions: questions.map((question) => ({
      ...{ key: question.key, answer: question.answer },
      ...questionWords(question, facts),
    })),
    columns: columns.map(({ heading, kind, values }, index) => ({
      ...{ kind, label: columnName(heading, index), values: values.join(" · ") || "Empty" },
    })),
    kinds: COLUMN_KINDS.flatMap((kind) => (kind === "" ? [] : [{ value: kind, label: COLUMN_NAMES[kind] }])),
    unused: unusedText(columns),
    order:
      example === undefined || example.day === undefined || order === "none"
        ? undefined
        : `“${example.text}” is read as ${dayOrDash(example.day)}.`,
    samples: samples.slice(0, SAMPLES).map((row) => ({
      ...{ line: row.line, name: row.name, mail: row.mail || "–", phone: localPhone(row.phones[0] ?? "") || "–" },
      ...passOf(row),
    })),
    tabs: verdicts.map((name) => ({
      ...{ to: `${at(name)}#rows`, label: VERDICT_NAMES[name], count: counts[name] ?? 0, isCurrent: name === verdict },
    })),
    review: (counts.review ?? 0) + (counts.refused ?? 0),
    rows: rowsOfPage.map((row) => rowView(row, passOf(row))),
    pager: {
      back: page > 0 ? { to: `${at(verdict, page - 1)}#rows`, label: "Before" } : undefined,
      more: some.length > (page + 1) * ROWS_SHOWN ? { to: `${at(verdict, page + 1)}#rows`, label: "Next" } : undefined,
    },
  };
}

function about({ now }: Services, stored: Import) {
  const made: Made | null = stored.made === null ? null : JSON.parse(stored.made);
  return {
    id: stored.id,
    about: `${stored.row_count} rows, sent by ${stored.made_by} ${listMoment(new Date(stored.made_at), now())}`,
    made: made && { people: made.people.length, passes: made.passes.length },
  };
}

function rowView(row: JudgedRow, { plan, firstDay, lastDay, visits }: Record<string, string>) {
  const { line, name, phones, mail, pass, reasons, notes, people, verdict } = row;
  const who = people.length === 0 ? [] : [`${verdict === "here" ? "Is" : "Like"} ${people.join(", ")}.`];
  const days = pass && `${plan}, ${firstDay} to ${lastDay}${pass.visits === null ? "" : `, visits: ${visits}`}`;
  return {
    ...{ line, name: name || "No name" },
    about: [localPhone(phones[0] ?? ""), mail, days].filter(Boolean).join(" · "),
    sentences: [...reasons.map(reasonText), ...who, ...notes.map(noteText)],
  };
}

/** Rows that were not, or would not be, imported, as CSV that can be sent again. */
export function rowsToReview({ source }: Import, { rows, columns }: Judgement): string {
  const judged = new Map(rows.map((row) => [row.line, row]));
  const headings = columns.map(({ heading }, index) => heading || columnName("", index));
  const lines = (JSON.parse(source) as SourceRow[]).flatMap(({ line, cells }) => {
    const row = judged.get(line);
    if (row === undefined || (row.verdict !== "review" && row.verdict !== "refused")) return [];
    const why = row.reasons.map(reasonText).join(" ");
    return [
      [csvCell(String(line)), csvCell(why), ...cells.map((cell, index) => cellOf(cell, columns[index]?.kind, row))],
    ];
  });
  return (
    BYTE_ORDER_MARK +
    [["Line", "Why", ...headings].map(csvCell), ...lines].map((line) => `${line.join(",")}\r\n`).join("")
  );
}

/** Spreadsheets keep phones with blanks, and days after an apostrophe, as text. */
function cellOf(cell: string, kind: string | undefined, { phones, notes }: JudgedRow): string {
  const isWhole = phones.length === 1 && notes.every(({ code }) => code !== "phone");
  if (kind === "phone" && isWhole) return csvCell(localPhone(phones[0] ?? "").replace(/^\+/, "00"));
  const isText = ["phone", "first-day", "last-day"].includes(kind ?? "") && /\d/.test(cell);
  return isText && !cell.startsWith("+") ? csvCell(cell).replace(/^"/, "\"'") : csvCell(cell);
}
