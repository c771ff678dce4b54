/** The weekly slots of a new site. */
import type { Db, Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import type { WeeklySlot } from "./slot-periods.server.ts";
import { writeSlot } from "./slot-rows.server.ts";

/** Their mark among the types of content that have been seeded: they were one. */
const SEEDED = "slot";

/** Fills the weekly timetable of a site that never had one. Several instances may try at once. */
export async function seedWeeklySlots(services: Services, slots: readonly WeeklySlot[]): Promise<void> {
  // Asked before the lock, whose turns are counted.
  if (await isSeeded(services.db)) return;
  await transact(
    services,
    async ({ transaction, at, timetableChanged }) => {
      if (await isSeeded(transaction)) return;
      for (const { slug, ...values } of slots) {
        await writeSlot(transaction, slug, [{ ...values, first: null, last: null }]);
      }
      await transaction.insertInto("seeded_types").values({ type: SEEDED, seeded_at: at.toISOString() }).execute();
      timetableChanged();
    },
    { lock: "timetable" },
  );
}

async function isSeeded(db: Db): Promise<boolean> {
  const seeded = db.selectFrom("seeded_types").select("type").where("type", "=", SEEDED);
  return (await seeded.executeTakeFirst()) !== undefined;
}
