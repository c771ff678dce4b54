import { newestChange } from "../cms/content-version.server.ts";
import { weeklySlotType } from "../content-types/weekly-slot.ts";
import type { StoredMoment } from "../platform/schema.ts";
import type { Db } from "../platform/services.ts";

/** What the log says of rows of the week that is no change of content yet and changes the sessions to come. */
const SCHEDULING = ["scheduled", "schedule-cancelled", "schedule-failed"];

/**
 * When what calendars show last changed: the newest change of content, or of the timetable beside it. Of the latter the log
 * knows, also of those that leave no row behind, such as a closed day that was opened again. Undefined when nothing ever was.
 */
export async function newestTimetableChange(db: Db): Promise<StoredMoment | undefined> {
  const acts = await db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.max("at").as("at"))
    .where(({ and, eb, or }) =>
      or([
        eb("type", "in", ["session", "closure"]),
        and([eb("type", "=", weeklySlotType.name), eb("action", "in", SCHEDULING)]),
      ]),
    )
    .executeTakeFirst();
  return [await newestChange(db), acts?.at]
    .filter((moment) => typeof moment === "string")
    .sort()
    .at(-1);
}
