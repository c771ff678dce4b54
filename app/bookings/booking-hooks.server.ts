/** Hooks by which passes follow bookings. */
import { createHook } from "../platform/hook.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import type { BookingRow } from "./booking-rows.server.ts";

/** Somebody for whom a booking is made: an account, a person whom the desk knows, or somebody whose name it has written. */
export type BookingOwner = {
  userId: string | null;
  memberId?: string | null;
  named?: { name: string; phone: string | null } | undefined;
};

/** What covers a new booking, in its transaction. A guest whom somebody brings has nothing that covers them. */
export const bookingMade =
  createHook<
    (
      change: Change,
      person: BookingOwner,
      session: ClassSession,
    ) => Promise<Pick<BookingRow, "member_id" | "cover" | "pass_id">>
  >("bookingMade");

/** What covers some bookings of some sessions, in words for the desk, by the ids of the bookings. */
export const bookingsCovered =
  createHook<
    (
      services: Services,
      rows: readonly BookingRow[],
      sessions: readonly ClassSession[],
    ) => Promise<ReadonlyMap<string, string>>
  >("bookingsCovered");

/** After the state of a booking has changed, in the same transaction. */
export const bookingStateChanged =
  createHook<(change: Change, row: BookingRow) => Promise<void>>("bookingStateChanged");
