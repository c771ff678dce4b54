/** Actions of staff at the desk. Each is one transaction, and is done once however often its form is sent. */
import { randomUUID } from "node:crypto";
import { isFormId } from "../forms/form-id.server.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { TEST_ACCOUNT } from "../platform/test-account.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { findForChange, sessionLabel } from "../timetable/session-record.server.ts";
import { changeTimetable } from "../timetable/timetable-change.server.ts";
import { trackAvailability } from "./availability.server.ts";
import { type BookedOutcome, bookWithin, type GuestRefusal, insertBooking } from "./book.server.ts";
import { type Bookable, findWritten, hasBegun, placesOf } from "./bookable-session.server.ts";
import type { BookingRefusal, BookingState } from "./booking.ts";
import { changeBookings, type EventNote, setState, unlessBusy } from "./booking-change.server.ts";
import { sessionRefusal } from "./booking-refusals.server.ts";
import { type BookingRow, countPlaces, guestOf, isDisputed, readOwn } from "./booking-rows.server.ts";
import { checkInWindow, isShortNotice } from "./booking-times.server.ts";
import { removeFromCallList } from "./call-list.server.ts";
import { freePlace } from "./cancel-booking.server.ts";
import { notify } from "./notify.server.ts";
import { hasBeenWith } from "./people.server.ts";
import { type GuestProblem, type ProfileProblem, readContact, readGuest } from "./profiles.server.ts";

/** `trainerSlug`: a trainer, who may record their own sessions only. */
export type DeskActor = Actor & { trainerSlug?: string | undefined };

export type RecordOutcome =
  /** `same`: it was so before, as after a double click. */
  | { code: "done" | "same" }
  /** There is no such booking, or it is another trainer's. */
  | { code: "booking-unknown" }
  /** Outside of `checkInWindow`. */
  | { code: "too-early" | "too-late" }
  /** It waits or has ended, or its session does not take place. */
  | { code: "not-booked" }
  /** They were promoted less than two waking hours before, and are not recorded as missing. */
  | { code: "short-notice" }
  | { code: "busy" };

/** Somebody is there. Also corrects a missed session. */
export const checkIn = recording("attended", ["booked", "no_show"], "booking-checked-in", "checked-in");

/** Somebody was not there. Also the answer to who says that they were. */
export const markMissed = recording("no_show", ["booked", "attended"], "booking-missed", "not-there");

/** Takes a check-in back. */
export const undoCheckIn = recording("booked", ["attended"], "booking-check-in-undone", "check-in-undone");

/** A late cancellation does not count. */
export const excuseLate = recording("cancelled", ["late_cancelled"], "late-excused", "excused");

/** An action that gives a booking in some states another one. @param action of the activity log; @param note of the booking's event */
function recording(to: BookingState, from: readonly BookingState[], action: string, note: EventNote) {
  return (services: Services, bookingId: string, by: DeskActor): Promise<RecordOutcome> =>
    changeBooking(services, bookingId, by, async (change, row, of): Promise<RecordOutcome> => {
      const isAsked = isDisputed(row);
      if (row.state === to && !isAsked) return { code: "same" };
      if (!(isAsked || from.includes(row.state)) || of.session.state === "cancelled") return { code: "not-booked" };
      const window = isAsked ? "open" : recordWindow(of.session, to, change.at);
      if (window !== "open") return { code: window };
      if (to === "no_show" && isShortNotice(row.promoted_at, of.session.startsAt)) return { code: "short-notice" };
      await setState(change, row, to, {
        actor: { kind: "staff", ...by },
        note: isAsked && to === "no_show" ? "dispute-rejected" : note,
        ...(isAsked && { dispute_settled_at: change.at.toISOString() }),
        ...(to === "attended" && { checked_in_at: change.at.toISOString() }),
        ...(to === "booked" && { checked_in_at: null }),
      });
      if (to === "attended") await removeFromCallList(change, row);
      await logAtDesk(change, by, action, of.session);
      return { code: "done" };
    });
}

/** A late cancellation can be excused as soon as it was made; nobody has missed what has not begun. */
function recordWindow(session: ClassSession, to: BookingState, at: Date): "open" | "too-early" | "too-late" {
  const window = checkInWindow(session, at);
  if (to === "cancelled") return window === "too-late" ? window : "open";
  return to === "no_show" && !hasBegun(session, at) ? "too-early" : window;
}

/** An id that the page of a form has made: the same form sent twice makes one booking. Anything but a UUID is left out. */
type FormId = { formId?: string };

/**
 * The booking that a form makes: its id, and the booking itself when the form was sent before. A page that was gone back to
 * sends its id with somebody else: that is another booking.
 */
async function bookingOfForm(
  { transaction }: Change,
  { formId = "" }: FormId,
  sessionId: string,
  person: { id: string } | { name: string; phone: string },
): Promise<{ id: string; made?: BookingRow }> {
  if (!isFormId(formId)) return { id: randomUUID() };
  const made = await transaction.selectFrom("bookings").selectAll().where("id", "=", formId).executeTakeFirst();
  if (made === undefined) return { id: formId };
  const isTheSame =
    "id" in person ? made.user_id === person.id : made.guest_name === person.name && made.guest_phone === person.phone;
  return isTheSame && made.session_id === sessionId ? { id: formId, made } : { id: randomUUID() };
}

export type WalkInOutcome =
  /** `same`: its form was sent before. */
  | { code: "done" | "same"; bookingId: string }
  | { code: "walk-in-full" | "walk-in-too-early" | "walk-in-over" | "unknown" }
  | Extract<BookingRefusal, { code: "cancelled" | "not-bookable" }>
  | ProfileProblem
  | { code: "busy" };

/**
 * Somebody without a booking takes part, from `CHECK_IN_OPENS_MINUTES_BEFORE` until the end. Until the start every booked
 * place is taken; after it only those of the people who came.
 */
export async function addWalkIn(
  services: Services,
  sessionId: string,
  typed: { name: string; phone?: string } & FormId,
  actor: DeskActor,
): Promise<WalkInOutcome> {
  return unlessBusy(() =>
    changeTimetable(services, async (change): Promise<WalkInOutcome> => {
      const of = await findForWalkIn(change, sessionId);
      if (of === undefined || !mayRecord(actor, of.session)) return { code: "unknown" };
      const { session, rule } = of;
      const contact = readContact(typed);
      const form = "code" in contact ? undefined : await bookingOfForm(change, typed, sessionId, contact);
      if (form?.made !== undefined) return { code: "same", bookingId: form.id };
      if (session.state === "cancelled") return { code: "cancelled", session };
      if (rule.capacity === null) return { code: "not-bookable", session };
      const window = checkInWindow(session, change.at);
      if (window === "too-early") return { code: "walk-in-too-early" };
      if (session.endsAt < change.at.toISOString()) return { code: "walk-in-over" };
      if ("code" in contact) return contact;
      if ((await takenAtDoor(change, session)) >= rule.capacity) return { code: "walk-in-full" };
      const request = { ...form, userId: null, guest: contact, actor: { kind: "staff", ...actor } } as const;
      const times = { free_until: session.startsAt, checked_in_at: change.at.toISOString() };
      const { id } = await trackAvailability(change, of, () =>
        insertBooking(change, of, request, { state: "attended", ...times, note: "walk-in" }),
      );
      await logAtDesk(change, actor, "walk-in-added", session);
      return { code: "done", bookingId: id };
    }),
  );
}

async function takenAtDoor({ transaction, at }: Change, session: ClassSession): Promise<number> {
  if (!hasBegun(session, at)) return (await countPlaces(transaction, session.id)).taken;
  const there = await transaction
    .selectFrom("bookings")
    .select("id")
    .where("session_id", "=", session.id)
    .where("state", "=", "attended")
    .execute();
  return there.length;
}

/** A session of today, begun or not, written down: it is no mere copy of the past any more, as somebody was there. */
async function findForWalkIn(change: Change, id: string): Promise<Bookable | undefined> {
  const { transaction, at } = change;
  const found = await findForChange(change, id);
  if (!("code" in found)) {
    await transaction
      .insertInto("class_sessions")
      .values(found.row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  await transaction
    .updateTable("class_sessions")
    .set({ changed_at: at.toISOString() })
    .where("id", "=", id)
    .where("changed_at", "is", null)
    .execute();
  return findWritten(transaction, id);
}

export type BookForOutcome =
  | BookedOutcome
  | BookingRefusal
  | GuestRefusal
  | ProfileProblem
  | GuestProblem
  /** There is no such account. */
  | { code: "account-unknown" }
  /** Nobody who has been in a class of this trainer has this account, whether there is such an account or not. */
  | { code: "account-not-theirs" }
  | { code: "busy" };

/** Whom a member of staff books for: an account by its id or its address, or somebody without one; `memberId`: of their record. */
export type BookedFor =
  | (({ account: string } | { email: string }) & { guest?: string })
  | { name: string; phone?: string; memberId?: string };

/**
 * Books for somebody: for an account, or for somebody without one by name. A trainer books for the accounts that have been in their
 * classes: a booking shows name and phone number, and mails somebody.
 * @param who.guest whom the owner of the account brings
 */
export async function bookFor(
  services: Services,
  sessionId: string,
  who: BookedFor & FormId,
  actor: DeskActor,
): Promise<BookForOutcome> {
  return changeBookings(services, async (change): Promise<BookForOutcome> => {
    const of = await findWritten(change.transaction, sessionId);
    if (of !== undefined && !mayRecord(actor, of.session)) return { code: "unknown" };
    const person = "name" in who ? readContact(who) : await findAccount(change, who, actor);
    if ("code" in person) return person;
    const brought = !("name" in who) && who.guest !== undefined ? readGuest(who.guest) : undefined;
    if (brought !== undefined && "code" in brought) return brought;
    const { id, made } = await bookingOfForm(change, who, sessionId, person);
    if (made !== undefined && of !== undefined) {
      const guest = await guestOf(change.transaction, made);
      return { code: "same", booking: await readOwn(change.transaction, made, of.session, guest) };
    }
    const by = { id, actor: { kind: "staff", ...actor } } as const;
    const asked =
      "id" in person
        ? { ...by, userId: person.id, ...(brought && { guest: brought }) }
        : { ...by, userId: null, guest: person, ...("memberId" in who && { memberId: who.memberId }) };
    const outcome = await bookWithin(change, sessionId, asked);
    if (outcome.code === "booked" || outcome.code === "waiting") {
      await logAtDesk(change, actor, "booking-made", outcome.booking.session);
    }
    return outcome;
  });
}

/**
 * Books a free place for somebody without an account, in a transaction with the timetable's lock that does more.
 * @returns `full` where the others would wait: nothing was booked
 */
export async function bookGuestWithin(
  change: Change,
  sessionId: string,
  typed: { name: string; phone: string },
  actor: Actor,
): Promise<BookedOutcome | BookingRefusal | GuestRefusal | ProfileProblem | { code: "full" }> {
  const { transaction, at } = change;
  const guest = readContact(typed);
  if ("code" in guest) return guest;
  // One that nobody has written down has every place.
  const of = await findWritten(transaction, sessionId);
  if (of !== undefined && sessionRefusal(of, at, { ofDesk: true }) === undefined) {
    if (placesOf(of.rule, await countPlaces(transaction, sessionId)).free === 0) return { code: "full" };
  }
  const outcome = await bookWithin(change, sessionId, { userId: null, guest, actor: { kind: "staff", ...actor } });
  if (outcome.code === "booked") await logAtDesk(change, actor, "booking-made", outcome.booking.session);
  return outcome;
}

async function findAccount(
  { transaction, at }: Change,
  who: { account: string } | { email: string },
  { trainerSlug }: DeskActor,
): Promise<{ id: string } | { code: "account-unknown" | "account-not-theirs" | "test-account" }> {
  const [column, value] =
    "account" in who ? (["id", who.account] as const) : (["email", who.email.trim().toLowerCase()] as const);
  const user = await transaction
    .selectFrom("users")
    .select(["id", "email"])
    .where(column, "=", value)
    .executeTakeFirst();
  if (user?.email === TEST_ACCOUNT.email) return { code: "test-account" };
  if (trainerSlug === undefined) return user ?? { code: "account-unknown" };
  const hasBeen = user !== undefined && (await hasBeenWith(transaction, user.id, trainerSlug, at));
  return hasBeen ? user : { code: "account-not-theirs" };
}

/**
 * Cancels for a host and the guest, or for a guest alone, until the session begins. People who wait leave the list.
 * @param how.free whether it counts as on time
 */
export async function cancelFor(
  services: Services,
  bookingId: string,
  { free }: { free: boolean },
  actor: DeskActor,
): Promise<{ code: "done" | "same" | "booking-unknown" | "cancel-too-late" | "busy" }> {
  return changeBooking(services, bookingId, actor, async (change, row, of) => {
    if (row.ended_at !== null) return { code: "same" };
    if (hasBegun(of.session, change.at)) return { code: "cancel-too-late" };
    const to = (one: BookingRow) => (free || one.state === "waiting" ? "cancelled" : "late_cancelled");
    const ended = await freePlace(change, of, row, to, { actor: { kind: "staff", ...actor } });
    await notify(change, "desk-cancelled", ended, of, { isWaiting: row.state === "waiting" });
    await logAtDesk(change, actor, "booking-cancelled", of.session);
    return { code: "done" };
  });
}

/** Takes back a walk-in that was added by mistake, until what was recorded can't be corrected any more. */
export async function removeWalkIn(services: Services, bookingId: string, actor: DeskActor): Promise<RecordOutcome> {
  return changeBooking(services, bookingId, actor, async (change, row, of): Promise<RecordOutcome> => {
    if (!(await isWalkIn(change, row))) return { code: "not-booked" };
    if (row.ended_at !== null) return { code: row.state === "cancelled" ? "same" : "not-booked" };
    if (checkInWindow(of.session, change.at) === "too-late") return { code: "too-late" };
    await freePlace(change, of, row, () => "cancelled", {
      actor: { kind: "staff", ...actor },
      note: "walk-in-removed",
    });
    await logAtDesk(change, actor, "walk-in-removed", of.session);
    return { code: "done" };
  });
}

async function isWalkIn({ transaction }: Change, { id }: BookingRow): Promise<boolean> {
  const event = await transaction
    .selectFrom("booking_events")
    .select("id")
    .where("booking_id", "=", id)
    .where("note", "=", "walk-in")
    .executeTakeFirst();
  return event !== undefined;
}

/** Runs a change of one booking. @returns `unknown` when there is none, or it is another trainer's */
async function changeBooking<Outcome>(
  services: Services,
  id: string,
  actor: DeskActor,
  work: (change: Change, row: BookingRow, of: Bookable) => Promise<Outcome>,
): Promise<Outcome | { code: "booking-unknown" | "busy" }> {
  return changeBookings(services, async (change) => {
    const { transaction } = change;
    const row = await transaction.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirst();
    const of = row && (await findWritten(transaction, row.session_id));
    return row && of && mayRecord(actor, of.session) ? work(change, row, of) : { code: "booking-unknown" };
  });
}

/** Whether a session is one whose people a member of staff may record. */
export function mayRecord({ trainerSlug }: DeskActor, session: ClassSession): boolean {
  return trainerSlug === undefined || trainerSlug === session.trainerSlug;
}

/** The activity log outlives accounts: it names the session, never the person. */
export async function logAtDesk({ transaction, at }: Change, actor: DeskActor, action: string, session: ClassSession) {
  const entry = { action, type: "booking", slug: session.id, label: sessionLabel(session) };
  await recordActivity(transaction, at, actor, entry);
}
