/** The calendar routes after changes in the console, on both engines and on another instance. */
import ical, { type VEvent } from "node-ical";
import { describe, expect, test } from "vitest";
import { setPlaces } from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { ENGINES } from "../../../test/support/test-services.ts";
import { removeWeeklySlot } from "../../../test/timetable/weekly-slots.ts";
import { addDays } from "../../time/dates.server.ts";
import { calendarOf } from "../calendars.server.ts";
import { findClassSession, sessionsBetween } from "../class-sessions.server.ts";
import { closeDays, openDays } from "../closures.server.ts";
import { cancelSession, moveSession, restoreSession } from "../session-actions.server.ts";
import { undoSlots } from "../slot-changes.server.ts";
import { loader as choiceLoader } from "./schedule-calendar.route.tsx";
import { loader as sessionFile } from "./session-calendar.route.ts";
import { loader as timetableFeed } from "./timetable-feed.route.ts";

const MONDAY = "2026-11-23";
const ID = `monday-1.${MONDAY}`;

describe.each(ENGINES)("calendars on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, { now: "2026-11-18T09:00:00.000Z" });
  const passMinute = () => {
    clock.now = new Date(Date.parse(clock.now) + 60_000).toISOString();
  };

  const feed = (at = services) => callRoute(timetableFeed, routeCall(at, "/schedule.ics"));
  const file = (id: string) =>
    callRoute(sessionFile, routeCall(services, `/schedule/session.ics?${new URLSearchParams({ session: id })}`));

  /** The events of a calendar by their UIDs without the host. */
  function eventsOf(text: string): Map<string, VEvent> {
    const items = Object.values(ical.sync.parseICS(text));
    return new Map(
      items.flatMap((item) => (item?.type === "VEVENT" ? [[item.uid.split("@")[0] ?? "", item as VEvent]] : [])),
    );
  }

  const first = async () => eventsOf((await feed()).text).get(ID);

  test("a session has a calendar file; the feed covers five weeks, and has the same text at each render and on each instance", async () => {
    const { status, text } = await feed();
    expect(status).toBe(200);
    const dates = [...eventsOf(text).keys()].map((id) => id.split(".")[1] ?? "").sort();
    expect([dates[0], dates.at(-1)]).toEqual(["2026-11-11", "2026-12-15"]);
    passMinute();
    expect((await feed()).text).toBe(text);
    const other = { ...services, content: { ...services.content }, timetable: { ...services.timetable } };
    expect((await feed(other)).text).toBe(text);
    const { text: ofSession } = await file(ID);
    expect([...eventsOf(ofSession).keys()]).toEqual([ID]);
    for (const id of ["", "monday-1.2026-02-31", "monday-1.9999-01-01", `monday-1.${addDays(MONDAY, 1)}`, "\0"]) {
      expect((await file(id)).status, id).toBe(404);
    }
    // At noon, the class of the morning is over.
    const { sessions } = await choiceLoader(routeCall(services, "/schedule/calendar?date=2026-11-18") as never);
    expect(sessions).toHaveLength(3);
  });

  test("each action on a session, and each undo, makes a newer version of the same event", async () => {
    const id = ID;
    const versions = [await first()];
    const next = async (act: (seen: number) => Promise<{ code: string }>) => {
      passMinute();
      const seen = (await findClassSession(services, id))?.sequence ?? 0;
      expect((await act(seen)).code).toBe("done");
      const event = await first();
      versions.push(event);
      return event;
    };
    await next((seen) => cancelSession(services, { id, seen, reason: "Hakuna maji 💧" }, ACTOR));
    await next((seen) => restoreSession(services, { id, seen }, ACTOR));
    const later = { date: addDays(MONDAY, 1), time: { from: "12:00pm", to: "1:00pm" } };
    const moved = await next((seen) => moveSession(services, { id, seen, ...later }, ACTOR));
    expect(moved?.start.toISOString()).toBe(`${later.date}T09:00:00.000Z`);
    expect(moved?.description).toMatch(/^Trainer: Wanjiru Kamau\nMoved from Monday .+, 9:00am$/);
    await next((seen) => restoreSession(services, { id, seen }, ACTOR));
    const closing = { from: MONDAY, to: MONDAY };
    const closed = await next(() => closeDays(services, { ...closing, note: "Madaraka Day" }, ACTOR));
    expect(closed).toMatchObject({ status: "CANCELLED", summary: "Cancelled: Fitness" });
    await next(() => openDays(services, closing, ACTOR));

    passMinute();
    const ended = await removeWeeklySlot(services, "tuesday-1", { from: MONDAY });
    versions.push(await first());
    passMinute();
    await undoSlots(services, ended.code === "done" ? ended.actId : "", ACTOR);
    versions.push(await first());
    passMinute();
    await setPlaces(services, "fitness", { places: 2 });
    const during = await calendarOf(services, undefined, async () => {
      passMinute();
      await setPlaces(services, "fitness", { places: 3 });
      return sessionsBetween(services, MONDAY, MONDAY);
    });
    versions.push(eventsOf(during).get(id), await first());
    passMinute();
    const changes = new Map([[id, { number: 1, changedAt: clock.now }]]);
    const own = await calendarOf(services, "Mine", () => sessionsBetween(services, MONDAY, MONDAY), { changes });
    versions.push(eventsOf(own).get(id));

    const numbers = versions.map((event) => [Number(event?.sequence), Number(event?.lastmodified)]);
    const grows = numbers.every(([sequence = 0, changed = 0], index) => {
      const [before = 0, changedBefore = 0] = numbers[index - 1] ?? [];
      return sequence > before && changed > changedBefore;
    });
    expect(grows, JSON.stringify(numbers)).toBe(true);
  });
});
