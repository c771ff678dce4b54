/**
 * The versions that public pages can depend on: numbers that increase when something on a page may have changed. A page declares
 * them in `dependsOn` (app/request/public-page.ts), and is stale once one increases.
 */

import { pollContentVersion } from "../../app/cms/content-version.server.ts";
import { contentVersionOfPages, refreshNotice } from "../../app/content-types/notice.server.ts";
import { tryWriting } from "../../app/platform/database-state.server.ts";
import { HOUR_MS } from "../../app/platform/durations.ts";
import type { Services } from "../../app/platform/services.ts";
import type { VersionName } from "../../app/request/public-page.ts";
import { calendarDay } from "../../app/time/days.ts";
import { closuresVersion, listClosures } from "../../app/timetable/closures.server.ts";
import { pollTimetableVersions } from "../../app/timetable/timetable-records.server.ts";

type PageVersion = {
  /** The version last seen by this instance. Called for every cached response, so it must be cheap. */
  current: (services: Services) => number;
  /** Detects changes made by other instances. Runs once a second; absent if an instance computes the version itself. */
  poll?: (services: Services) => Promise<void>;
};

export const pageVersions = {
  content: { current: contentVersionOfPages, poll: pollContent },
  timetable: { current: ({ timetable }) => timetable.version, poll: pollTimetable },
  /** Availability; polled with the timetable. */
  places: { current: ({ timetable }) => timetable.places },
  /** The closures of the next days, which every page announces with the opening hours. */
  closures: { current: closuresVersion },
  date: { current: ({ now }) => calendarDay(now()) },
  hour: { current: ({ now }) => Math.floor(now().getTime() / HOUR_MS) },
} as const satisfies Record<VersionName, PageVersion>;

async function pollContent(services: Services): Promise<void> {
  await pollContentVersion(services);
  await refreshNotice(services);
}

/** Closures are refreshed after the version of the timetable. */
async function pollTimetable(services: Services): Promise<void> {
  await pollTimetableVersions(services);
  await listClosures(services);
}

export function currentVersion(services: Services, name: VersionName): number {
  return pageVersions[name].current(services);
}

/** Polls all versions. A failure is logged and leaves its version unchanged; polling also detects outages. */
export async function pollVersions(services: Services): Promise<void> {
  const { databaseState, log } = services;
  const outcomes = await Promise.all(
    Object.entries<PageVersion>(pageVersions).map(async ([version, { poll }]) => {
      try {
        await poll?.(services);
        return true;
      } catch (error) {
        if (!databaseState.noteFailure(error)) {
          log.warn({ event: "version-poll-failed", version, err: error }, "could not read a page version");
        }
        return false;
      }
    }),
  );
  if (!outcomes.includes(false)) databaseState.noteSuccess("response");
  await tryWriting(services);
}
