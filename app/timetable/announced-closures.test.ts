import { expect, onTestFinished, test } from "vitest";
import { currentVersion, pollVersions } from "../../host/cache/page-versions.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openTestSite } from "../../test/support/test-services.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import { closeDays, listClosureLines } from "./closures.server.ts";

test("the version of the closures grows with each change of their lines, on every instance, and never decreases", async () => {
  const DAY_MS = 24 * 60 * 60_000;
  const site = await openTestSite("sqlite");
  const other = await site.secondInstance();
  onTestFinished(async () => {
    await other.close();
    await site.close();
  });
  let known = 0;
  /** Whether the version has grown since the last call. */
  const hasGrown = () => {
    const before = known;
    known = currentVersion(site.services, "closures");
    expect(known).toBeGreaterThanOrEqual(before);
    return known > before;
  };
  const changeElsewhere = async () => {
    await transact(other.services, async (change) => change.timetableChanged(), { lock: "timetable" });
    await pollVersions(site.services);
  };
  await pollVersions(site.services);
  hasGrown();
  await changeElsewhere();
  expect(hasGrown()).toBe(false);

  const date = addDays(dateInNairobi(site.services.now()), 15);
  await closeDays(other.services, { from: date, to: date, note: "holiday" }, ACTOR);
  await pollVersions(site.services);
  expect([hasGrown(), await listClosureLines(site.services)]).toEqual([true, []]);
  const growthAndLinesAfter = async (days: number) => {
    site.passTime(days * DAY_MS);
    return [hasGrown(), (await listClosureLines(site.services)).length];
  };
  // Within two weeks, on the day, and after it.
  expect(await growthAndLinesAfter(1)).toEqual([false, 0]);
  expect(await growthAndLinesAfter(1)).toEqual([true, 1]);
  expect(await growthAndLinesAfter(13)).toEqual([false, 1]);
  expect(await growthAndLinesAfter(1)).toEqual([true, 0]);
  // The list is read again without the past day.
  await changeElsewhere();
  expect(hasGrown()).toBe(true);
});
