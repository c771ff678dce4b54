import { createHook } from "../platform/hook.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import type { BookingRow } from "./booking-rows.server.ts";

/** Finds the coverage of a new booking, in its transaction. @param personId null for a guest, who is never covered */
export const bookingMade =
  createHook<
    (change: Change, personId: string | null, session: ClassSession) => Promise<Pick<BookingRow, "cover" | "pass_id">>
  >("bookingMade");

/** Short texts about how bookings are covered, by booking id. */
export const bookingsCovered =
  createHook<
    (
      services: Services,
      rows: readonly BookingRow[],
      sessions: readonly ClassSession[],
    ) => Promise<ReadonlyMap<string, string>>
  >("bookingsCovered");

export const bookingStateChanged =
  createHook<(change: Change, row: BookingRow) => Promise<void>>("bookingStateChanged");

/** Short texts that tell people apart, such as their passes, by person id. */
export const peopleDescribed =
  createHook<(services: Services, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>>("peopleDescribed");
