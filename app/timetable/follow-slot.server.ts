import type { Actor } from "../platform/activity.server.ts";
import type { Change } from "../platform/transact.server.ts";
import { sessionFromRow, slotOn } from "./class-sessions.server.ts";
import { overridesOf, type SessionRow } from "./session-rows.server.ts";
import { sessionChanged } from "./timetable-change.server.ts";
import { freshSources, type WeekSources } from "./week-sources.server.ts";

/** Updates the class and trainer of a slot's upcoming stored sessions, except substitutes; dates and times stay. */
export async function updateFutureSessions(change: Change, slug: string, actor: Actor): Promise<void> {
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
    const followed = followedFields(sources, row);
    if (!isChangedBy(row, followed)) continue;
    const changed = { changed_at: moment, changed_by_id: actor.id, changed_by: actor.name };
    await transaction
      .updateTable("class_sessions")
      .set({ ...followed, ...changed, sequence: row.sequence + 1 })
      .where("id", "=", row.id)
      .execute();
    change.timetableChanged();
    await sessionChanged(change, sessionFromRow(sources, row), actor);
  }
}

function followedFields(sources: WeekSources, row: SessionRow): Partial<SessionRow> {
  const { gymClass, trainer } = slotOn(sources, row);
  return {
    ...(gymClass && { class_slug: gymClass.slug, class_name: gymClass.title }),
    ...(trainer && { planned_trainer_slug: trainer.slug, planned_trainer_name: trainer.name }),
    ...(trainer && !overridesOf(row).includes("trainer") && { trainer_slug: trainer.slug, trainer_name: trainer.name }),
  };
}

/** Whether the class or trainer is another one. Changed names don't count: upcoming sessions read them from the site. */
function isChangedBy(row: SessionRow, followed: Partial<SessionRow>): boolean {
  const columns = ["class_slug", "planned_trainer_slug", "trainer_slug"] as const;
  return columns.some((column) => (followed[column] ?? row[column]) !== row[column]);
}
