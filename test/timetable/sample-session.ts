import type { ClassSession } from "../../app/timetable/class-session.ts";

/** A computed session: Monday 23 November 2026, 9:00am to 10:00am in Nairobi. */
export const FITNESS: ClassSession = {
  ...{ id: "monday-1.2026-11-23", slot: "monday-1", slotDate: "2026-11-23", date: "2026-11-23" },
  ...{ startsAt: "2026-11-23T06:00:00.000Z", endsAt: "2026-11-23T07:00:00.000Z" },
  time: { from: "9:00am", to: "10:00am" },
  ...{ classSlug: "fitness", className: "Fitness", trainerSlug: "wanjiru-kamau", trainerName: "Wanjiru Kamau" },
  ...{ state: "scheduled", reason: null, insteadOf: null, movedFrom: null },
  ...{ isAdded: false, isClosed: false, isStored: false, sequence: 0, changedAt: null },
};
