import { afterEach, beforeEach, expect, test } from "vitest";
import { seedGym } from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import { dayAndDate } from "../../time/date-texts.server.ts";
import { addDays, comingDate, dateInNairobi } from "../../time/dates.server.ts";
import { closeDays } from "../closures.server.ts";
import { listSessionsOfClass } from "./timetable-view.server.ts";

let site: TestSite;
/** The Tuesday after next: boxing is on Tuesdays and Saturdays, and the next Tuesday may be today. */
let tuesday: string;

beforeEach(async () => {
  site = await openTestSite("sqlite");
  await seedGym(site.services);
  tuesday = addDays(comingDate("tuesday", dateInNairobi(site.services.now())), 7);
});
afterEach(() => site.close());

test("the page of a class lists its next six sessions, with links to their days", async () => {
  const sessions = await listSessionsOfClass(site.services, "boxing");
  expect(sessions).toHaveLength(6);
  expect(new Set(sessions.map(({ dayName }) => dayName))).toEqual(new Set(["Tuesday", "Saturday"]));
  expect(sessions.map(({ date }) => date)).toEqual(sessions.map(({ date }) => date).sort());
  const second = sessions.find(({ date }) => date === tuesday);
  expect(second).toMatchObject({
    path: `/schedule/tuesday?date=${tuesday}`,
    change: undefined,
    trainer: "Brian Otieno",
  });
  const [, day = "", month = ""] = dayAndDate(tuesday).split(" ");
  expect(second?.dateText).toBe(`${day} ${month.slice(0, 3)}`);
  expect(await listSessionsOfClass(site.services, "mma")).toEqual([]);
});

test("a closed day shows its reason", async () => {
  await closeDays(site.services, { from: tuesday, to: tuesday, note: "Public holiday" }, ACTOR);
  const closed = (await listSessionsOfClass(site.services, "boxing")).find(({ date }) => date === tuesday);
  expect(closed).toMatchObject({ isOff: true, change: { kind: "cancelled" }, reason: "Public holiday" });
});
