/** Stored imports: the rows of a list, the owner's settings, and the judgement. Records are created only when the import runs. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { readLargeBody } from "../../forms/large-body.server.ts";
import { etagOf, isFormId } from "../../forms/read-form.server.ts";
import { changePeople, type Person } from "../../people/people.server.ts";
import { nameWords } from "../../people/person-name.ts";
import type { Actor } from "../../platform/activity.server.ts";
import { daysBefore } from "../../platform/durations.ts";
import type { Retention } from "../../platform/retention.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Db, Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { letOthersIn } from "../../platform/worker.server.ts";
import { calendarDay } from "../../time/days.ts";
import { listPlans } from "../give-pass.server.ts";
import { IDS_AT_ONCE, passesOf } from "../pass-rows.server.ts";
import { isPeriod } from "../passes.ts";
import { REPEATED_KINDS } from "./columns.ts";
import { judgeInChild } from "./judge.server.ts";
import type { ImportSettings, Judgement } from "./judge.ts";
import { IMPORT_DAYS, IMPORT_MAX_BYTES } from "./limits.ts";
import type { KnownPerson } from "./match.ts";
import type { ListSource, SourceRow } from "./read-rows.ts";
import { readPhones } from "./values.ts";

/** The largest body: a file and its multipart envelope. */
export const MAX_IMPORT_BODY_BYTES = IMPORT_MAX_BYTES + 64 * 1024;

type SentList = { formId: string; source: ListSource };

/** Reads the form with a list: a file, or pasted text. Never throws. */
export async function readSentList(request: Request): Promise<SentList | { code: "too-large" | "body-unreadable" }> {
  const body = await readLargeBody(request, MAX_IMPORT_BODY_BYTES);
  if (body === "too-large") return { code: "too-large" };
  if (body === "cut-off") return { code: "body-unreadable" };
  try {
    const type = request.headers.get("content-type") ?? "";
    const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
    const [file, pasted, formId] = ["list", "pasted", "formId"].map((name) => form.get(name));
    if (typeof pasted !== "string" || typeof formId !== "string") return { code: "body-unreadable" };
    // If no file is chosen, browsers send an empty one.
    const hasFile = file instanceof File && file.size > 0;
    return { formId, source: hasFile ? { bytes: new Uint8Array(await file.arrayBuffer()) } : { pasted } };
  } catch {
    return { code: "body-unreadable" };
  }
}

/** Reads, judges and stores a list. @returns `same`: the form was sent twice */
export async function storeList(services: Services, actor: Actor, { formId, source }: SentList) {
  const id = isFormId(formId) ? formId : randomUUID();
  if ((await findImport(services.db, id)) !== undefined) return { code: "same" as const, id };
  const settings: ImportSettings = { columns: [], answers: {} };
  const read = await judgeInChild(services, { source, settings, readFacts: () => readFacts(services) });
  if ("code" in read) return read;
  const row: Tables["imports"] = {
    ...{ id, made_at: services.now().toISOString(), made_by_id: actor.id, made_by: actor.name },
    ...{ row_count: read.count, source: read.rows, settings: JSON.stringify(settings), judgement: read.judgement },
    ...{ imported_at: null, imported_by: null, made: null },
  };
  await services.db
    .insertInto("imports")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return { code: "done" as const, id };
}

export type Import = Omit<Tables["imports"], "settings"> & { settings: ImportSettings };

export async function findImport(db: Db, id: string): Promise<Import | undefined> {
  const row = await db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  return row && { ...row, settings: JSON.parse(row.settings) };
}

/** Imports, newest first, without their rows. */
export async function listImports(db: Db) {
  return db
    .selectFrom("imports")
    .select(["id", "made_at", "made_by", "row_count", "imported_at", "imported_by"])
    .orderBy("made_at", "desc")
    .limit(500)
    .execute();
}

/** The judgement on an import, computed again after a change of settings, an erasure or midnight. */
export async function judgementOf(services: Services, stored: Import): Promise<Judgement | { code: "too-hard" }> {
  const known: Judgement | null = stored.judgement === null ? null : JSON.parse(stored.judgement);
  const isCurrent = stored.imported_at !== null || known?.today === calendarDay(services.now());
  if (known !== null && isCurrent) return known;
  const { source: rows, settings } = stored;
  const judged = await judgeInChild(services, { source: { rows }, settings, readFacts: () => readFacts(services) });
  if ("code" in judged) return { code: "too-hard" };
  await services.db
    .updateTable("imports")
    .set({ judgement: judged.judgement })
    .where("id", "=", stored.id)
    .where("imported_at", "is", null)
    // Other settings may have been stored since.
    .where("settings", "=", JSON.stringify(stored.settings))
    .where("source", "=", stored.source)
    .execute();
  return JSON.parse(judged.judgement);
}

/** The etag of the judgement that a page shows. */
export function seenOf({ id, settings }: Import, { today }: Pick<Judgement, "today">): string {
  return etagOf([id, settings, today]);
}

export async function setImportSettings({ db }: Services, id: string, settings: ImportSettings) {
  const single = settings.columns.filter((kind) => !REPEATED_KINDS.includes(kind));
  if (new Set(single).size < single.length) return { code: "column-twice" as const };
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ settings: JSON.stringify(settings), judgement: null })
    .where("id", "=", id)
    .where("imported_at", "is", null)
    .executeTakeFirst();
  return { code: numUpdatedRows === 0n ? ("import-gone" as const) : ("done" as const) };
}

/** Deletes an import with its rows. People who were imported stay. */
export async function discardImport({ db }: Services, id: string) {
  await db.deleteFrom("imports").where("id", "=", id).execute();
  return { code: "done" as const };
}

/** Deletes old imports; a clean-up job runs it. */
export const IMPORT_RETENTION: Retention = {
  table: "imports",
  old: (now) => sql`made_at < ${daysBefore(now, IMPORT_DAYS)}`,
};

/** Runs before an erasure: deletes the person's rows, and judgements, whose other rows may contain the name. */
export async function forgetRowsAbout(db: Db, { id, name, phone }: Pick<Person, "id" | "name" | "phone">) {
  const former = await db.selectFrom("former_phones").select("phone").where("person_id", "=", id).execute();
  const phones = [phone, ...former.map((row) => row.phone)].filter((number) => number !== "");
  const parts = nameWords(name);
  const isAbout = ({ cells }: SourceRow) => {
    const own = new Set(cells.flatMap(nameWords));
    // Without a number, rows are matched by name.
    const hasPhone = () => cells.some((cell) => readPhones(cell).phones.some((number) => phones.includes(number)));
    return parts.every((part) => own.has(part)) && (phones.length === 0 || hasPhone());
  };
  for (const { id: importId } of await listImports(db)) {
    const { source = "[]", judgement = null, imported_at = null } = (await findImport(db, importId)) ?? {};
    const others = (JSON.parse(source) as SourceRow[]).filter((row) => !isAbout(row));
    const lines = new Set(others.map(({ line }) => line));
    const judged: Judgement | null = imported_at === null || judgement === null ? null : JSON.parse(judgement);
    const rows = judged?.rows.filter(({ line }) => lines.has(line));
    await db
      .updateTable("imports")
      .set({ source: JSON.stringify(others), judgement: judged && JSON.stringify({ ...judged, rows }) })
      .where("id", "=", importId)
      .execute();
  }
}

async function readFacts(services: Services) {
  const people = await readKnownPeople(services.db, letOthersIn);
  return { people, plans: await listPlans(services), today: calendarDay(services.now()) };
}

/** Reads the people in the database, with their names, contacts and passes. @param pause runs between portions */
export async function readKnownPeople(db: Db, pause = async () => {}): Promise<KnownPerson[]> {
  const known: KnownPerson[] = [];
  for (let after: string | undefined = ""; after !== undefined; await pause()) {
    const people = await db
      .selectFrom("people")
      .leftJoin("users", "users.id", "people.user_id")
      .select(["people.id", "people.name", "phone", "people.email", "users.email as account"])
      .where("people.id", ">", after)
      .where("erased_at", "is", null)
      .orderBy("people.id")
      .limit(IDS_AT_ONCE)
      .execute();
    const ids = people.map(({ id }) => id);
    const former =
      ids.length === 0 ? [] : await db.selectFrom("former_phones").selectAll().where("person_id", "in", ids).execute();
    const phonesOf = Map.groupBy(former, ({ person_id: id }) => id);
    const passes = await passesOf(db, ids);
    for (const { id, name, phone, email, account } of people) {
      const phones = [phone, ...(phonesOf.get(id) ?? []).map((row) => row.phone)].filter((number) => number !== "");
      const validPasses = (passes.get(id) ?? []).filter(({ end }) => end !== "void");
      const lastDays = validPasses.map(({ pass, firstDay, lastDay }) => {
        const days = [lastDay, firstDay + pass.days - 1];
        return { earliest: Math.min(...days), latest: Math.max(...days), isPeriod: isPeriod(pass) };
      });
      known.push({ id, name, phones, mail: account ?? email, passes: lastDays });
    }
    after = ids.length < IDS_AT_ONCE ? undefined : ids.at(-1);
  }
  return known;
}

export async function changeImport<Outcome>(
  services: Services,
  id: string,
  work: (change: Change, stored: Import) => Promise<Outcome>,
): Promise<Outcome | { code: "import-gone" }> {
  return changePeople(services, async (change) => {
    const stored = await findImport(change.transaction, id);
    return stored === undefined ? { code: "import-gone" as const } : work(change, stored);
  });
}
