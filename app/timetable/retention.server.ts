/** Retention of class sessions, of closures and of the weekly timetable's past. */
import { sql } from "kysely";
import { FORMER_NAME, staffNamesSince } from "../platform/activity.server.ts";
import { deleteInPortions, inPortions, PORTION } from "../platform/portions.server.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";

/** Retention of sessions, in days: two years to compare months, longer than any booking. */
export const SESSION_RETENTION_DAYS = 2 * 365;

/** Removes sessions and closed days of more than two years ago; a clean-up job runs it. */
export async function removeOldSessions(services: Services): Promise<void> {
  const { db } = services;
  const before = addDays(dateInNairobi(services.now()), -SESSION_RETENTION_DAYS);
  const old = db
    .selectFrom("class_sessions")
    .select("id")
    .where("date", "<", before)
    // A booking that is still stored, as after the clock was wrong, keeps its session.
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom("bookings").select("id").whereRef("bookings.session_id", "=", "class_sessions.id"))),
    )
    .limit(PORTION);
  await inPortions(async () => {
    // Read before the queued lock: usually there is nothing.
    const ids = (await old.execute()).map(({ id }) => id);
    if (ids.length > 0) {
      await transact(
        services,
        ({ transaction }) => transaction.deleteFrom("class_sessions").where("id", "in", ids).execute(),
        { lock: "timetable" },
      );
    }
    return ids.length;
  });
  await deleteInPortions(db, "schedule_closures", "date", sql`date < ${before}`);
  // Few: a period is made by hand.
  await db.deleteFrom("weekly_slots").where("last_day", "<", before).execute();
}

/** Removes authors of slot changes older than two years; a clean-up job. */
export async function removeOldSlotNames({ db, now }: Services): Promise<void> {
  const since = staffNamesSince(now());
  await inPortions(async () => {
    const { numAffectedRows } = await sql`update weekly_slot_changes set made_by_id = null, made_by = ${FORMER_NAME},
        undone_by = case when undone_by is null then null else ${FORMER_NAME} end
      where id in (select id from weekly_slot_changes where made_by_id is not null and made_at < ${since} limit ${PORTION})`.execute(
      db,
    );
    return Number(numAffectedRows ?? 0);
  });
}
