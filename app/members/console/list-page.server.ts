/** The pages of a list: how it was read, what would become of it, and single rows. */
import { localPhone } from "../../forms/phone.ts";
import type { Db, Services } from "../../platform/services.ts";
import { dateWithYear, listMoment } from "../../time/date-texts.server.ts";
import { type Rehearsal, rehearseList } from "../list/bring-in.server.ts";
import { countVerdicts, type JudgedRow, NO_PASS, type RowVerdict } from "../list/judge-list.ts";
import { findList, type MemberList, type StoredRow } from "../list/lists.server.ts";
import { lastPossibleDay } from "../pass-calendar.ts";
import { dateOfDay } from "../pass-rows.server.ts";
import { reasonText, remarkText } from "./list-messages.server.ts";
import { dayText } from "./member-labels.server.ts";

/** Rows of one page. */
const ROWS_SHOWN = 50;

/** Cells of a column that are shown beside what it is. */
const EXAMPLES = 3;

/** Groups of rows, in the order of their tabs. `done` were brought in. */
export const ROW_GROUPS = ["look", "new", "here", "refused", "left", "done"] as const;

export type RowGroup = (typeof ROW_GROUPS)[number];

/** Everything of the page of a list; undefined: there is none. */
export async function readListPage(services: Services, id: string, query: URLSearchParams) {
  const list = await findList(services.db, id);
  if (list === undefined) return undefined;
  const rehearsal = await rehearseList(services, list);
  const { rows, stored, days, unknownPlans, plans, seen } = rehearsal;
  const counts = countVerdicts(rows);
  const done = stored.filter(({ outcome }) => outcome !== null && outcome !== "here");
  const doneHere = stored.filter(({ outcome }) => outcome === "here").length;
  const groups = { ...counts, done: done.length };
  const group = ROW_GROUPS.find((one) => one === query.get("show")) ?? firstGroup(groups);
  const page = Math.max(Math.floor(Number(query.get("page")) || 0), 0);
  const shown = await rowsOf(services.db, rehearsal, group, done, page);
  const coming = rows.filter(({ verdict }) => verdict === "new");
  return {
    ...{ id, name: list.name, seen, group, page, changedAt: list.changed_at },
    about: aboutList(list, services.now()),
    brought:
      list.brought_at !== null && done.length > 0 ? broughtText(list, done, doneHere, services.now()) : undefined,
    counts: groups,
    coming: comingOf(coming, rehearsal.today),
    columns: columnsOf(list, stored),
    firstLine: list.settings.firstLine,
    isCut: list.settings.cutLine,
    hasPhones: list.settings.columns.includes("phone"),
    withoutPhone: list.settings.withoutPhone,
    endless: endlessOf(rows, list.settings.endsAtLimit === true, rehearsal.today),
    days: days && {
      ...{ order: days.order, how: days.how, isChosen: days.isChosen },
      examples: days.examples.map(({ text, day }) => ({ text, day: dateWithYear(dateOfDay(day)) })),
    },
    unknownPlans,
    plans: plans.map(({ slug, name }) => ({ slug, name })),
    rows: shown,
    hasMore: groups[group] > (page + 1) * ROWS_SHOWN,
    // Also where it is read so that nobody stands in it: then it is read otherwise.
    isOpen: rows.length > 0 || done.length + doneHere === 0,
  };
}

/** The rows whose pass has no last day or one too far ahead, which are asked about once; undefined: there are none. */
function endlessOf(rows: readonly JudgedRow[], isEnded: boolean, today: number) {
  const isEndless = ({ reasons }: JudgedRow) =>
    reasons.some(({ code }) => code === "day-far" || code === "day-missing");
  const count = rows.filter(isEndless).length;
  return count > 0 || isEnded ? { isEnded, count, day: dateWithYear(dateOfDay(lastPossibleDay(today))) } : undefined;
}

/** New people by their passes, and passes of people who are here. */
function comingOf(rows: readonly JudgedRow[], today: number) {
  const people = rows.filter(({ personId }) => personId === undefined);
  const lastDays = people.flatMap(({ pass }) => pass?.lastDay ?? []);
  return {
    people: people.length,
    running: lastDays.filter((day) => day >= today).length,
    over: lastDays.filter((day) => day < today).length,
    ofHere: rows.length - people.length,
  };
}

export type ImportPage = NonNullable<Awaited<ReturnType<typeof readListPage>>>;

/** The rows that need somebody, before those that don't. */
function firstGroup(counts: Readonly<Record<RowGroup, number>>): RowGroup {
  return ROW_GROUPS.find((group) => counts[group] > 0) ?? "look";
}

function aboutList({ made_at, made_by }: MemberList, now: Date): string {
  return `Sent by ${made_by}, ${listMoment(new Date(made_at), now)}`;
}

function broughtText(
  { brought_at, brought_by, brought_seen }: MemberList,
  done: readonly StoredRow[],
  here: number,
  now: Date,
) {
  const people = done.filter(({ outcome }) => outcome === "person").length;
  return {
    people,
    passes: done.filter(({ passId }) => passId !== null).length,
    here,
    seen: brought_seen ?? "",
    about: `by ${brought_by}, ${listMoment(new Date(brought_at ?? 0), now)}`,
  };
}

function columnsOf({ settings }: MemberList, rows: readonly StoredRow[]) {
  const people = rows.filter(({ line }) => line >= settings.firstLine);
  return settings.columns.map((kind, index) => {
    const cells = people.map(({ cells: all }) => all[index] ?? "").filter((cell) => cell !== "");
    return {
      ...{ index, kind: kind ?? "", heading: settings.headings[index] ?? "" },
      letter: letterOf(index),
      examples: [...new Set(cells)].slice(0, EXAMPLES).join(" · "),
    };
  });
}

/** A column as spreadsheets call it. */
function letterOf(index: number): string {
  const first = Math.floor(index / 26);
  return (first === 0 ? "" : String.fromCharCode(64 + first)) + String.fromCharCode(65 + (index % 26));
}

async function rowsOf(
  db: Db,
  { rows, today, plans }: Rehearsal,
  group: RowGroup,
  done: readonly StoredRow[],
  page: number,
) {
  const at = <One>(all: readonly One[]) => all.slice(page * ROWS_SHOWN, (page + 1) * ROWS_SHOWN);
  if (group === "done") return doneRows(db, at(done));
  return at(rows.filter(({ verdict }) => verdict === group)).map((row) => rowView(row, plans, today));
}

async function doneRows(db: Db, done: readonly StoredRow[]) {
  const names = await memberNames(
    db,
    done.map(({ personId }) => personId ?? ""),
  );
  return done.map(({ line, personId, outcome }, index) => ({
    ...{ line, personId: personId ?? undefined },
    name: names[index] ?? "",
    about: outcome === "pass" ? "A pass of somebody who was here" : "",
    sentences: [] as string[],
    isDecided: false,
  }));
}

/** The names of some people, in their order. */
export async function memberNames(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const people = await db.selectFrom("people").select(["id", "name"]).where("id", "in", ids).execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) || "A deleted record");
}

/** A row as the page lists it. */
export function rowView(row: JudgedRow, plans: readonly { slug: string; name: string }[], today: number) {
  const { line, values, reasons, remarks, personId, sameAsLine, decision, verdict } = row;
  return {
    ...{ line, personId: undefined },
    name: values.name === "" ? "No name" : values.name,
    about: aboutRow(row, plans, today),
    sentences: [
      ...reasons.map((reason) => reasonText(reason, today)),
      ...(verdict === "here" ? [hereText(personId, sameAsLine)] : []),
      ...(verdict === "new" ? remarks.map((remark) => remarkText(remark, today)) : []),
      ...(verdict === "new" && personId !== undefined ? ["A pass of somebody who is here."] : []),
    ],
    isDecided: decision !== undefined && verdict !== "look",
  };
}

function hereText(personId: string | undefined, line: number | undefined): string {
  return personId === undefined ? `The same person as line ${line}.` : "Here already, and left as they are.";
}

/** What a row would bring, in a line: "0712 345 678, Nguvu to 30 Nov". */
function aboutRow(
  { values, pass, cells, verdict }: JudgedRow,
  plans: readonly { slug: string; name: string }[],
  today: number,
) {
  if (verdict === "refused")
    return cells
      .filter((cell) => cell !== "")
      .join(", ")
      .slice(0, 200);
  const plan = plans.find(({ slug }) => slug === pass?.planSlug)?.name;
  const visits = pass?.visits ? `, ${pass.visits} left` : "";
  return [
    localPhone(values.phone),
    plan === undefined || pass === undefined ? "" : `${plan}${visits}, to ${dayText(pass.lastDay, today)}`,
    values.email,
  ]
    .filter((text) => text !== "")
    .join(", ");
}

/** A row of a list with what the owner can say of it; undefined: there is none, or it was brought in. */
export async function readLinePage(services: Services, id: string, line: number) {
  const list = await findList(services.db, id);
  if (list === undefined) return undefined;
  const rehearsal = await rehearseList(services, list);
  const { rows, plans, today } = rehearsal;
  const row = rows.find((one) => one.line === line);
  if (row === undefined) return undefined;
  const { values, candidates, decision, cells, verdict } = row;
  const next =
    rows.find((one) => one.verdict === "look" && one.line > line) ??
    rows.find((one) => one.verdict === "look" && one.line !== line);
  const chosen = decision?.do === "bring" ? decision.who : undefined;
  return {
    ...{ listId: id, listName: list.name, line, verdict, nextLine: next?.line },
    left: rows.filter((one) => one.verdict === "look").length,
    view: rowView(row, plans, today),
    cells: cells.flatMap((cell, index) =>
      cell === "" ? [] : [{ heading: list.settings.headings[index] || `Column ${letterOf(index)}`, cell }],
    ),
    isDecided: decision !== undefined,
    candidates: candidates.map(({ key, name, phone, line: of }) => ({
      ...{ key, isHere: of === undefined },
      text: `${name}${phone === "" ? "" : `, ${localPhone(phone)}`}${of === undefined ? "" : `, line ${of}`}`,
      isChosen: chosen === key || (chosen === undefined && candidates.length === 1 && isSamePerson(row)),
    })),
    isNew: chosen === "new",
    typed: {
      // A number with a digit too few is put right, and not typed anew.
      ...{ name: values.name, phone: localPhone(values.phone) || unreadablePhone(row) },
      // What can't be read of a pass is chosen, and nobody goes without one by an oversight.
      plan: values.planSlug === "" && !isPassOpen(row) ? NO_PASS : values.planSlug,
      lastDay: values.lastDay === null ? "" : dateOfDay(values.lastDay),
      visits: values.visits === null ? "" : String(values.visits),
    },
    plans: plans.map(({ slug, name, isPack }) => ({ slug, name: isPack ? `${name} (visits)` : name })),
    hasPacks: plans.some(({ isPack }) => isPack),
    rehearsal,
    row,
  };
}

function unreadablePhone({ reasons }: JudgedRow): string {
  const found = reasons.find((reason) => reason.code === "phone-unreadable");
  return found !== undefined && "text" in found ? found.text : "";
}

function isPassOpen({ reasons, decision }: JudgedRow): boolean {
  return decision === undefined && reasons.some(({ code }) => code.startsWith("day-") || code.startsWith("plan-"));
}

/** Whether the only candidate is the same person with another last day. */
function isSamePerson({ reasons }: JudgedRow): boolean {
  return reasons.some(({ code }) => code === "other-day" || code === "same-in-list");
}

/** What stands in the sheet of the rows that wait: the line, why, and the cells as they came. */
export function sheetRows({ rows, list, today }: Rehearsal, verdicts: readonly RowVerdict[]): string[][] {
  const { headings, columns } = list.settings;
  const head = ["Line", "Why", ...columns.map((_, index) => headings[index] || `Column ${letterOf(index)}`)];
  const waiting = rows.filter(({ verdict }) => verdicts.includes(verdict));
  return [
    head,
    ...waiting.map(({ line, reasons, cells }) => [
      String(line),
      reasons.map((reason) => reasonText(reason, today)).join(" "),
      ...columns.map((_, index) => cells[index] ?? ""),
    ]),
  ];
}
