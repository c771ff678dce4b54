import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../app/platform/log.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { addDays, dateInNairobi, startOfDate } from "../../app/time/dates.server.ts";
import { findClassSession, sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { cancelSession } from "../../app/timetable/session-actions.server.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { MIGRATED_DATABASE } from "../../test/support/global-setup.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createPostgresDatabase, openTestSite } from "../../test/support/test-services.ts";
import { createPageCache } from "../cache/page-cache.ts";
import { currentVersion } from "../cache/page-versions.ts";
import { openServices } from "./bootstrap.ts";

const DATED = { key: "/schedule/monday", dependsOn: ["content", "timetable", "date"] } as const;

/** An instance's cache with a dated page in it. @returns whether the page is still there */
async function cachedPage(services: Services): Promise<() => boolean> {
  const cache = createPageCache((name) => currentVersion(services, name), createLog("silent"));
  const html = { headers: { "content-type": "text/html" } };
  await cache.respond(new Request("http://x/schedule/monday"), DATED, async () => new Response("<p>Monday</p>", html));
  return () => cache.find(DATED.key, { acceptEncoding: null, ifNoneMatch: null }) !== undefined;
}

test("a cancellation on one instance drops dated pages on the other, and is shown there", async () => {
  const database = await createPostgresDatabase(MIGRATED_DATABASE);
  onTestFinished(database.drop);
  const settings = { DATABASE_URL: database.url, SECRET: "the secret that both instances share 7f20" };
  const open = async () => {
    const opened = await openServices({ DATA_DIR: await temporaryFolder(), ...settings }, "silent");
    if ("problems" in opened) throw new Error(opened.problems.join());
    onTestFinished(opened.close);
    return opened.services;
  };
  const [first, second] = [await open(), await open()];
  const tomorrow = addDays(dateInNairobi(second.now()), 1);
  const [session] = await sessionsBetween(second, tomorrow, addDays(tomorrow, 3));
  const isCached = await cachedPage(second);
  expect(isCached()).toBe(true);
  const id = session?.id ?? "";
  await cancelSession(first, { id, seen: 0, reason: "Rain" }, ACTOR);
  expect(await findClassSession(first, id)).toMatchObject({ state: "cancelled" });
  // The other instance polls once a second.
  await expect.poll(isCached).toBe(false);
  expect(await findClassSession(second, id)).toMatchObject({ state: "cancelled", reason: "Rain" });
});

test("midnight in Nairobi drops dated pages", async () => {
  const { services, close } = await openTestSite("sqlite");
  onTestFinished(close);
  const midnight = startOfDate(addDays(dateInNairobi(services.now()), 1));
  services.now = () => new Date(midnight.getTime() - 60_000);
  const isCached = await cachedPage(services);
  services.now = () => new Date(midnight.getTime() - 1);
  expect(isCached()).toBe(true);
  services.now = () => midnight;
  expect(isCached()).toBe(false);
});
