/** Retention of class sessions, closures and the history of the weekly timetable. */
import { sql } from "kysely";
import { FORMER_NAME, staffNamesSince } from "../platform/activity.server.ts";
import type { Retention } from "../platform/retention.server.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";

/** Two years, to compare months; longer than bookings are kept. */
export const SESSION_RETENTION_DAYS = 2 * 365;

const firstDay = (now: Date) => addDays(dateInNairobi(now), -SESSION_RETENTION_DAYS);

export const TIMETABLE_RETENTION: readonly Retention[] = [
  {
    table: "class_sessions",
    // Sessions with a stored booking are kept: after a wrong clock, bookings can outlast them.
    old: (now) => sql`date < ${firstDay(now)} and
      not exists (select 1 from bookings where session_id = class_sessions.id)`,
    lock: "timetable",
  },
  { table: "schedule_closures", key: ["date"], old: (now) => sql`date < ${firstDay(now)}` },
  { table: "weekly_slots", key: ["slot", "first_day"], old: (now) => sql`last_day < ${firstDay(now)}` },
  {
    table: "weekly_slot_changes",
    old: (now) => sql`made_by_id is not null and made_at < ${staffNamesSince(now)}`,
    set: {
      made_by_id: null,
      made_by: FORMER_NAME,
      undone_by: sql`case when undone_by is null then null else ${FORMER_NAME} end`,
    },
  },
];
