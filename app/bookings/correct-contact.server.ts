/** The desk corrects the name and the number of somebody who books. */
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { changeBookings, recordEvent } from "./booking-change.server.ts";
import type { BookingRow } from "./booking-rows.server.ts";
import { type BookedPerson, readPerson } from "./people.server.ts";
import { forgetGuests, guestKey, indexGuest } from "./person-index.server.ts";
import { type Contact, ensureProfile, type ProfileProblem, readContact } from "./profiles.server.ts";

/**
 * Corrects the name and the number of an account's profile, or of a guest: with a number in all bookings of this name and number,
 * without one in the booking alone, as several people may have the name.
 * @param id an account's, or that of a booking
 */
export async function correctContact(
  services: Services,
  id: string,
  typed: { name: string; phone: string },
  actor: Actor,
): Promise<{ code: "done" | "same" | "unknown" | "busy" } | ProfileProblem> {
  return changeBookings(services, async (change) => {
    const { transaction, at } = change;
    const person = await readPerson(transaction, id);
    if (person === undefined) return { code: "unknown" };
    const contact = readContact(typed);
    if ("code" in contact) return contact;
    if (contact.name === person.name && contact.phone === person.phone) return { code: "same" };
    const rows =
      person.userId === null
        ? await correctGuest(change, person, contact)
        : await correctAccount(change, person.userId, contact);
    const by = { kind: "staff", id: actor.id, name: actor.name } as const;
    for (const { id: bookingId, state } of rows.filter(({ ended_at: endedAt }) => endedAt === null)) {
      await recordEvent(change, bookingId, { from: state, to: state, actor: by, note: "contact-corrected" });
    }
    // The activity log outlives accounts and names nobody.
    await recordActivity(transaction, at, actor, { action: "contact-corrected", type: "booking" });
    return { code: "done" };
  });
}

type Corrected = Pick<BookingRow, "id" | "state" | "ended_at">;

/** @returns the bookings to come, in whose history it stands */
async function correctAccount({ transaction, at }: Change, userId: string, contact: Contact): Promise<Corrected[]> {
  await ensureProfile(transaction, userId, contact);
  return transaction
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .select(["bookings.id", "bookings.state", "ended_at"])
    .where("user_id", "=", userId)
    .where("class_sessions.ends_at", ">", at.toISOString())
    .execute();
}

/** @returns the bookings that have another name or number now */
async function correctGuest(
  { transaction }: Change,
  { id, guestKey: key }: BookedPerson,
  contact: Contact,
): Promise<Corrected[]> {
  const before = await transaction.selectFrom("bookings").select("guest_key").where("id", "=", id).execute();
  const corrected = await transaction
    .updateTable("bookings")
    .set({ guest_name: contact.name, guest_phone: contact.phone, guest_key: guestKey(contact) })
    .where(key === null ? "id" : "guest_key", "=", key ?? id)
    .returning(["id", "state", "ended_at"])
    .execute();
  await indexGuest(transaction, contact);
  await forgetGuests(
    transaction,
    before.map((row) => row.guest_key),
  );
  return corrected;
}
