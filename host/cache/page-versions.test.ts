import { expect, test } from "vitest";
import { noticeType } from "../../app/content-types/notice.ts";
import { DAY_MS } from "../../app/platform/durations.ts";
import type { Services } from "../../app/platform/services.ts";
import { dateInNairobi, nairobiInputValue } from "../../app/time/dates.server.ts";
import { closeDays } from "../../app/timetable/closures.server.ts";
import { ACTOR, publishValues } from "../../test/content/content-changes.ts";
import { openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { currentVersion, pollVersions } from "./page-versions.ts";

const site = openTestSiteBeforeEach("sqlite");

test("another instance's notice and closure, and the end of an outage, are noticed by the poll", async () => {
  const { services } = site;
  const { services: other, passTime } = await site.secondInstance();
  const versions = () => (["content", "closures"] as const).map((name) => currentVersion(other, name));
  await pollVersions(other);
  const before = versions();
  const at = services.now().getTime() + 60_000;
  const [from, until] = [nairobiInputValue(new Date(at)), nairobiInputValue(new Date(at + DAY_MS))];
  await publishValues(services, noticeType, noticeType.entries.slug, { text: "Closed early", from, until });
  const day = dateInNairobi(new Date(at + DAY_MS));
  expect(await closeDays(services, { from: day, to: day, note: "Cleaning" }, ACTOR)).toMatchObject({ code: "done" });
  await pollVersions(other);
  const polled = versions();
  expect(polled.map((version, index) => version > (before[index] ?? 0))).toEqual([true, true]);
  // Without another change, when the notice appears.
  passTime(120_000);
  expect(versions()[0]).toBe((polled[0] ?? 0) + 1);

  const noted: string[] = [];
  const databaseState = { ...other.databaseState, noteSuccess: (what: string) => void noted.push(what) };
  await pollVersions({ ...other, databaseState });
  expect(noted).toEqual(["response"]);
  await other.db.destroy();
  await pollVersions({ ...other, databaseState });
  expect(noted).toEqual(["response"]);
});

test.each([
  ["a page with free places for the next hours", "each hour", "hour", "2026-11-23T20:00:00.000Z"],
  ["a dated page", "at midnight in Nairobi", "date", "2026-11-22T21:00:00.000Z"],
] as const)("%s has a new version %s", (_page, _when, name, first) => {
  const at = (moment: string) => currentVersion({ now: () => new Date(moment) } as Services, name);
  expect(at("2026-11-23T20:59:59.999Z")).toBe(at(first));
  expect(at("2026-11-23T21:00:00.000Z")).toBe(at(first) + 1);
});
