import { expect, onTestFinished, test } from "vitest";
import { addMembers, type Member, momentAt } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { removeWeeklySlot } from "../../test/timetable/weekly-slots.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { BOOKING_RETENTION } from "../bookings/erasure.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { addDays } from "../time/dates.server.ts";
import { sessionsBetween } from "./class-sessions.server.ts";
import { closeDays } from "./closures.server.ts";
import { SESSION_RETENTION_DAYS, TIMETABLE_RETENTION } from "./retention.server.ts";
import { storePastSessions } from "./timetable-change.server.ts";

const MONDAY = "2026-11-23";
const TUESDAY = addDays(MONDAY, 1);

test.each(ENGINES)(
  "sessions and closed days are kept for two years, booked ones as long as the bookings, on %s",
  async (kind) => {
    const now = momentAt("2026-11-22", 9);
    const { services, clock, close } = await openGym(kind, { now, places: { fitness: 2 } });
    onTestFinished(close);
    const [member] = (await addMembers(services, 1)) as [Member];
    await bookPlace(services, member, { sessionId: `monday-1.${MONDAY}` });
    await removeWeeklySlot(services, "friday-1");
    await closeDays(services, { from: TUESDAY, to: TUESDAY, note: "Holiday" }, ACTOR);
    clock.now = momentAt(TUESDAY, 23);
    await storePastSessions(services);
    const before = (await sessionsBetween(services, MONDAY, TUESDAY)).length;
    expect(before).toBeGreaterThan(3);
    const stored = async (...retentions: Parameters<typeof applyRetention>[1][]) => {
      await applyRetention(services, ...retentions, ...TIMETABLE_RETENTION);
      const closures = await services.db.selectFrom("schedule_closures").select("date").execute();
      const rows = services.db.selectFrom("class_sessions").select("id").where("date", "in", [MONDAY, TUESDAY]);
      return { sessions: (await rows.execute()).length, closures: closures.length };
    };
    clock.now = momentAt(addDays(MONDAY, SESSION_RETENTION_DAYS), 12);
    expect(await stored()).toEqual({ sessions: before, closures: 1 });
    clock.now = momentAt(addDays(TUESDAY, SESSION_RETENTION_DAYS + 1), 12);
    expect(await stored()).toEqual({ sessions: 1, closures: 0 });
    expect(await stored(...BOOKING_RETENTION)).toEqual({ sessions: 0, closures: 0 });
    const acts = services.db.selectFrom("weekly_slot_changes").select(["made_by", "made_by_id"]);
    expect(await acts.execute()).toEqual([{ made_by: "Staff", made_by_id: null }]);
    // Only the weekly slot that has ended so long ago is gone.
    const slots = services.db.selectFrom("weekly_slots").select("slot").where("slot", "in", ["monday-1", "friday-1"]);
    expect(await slots.execute()).toEqual([{ slot: "monday-1" }]);
    await storePastSessions(services);
    expect(await sessionsBetween({ ...services, timetable: { version: 1, places: 0 } }, MONDAY, TUESDAY)).toEqual([]);
  },
);
