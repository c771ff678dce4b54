import { describe, expect, onTestFinished, test } from "vitest";
import { addMembers, momentAt } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { BOOKING_RETENTION } from "../bookings/erasure.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { addDays } from "../time/dates.server.ts";
import { sessionsBetween } from "./class-sessions.server.ts";
import { closeDays } from "./closures.server.ts";
import { SESSION_RETENTION_DAYS, TIMETABLE_RETENTION } from "./retention.server.ts";
import { cancelSession } from "./session-actions.server.ts";
import { storePastSessions } from "./timetable-change.server.ts";

const MONDAY = "2026-11-23";
const TUESDAY = addDays(MONDAY, 1);

describe.each(ENGINES)("retention of the timetable on %s", (kind) => {
  test("sessions and closed days are deleted after two years, and are not stored again", async () => {
    const { services, clock, close } = await openGym(kind, { now: momentAt("2026-11-22", 9) });
    onTestFinished(close);
    await closeDays(services, { from: TUESDAY, to: TUESDAY, note: "Holiday" }, ACTOR);
    await cancelSession(services, { id: `monday-1.${MONDAY}`, seen: 0, reason: "Ill." }, ACTOR);
    clock.now = momentAt(TUESDAY, 23);
    await storePastSessions(services);
    const before = (await sessionsBetween(services, MONDAY, TUESDAY)).length;
    expect(before).toBeGreaterThan(3);
    const stored = async () => {
      await applyRetention(services, ...TIMETABLE_RETENTION);
      const closures = await services.db.selectFrom("schedule_closures").select("date").execute();
      const rows = services.db.selectFrom("class_sessions").select("id").where("date", "in", [MONDAY, TUESDAY]);
      return { sessions: (await rows.execute()).length, closures: closures.length };
    };
    clock.now = momentAt(addDays(MONDAY, SESSION_RETENTION_DAYS), 12);
    expect(await stored()).toEqual({ sessions: before, closures: 1 });
    clock.now = momentAt(addDays(TUESDAY, SESSION_RETENTION_DAYS + 1), 12);
    expect(await stored()).toEqual({ sessions: 0, closures: 0 });
    await storePastSessions(services);
    expect(await stored()).toEqual({ sessions: 0, closures: 0 });
    expect(await sessionsBetween({ ...services, timetable: { version: 1, places: 0 } }, MONDAY, TUESDAY)).toEqual([]);
  });

  test("a session is kept as long as its bookings", async () => {
    const now = momentAt("2026-11-22", 9);
    const { services, clock, close } = await openGym(kind, { now, places: { fitness: { places: 2 } } });
    onTestFinished(close);
    const [member] = await addMembers(services, 1);
    if (member === undefined) throw new Error("No member");
    await bookPlace(services, member, { sessionId: `monday-1.${MONDAY}` });
    const stored = async () => (await services.db.selectFrom("class_sessions").select("id").execute()).length;
    clock.now = momentAt(addDays(MONDAY, SESSION_RETENTION_DAYS + 1), 12);
    await applyRetention(services, ...TIMETABLE_RETENTION);
    expect(await stored()).toBe(1);
    await applyRetention(services, ...BOOKING_RETENTION);
    await applyRetention(services, ...TIMETABLE_RETENTION);
    expect(await stored()).toBe(0);
  });
});
