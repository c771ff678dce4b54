/** Calendars through their routes: what changes in the console, on both engines and on another instance. */
import ical, { type VEvent } from "node-ical";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { publishValues } from "../../test/content-changes.ts";
import { callRoute, routeCall } from "../../test/route-calls.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/test-services.ts";
import { catalogue } from "../content/catalogue.ts";
import { findEntry, seedNewTypes } from "../content/entries.server.ts";
import { addDays, comingDate, dateInNairobi } from "../content/timetable/calendar-dates.ts";
import { classType } from "../content/types/class.ts";
import { slotType } from "../content/types/slot.ts";
import { loader as classFeed } from "./class-feed.ts";
import { loader as scheduleFeed } from "./schedule-feed.ts";
import { loader as sessionFile } from "./session-calendar.ts";

describe.each(ENGINES)("calendars on %s", (kind) => {
  let site: TestSite;
  let monday: string;
  beforeEach(async () => {
    site = await openTestSite(kind);
    await seedNewTypes(site.services, Object.values(catalogue));
    monday = addDays(comingDate("monday", dateInNairobi(site.services.now())), 7);
  });
  afterEach(() => site.close());

  const feed = (at = site) => callRoute(scheduleFeed, routeCall(at.services, "/schedule.ics"));
  const feedOf = (slug: string) =>
    callRoute(classFeed, { ...routeCall(site.services, `/classes/${slug}/calendar.ics`), params: { slug } } as never);
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

  test("has five weeks, and is the same text at each render and in each instance", async () => {
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

  test("an edited weekly row is a newer version of the same event", async () => {
    const before = await first();
    const { slug, ...row } = (await findEntry(site.services, slotType, "monday-1")) ?? { slug: "" };
    site.passTime(60_000);
    await publishValues(site.services, slotType, "monday-1", { ...row, time: { from: "7:00am", to: "8:00am" } });
    const after = await first();
    expect(after?.start.toISOString()).toBe(`${monday}T04:00:00.000Z`);
    expect(Number(after?.sequence)).toBeGreaterThan(Number(before?.sequence));
    expect(Number(after?.lastmodified)).toBeGreaterThan(Number(before?.lastmodified));
  });

  test("a class that is added has its calendar at once", async () => {
    expect((await feedOf("ngoma")).status).toBe(404);
    const { slug, ...values } = (await findEntry(site.services, classType, "boxing")) ?? { slug: "" };
    const title = "Ngoma ya jioni 🥁";
    await publishValues(site.services, classType, "ngoma", { ...values, title });
    const { slug: _, ...row } = (await findEntry(site.services, slotType, "monday-1")) ?? { slug: "" };
    await publishValues(site.services, slotType, "monday-ngoma", { ...row, gymClass: "ngoma" });
    const { status, text } = await feedOf("ngoma");
    expect(status).toBe(200);
    const events = [...eventsOf(text).values()];
    expect(events.length).toBeGreaterThanOrEqual(4);
    expect(new Set(events.map(({ summary }) => summary))).toEqual(new Set([title]));
  });

  test("a session is a file", async () => {
    const { status, text } = await file(`monday-1.${monday}`);
    expect(status).toBe(200);
    expect([...eventsOf(text).keys()]).toEqual([`monday-1.${monday}`]);
  });

  test("there is no file of a session that there is not", async () => {
    const dates = ["monday-1.2026-02-31", "monday-1.9999-01-01", `monday-1.${addDays(monday, 1)}`];
    for (const id of ["", "x", "monday-1", ...dates, "\0", "'; --", "../..", "a".repeat(9999)]) {
      expect((await file(id)).status, id).toBe(404);
    }
  });
});
