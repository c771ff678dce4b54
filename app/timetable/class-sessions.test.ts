/** Sessions that are computed from the weekly slots; random runs compare all others with a model. */
import { expect, onTestFinished, test } from "vitest";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { openTestSite } from "../../test/support/test-services.ts";
import { changeWeeklySlot, removeWeeklySlot } from "../../test/timetable/weekly-slots.ts";
import { addDays, comingDate, dateInNairobi } from "../time/dates.server.ts";
import { sessionsBetween } from "./class-sessions.server.ts";

test("a session whose trainer is missing is skipped and logged", async () => {
  const { services, logged, close } = await openTestSite("sqlite");
  onTestFinished(close);
  await seedGym(services);
  await changeWeeklySlot(services, "monday-1", { trainer: "brian-otieno" });
  await services.db.deleteFrom("entries").where("slug", "=", "wanjiru-kamau").execute();
  await removeWeeklySlot(services, "monday-2");
  const monday = addDays(comingDate("monday", dateInNairobi(services.now())), 7);
  const sessions = await sessionsBetween(services, monday, monday);
  const read = sessions.map(({ id, time }) => `${id} at ${time.from}`);
  expect(read).toEqual([`monday-1.${monday} at 9:00am`, `monday-3.${monday} at 4:00pm`]);
  expect(logged).toContainEqual(expect.objectContaining({ event: "broken-reference", slot: "monday-4" }));
});
