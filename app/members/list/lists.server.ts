/**
 * Lists that wait to be brought in: rows as they came, how they are read, and what the owner has decided on single ones. Nobody is a
 * member by any of it.
 */

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isFormId } from "../../forms/form-id.server.ts";
import { comparedPhone } from "../../forms/read-phone.ts";
import type { Person } from "../../people/people.server.ts";
import { nameWords } from "../../people/person-name.ts";
import type { Actor } from "../../platform/activity.server.ts";
import { daysBefore } from "../../platform/durations.ts";
import { inPortions, PORTION } from "../../platform/portions.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Db, Services } from "../../platform/services.ts";
import { asLine } from "../../platform/text.ts";
import { type Change, transact } from "../../platform/transact.server.ts";
import { ROWS_AT_ONCE } from "../pass-rows.server.ts";
import type { ListSettings, RowDecision } from "./judge-list.ts";
import { kindOfFile, textOfBytes } from "./list-bytes.ts";
import { guessColumns, isHeadingAgain } from "./list-columns.ts";
import { type ListRow, MAX_LIST_ROWS, type ReadList, readTextList } from "./list-rows.server.ts";
import { MAX_LIST_BYTES } from "./list-upload.server.ts";
import { readListPhone } from "./list-values.ts";
import { readWorkbook } from "./workbook.server.ts";

/** How long rows that were not brought in stay, in days, after something was last done with their list. */
export const LIST_DAYS = 30;

/** Lists that stand on the page at once. */
const LISTS_SHOWN = 20;

const NAME_MAX = 100;

export type ListProblem =
  | "list-missing"
  | "list-empty"
  | "list-too-large"
  | "list-excel-97"
  | "list-unreadable"
  | "list-no-text"
  | "list-too-many";

/** What somebody has sent: a file, or what they have pasted. */
export type SentList = { formId: string; fileName: string; bytes: Uint8Array; pasted: string };

/** Stores a list to be looked at. @returns `same`: the form was sent twice */
export async function storeList(
  services: Services,
  actor: Actor,
  { formId, fileName, bytes, pasted }: SentList,
): Promise<{ code: "stored" | "same"; id: string } | { code: ListProblem }> {
  if (bytes.length > MAX_LIST_BYTES) return { code: "list-too-large" };
  const read = bytes.length > 0 ? await readFileOfList(bytes) : readPasted(pasted);
  if (typeof read === "string") return { code: read };
  const { columns, headings, firstLine } = guessColumns(read.rows);
  const people = read.rows.filter((row) => row.line >= firstLine && !isHeadingAgain(row, headings));
  if (people.length > MAX_LIST_ROWS) return { code: "list-too-many" };
  const settings: ListSettings = {
    // Words of plans mean what they meant in the list before.
    ...{ columns, headings, firstLine, plans: await lastPlans(services.db), withoutPhone: false },
    ...(read.cutLine !== undefined && { cutLine: read.cutLine }),
  };
  const id = isFormId(formId) ? formId : randomUUID();
  const name = asLine(fileName).slice(0, NAME_MAX);
  return transact(services, async ({ transaction, at }) => {
    if ((await findList(transaction, id)) !== undefined) return { code: "same", id };
    const now = at.toISOString();
    await transaction
      .insertInto("member_lists")
      .values({
        ...{ id, name: name === "" ? "Pasted" : name, settings: JSON.stringify(settings) },
        ...{ made_at: now, made_by_id: actor.id, made_by: actor.name, changed_at: now },
        ...{ brought_at: null, brought_by: null, brought_seen: null },
      })
      .execute();
    const rows = read.rows.map(({ line, cells }) => ({
      ...NOTHING_YET,
      list_id: id,
      line,
      cells: JSON.stringify(cells),
    }));
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      await transaction
        .insertInto("member_list_rows")
        .values(rows.slice(start, start + ROWS_AT_ONCE))
        .execute();
    }
    return { code: "stored", id };
  });
}

async function lastPlans(db: Db): Promise<ListSettings["plans"]> {
  const last = await db.selectFrom("member_lists").select("settings").orderBy("made_at", "desc").limit(1).execute();
  return last.map(({ settings }) => (JSON.parse(settings) as ListSettings).plans)[0] ?? {};
}

const NOTHING_YET = { decision: null, outcome: null, person_id: null, pass_id: null, record_hash: null };

type Readable = Extract<ReadList, { ok: true }>;

async function readFileOfList(bytes: Uint8Array): Promise<Readable | ListProblem> {
  switch (kindOfFile(bytes)) {
    case "zip":
      return listOf(await readWorkbook(bytes));
    case "excel-97":
      return "list-excel-97";
    case "other":
      return "list-no-text";
    default: {
      const text = textOfBytes(bytes);
      return text === undefined ? "list-no-text" : listOf(readTextList(text));
    }
  }
}

function readPasted(pasted: string): Readable | ListProblem {
  return pasted.trim() === "" ? "list-missing" : listOf(readTextList({ text: pasted, isCut: false }));
}

function listOf(read: ReadList | { ok: false; code: "unreadable" }): Readable | ListProblem {
  if (read.ok) return read;
  return ({ empty: "list-empty", "too-many-rows": "list-too-many", unreadable: "list-unreadable" } as const)[read.code];
}

/** A list with how it is read. */
export type MemberList = Omit<Tables["member_lists"], "settings"> & { settings: ListSettings };

export async function findList(db: Db, id: string): Promise<MemberList | undefined> {
  const row = await db.selectFrom("member_lists").selectAll().where("id", "=", id).executeTakeFirst();
  return row && { ...row, settings: JSON.parse(row.settings) };
}

/** A row of a list, with what was decided on it and what it has brought. */
export type StoredRow = ListRow & {
  decision?: RowDecision | undefined;
  isDone: boolean;
  outcome: string | null;
  personId: string | null;
  passId: string | null;
  recordHash: string | null;
};

export async function rowsOfList(db: Db, listId: string): Promise<StoredRow[]> {
  const rows = await db
    .selectFrom("member_list_rows")
    .selectAll()
    .where("list_id", "=", listId)
    .orderBy("line")
    .execute();
  return rows.map(({ line, cells, decision, outcome, person_id, pass_id, record_hash }) => ({
    ...{ line, cells: JSON.parse(cells), isDone: outcome !== null, outcome },
    ...{ personId: person_id, passId: pass_id, recordHash: record_hash },
    ...(decision !== null && { decision: JSON.parse(decision) }),
  }));
}

/** The lists with which something was done last. */
export async function listLists({ db }: Services) {
  const lists = await db
    .selectFrom("member_lists")
    .selectAll()
    .orderBy("changed_at", "desc")
    .limit(LISTS_SHOWN)
    .execute();
  return lists.map(({ id, name, made_at, made_by, brought_at, brought_by }) => ({
    ...{ id, name, madeAt: made_at, madeBy: made_by, broughtAt: brought_at, broughtBy: brought_by },
  }));
}

/** Outcomes by which something of a list is another than before; its time begins anew with these. */
const CHANGED: ReadonlySet<string> = new Set(["done", "brought", "taken-back"]);

/** Changes how a list is read, or what is decided on its rows. */
export async function changeList<Outcome extends { code: string }>(
  services: Services,
  id: string,
  work: (change: Change, list: MemberList) => Promise<Outcome>,
): Promise<Outcome | { code: "list-gone" }> {
  return transact(
    services,
    async (change): Promise<Outcome | { code: "list-gone" }> => {
      const list = await findList(change.transaction, id);
      if (list === undefined) return { code: "list-gone" };
      const outcome = await work(change, list);
      if (CHANGED.has(outcome.code)) {
        await change.transaction
          .updateTable("member_lists")
          .set({ changed_at: change.at.toISOString() })
          .where("id", "=", id)
          .execute();
      }
      return outcome;
    },
    // A list is brought in under it too: nothing changes how it is read meanwhile.
    { lock: "people" },
  );
}

/** Says how a list is read. @param changed what is said otherwise than before */
export async function setListSettings(
  services: Services,
  id: string,
  changed: (settings: ListSettings) => Partial<ListSettings>,
): Promise<{ code: "done" | "list-gone" }> {
  return changeList<{ code: "done" }>(services, id, async ({ transaction }, { settings }) => {
    await transaction
      .updateTable("member_lists")
      .set({ settings: JSON.stringify({ ...settings, ...changed(settings) }) })
      .where("id", "=", id)
      .execute();
    return { code: "done" };
  });
}

/** Decides on a row; null: it is as it came again. @returns `row-done`: it was brought in meanwhile */
export async function decideRow(
  services: Services,
  id: string,
  line: number,
  decision: RowDecision | null,
): Promise<{ code: "done" | "list-gone" | "row-gone" | "row-done" }> {
  return changeList(services, id, async ({ transaction }) => {
    const row = await transaction
      .selectFrom("member_list_rows")
      .select("outcome")
      .where("list_id", "=", id)
      .where("line", "=", line)
      .executeTakeFirst();
    if (row === undefined) return { code: "row-gone" };
    if (row.outcome !== null) return { code: "row-done" };
    await transaction
      .updateTable("member_list_rows")
      .set({ decision: decision === null ? null : JSON.stringify(decision) })
      .where("list_id", "=", id)
      .where("line", "=", line)
      .execute();
    return { code: "done" };
  });
}

/**
 * Throws a list away: one that has brought somebody in keeps what says so, and nothing else.
 * @param seen when something was done with it last, as the page has shown it (`changed_at`)
 */
export async function discardList(
  services: Services,
  id: string,
  seen: string,
): Promise<{ code: "done" | "list-changed" | "list-gone" }> {
  return transact(
    services,
    async ({ transaction }) => {
      const list = await findList(transaction, id);
      if (list === undefined) return { code: "list-gone" };
      if (list.changed_at !== seen) return { code: "list-changed" };
      await forgetRows(transaction, id);
      return { code: "done" };
    },
    { lock: "people" },
  );
}

/** Forgets the rows of a list that were not brought in, and the cells of those that were. */
async function forgetRows(db: Db, id: string): Promise<void> {
  await db.deleteFrom("member_list_rows").where("list_id", "=", id).where("outcome", "is", null).execute();
  await db.updateTable("member_list_rows").set({ cells: "[]", decision: null }).where("list_id", "=", id).execute();
  await removeIfEmpty(db, id);
}

/** Removes a list that has no row any more. */
export async function removeIfEmpty(db: Db, id: string): Promise<void> {
  const left = await db.selectFrom("member_list_rows").select("line").where("list_id", "=", id).limit(1).execute();
  if (left.length === 0) await db.deleteFrom("member_lists").where("id", "=", id).execute();
}

/**
 * Before a person is erased: forgets what lists say of them, and the rows that wait, by any number that they had; bringing the list in
 * would make the record again.
 */
export async function forgetRowsAbout(
  db: Db,
  { id, name, phone }: Pick<Person, "id" | "name" | "phone">,
): Promise<void> {
  await db
    .updateTable("member_list_rows")
    .set({ cells: "[]", decision: null, record_hash: null })
    .where("person_id", "=", id)
    .execute();
  const former = await db.selectFrom("former_phones").select("phone").where("person_id", "=", id).execute();
  const phones = [phone, ...former.map((row) => row.phone)].filter((number) => number !== "").map(comparedPhone);
  const rows = await db
    .selectFrom("member_list_rows")
    .select(["list_id", "line", "cells"])
    .where("outcome", "is", null)
    // Of every list: with it SQLite searches the index of the rows that wait.
    .where("list_id", ">", "")
    .execute();
  for (const { list_id: list, line, cells } of rows) {
    if (!isAbout(JSON.parse(cells), name, phones)) continue;
    await db.deleteFrom("member_list_rows").where("list_id", "=", list).where("line", "=", line).execute();
  }
}

/** Whether a row has all words of somebody's name and, where they have one, their number: couples share it. */
function isAbout(cells: readonly string[], name: string, phones: readonly string[]): boolean {
  const own = new Set(cells.flatMap(nameWords));
  const isNamed = nameWords(name).every((word) => own.has(word));
  const hasPhone = cells.some((cell) => {
    const read = readListPhone(cell);
    return "phone" in read && phones.includes(read.phone);
  });
  return isNamed && (phones.length === 0 || hasPhone);
}

/** Forgets what nobody has brought in for a month; a clean-up job runs it. */
export async function removeOldLists(services: Services): Promise<void> {
  const before = daysBefore(services.now(), LIST_DAYS);
  await inPortions(async () =>
    transact(
      services,
      async ({ transaction }) => {
        const old = await transaction
          .selectFrom("member_lists")
          .select("id")
          .where("changed_at", "<", before)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom("member_list_rows")
                .select("line")
                .whereRef("list_id", "=", "member_lists.id")
                .where(sql<boolean>`cells <> '[]'`),
            ),
          )
          .orderBy("changed_at")
          .limit(PORTION)
          .execute();
        for (const { id } of old) await forgetRows(transaction, id);
        return old.length;
      },
      { lock: "people" },
    ),
  );
}
