/** Records of members whose accounts were deleted wait for the owner; no pass has grace behind which another one ran. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("members").addColumn("account_deleted_at", "text").execute();
  await db.schema
    .createIndex("members_account_deleted")
    .on("members")
    .column("account_deleted_at")
    .where(sql.ref("account_deleted_at"), "is not", null)
    .execute();

  // Periods that were renewed behind their last day; all else is computed anew with the next change of a record.
  await sql`
    update pass_days set grace_day = last_day
    where grace_day > last_day and pass_id in (
      select before_days.pass_id
      from pass_days before_days
      join passes before_pass on before_pass.id = before_days.pass_id and before_pass.visits is null
      join pass_days next_days on next_days.member_id = before_days.member_id
        and next_days.last_day > before_days.last_day and next_days.first_day <= before_days.grace_day
        and next_days.last_day >= next_days.first_day
      join passes next_pass on next_pass.id = next_days.pass_id and next_pass.behind_id is not null
    )
  `.execute(db);
}
