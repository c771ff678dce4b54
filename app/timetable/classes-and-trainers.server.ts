/** Effects of changed classes and trainers on the timetable, and where the timetable uses them. */
import type { OutsideUse } from "../cms/content-hooks.server.ts";
import { storedValues } from "../cms/editing/stored-body.ts";
import { classType } from "../content-types/class.ts";
import { trainerType } from "../content-types/trainer.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { consoleSessionPath } from "./addresses.server.ts";
import { upcomingSessions } from "./affected-sessions.server.ts";
import { sessionLabel } from "./session-record.server.ts";
import { isOver, shownPeriod } from "./slot-periods.server.ts";
import { readPeriods } from "./slot-rows.server.ts";
import { classChange, storePast } from "./timetable-change.server.ts";
import { readClassesAndTrainers, servicesIn } from "./week-sources.server.ts";
import { slotPath, slotTitle } from "./weekly-slot.ts";

type Key = { type: string; slug: string };

const CLASS_COLUMNS = [["class_slug", "class_name"]] as const;
const TRAINER_COLUMNS = [
  ["trainer_slug", "trainer_name"],
  ["planned_trainer_slug", "planned_trainer_name"],
] as const;

/** Writes a content entry. Before a class or trainer changes, sessions that have begun are stored. */
export async function applyToTimetable<T>(change: Change, { type, slug }: Key, write: () => Promise<T>): Promise<T> {
  if (type !== classType.name && type !== trainerType.name) return write();
  await change.lock("timetable");
  await storePast(change);
  await snapshotName(change, type, slug);
  return type === classType.name ? classChange(change, slug, write) : write();
}

/** Stores the current name: upcoming sessions show it once the entry is unpublished. */
async function snapshotName({ transaction, at }: Change, type: string, slug: string): Promise<void> {
  const published = await transaction
    .selectFrom("entries")
    .select("body")
    .where("type", "=", type)
    .where("slug", "=", slug)
    .executeTakeFirst();
  const values = storedValues(published?.body ?? "");
  const name = type === classType.name ? values.title : values.name;
  if (typeof name !== "string") return;
  for (const [slugColumn, nameColumn] of type === classType.name ? CLASS_COLUMNS : TRAINER_COLUMNS) {
    await transaction
      .updateTable("class_sessions")
      .set({ [nameColumn]: name })
      .where(slugColumn, "=", slug)
      .where("starts_at", ">", at.toISOString())
      .execute();
  }
}

export async function usesInTimetable(services: Services, db: Db, { type, slug }: Key): Promise<OutsideUse[]> {
  if (type !== classType.name && type !== trainerType.name) return [];
  const [field, column] =
    type === classType.name ? (["gymClass", "class_slug"] as const) : (["trainer", "trainer_slug"] as const);
  const today = dateInNairobi(services.now());
  const servicesOfDb = servicesIn(services, db);
  const names = await readClassesAndTrainers(servicesOfDb);
  const periods = (await readPeriods(db)).filter((period) => period[field] === slug);
  const current = periods.filter((period) => !isOver(period, today));
  const slots = [...Map.groupBy(current, ({ slot }) => slot)].flatMap(([slot, slotPeriods]) => {
    const period = shownPeriod(slotPeriods, today);
    if (period === undefined) return [];
    return { type: "slot", slug: slot, title: slotTitle(period, names), label: "Weekly timetable", to: slotPath(slot) };
  });
  const sessions = await upcomingSessions(servicesOfDb, column, slug);
  return [
    ...slots,
    ...sessions.map((session) => ({
      ...{ type: "session", slug: session.id, title: sessionLabel(session) },
      ...{ label: "Single dates, booked or changed", to: consoleSessionPath(session.id) },
    })),
  ];
}
