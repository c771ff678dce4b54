/** The versions of the dated timetable. */
import type { Services } from "../platform/services.ts";
import { noticeVersions } from "../platform/transact.server.ts";

/** Reads the versions from the database, to notice changes made by other instances. */
export async function pollTimetableVersions(services: Services): Promise<void> {
  const versions = await services.db
    .selectFrom("schedule_state")
    .select(["version as timetable", "places_version as places"])
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  noticeVersions(services, versions);
}
