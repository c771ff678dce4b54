/** The calendar routes after changes in the console, on both engines and on another instance. */

import ical, { type VEvent } from "node-ical";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seedGym } from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { ENGINES, openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import { removeWeeklySlot } from "../../../test/timetable/weekly-slots.ts";
import { describeGym } from "../../site/seo/page-data.server.ts";
import { addDays, comingDate, dateInNairobi } from "../../time/dates.server.ts";
import { findClassSession } from "../class-sessions.server.ts";
import { closeDays, openDays } from "../closures.server.ts";
import { cancelSession, moveSession, restoreSession } from "../session-actions.server.ts";
import { undoSlots } from "../slot-changes.server.ts";
import { loader as sessionFile } from "./session-calendar.route.ts";
import { loader as timetableFeed } from "./timetable-feed.route.ts";

describe.each(ENGINES)("calendars on %s", (kind) => {
  let site: TestSite;
  let monday: string;
  beforeEach(async () => {
    site = await openTestSite(kind);
    await seedGym(site.services);
    monday = addDays(comingDate("monday", dateInNairobi(site.services.now())), 7);
  });
  afterEach(() => site.close());

  const feed = (at = site) => callRoute(timetableFeed, routeCall(at.services, "/schedule.ics"));
  const file = (id: string) =>
    callRoute(sessionFile, routeCall(site.services, `/schedule/session.ics?${new URLSearchParams({ session: id })}`));

  /** The events of a calendar by their UIDs without the host. */
  function eventsOf(text: string): Map<string, VEvent> {
    const items = Object.values(ical.sync.parseICS(text));
    return new Map(
      items.flatMap((item) => (item?.type === "VEVENT" ? [[item.uid.split("@")[0] ?? "", item as VEvent]] : [])),
    );
  }

  const first = async () => eventsOf((await feed()).text).get(`monday-1.${monday}`);

  test("the feed covers five weeks, and has the same text at each render and on each instance", async () => {
    const { status, text } = await feed();
    expect(status).toBe(200);
    const dates = [...eventsOf(text).keys()].map((id) => id.split(".")[1] ?? "").sort();
    const today = dateInNairobi(site.services.now());
    expect([dates[0], dates.at(-1)]).toEqual([addDays(today, -7), addDays(today, 27)]);
    site.passTime(60_000);
    expect((await feed()).text).toBe(text);
    const other = await site.secondInstance();
    other.services.content.version = site.services.content.version;
    other.services.timetable.version = site.services.timetable.version;
    expect((await feed(other)).text).toBe(text);
    await other.close();
  });

  test("each action on a session, and each undo, makes a newer version of the same event", async () => {
    const { services } = site;
    const id = `monday-1.${monday}`;
    const versions = [await first()];
    const next = async (act: (seen: number) => Promise<{ code: string }>) => {
      site.passTime(60_000);
      const seen = (await findClassSession(services, id))?.sequence ?? 0;
      expect((await act(seen)).code).toBe("done");
      const event = await first();
      versions.push(event);
      return event;
    };
    await next((seen) => cancelSession(services, { id, seen, reason: "Hakuna maji 💧" }, ACTOR));
    await next((seen) => restoreSession(services, { id, seen }, ACTOR));
    const later = { date: addDays(monday, 1), time: { from: "12:00pm", to: "1:00pm" } };
    const moved = await next((seen) => moveSession(services, { id, seen, ...later }, ACTOR));
    expect(moved?.start.toISOString()).toBe(`${later.date}T09:00:00.000Z`);
    expect(moved?.description).toMatch(/^Trainer: Wanjiru Kamau\nMoved from Monday .+, 9:00am$/);
    await next((seen) => restoreSession(services, { id, seen }, ACTOR));
    const closing = { from: monday, to: monday };
    const closed = await next(() => closeDays(services, { ...closing, note: "Madaraka Day" }, ACTOR));
    expect(closed).toMatchObject({ status: "CANCELLED", summary: "Cancelled: Fitness" });
    await next(() => openDays(services, closing, ACTOR));

    site.passTime(60_000);
    const ended = await removeWeeklySlot(services, "tuesday-1", { from: monday });
    versions.push(await first());
    site.passTime(60_000);
    await undoSlots(services, ended.code === "done" ? ended.actId : "", ACTOR);
    versions.push(await first());

    const numbers = versions.map((event) => [Number(event?.sequence), Number(event?.lastmodified)]);
    const grows = numbers.every(([sequence = 0, changed = 0], index) => {
      const [before = 0, changedBefore = 0] = numbers[index - 1] ?? [];
      return sequence > before && changed > changedBefore;
    });
    expect(grows, JSON.stringify(numbers)).toBe(true);
  });

  test("a closed day is in the gym's structured opening hours at once", async () => {
    const closedDays = async () => JSON.stringify(await describeGym(site.services)).includes(`"validFrom":"${monday}"`);
    expect(await closedDays()).toBe(false);
    await closeDays(site.services, { from: monday, to: monday, note: "Madaraka Day" }, ACTOR);
    expect(await closedDays()).toBe(true);
    await openDays(site.services, { from: monday, to: monday }, ACTOR);
    expect(await closedDays()).toBe(false);
  });

  test("a session has a calendar file, an unknown one has none", async () => {
    const { status, text } = await file(`monday-1.${monday}`);
    expect([status, ...eventsOf(text).keys()]).toEqual([200, `monday-1.${monday}`]);
    for (const id of ["", "monday-1.2026-02-31", "monday-1.9999-01-01", `monday-1.${addDays(monday, 1)}`, "\0"]) {
      expect((await file(id)).status, id).toBe(404);
    }
  });
});
