/** The page of an import: its questions, columns and rows as sentences, and its rows as CSV. */
import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { optionsOf } from "../../console/fields.tsx";
import { localPhone } from "../../forms/phone.ts";
import { BYTE_ORDER_MARK, csvCell } from "../../platform/csv.ts";
import type { Services } from "../../platform/services.ts";
import { plural, wholeNumberIn } from "../../platform/text.ts";
import { dateWithYear, listMoment } from "../../time/dates.server.ts";
import { calendarDay, dateOfDay } from "../../time/days.ts";
import { listPlans } from "../give-pass.server.ts";
import type { Column, ColumnKind } from "../import/columns.ts";
import { type Import, judgementOf, listImports, seenOf } from "../import/imports.server.ts";
import { isClear, type JudgedRow, type Judgement, type Remark, VERDICTS } from "../import/judge.ts";
import { ANSWERS, QUESTIONS, REMARKS } from "../import/messages.ts";
import type { Question } from "../import/questions.ts";
import type { SourceRow } from "../import/read-rows.ts";
import type { Made } from "../import/run-import.server.ts";
import { lastPossibleDay } from "../passes.ts";

const ROWS_SHOWN = 100;
const SAMPLES = 3;

const COLUMN_NAMES: Readonly<Record<Exclude<ColumnKind, "">, string>> = {
  name: "Name",
  "first-name": "First name",
  "last-name": "Last name",
  phone: "Phone",
  email: "Email",
  plan: "Plan",
  "first-day": "First day",
  "last-day": "Last day",
  visits: "Visits of a pack",
  status: "Status: asked about",
};

const VERDICT_NAMES = {
  new: "New",
  here: "Already here",
  review: "Needs review",
  refused: "Refused",
  heading: "Headings",
};

const HELD_NAMES = { mails: "email addresses", days: "days", phones: "phone numbers" };

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
      title: `${plural(row.row_count, "row")}, uploaded ${listMoment(new Date(row.made_at), now())}`,
      about: row.imported_at === null ? `By ${row.made_by}. Not imported yet.` : `Imported by ${row.imported_by}.`,
    })),
  };
}

/** @returns undefined if the list can't be judged again */
export async function readImportPage(services: Services, stored: Import, query: URLSearchParams) {
  const judgement = await judgementOf(services, stored);
  if ("code" in judgement) return undefined;
  const { rows, questions, columns, example } = judgement;
  const now = services.now();
  const plans = Object.fromEntries((await listPlans(services)).map(({ slug, name }) => [slug, name]));
  const limit = dayText(lastPossibleDay(calendarDay(now)));
  const made: Made | null = stored.made === null ? null : JSON.parse(stored.made);
  const tabs = VERDICTS.map((name) => ({ name, rows: rows.filter(({ verdict }) => verdict === name) }));
  const filled = tabs.filter((tab) => tab.rows.length > 0);
  const current = filled.find(({ name }) => name === query.get("show")) ?? filled[0];
  const lastPage = Math.floor(Math.max(0, (current?.rows.length ?? 0) - 1) / ROWS_SHOWN);
  const page = Math.min(wholeNumberIn(query.get("page")) ?? 0, lastPage);
  const pageLink = (label: string, number: number, name: string = current?.name ?? "") => ({
    to: `${importPath({ import: stored.id, show: name, ...(number > 0 && { page: String(number) }) })}#rows`,
    label,
  });
  const samples = rows
    .filter(({ verdict }) => verdict !== "heading" && verdict !== "refused")
    .toSorted((a, b) => Number(!a.pass) - Number(!b.pass));
  return {
    id: stored.id,
    about: `${plural(stored.row_count, "row")}, uploaded by ${stored.made_by}, ${listMoment(new Date(stored.made_at), now)}`,
    made: made && { people: made.people.length, passes: made.passes.length },
    seen: seenOf(stored, judgement),
    clear: rows.filter(isClear).length,
    review: rows.filter(({ verdict }) => verdict === "review" || verdict === "refused").length,
    open: questions.filter(({ answer }) => answer === "").length,
    selects: [
      ...questions
        .toSorted((a, b) => Number(a.answer !== "") - Number(b.answer !== ""))
        .map((question, index) => ({ name: `answer-${index}`, ...questionSelect(question, plans, limit) })),
      ...columns.map(({ heading, kind, values }, index) => ({
        ...{ name: `column-${index}`, label: `Column ${heading ? `“${heading}”` : index + 1}`, chosen: kind },
        ...{ empty: "Not used", options: optionsOf(COLUMN_NAMES), help: values.join(" · ") || "Empty" },
      })),
    ],
    unused: columns.flatMap(({ heading, holds }, index) =>
      holds === undefined
        ? []
        : [`${columnName(heading, `Column ${index + 1}`)} has ${HELD_NAMES[holds]} and is not used.`],
    ),
    order: example?.day ? `“${example.text}” is read as ${dayText(example.day)}.` : undefined,
    samples: samples.slice(0, SAMPLES).map((row) => ({
      ...{ line: row.line, parts: { Name: row.name, ...storedParts(row, plans) } },
    })),
    tabs: filled.map((tab) => ({
      ...{ ...pageLink(VERDICT_NAMES[tab.name], 0, tab.name), count: tab.rows.length, isCurrent: tab === current },
    })),
    rows: (current?.rows ?? []).slice(page * ROWS_SHOWN, (page + 1) * ROWS_SHOWN).map((row) => rowView(row, plans)),
    pager: {
      back: page > 0 ? pageLink("Previous", page - 1) : undefined,
      more: page < lastPage ? pageLink("Next", page + 1) : undefined,
    },
  };
}

function columnName(heading: string, unnamed: string): string {
  return heading === "" ? unnamed : `“${heading}”`;
}

function dayText(day: number | undefined): string {
  return day === undefined ? "–" : dateWithYear(dateOfDay(day));
}

/** Replaces names in braces by their values. */
function fillIn(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{(\w*)\}/g, (_, name: string) => values[name] ?? "").replace("“”", "an empty cell");
}

/** The select field of a question; its values contain the question's key. @param plans names of plans, by slug */
function questionSelect(
  { key, code, heading, texts, rows, options, answer, days }: Question,
  plans: Readonly<Record<string, string>>,
  limit: string,
) {
  const values = {
    "": texts[0] ?? "",
    all: texts.map((text) => `“${text}”`).join(", "),
    column: columnName(heading, "its column"),
    count: plural(days?.count ?? 0, "day"),
    ...{ limit, read: dayText(days?.read), turned: dayText(days?.turned) },
  };
  const labelOf = (option: string) => plans[option] ?? fillIn(ANSWERS[option] ?? option, values);
  return {
    label: `${fillIn(QUESTIONS[code], values)} (${plural(rows, "row").replace(" ", "\u00a0")})`,
    options: options.map((option) => ({ value: `${key}=${option}`, label: labelOf(option) })),
    ...{ empty: "Leave these rows for review", chosen: answer && `${key}=${answer}` },
  };
}

function remarkText({ code, text }: Remark): string {
  return fillIn(REMARKS[code], { "": text });
}

function storedParts({ phones, mail, pass }: JudgedRow, plans: Readonly<Record<string, string>>) {
  return {
    Phone: localPhone(phones[0] ?? "") || "–",
    Email: mail || "–",
    Plan: plans[pass?.planSlug ?? ""] ?? "–",
    "First day": dayText(pass?.firstDay),
    "Last day": dayText(pass?.lastDay),
    Visits: pass?.visits == null ? "–" : String(pass.visits),
  };
}

function rowView(row: JudgedRow, plans: Readonly<Record<string, string>>) {
  const { line, name, verdict, reasons, notes, people } = row;
  const { Phone, Email, Plan, "First day": first, "Last day": last, Visits } = storedParts(row, plans);
  const pass = row.pass ? `${Plan}, ${first} to ${last}${Visits === "–" ? "" : `, visits: ${Visits}`}` : "–";
  const who = people.length === 0 ? [] : [`${verdict === "here" ? "Is" : "Like"} ${people.join(", ")}.`];
  return {
    ...{ line, name: name || (verdict === "heading" ? "heading" : "no name") },
    about: [Phone, Email, pass].filter((part) => part !== "–").join(", "),
    sentences: [...reasons.map(remarkText), ...who, ...notes.map(remarkText)],
  };
}

/** Rows that were not or would not be imported, as CSV that can be sent again. */
export function rowsToReview({ source }: Import, { rows, columns }: Judgement): string {
  const waiting = rows.filter(({ verdict }) => verdict === "review" || verdict === "refused");
  const judged = new Map(waiting.map((row) => [row.line, row]));
  const headings = columns.map(({ heading }, index) => heading || `Column ${index + 1}`);
  const lines = (JSON.parse(source) as SourceRow[]).flatMap(({ line, cells }) => {
    const row = judged.get(line);
    const why = row?.reasons.map(remarkText).join(" ") ?? "";
    return row
      ? [[csvCell(String(line)), csvCell(why), ...cells.map((cell, at) => cellOf(cell, columns[at], row))]]
      : [];
  });
  const all = [["Line", "Why", ...headings].map(csvCell), ...lines];
  return BYTE_ORDER_MARK + all.map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** Formats a cell that spreadsheets keep as text: phones with blanks, days after an apostrophe. */
function cellOf(cell: string, column: Column | undefined, { phones, notes }: JudgedRow): string {
  const [phone] = phones;
  const isWhole = phone !== undefined && notes.every(({ code }) => code !== "phone-more");
  if (column?.kind === "phone" && isWhole) return csvCell(localPhone(phone).replace(/^\+/, "00"));
  const isText = ["phone", "first-day", "last-day"].includes(column?.kind ?? "") && /\d/.test(cell);
  return isText && !cell.startsWith("+") ? csvCell(cell).replace(/^"/, "\"'") : csvCell(cell);
}
