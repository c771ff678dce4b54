import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { currentVersion, pollVersions } from "../../host/cache/page-versions.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import { closeDays, closureLines, listClosureLines } from "./closures.server.ts";

describe("the lines about closures", () => {
  const today = "2026-11-23";

  test("merge consecutive days with the same reason, and no others", () => {
    const closures = [
      ...["2026-11-24", "2026-11-25", "2026-11-26"].map((date) => ({ date, note: "new floor" })),
      { date: "2026-11-27", note: "public holiday" },
      { date: "2026-11-29", note: "public holiday" },
    ];
    expect(closureLines(closures, today)).toEqual([
      "Closed from Tuesday 24\u00a0November to Thursday 26\u00a0November: new floor",
      "Closed on Friday 27\u00a0November: public holiday",
      "Closed on Sunday 29\u00a0November: public holiday",
    ]);
  });

  test("cover closures that begin within two weeks, to their last day", () => {
    const on = (date: string) => closureLines([{ date, note: "works" }], today);
    expect(on("2026-11-22")).toEqual([]);
    expect(on("2026-11-23")).toHaveLength(1);
    expect(on("2026-12-06")).toHaveLength(1);
    expect(on("2026-12-07")).toEqual([]);
    const long = ["2026-12-06", "2026-12-07", "2026-12-08"].map((date) => ({ date, note: "works" }));
    expect(closureLines(long, today)).toEqual(["Closed from Sunday 6\u00a0December to Tuesday 8\u00a0December: works"]);
  });
});

describe("the version of the closures", () => {
  const DAY_MS = 24 * 60 * 60_000;
  let site: TestSite;
  let other: TestSite;
  let known: number;

  beforeEach(async () => {
    site = await openTestSite("sqlite");
    other = await site.secondInstance();
    await pollVersions(site.services);
    known = currentVersion(site.services, "closures");
  });
  afterEach(async () => {
    await other.close();
    await site.close();
  });

  const dateIn = (days: number) => addDays(dateInNairobi(site.services.now()), days);

  /** Closes a day on the other instance. */
  async function close(date: string): Promise<void> {
    const outcome = await closeDays(other.services, { from: date, to: date, note: "holiday" }, ACTOR);
    expect(outcome.code).toBe("done");
  }

  /** Changes something else in the timetable, on the other instance. */
  async function changeTimetable(): Promise<void> {
    await transact(other.services, async (change) => change.timetableChanged(), { lock: "timetable" });
  }

  async function expectGrown(hasGrown: boolean): Promise<void> {
    const before = known;
    known = currentVersion(site.services, "closures");
    expect(known > before).toBe(hasGrown);
    expect(known).toBeGreaterThanOrEqual(before);
  }

  test("stays the same without closures, at midnight and after other changes of the timetable", async () => {
    await changeTimetable();
    await pollVersions(site.services);
    await expectGrown(false);
    site.passTime(DAY_MS);
    await expectGrown(false);
    expect(await listClosureLines(site.services)).toEqual([]);
  });

  test("grows when another instance closes a day, and when the day has passed", async () => {
    const tomorrow = dateIn(1);
    await close(tomorrow);
    await pollVersions(site.services);
    await expectGrown(true);
    expect(await listClosureLines(site.services)).toEqual([expect.stringMatching(/^Closed on \w+ \d+\s\w+: holiday$/)]);
    site.passTime(DAY_MS);
    await expectGrown(false);
    site.passTime(DAY_MS);
    await expectGrown(true);
    expect(await listClosureLines(site.services)).toEqual([]);
    // The version must not decrease when the list is read again without the past day.
    await changeTimetable();
    await pollVersions(site.services);
    await expectGrown(true);
  });

  test("grows when a closure comes within two weeks", async () => {
    await close(dateIn(15));
    await pollVersions(site.services);
    await expectGrown(true);
    expect(await listClosureLines(site.services)).toEqual([]);
    site.passTime(DAY_MS);
    await expectGrown(false);
    site.passTime(DAY_MS);
    await expectGrown(true);
    expect(await listClosureLines(site.services)).toHaveLength(1);
  });
});
