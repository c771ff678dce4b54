/** Lists of members, to be brought in: their rows as they came, what was decided on them, and what they have brought. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("member_lists")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("settings", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("made_by_id", "text", (column) => column.notNull())
    .addColumn("made_by", "text", (column) => column.notNull())
    .addColumn("changed_at", "text", (column) => column.notNull())
    .addColumn("brought_at", "text")
    .addColumn("brought_by", "text")
    .addColumn("brought_seen", "text")
    .execute();
  await db.schema.createIndex("member_lists_changed").on("member_lists").column("changed_at").execute();
  await db.schema
    .createTable("member_list_rows")
    .addColumn("list_id", "text", (column) => column.notNull().references("member_lists.id").onDelete("cascade"))
    .addColumn("line", "integer", (column) => column.notNull())
    .addColumn("cells", "text", (column) => column.notNull())
    .addColumn("decision", "text")
    .addColumn("outcome", "text")
    .addColumn("member_id", "text")
    .addColumn("pass_id", "text")
    .addColumn("record_hash", "text")
    .addPrimaryKeyConstraint("member_list_rows_key", ["list_id", "line"])
    .execute();
  // Those that wait, of all lists: few beside those that were brought in.
  await db.schema
    .createIndex("member_list_rows_waiting")
    .on("member_list_rows")
    .columns(["list_id", "line"])
    .where(sql.ref("outcome"), "is", null)
    .execute();
  await db.schema
    .createIndex("member_list_rows_member")
    .on("member_list_rows")
    .column("member_id")
    .where(sql.ref("member_id"), "is not", null)
    .execute();
}
