import type { StoredMoment } from "../../platform/schema.ts";
import type { Db } from "../../platform/services.ts";
import { newestChange } from "../content-version.server.ts";
import { slotType } from "../types/slot.ts";

/** What the log says changes of the timetable were about: single sessions, closures, and rows of the week. */
const TYPES = ["session", "closure", slotType.name];

/**
 * When what calendars show last changed: the newest change of content, or of the timetable beside it. Of the latter the log
 * knows, also of those that leave no row behind, such as a closed day that was opened again. Undefined when nothing ever was.
 */
export async function newestTimetableChange(db: Db): Promise<StoredMoment | undefined> {
  const acts = await db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.max("at").as("at"))
    .where("type", "in", TYPES)
    .groupBy("type")
    .execute();
  return [await newestChange(db), ...acts.map(({ at }) => at)]
    .filter((moment) => moment !== undefined)
    .sort()
    .at(-1);
}
