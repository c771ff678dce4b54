/** The consequences of a change of content for class sessions. Every change of an entry of the site goes through `withTimetable`. */
import { storedValues } from "../cms/editing/stored-body.ts";
import { classType } from "../content-types/class.ts";
import { trainerType } from "../content-types/trainer.ts";
import { weeklySlotType } from "../content-types/weekly-slot.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Change } from "../platform/transact.server.ts";
import { weekOn, writtenSession } from "./class-sessions.server.ts";
import { decisionsOf, type SessionRow } from "./session-rows.server.ts";
import { classChange, sessionChanged, writePast } from "./timetable-change.server.ts";
import { freshSources, type WeekSources } from "./week-sources.server.ts";

/** The types whose entries sessions are computed from. */
const TYPES: readonly string[] = [weeklySlotType.name, classType.name, trainerType.name];

/** Runs a change of an entry on the site, or of what is scheduled for it: see `beforeWeekChange` and `carryOver`. */
export async function withTimetable<T>(
  change: Change,
  { type, slug }: { type: string; slug: string },
  actor: Actor,
  write: () => Promise<T>,
): Promise<T> {
  if (!TYPES.includes(type)) return write();
  await beforeWeekChange(change);
  await copyName(change, type, slug);
  if (type === classType.name) return classChange(change, slug, write);
  const result = await write();
  if (type === weeklySlotType.name) await carryOver(change, slug, actor);
  return result;
}

/** Waits for other changes of the timetable, and writes down what has begun: it stays as it was. */
export async function beforeWeekChange(change: Change): Promise<void> {
  await change.lock("timetable");
  await writePast(change);
}

/** Before a class or a trainer changes: written sessions to come show its name from the site, and have it if that goes. */
async function copyName({ transaction, at }: Change, type: string, slug: string): Promise<void> {
  if (type === weeklySlotType.name) return;
  const live = await transaction
    .selectFrom("entries")
    .select("body")
    .where("type", "=", type)
    .where("slug", "=", slug)
    .executeTakeFirst();
  const values = storedValues(live?.body ?? "");
  const name = type === classType.name ? values.title : values.name;
  if (typeof name !== "string") return;
  const columns =
    type === classType.name
      ? ([["class_slug", "class_name"]] as const)
      : ([
          ["trainer_slug", "trainer_name"],
          ["planned_trainer_slug", "planned_trainer_name"],
        ] as const);
  for (const [ofEntry, column] of columns) {
    await transaction
      .updateTable("class_sessions")
      .set({ [column]: name })
      .where(ofEntry, "=", slug)
      .where("starts_at", ">", at.toISOString())
      .execute();
  }
}

/**
 * After a weekly slot has changed: class and trainer of its written sessions that are still to come follow it, except for a trainer
 * who was decided by hand. Their date and time stay. Those on a day on which the week doesn't have it any more stay
 * as they are.
 */
async function carryOver(change: Change, slug: string, actor: Actor): Promise<void> {
  const { services, transaction, at } = change;
  const moment = at.toISOString();
  const rows = await transaction
    .selectFrom("class_sessions")
    .selectAll()
    .where("slot", "=", slug)
    .where("starts_at", ">", moment)
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  const [first] = rows;
  if (first === undefined) return;
  const sources = await freshSources(services, transaction, first.date, first.date);
  for (const row of rows) {
    const follows = followedFields(sources, row);
    if (!isChangedBy(row, follows)) continue;
    const changed = { changed_at: moment, changed_by_id: actor.id, changed_by: actor.name };
    await transaction
      .updateTable("class_sessions")
      .set({ ...follows, ...changed, sequence: row.sequence + 1 })
      .where("id", "=", row.id)
      .execute();
    change.timetableChanged();
    await sessionChanged(change, writtenSession(sources, row), actor);
  }
}

/** The columns that a written session takes over from the week as it is on its date. */
function followedFields(sources: WeekSources, row: SessionRow): Partial<SessionRow> {
  const { gymClass, trainer } = weekOn(sources, row);
  return {
    ...(gymClass && { class_slug: gymClass.slug, class_name: gymClass.title }),
    ...(trainer && { planned_trainer_slug: trainer.slug, planned_trainer_name: trainer.name }),
    ...(trainer && !decisionsOf(row).includes("trainer") && { trainer_slug: trainer.slug, trainer_name: trainer.name }),
  };
}

/** Whether another class or trainer is shown. A name alone is read from the site as long as the session is to come. */
function isChangedBy(row: SessionRow, follows: Partial<SessionRow>): boolean {
  const columns = ["class_slug", "planned_trainer_slug", "trainer_slug"] as const;
  return columns.some((column) => (follows[column] ?? row[column]) !== row[column]);
}

/** Runs a change of what is scheduled for an entry. Sessions of later dates are computed from what is scheduled for weekly slots. */
export async function changeScheduled(
  change: Change,
  key: { type: string; slug: string },
  actor: Actor,
  write: () => Promise<unknown>,
): Promise<void> {
  await withTimetable(change, key, actor, write);
  if (key.type === weeklySlotType.name) change.timetableChanged();
}
