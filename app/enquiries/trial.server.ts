/** The trial of somebody who has asked: the desk books a place in a class for them, as for a caller. */
import { randomUUID } from "node:crypto";
import { freeSessionsForDesk } from "../bookings/availability.server.ts";
import { findWritten } from "../bookings/bookable-session.server.ts";
import { MAX_NAME_CHARACTERS } from "../bookings/booking.ts";
import { changeBookings } from "../bookings/booking-change.server.ts";
import { bookGuestWithin } from "../bookings/desk-actions.server.ts";
import { listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { findPhone, readPhone } from "../forms/read-phone.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { sessionLabel } from "../timetable/session-record.server.ts";
import { ENQUIRY_GONE, lockEnquiry } from "./enquiry-changes.server.ts";
import type { DeskOutcome } from "./problems.ts";
import { moveOn } from "./replies.server.ts";

/** Dates of a class to choose from. */
const DATES_OFFERED = 3;

/** A trial that is booked and has not begun. */
export type BookedTrial = { session: ClassSession; priceKes: number | null };

/** The trial of an enquiry; undefined when none is booked, or when it was cancelled or has begun. */
export async function findTrial(db: Db, enquiryId: string, at: Date): Promise<BookedTrial | undefined> {
  const booking = await db
    .selectFrom("enquiries")
    .innerJoin("bookings", "bookings.id", "enquiries.trial_booking_id")
    .select(["bookings.session_id", "bookings.price_kes"])
    .where("enquiries.id", "=", enquiryId)
    .where("bookings.ended_at", "is", null)
    .executeTakeFirst();
  const of = booking && (await findWritten(db, booking.session_id));
  if (booking === undefined || of === undefined || of.session.startsAt <= at.toISOString()) return undefined;
  return { session: of.session, priceKes: booking.price_kes };
}

/**
 * The classes that a trial can be booked in, each with its next dates with free places: the one that the enquiry names, or all
 * that can be booked when it names none. Empty when that class can't be booked.
 */
export async function trialClasses(services: Services, gymClass: string) {
  const asked = (await listEntries(services, classType)).filter(
    ({ slug, places }) => places !== undefined && (gymClass === "" || slug === gymClass),
  );
  if (asked.length === 0) return [];
  const dates = await freeSessionsForDesk(services, DATES_OFFERED, gymClass === "" ? undefined : gymClass);
  return asked.map(({ slug, title }) => ({
    slug,
    title,
    dates: dates.filter(({ session }) => session.classSlug === slug),
  }));
}

/**
 * Books a place for the enquirer, all or nothing; the enquiry is moved on with it. Of two at once, and of the same form sent
 * twice, one books.
 */
export async function bookTrial(services: Services, actor: Actor, id: string, sessionId: string): Promise<DeskOutcome> {
  const by = { id: actor.id, name: actor.name };
  const outcome = await changeBookings(services, async (change): Promise<DeskOutcome> => {
    const { transaction, at } = change;
    const enquiry = await lockEnquiry(transaction, id);
    if (enquiry === undefined) return ENQUIRY_GONE;
    const booked = await findTrial(transaction, id, at);
    if (booked !== undefined) {
      return booked.session.id === sessionId ? { code: "done" } : { code: "trial-booked-before" };
    }
    const made = await bookGuestWithin(change, sessionId, guestOf(enquiry), by);
    if (made.code === "full") return { code: "trial-full" };
    if (made.code === "name-link") return { code: "trial-name-link" };
    if (made.code !== "booked") return { code: "trial-not-bookable" };
    const { booking } = made;
    await transaction.updateTable("enquiries").set({ trial_booking_id: booking.id }).where("id", "=", id).execute();
    const actId = randomUUID();
    const details = { session: sessionLabel(booking.session) };
    await recordActivity(transaction, at, by, { action: "enquiry-trial", type: "enquiry", slug: id, details, actId });
    await moveOn(change, by, enquiry, "trial-booked", actId);
    return { code: "done" };
  });
  return "code" in outcome && outcome.code === "busy" ? { code: "trial-busy" } : outcome;
}

/** The enquirer as the desk's list has room for them: a booking has a shorter name and number than an enquiry. */
function guestOf({ name, phone, comment }: { name: string; phone: string; comment: string }) {
  const number = phone === "" ? (findPhone(comment) ?? "") : phone;
  return {
    // Without half of a letter that the cut may leave.
    name: name.slice(0, MAX_NAME_CHARACTERS).replace(/[\ud800-\udbff]$/, ""),
    phone: readPhone(number) ?? "",
  };
}
