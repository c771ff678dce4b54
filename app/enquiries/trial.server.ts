/** Trials for enquirers: the desk books a place in a class for them, as for a caller. */
import { randomUUID } from "node:crypto";
import { freeSessionsForDesk } from "../bookings/availability.server.ts";
import { findBookable } from "../bookings/bookable-session.server.ts";
import { bookFreePlaceWithin } from "../bookings/desk-actions.server.ts";
import { listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { findPhone, readPhone } from "../forms/read-phone.ts";
import { PERSON_NAME_MAX, SOMEBODY_ELSE } from "../people/person.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { transactUnlessBusy } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { sessionLabel } from "../timetable/session-record.server.ts";
import { ENQUIRY_GONE, lockEnquiry } from "./enquiry-changes.server.ts";
import type { DeskOutcome } from "./problems.ts";
import { moveOn } from "./replies.server.ts";

const DATES_OFFERED = 3;

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
  const bookable = booking && (await findBookable(db, booking.session_id));
  if (booking === undefined || bookable === undefined || bookable.session.startsAt <= at.toISOString())
    return undefined;
  return { session: bookable.session, priceKes: booking.price_kes };
}

/**
 * Classes for a trial with their next free dates: the enquiry's class, or all bookable ones. Empty when it can't be
 * booked.
 */
export async function trialClasses(services: Services, gymClass: string) {
  const bookableClasses = (await listEntries(services, classType)).filter(
    ({ slug, places }) => places !== undefined && (gymClass === "" || slug === gymClass),
  );
  if (bookableClasses.length === 0) return [];
  const dates = await freeSessionsForDesk(services, DATES_OFFERED, gymClass === "" ? undefined : gymClass);
  return bookableClasses.map(({ slug, title }) => ({
    slug,
    title,
    dates: dates.filter(({ session }) => session.classSlug === slug),
  }));
}

export type TrialOutcome =
  | DeskOutcome
  /** People who may be the enquirer: the desk says who it is. */
  | { code: "ask-who"; ids: string[] };

/**
 * Books the trial, all or nothing, and moves the enquiry on; concurrent forms book once. @param form.person the
 * chosen match, or `SOMEBODY_ELSE`
 */
export async function bookTrial(
  services: Services,
  actor: Actor,
  id: string,
  { sessionId, person }: { sessionId: string; person: string },
): Promise<TrialOutcome> {
  const by = { id: actor.id, name: actor.name };
  const outcome = await transactUnlessBusy(services, async (change): Promise<TrialOutcome> => {
    const { transaction, at } = change;
    const enquiry = await lockEnquiry(transaction, id);
    if (enquiry === undefined) return ENQUIRY_GONE;
    const booked = await findTrial(transaction, id, at);
    if (booked !== undefined) {
      return booked.session.id === sessionId ? { code: "done" } : { code: "trial-booked-before" };
    }
    const typed = { ...contactOf(enquiry), isOther: person !== "" };
    const who = person === "" || person === SOMEBODY_ELSE ? typed : { person };
    const made = await bookFreePlaceWithin(change, sessionId, who, by);
    if (made.code === "who") return { code: "ask-who", ids: made.ids };
    if (made.code === "full") return { code: "trial-full" };
    if (made.code === "name-link") return { code: "trial-name-link" };
    // Refused trials create no person.
    const booking = "booking" in made ? made.booking : undefined;
    // An existing booking is kept, as the trial.
    if (booking?.state !== "booked") return change.abandon({ code: "trial-not-bookable" });
    await transaction.updateTable("enquiries").set({ trial_booking_id: booking.id }).where("id", "=", id).execute();
    const actId = randomUUID();
    const details = { session: sessionLabel(booking.session) };
    await recordActivity(transaction, at, by, { action: "enquiry-trial", type: "enquiry", slug: id, details, actId });
    await moveOn(change, by, enquiry, "trial-booked", actId);
    return { code: "done" };
  });
  return "code" in outcome && outcome.code === "busy" ? { code: "trial-busy" } : outcome;
}

function contactOf({ name, phone, comment }: { name: string; phone: string; comment: string }) {
  const number = phone === "" ? (findPhone(comment) ?? "") : phone;
  return {
    name: name.slice(0, PERSON_NAME_MAX).replace(/[\ud800-\udbff]$/, ""),
    phone: readPhone(number) ?? "",
  };
}
