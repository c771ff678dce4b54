import { beforeAll, describe, expect, it } from "vitest";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { closeDays } from "../closures.server.ts";
import { cancelSession, moveSession } from "../session-actions.server.ts";
import { findDay, findTabs, findWeek, listSessionsOfClass } from "./timetable-view.server.ts";

const BASE = "http://localhost";

describe("the pages of the schedule", () => {
  // A Saturday, before noon in Nairobi.
  const { services } = openGymBeforeAll("sqlite", { now: "2026-11-21T08:00:00.000Z" });
  beforeAll(async () => {
    const done = { code: "done" };
    const reason = "Kenya Power is working on our street.";
    expect(await cancelSession(services, { id: "monday-1.2026-11-23", seen: 0, reason }, ACTOR)).toMatchObject(done);
    const away = { date: "2026-11-24", time: { from: "5:00pm", to: "6:00pm" } };
    const move = { id: "monday-3.2026-11-23", seen: 0, ...away, confirmed: ["outside-hours", "trainer-busy"] as never };
    expect(await moveSession(services, move, ACTOR)).toMatchObject(done);
    const closing = { from: "2026-11-30", to: "2026-11-30", note: "public holiday" };
    expect(await closeDays(services, closing, ACTOR)).toMatchObject(done);
  });

  const day = (path: string) => findDay(services, "monday", `${BASE}${path}`);

  it("shows the next date of a weekday, its rows by time, and the four dates", async () => {
    const { view, steps, toWeek } = await day("/schedule/monday");
    expect(view).toMatchObject({ date: "2026-11-23", dateText: "23 November 2026", closure: undefined });
    expect(view.rows.map(({ className, isOff, change }) => [className, isOff, change?.kind])).toEqual([
      ["Fitness", true, "cancelled"],
      ["Running", true, "moved"],
      ["Cycling", false, undefined],
      ["Body Building", false, undefined],
    ]);
    expect(steps.map(({ label, path, isShown }) => [label, path, isShown])).toEqual([
      ["23 Nov", "/schedule/monday", true],
      ["30 Nov", "/schedule/monday?date=2026-11-30", false],
      ["7 Dec", "/schedule/monday?date=2026-12-07", false],
      ["14 Dec", "/schedule/monday?date=2026-12-14", false],
    ]);
    expect(toWeek).toBe("/schedule/week?date=2026-11-23");
  });

  it("shows a requested later date, closed with one sentence and all rows cancelled, among the days of its week", async () => {
    const { view } = await day("/schedule/monday?date=2026-11-30");
    expect(view.closure).toBe("The gym is closed on Monday\u00a030\u00a0November: public holiday");
    expect(view.rows).toHaveLength(4);
    for (const row of view.rows) expect(row).toMatchObject({ change: { kind: "cancelled" }, reason: null });
    const { weekOf, tabs } = findTabs(services, "monday", `${BASE}/schedule/monday?date=2026-11-30`);
    expect(weekOf).toBe("30 November");
    expect(tabs.at(-1)).toEqual({ day: "sunday", path: "/schedule/sunday?date=2026-12-06" });
  });

  it("shows a week with a moved session on both dates, and no links to past days", async () => {
    const { week } = await findWeek(services, `${BASE}/schedule/week?date=2026-11-23`);
    expect(week).toMatchObject({ range: "23 to 29 November", year: "2026", firstDay: "Monday 23 November 2026" });
    const running = week.days.flatMap(({ day: name, rows }) =>
      rows.filter(({ key }) => key.startsWith("monday-3.")).map(({ change }) => `${name}: ${change?.kind}`),
    );
    expect(running).toEqual(["monday: moved", "tuesday: moved-here"]);
    const paths = [...Array(5).fill(undefined), "/schedule/saturday", "/schedule/sunday"];
    expect((await findWeek(services, `${BASE}/schedule/week`)).week.days.map(({ path }) => path)).toEqual(paths);
    const later = (await findWeek(services, `${BASE}/schedule/week?date=2026-11-30`)).week;
    expect(later.range).toBe("30 November to 6 December");
  });

  it("lists the next six sessions of a class, with the reasons of cancellations and closed days", async () => {
    const sessions = await listSessionsOfClass(services, "fitness");
    expect(sessions.map(({ dayName, dateText, reason }) => [dayName, dateText, reason])).toEqual([
      ["Sunday", "22 Nov", null],
      ["Monday", "23 Nov", "Kenya Power is working on our street."],
      ["Wednesday", "25 Nov", null],
      ["Thursday", "26 Nov", null],
      ["Sunday", "29 Nov", null],
      ["Monday", "30 Nov", "public holiday"],
    ]);
    expect(sessions[5]).toMatchObject({ path: "/schedule/monday?date=2026-11-30", isOff: true });
    expect(await listSessionsOfClass(services, "mma")).toEqual([]);
  });
});
