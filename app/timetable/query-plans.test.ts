/** Every query has an index, tested with three years of stored sessions. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { ACTOR, publishValues } from "../../test/content/content-changes.ts";
import { insertRows } from "../../test/support/insert-rows.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { changeWeeklySlot } from "../../test/timetable/weekly-slots.ts";
import { findEntry } from "../cms/entries.server.ts";
import { trainerType } from "../content-types/trainer.ts";
import type { Services } from "../platform/services.ts";
import { addDays, dateInNairobi, dayOfDate } from "../time/dates.server.ts";
import { daysBetween, findClassSession, sessionsBetween } from "./class-sessions.server.ts";
import { usesInTimetable } from "./classes-and-trainers.server.ts";
import { closeDays, listClosures, openDays, sessionsAffectedByClosure } from "./closures.server.ts";
import { addSession, cancelSession, moveSession, restoreSession, substituteTrainer } from "./session-actions.server.ts";
import { rowOfSession } from "./session-rows.server.ts";
import { storePastSessions } from "./timetable-change.server.ts";
import { pollTimetableVersions } from "./timetable-records.server.ts";

const YEARS = 3;
const NOON = { from: "12:00pm", to: "1:00pm" };

async function fill(services: Services): Promise<void> {
  const today = dateInNairobi(services.now());
  const week = await sessionsBetween(services, today, addDays(today, 6));
  const rows = Array.from({ length: YEARS * 52 }, (_, index) => index - YEARS * 26).flatMap((weeks) =>
    week.map((session) => {
      const date = addDays(session.date, weeks * 7);
      const startsAt = new Date(Date.parse(session.startsAt) + weeks * 7 * 24 * 60 * 60_000).toISOString();
      const moved = { id: `old-${session.slot}.${date}`, slotDate: date, date, startsAt, changedAt: startsAt };
      return { ...rowOfSession({ ...session, ...moved }), slot: `old-${session.slot}`, decided: '["trainer"]' };
    }),
  );
  await insertRows(services.db, "class_sessions", rows);
  const made = { note: "Holiday", made_at: today, made_by_id: "user-1", made_by: "Wanjiru" };
  const closed = Array.from({ length: 300 }, (_, index) => ({ date: addDays(today, index - 400), ...made }));
  await insertRows(services.db, "schedule_closures", closed);
}

describe.each(ENGINES)("the timetable's queries on %s", (kind) => {
  const { services: gym, clock } = openGymBeforeAll(kind, { now: "2026-11-22T09:00:00.000Z" });
  beforeAll(async () => {
    await fill(gym);
    // PostgreSQL analyses its tables automatically; SQLite's planner has no statistics on a real site either.
    if (kind === "postgres") await sql`analyze`.execute(gym.db);
  });

  test("do no full table scans", async () => {
    const { services, queries } = recordQueries(gym);
    const monday = "2026-11-30";
    const id = `monday-1.${monday}`;
    await sessionsBetween(services, monday, addDays(monday, 27));
    await daysBetween(services, monday, addDays(monday, 6));
    await listClosures(services);
    await sessionsAffectedByClosure(services, monday, addDays(monday, 60));
    await findClassSession(services, id);
    await pollTimetableVersions(services);
    await moveSession(services, { id, seen: 0, date: addDays(monday, 1), time: NOON }, ACTOR);
    await substituteTrainer(services, { id, seen: 1, trainerSlug: "brian-otieno", confirmed: ["trainer-busy"] }, ACTOR);
    await cancelSession(services, { id, seen: 2, reason: "Rain" }, ACTOR);
    await restoreSession(services, { id, seen: 3 }, ACTOR);
    const added = { classSlug: "yoga", trainerSlug: "amina-yusuf", confirmed: ["trainer-busy"] as const };
    await addSession(services, { date: monday, time: NOON, ...added }, ACTOR);
    await closeDays(services, { from: monday, to: monday, note: "Holiday" }, ACTOR);
    await openDays(services, { from: monday, to: monday }, ACTOR);
    await usesInTimetable(services, services.db, { type: "trainer", slug: "amina-yusuf" });
    await usesInTimetable(services, services.db, { type: "class", slug: "yoga" });
    const values = { day: dayOfDate(addDays(monday, 2)), time: NOON, gymClass: "fitness", trainer: "amina-yusuf" };
    await changeWeeklySlot(services, "monday-1", values, { choice: "follow" });
    const { slug, ...trainer } = (await findEntry(gym, trainerType, "amina-yusuf")) ?? expect.unreachable();
    await publishValues(services, trainerType, slug, { ...trainer, name: "Amina Y." });
    clock.now = "2026-11-30T09:00:00.000Z";
    await storePastSessions(services);
    clock.now = "2026-11-29T09:00:00.000Z";
    await storePastSessions(services);
    expect([...queries.keys()].filter((query) => query.includes("class_sessions")).length).toBeGreaterThan(10);
    expect(await fullScans({ services: gym, kind }, queries.values())).toEqual([]);
  });
});
