/** Moving a booking to another class session, which gives up the earlier place. */
import { mailConfirmation } from "../accounts/address-confirmation.server.ts";
import { personOfAccount } from "../people/people.server.ts";
import type { Services } from "../platform/services.ts";
import { transactUnlessBusy } from "../platform/transact.server.ts";
import { type BookingPerson, bookWithin, findOpenBooking } from "./book.server.ts";
import type { BookingRefusal } from "./booking.ts";
import { VISITOR } from "./booking-change.server.ts";
import { findCancellable, freePlace } from "./cancel-booking.server.ts";

export type MoveOutcome =
  /** `moved-late`: the earlier place was given up after its deadline. `same`: the booking has ended. */
  | { code: "moved" | "moved-late" | "move-same" | "unknown" | "same" | "busy" }
  /** No place is free; there is only one, and a guest comes along. */
  | { code: "move-full" | "move-guest" }
  | { code: "cancel-too-late" | "checked-in" | "guest-checked-in" }
  | BookingRefusal;

/**
 * Moves the places of a visitor and their guest to another session with free places. The rules ignore the earlier
 * booking; a refusal changes nothing.
 */
export async function moveBooking(
  services: Services,
  { id: userId, clientAddress }: BookingPerson & { clientAddress: string },
  bookingId: string,
  sessionId: string,
): Promise<MoveOutcome> {
  const outcome = await transactUnlessBusy(services, async (change): Promise<MoveOutcome> => {
    const { transaction } = change;
    const cancellable = await findCancellable(change, userId, bookingId);
    const person = await personOfAccount(transaction, userId);
    if (cancellable.code === "unknown" || person === undefined) return { code: "unknown" };
    const there = await findOpenBooking(transaction, sessionId, person.id);
    if (there !== undefined && there.state !== "waiting") return { code: "move-same" };
    if (cancellable.code !== "open") return cancellable;
    const { row, bookable, guest, to } = cancellable;
    if (row.person_id !== person.id || row.state !== "booked") return { code: "unknown" };
    const { session } = bookable;
    const isLate = to(row) === "late_cancelled";
    const moved = { from: { date: session.date, time: session.time }, wasClass: session.className, wasLate: isLate };
    const brought = guest && { guest: guest.guest_name ?? "" };
    await freePlace(change, bookable, row, to, { actor: VISITOR, note: "rebooked" }, async () => {
      const taken = await bookWithin(change, sessionId, { person, clientAddress, actor: VISITOR, moved, ...brought });
      if (taken.code !== "booked") {
        const isWaiting = "booking" in taken && taken.booking.state === "waiting";
        return change.abandon(isWaiting ? { code: "move-full" } : taken);
      }
      if (brought && taken.booking.guest?.state !== "booked") return change.abandon({ code: "move-guest" });
    });
    return { code: isLate ? "moved-late" : "moved" };
  });
  if (outcome.code === "too-many-new") await mailConfirmation(services, userId);
  return outcome;
}
