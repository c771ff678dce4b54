/** Taking a list back: as if it had never been brought in, while nobody of it was used. */
import type { Actor } from "../../platform/activity.server.ts";
import { recordActivity } from "../../platform/activity.server.ts";
import { removeMailFiles } from "../../platform/mail.server.ts";
import { deleteMailAbout } from "../../platform/outbox.server.ts";
import type { Db, Services } from "../../platform/services.ts";
import { IDS_AT_ONCE, recomputePassDays } from "../pass-rows.server.ts";
import { recordHash } from "./bring-in.server.ts";
import { changeList, removeIfEmpty, rowsOfList, type StoredRow } from "./lists.server.ts";

export type TakeBackOutcome =
  | { code: "taken-back"; people: number }
  /** `same`: it was taken back before, as by a double click. `list-changed`: the page was older than what the list has brought. */
  | { code: "same" | "list-changed" | "list-gone" }
  /** Some of the list's people were changed since; `ids` are the ids of their records. */
  | { code: "list-used"; ids: string[] };

/**
 * Takes everything back that a list has brought, in one transaction, with the mails of the site about it. Its rows wait again as they came.
 * @param seen of the press that the page has shown to be the last one (`brought_seen`)
 */
export async function takeListBack(
  services: Services,
  actor: Actor,
  listId: string,
  seen: string,
): Promise<TakeBackOutcome> {
  let mails: string[] = [];
  const outcome = await changeList<TakeBackOutcome>(services, listId, async (change, list) => {
    const { transaction, at } = change;
    const rows = (await rowsOfList(transaction, listId)).filter(({ isDone }) => isDone);
    if (rows.length === 0) return { code: "same" };
    if (list.brought_seen !== seen) return { code: "list-changed" };
    const used = await usedPeople(transaction, listId, rows);
    if (used.length > 0) return { code: "list-used", ids: used };
    const people = rows.flatMap(({ outcome, personId }) => (outcome === "person" ? (personId ?? []) : []));
    const passes = rows.flatMap(({ passId }) => passId ?? []);
    for (const some of portionsOf(passes)) {
      await transaction.deleteFrom("pass_days").where("pass_id", "in", some).execute();
      await transaction.deleteFrom("passes").where("id", "in", some).execute();
    }
    for (const some of portionsOf(people)) {
      // Nobody has used them, and there are only a hundred thousand.
      await transaction.deleteFrom("door_numbers").where("person_id", "in", some).execute();
      await transaction.deleteFrom("person_words").where("person_id", "in", some).execute();
      mails = [...mails, ...(await deleteMailAbout(transaction, "person_id", some))];
      await transaction.deleteFrom("people").where("id", "in", some).execute();
    }
    const given = rows.flatMap(({ outcome, personId }) => (outcome === "pass" ? (personId ?? []) : []));
    for (const id of new Set(given)) await recomputePassDays(change, id);
    for (const some of portionsOf(given)) {
      await transaction
        .updateTable("people")
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .where("id", "in", some)
        .execute();
    }
    await transaction
      .updateTable("member_list_rows")
      .set({ outcome: null, person_id: null, pass_id: null, record_hash: null })
      .where("list_id", "=", listId)
      .execute();
    // Whose cells are gone can't be brought in again.
    await transaction.deleteFrom("member_list_rows").where("list_id", "=", listId).where("cells", "=", "[]").execute();
    await transaction
      .updateTable("member_lists")
      .set({ brought_at: null, brought_by: null, brought_seen: null })
      .where("id", "=", listId)
      .execute();
    await removeIfEmpty(transaction, listId);
    await recordActivity(transaction, at, actor, {
      ...{ action: "list-taken-back", type: "member-list", slug: listId },
      details: { people: people.length },
    });
    return { code: "taken-back", people: people.length };
  });
  await removeMailFiles(services, mails);
  return outcome;
}

function portionsOf<One>(all: readonly One[]): One[][] {
  return Array.from({ length: Math.ceil(all.length / IDS_AT_ONCE) }, (_, index) =>
    all.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  );
}

/** Tables in which a row of somebody says that something was done with them. */
const TRACES = ["person_notes", "person_consents", "person_invitations", "bookings"] as const;

/** The people of a list with whom something was done since: sold to, frozen, visited, booked, noted, joined, corrected, deleted, merged. */
async function usedPeople(db: Db, listId: string, rows: readonly StoredRow[]): Promise<string[]> {
  const used = new Set<string>();
  const brought = rows.filter(({ outcome }) => outcome !== "here");
  for (const some of portionsOf(brought)) {
    for (const id of await usedOf(db, listId, some)) used.add(id);
  }
  return [...used];
}

async function usedOf(db: Db, listId: string, brought: readonly StoredRow[]): Promise<string[]> {
  const used: (string | null)[] = [];
  const add = (found: readonly { person_id: string | null }[]) => used.push(...found.map(({ person_id: id }) => id));
  const made = brought.filter(({ outcome }) => outcome === "person");
  const ids = someOf(brought.map(({ personId }) => personId));
  const madeIds = someOf(made.map(({ personId }) => personId));
  const own = someOf(brought.map(({ passId }) => passId));
  for (const table of TRACES) {
    add(await db.selectFrom(table).select("person_id").where("person_id", "in", madeIds).execute());
  }
  add(await db.selectFrom("pass_acts").select("person_id").where("pass_id", "in", own).execute());
  add(await db.selectFrom("bookings").select("person_id").where("pass_id", "in", own).execute());
  add(await db.selectFrom("people").select("guardian_id as person_id").where("guardian_id", "in", madeIds).execute());
  const doors = db.selectFrom("door_numbers").select("person_id").where("ended_at", "is not", null);
  add(await doors.where("person_id", "in", madeIds).execute());
  // Another person was merged into this one.
  add(await db.selectFrom("merged_people").select("person_id").where("person_id", "in", madeIds).execute());
  // Another list has found them here, or given them a pass.
  const later = db.selectFrom("member_list_rows").select("person_id").where("list_id", "<>", listId);
  add(await later.where("person_id", "in", ids).execute());
  add(await otherPasses(db, brought));
  const records = await db.selectFrom("people").selectAll().where("id", "in", madeIds).execute();
  const hashes = new Map(records.map((record) => [record.id, recordHash(record)]));
  used.push(...made.flatMap(({ personId, recordHash: hash }) => (hashes.get(personId ?? "") === hash ? [] : personId)));
  return used.flatMap((id) => id ?? []);
}

/** Ids for a query, of which PostgreSQL wants one at least. */
function someOf(ids: readonly (string | null)[]): string[] {
  const some = ids.flatMap((id) => id ?? []);
  return some.length === 0 ? [""] : some;
}

/** Passes that others have: given since, behind one of the list, or taken to another record. */
async function otherPasses(db: Db, brought: readonly StoredRow[]): Promise<{ person_id: string | null }[]> {
  const rowOf = new Map(brought.map((row) => [row.personId, row]));
  const passes = await db
    .selectFrom("passes")
    .select(["id", "person_id", "behind_id"])
    .where(
      "person_id",
      "in",
      [...rowOf.keys()].flatMap((id) => id ?? []),
    )
    .execute();
  const own = new Set(brought.flatMap(({ passId }) => passId ?? []));
  const present = new Set(passes.map(({ id }) => id));
  const isOther = ({ id, person_id, behind_id }: (typeof passes)[number]) =>
    !own.has(id) && (rowOf.get(person_id)?.outcome === "person" || own.has(behind_id ?? ""));
  const gone = brought.filter(({ passId }) => passId !== null && !present.has(passId));
  return [...passes.filter(isOther), ...gone.map(({ personId }) => ({ person_id: personId }))];
}
