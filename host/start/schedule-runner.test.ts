import { expect, onTestFinished, test } from "vitest";
import { saveDraft } from "../../app/content/editing/drafts.server.ts";
import { schedulePublish } from "../../app/content/editing/schedules.server.ts";
import { listEntries } from "../../app/content/entries.server.ts";
import { ACTOR } from "../../test/content-changes.ts";
import { SAMPLE_TYPES, towelType } from "../../test/sample-types.ts";
import { ENGINES, openTestSite } from "../../test/test-services.ts";
import { startScheduleRunner } from "./schedule-runner.ts";

const HOUR_MS = 60 * 60_000;

test.each(ENGINES)("a scheduled change is made within two seconds of its moment, once, on %s", async (kind) => {
  const site = await openTestSite(kind);
  onTestFinished(site.close);
  const { services } = site;
  const saved = await saveDraft(services, towelType, null, { colour: "Red", size: 2 }, ACTOR);
  const revision = "revision" in saved ? (saved.revision ?? 0) : 0;
  await schedulePublish(services, towelType, "red", revision, new Date(services.now().getTime() + HOUR_MS), ACTOR);
  const runners = [1, 2, 3, 4].map(() => startScheduleRunner(services, { types: SAMPLE_TYPES }));
  try {
    site.passTime(HOUR_MS);
    await expect.poll(() => listEntries(services, towelType), { timeout: 2000 }).toHaveLength(1);
  } finally {
    await Promise.all(runners.map((stop) => stop()));
  }
  const versions = await services.db.selectFrom("entry_versions").select("how").execute();
  expect(versions).toEqual([{ how: "scheduled" }]);
  expect(site.logged.filter(({ event }) => event === "schedules-run")).toMatchObject([{ done: 1, failed: 0 }]);
});

test("a runner goes on after a failure", async () => {
  const site = await openTestSite("sqlite");
  onTestFinished(site.close);
  const { schema } = site.services.db;
  await schema.alterTable("entry_schedules").renameTo("elsewhere").execute();
  const stop = startScheduleRunner(site.services);
  const failures = () => site.logged.filter(({ event }) => event === "schedules-not-run").length;
  await expect.poll(failures, { timeout: 5000 }).toBeGreaterThan(1);
  await schema.alterTable("elsewhere").renameTo("entry_schedules").execute();
  await stop();
});
