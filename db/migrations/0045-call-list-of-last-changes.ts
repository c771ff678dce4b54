/**
 * The call list has one open row for a person and class session, with the last change. Rows that nobody has told stay, and what changed
 * is found once more from what their people knew.
 */
import { type Kysely, sql } from "kysely";

type Known = { date: string; time: { from: string; to: string } } & Record<
  "classSlug" | "trainerSlug" | "standing",
  string
> & { isOn: boolean };

type Row = Record<"id" | "session_id" | "known" | "made_at", string> &
  Record<"date" | "time_from" | "time_to" | "class_slug" | "trainer_slug" | "session_state", string> &
  Record<"booking_id" | "trainer" | "user_id" | "state" | "told_at" | "told_what" | "closed", string | null>;

export async function up(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable("people_to_tell");
  for (const column of ["person", "kind", "before"]) {
    await table()
      .addColumn(column, "text", (definition) => definition.notNull().defaultTo(""))
      .execute();
  }
  const { rows } = await sql<Row>`
    select people_to_tell.id, people_to_tell.session_id, known, people_to_tell.made_at, told_at, told_what, booking_id,
      people_to_tell.trainer_slug as trainer, coalesce(hosts.user_id, bookings.user_id) as user_id, bookings.state,
      class_sessions.date, time_from, time_to, class_slug, class_sessions.trainer_slug, class_sessions.state as session_state,
      schedule_closures.date as closed
    from people_to_tell inner join class_sessions on class_sessions.id = people_to_tell.session_id
    left join bookings on bookings.id = people_to_tell.booking_id
    left join bookings as hosts on hosts.id = bookings.host_id
    left join schedule_closures on schedule_closures.date = class_sessions.date
      and schedule_closures.made_at < class_sessions.starts_at
    order by people_to_tell.made_at`.execute(db);
  const open = new Map<string, string>();
  for (const row of rows) {
    const person = row.trainer ?? row.user_id ?? row.booking_id ?? "";
    const known: Known = JSON.parse(row.known);
    const kind = row.told_what ?? kindOf(row, known);
    const key = `${row.session_id} ${person}`;
    if (row.told_at === null && kind === undefined) {
      await sql`delete from people_to_tell where id = ${row.id}`.execute(db);
      continue;
    }
    if (row.told_at === null) {
      // The newest counts, where somebody had booked twice.
      const older = open.get(key);
      if (older !== undefined) await sql`delete from people_to_tell where id = ${older}`.execute(db);
      open.set(key, row.id);
    }
    await sql`update people_to_tell set person = ${person}, kind = ${kind}, before = ${wordOf(row, known)}
      where id = ${row.id}`.execute(db);
  }
  await db.schema.dropIndex("people_to_tell_untold").execute();
  await db.schema.dropIndex("people_to_tell_untold_trainer").execute();
  await db.schema
    .createIndex("people_to_tell_untold")
    .unique()
    .on("people_to_tell")
    .columns(["session_id", "person"])
    .where(sql<boolean>`told_at is null`)
    .execute();
  await table().dropColumn("known").execute();
}

/** What somebody had not been told; undefined: nothing. */
function kindOf(row: Row, known: Known): string | undefined {
  if (row.trainer !== null) {
    const leads = row.trainer_slug === row.trainer;
    if (leads === (known.trainerSlug === row.trainer)) return undefined;
    return leads ? "leads" : "leads-no-more";
  }
  const { state } = row;
  if (state === null || state === "cancelled" || state === "late_cancelled") return undefined;
  if (row.session_state === "cancelled" || row.closed !== null) return known.isOn ? "cancelled" : undefined;
  if (!known.isOn) return "back-on";
  if (known.date !== row.date || known.time.from !== row.time_from || known.time.to !== row.time_to) return "moved";
  if (state === "attended" || state === "no_show") return undefined;
  if (state === "expired") return "just-come";
  if (known.classSlug !== row.class_slug) return "class-changed";
  if (known.trainerSlug !== row.trainer_slug) return "substitute";
  if (state === "gym_cancelled") return "back-on";
  if (row.user_id !== null) return undefined;
  if (state === "booked") return known.standing === "waiting" ? "promoted" : undefined;
  return "place-free";
}

/** How a class session was for somebody, as the site compares it. */
function wordOf(row: Row, { date, time, classSlug, trainerSlug, isOn, standing }: Known): string {
  if (row.trainer !== null) return trainerSlug === row.trainer ? "leads" : "leads-no-more";
  return [date, time.from, time.to, classSlug, trainerSlug, isOn ? "scheduled" : "cancelled", standing].join(" ");
}
