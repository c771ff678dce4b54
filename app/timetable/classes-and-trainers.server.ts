/** Classes and trainers on the site: what their changes mean for class sessions, and what of the timetable uses them. */
import type { OutsideUse } from "../cms/content-hooks.server.ts";
import { storedValues } from "../cms/editing/stored-body.ts";
import { classType } from "../content-types/class.ts";
import { trainerType } from "../content-types/trainer.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { consoleSessionPath } from "./addresses.server.ts";
import { sessionsToCome } from "./affected-sessions.server.ts";
import { sessionLabel } from "./session-record.server.ts";
import { isOver, shownPeriod } from "./slot-periods.server.ts";
import { readPeriods } from "./slot-rows.server.ts";
import { classChange, storePast } from "./timetable-change.server.ts";
import { readClassesAndTrainers, servicesIn } from "./week-sources.server.ts";
import { slotPath, slotTitle } from "./weekly-slot.ts";

type Key = { type: string; slug: string };

/** The columns of written sessions that name a class, and a trainer: slug, and name. */
const CLASS_COLUMNS = [["class_slug", "class_name"]] as const;
const TRAINER_COLUMNS = [
  ["trainer_slug", "trainer_name"],
  ["planned_trainer_slug", "planned_trainer_name"],
] as const;

/** Runs a change of an entry of the site. Sessions that have begun are stored before a class or a trainer changes. */
export async function applyToTimetable<T>(change: Change, { type, slug }: Key, write: () => Promise<T>): Promise<T> {
  if (type !== classType.name && type !== trainerType.name) return write();
  await change.lock("timetable");
  await storePast(change);
  await snapshotName(change, type, slug);
  return type === classType.name ? classChange(change, slug, write) : write();
}

/** Upcoming stored sessions show a name from the site, and their stored name once it is taken off. */
async function snapshotName({ transaction, at }: Change, type: string, slug: string): Promise<void> {
  const live = await transaction
    .selectFrom("entries")
    .select("body")
    .where("type", "=", type)
    .where("slug", "=", slug)
    .executeTakeFirst();
  const values = storedValues(live?.body ?? "");
  const name = type === classType.name ? values.title : values.name;
  if (typeof name !== "string") return;
  for (const [ofEntry, column] of type === classType.name ? CLASS_COLUMNS : TRAINER_COLUMNS) {
    await transaction
      .updateTable("class_sessions")
      .set({ [column]: name })
      .where(ofEntry, "=", slug)
      .where("starts_at", ">", at.toISOString())
      .execute();
  }
}

export async function usesInTimetable(services: Services, db: Db, { type, slug }: Key): Promise<OutsideUse[]> {
  if (type !== classType.name && type !== trainerType.name) return [];
  const [field, column] =
    type === classType.name ? (["gymClass", "class_slug"] as const) : (["trainer", "trainer_slug"] as const);
  const today = dateInNairobi(services.now());
  const reading = servicesIn(services, db);
  const names = await readClassesAndTrainers(reading);
  const periods = (await readPeriods(db)).filter((period) => period[field] === slug);
  const current = periods.filter((period) => !isOver(period, today));
  const slots = [...Map.groupBy(current, ({ slot }) => slot)].flatMap(([slot, ofSlot]) => {
    const period = shownPeriod(ofSlot, today);
    if (period === undefined) return [];
    return { type: "slot", slug: slot, title: slotTitle(period, names), label: "Weekly timetable", to: slotPath(slot) };
  });
  const sessions = await sessionsToCome(reading, column, slug);
  return [
    ...slots,
    ...sessions.map((session) => ({
      ...{ type: "session", slug: session.id, title: sessionLabel(session) },
      ...{ label: "Upcoming classes", to: consoleSessionPath(session.id) },
    })),
  ];
}
