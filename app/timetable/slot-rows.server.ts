/** Reads and writes the periods of weekly slots: rows of `weekly_slots`. */
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { transactWith } from "../platform/transact.server.ts";
import type { Day } from "../time/days.ts";
import type { SlotPeriod, WeeklySlot } from "./slot-periods.server.ts";

type SlotRow = Tables["weekly_slots"];

export async function readPeriods(db: Db): Promise<(SlotPeriod & { slot: string })[]> {
  const rows = await db.selectFrom("weekly_slots").selectAll().orderBy("first_day").execute();
  return rows.map((row) => ({ slot: row.slot, ...periodOf(row) }));
}

export async function readSlot(db: Db, slot: string): Promise<SlotPeriod[]> {
  const rows = await db.selectFrom("weekly_slots").selectAll().where("slot", "=", slot).orderBy("first_day").execute();
  return rows.map(periodOf);
}

export async function writeSlot(db: Db, slot: string, periods: readonly SlotPeriod[]): Promise<void> {
  await db.deleteFrom("weekly_slots").where("slot", "=", slot).execute();
  if (periods.length === 0) return;
  await db
    .insertInto("weekly_slots")
    .values(periods.map((period) => rowOf(slot, period)))
    .execute();
}

function periodOf(row: SlotRow): SlotPeriod {
  return {
    first: row.first_day === "" ? null : row.first_day,
    last: row.last_day,
    day: row.day as Day,
    time: { from: row.time_from, to: row.time_to },
    gymClass: row.class_slug,
    trainer: row.trainer_slug,
  };
}

function rowOf(slot: string, { first, last, day, time, gymClass, trainer }: SlotPeriod): SlotRow {
  return {
    slot,
    first_day: first ?? "",
    last_day: last,
    day,
    time_from: time.from,
    time_to: time.to,
    class_slug: gymClass,
    trainer_slug: trainer,
  };
}

/** The name in `seeded_types`: weekly slots were once a content type. */
const SEEDED_TYPE = "slot";

/** Seeds the weekly timetable once. Several instances may try at the same time. */
export async function seedWeeklySlots(services: Services, slots: readonly WeeklySlot[]): Promise<void> {
  // Checked before taking the lock, which most starts then don't need.
  if (await isSeeded(services.db)) return;
  await transactWith(services, "timetable", async ({ transaction, at, timetableChanged }) => {
    if (await isSeeded(transaction)) return;
    for (const { slug, ...values } of slots) {
      await writeSlot(transaction, slug, [{ ...values, first: null, last: null }]);
    }
    await transaction.insertInto("seeded_types").values({ type: SEEDED_TYPE, seeded_at: at.toISOString() }).execute();
    timetableChanged();
  });
}

async function isSeeded(db: Db): Promise<boolean> {
  const seeded = db.selectFrom("seeded_types").select("type").where("type", "=", SEEDED_TYPE);
  return (await seeded.executeTakeFirst()) !== undefined;
}
