/** Records that were made one with another: where they lead since, and who is found by what they say. */
import type { Selectable } from "kysely";
import type { Tables } from "../platform/schema.ts";
import type { Db } from "../platform/services.ts";

/** The id of the record that a record is by now: of most it is their own. */
export async function currentRecord(db: Db, id: string): Promise<string> {
  const merge = await db.selectFrom("member_merges").select("into_id").where("member_id", "=", id).executeTakeFirst();
  return merge?.into_id ?? id;
}

/** The rows of the records that were made one with somebody's, the first one first. */
export async function formerRecords(db: Db, id: string): Promise<Selectable<Tables["members"]>[]> {
  return db
    .selectFrom("member_merges")
    .innerJoin("members", "members.id", "member_merges.member_id")
    .selectAll("members")
    .where("into_id", "=", id)
    .orderBy("ticket")
    .execute();
}

/** The ids of records that say something, now or in a record that was made one with them. */
export async function recordsThatSay(
  db: Db,
  column: "plain_name" | "phone" | "email",
  value: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("members")
    .leftJoin("member_merges", "member_merges.member_id", "members.id")
    .select(["members.id", "into_id"])
    .where(`members.${column}`, "=", value)
    .where(({ or, eb }) => or([eb("erased_at", "is", null), eb("into_id", "is not", null)]))
    .execute();
  return new Set(rows.map(({ id, into_id }) => into_id ?? id));
}
