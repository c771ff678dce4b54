import type { Db, Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import type { WeeklySlot } from "./slot-periods.server.ts";
import { writeSlot } from "./slot-rows.server.ts";

/** The name in `seeded_types`: weekly slots were once a content type. */
const SEEDED_TYPE = "slot";

/** Seeds the weekly timetable once. Several instances may try at the same time. */
export async function seedWeeklySlots(services: Services, slots: readonly WeeklySlot[]): Promise<void> {
  // Checked before taking the lock, which most starts then don't need.
  if (await isSeeded(services.db)) return;
  await transact(
    services,
    async ({ transaction, at, timetableChanged }) => {
      if (await isSeeded(transaction)) return;
      for (const { slug, ...values } of slots) {
        await writeSlot(transaction, slug, [{ ...values, first: null, last: null }]);
      }
      await transaction.insertInto("seeded_types").values({ type: SEEDED_TYPE, seeded_at: at.toISOString() }).execute();
      timetableChanged();
    },
    { lock: "timetable" },
  );
}

async function isSeeded(db: Db): Promise<boolean> {
  const seeded = db.selectFrom("seeded_types").select("type").where("type", "=", SEEDED_TYPE);
  return (await seeded.executeTakeFirst()) !== undefined;
}
