import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestSite, type TestSite } from "../../../test/test-services.ts";
import { currentVersion, pollVersions } from "../../page-versions.ts";
import { closureLines, listClosureLines } from "./announced-closures.server.ts";
import { addDays, dateInNairobi, dayAndDate } from "./calendar-dates.ts";

describe("the lines about closures", () => {
  const today = "2026-11-23";

  test("name the day and the reason", () => {
    expect(closureLines([{ date: "2026-11-30", note: "public holiday" }], today)).toEqual([
      "Closed on Monday 30 November: public holiday",
    ]);
  });

  test("have days that follow each other for one reason together, and others apart", () => {
    const closures = [
      ...["2026-11-24", "2026-11-25", "2026-11-26"].map((date) => ({ date, note: "new floor" })),
      { date: "2026-11-27", note: "" },
      { date: "2026-11-29", note: "" },
    ];
    expect(closureLines(closures, today)).toEqual([
      "Closed from Tuesday 24 November to Thursday 26 November: new floor",
      "Closed on Friday 27 November",
      "Closed on Sunday 29 November",
    ]);
  });

  test("are about today and the thirteen days after it, to the end of what began by then", () => {
    const on = (date: string) => closureLines([{ date, note: "" }], today);
    expect(on("2026-11-22")).toEqual([]);
    expect(on("2026-11-23")).toHaveLength(1);
    expect(on("2026-12-06")).toHaveLength(1);
    expect(on("2026-12-07")).toEqual([]);
    const long = ["2026-12-06", "2026-12-07", "2026-12-08"].map((date) => ({ date, note: "" }));
    expect(closureLines(long, today)).toEqual(["Closed from Sunday 6 December to Tuesday 8 December"]);
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

  /** What another instance does when it closes days. */
  async function close(...dates: string[]): Promise<void> {
    const made = { note: "holiday", made_at: "2026-11-22T09:00:00.000Z", made_by_id: "1", made_by: "Mary" };
    const { db } = other.services;
    if (dates.length > 0) {
      await db
        .insertInto("schedule_closures")
        .values(dates.map((date) => ({ date, ...made })))
        .execute();
    }
    await db
      .updateTable("schedule_state")
      .set(({ eb }) => ({ version: eb("version", "+", 1) }))
      .execute();
  }

  async function expectGrown(hasGrown: boolean): Promise<void> {
    const before = known;
    known = currentVersion(site.services, "closures");
    expect(known > before).toBe(hasGrown);
    expect(known).toBeGreaterThanOrEqual(before);
  }

  test("stays while nothing is closed, whatever else changes in the timetable, and at midnight", async () => {
    await close();
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
    expect(await listClosureLines(site.services)).toEqual([`Closed on ${dayAndDate(tomorrow)}: holiday`]);
    site.passTime(DAY_MS);
    await expectGrown(false);
    site.passTime(DAY_MS);
    await expectGrown(true);
    expect(await listClosureLines(site.services)).toEqual([]);
    // Read again without the day that has passed, the number must not fall back.
    await close();
    await pollVersions(site.services);
    await expectGrown(true);
  });

  test("grows when the day of a closure comes near", async () => {
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
