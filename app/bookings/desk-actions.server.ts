/** Actions of staff at the desk. Each runs in one transaction, and once per form. */
import { randomUUID } from "node:crypto";
import { isFormId } from "../forms/read-form.server.ts";
import { readPhone } from "../forms/read-phone.ts";
import { matchPeople } from "../people/match-people.server.ts";
import {
  addPersonOfAccount,
  type ContactProblem,
  findPerson,
  insertPerson,
  type Person,
  personOfAccount,
  readContact,
} from "../people/people.server.ts";
import { isSameName } from "../people/person-name.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transactUnlessBusy, unlessBusy } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { findForChange, sessionLabel } from "../timetable/session-record.server.ts";
import { changeTimetable } from "../timetable/timetable-change.server.ts";
import { trackAvailability } from "./availability.server.ts";
import {
  type BookedOutcome,
  bookWithin,
  findOpenBooking,
  type GuestProblem,
  type GuestRefusal,
  insertBooking,
  readGuest,
} from "./book.server.ts";
import { type Bookable, findBookable, hasBegun, placesOf } from "./bookable-session.server.ts";
import { findTrainerVisitors } from "./booked-people.server.ts";
import type { BookingRefusal, BookingState } from "./booking.ts";
import { type EventReason, setState } from "./booking-change.server.ts";
import { sessionRefusal } from "./booking-refusals.server.ts";
import { type BookingRow, countPlaces, guestOf, isDisputed, readOwn } from "./booking-rows.server.ts";
import { checkInWindow, isShortNotice } from "./booking-times.server.ts";
import { removeFromCallList } from "./call-list.server.ts";
import { freePlace } from "./cancel-booking.server.ts";
import { notify } from "./notify.server.ts";

/** `trainerSlug`: a trainer, who may record their own sessions only. */
export type DeskActor = Actor & { trainerSlug?: string | undefined };

export type RecordOutcome =
  | { code: "done" | "same" | "busy" | "booking-unknown" | "too-early" | "too-late" }
  /** It is waiting or has ended, or its session does not take place. */
  | { code: "not-booked" }
  /** They were promoted less than two waking hours before the start, which is never a no-show. */
  | { code: "short-notice" };

/** Checks somebody in. Also corrects a no-show. */
export const checkIn = createStateAction("attended", ["booked", "no_show"], "booking-checked-in", "checked-in");

/** Marks a no-show. Also answers a dispute. */
export const markMissed = createStateAction("no_show", ["booked", "attended"], "booking-missed", "not-there");

export const undoCheckIn = createStateAction("booked", ["attended"], "booking-check-in-undone", "check-in-undone");

/** Excuses a late cancellation, so that it does not count. */
export const excuseLate = createStateAction("cancelled", ["late_cancelled"], "late-excused", "excused");

/** Creates an action that changes a booking's state. @param from the states it changes @param action its name in the log */
function createStateAction(to: BookingState, from: readonly BookingState[], action: string, note: EventReason) {
  return (services: Services, bookingId: string, by: DeskActor): Promise<RecordOutcome> =>
    changeBooking(services, bookingId, by, async (change, row, bookable): Promise<RecordOutcome> => {
      const isDispute = isDisputed(row);
      if (row.state === to && !isDispute) return { code: "same" };
      if (!(isDispute || from.includes(row.state)) || bookable.session.state === "cancelled")
        return { code: "not-booked" };
      const window = isDispute ? "open" : recordWindow(bookable.session, to, change.at);
      if (window !== "open") return { code: window };
      if (to === "no_show" && isShortNotice(row.promoted_at, bookable.session.startsAt))
        return { code: "short-notice" };
      await setState(change, row, to, {
        actor: { kind: "staff", ...by },
        note: isDispute && to === "no_show" ? "dispute-rejected" : note,
        ...(isDispute && { dispute_settled_at: change.at.toISOString() }),
        ...(to === "attended" && { checked_in_at: change.at.toISOString() }),
        ...(to === "booked" && { checked_in_at: null }),
      });
      if (to === "attended") await removeFromCallList(change, row);
      await logAtDesk(change, by, action, bookable.session);
      return { code: "done" };
    });
}

/** Late cancellations can be excused at once; nobody can miss a session that has not begun. */
function recordWindow(session: ClassSession, to: BookingState, at: Date): "open" | "too-early" | "too-late" {
  const window = checkInWindow(session, at);
  if (to === "cancelled") return window === "too-late" ? window : "open";
  return to === "no_show" && !hasBegun(session, at) ? "too-early" : window;
}

/** A typed name and number. `isOther`: staff chose to add a new person. */
type TypedPerson = { name: string; phone?: string; isOther?: boolean };

/**
 * A person or an account without bookings; or else a name and a number. A person's `phone` is the number they were
 * found by.
 */
export type DeskPerson = { person: string; guest?: string; phone?: string } | TypedPerson;

export type DeskPersonProblem =
  | ContactProblem
  /** Several people match: the desk chooses one. */
  | { code: "who"; ids: string[] }
  | { code: "person-unknown" | "person-not-theirs" | "test-account" };

async function findOrAddPerson(change: Change, who: DeskPerson, actor: DeskActor): Promise<Person | DeskPersonProblem> {
  const { transaction } = change;
  if ("person" in who) return findChosen(change, who, actor);
  const contact = readContact(who);
  if ("code" in contact) return contact;
  await change.lock("people");
  if (!who.isOther) {
    const match = await matchPeople(transaction, contact);
    const [same] = match.ids;
    const person = match.code === "same" && same !== undefined ? await findPerson(transaction, same) : undefined;
    if (person !== undefined) return person;
    const ids = await filterVisible(change, match.ids, contact.phone, actor);
    if (ids.length > 0) return { code: "who", ids };
  }
  return insertPerson(change, actor, contact);
}

/** Limits trainers to people from their own classes, and people whose number they typed. */
async function filterVisible(
  { transaction, at }: Change,
  ids: readonly string[],
  phone: string,
  { trainerSlug }: Pick<DeskActor, "trainerSlug">,
): Promise<string[]> {
  if (trainerSlug === undefined || ids.length === 0) return [...ids];
  const own = await findTrainerVisitors(transaction, ids, trainerSlug, at);
  const people = await transaction.selectFrom("people").select(["id", "phone"]).where("id", "in", ids).execute();
  const withPhone = people.filter((person) => phone !== "" && person.phone === phone).map(({ id }) => id);
  return ids.filter((id) => own.has(id) || withPhone.includes(id));
}

async function findChosen(
  change: Change,
  { person: id, phone: typed = "" }: { person: string; phone?: string },
  { trainerSlug }: DeskActor,
): Promise<Person | DeskPersonProblem> {
  const { transaction } = change;
  // An account that the page has offered may have booked since.
  const person = (await findPerson(transaction, id)) ?? (await personOfAccount(transaction, id));
  const account = await transaction
    .selectFrom("users")
    .select(["id", "email"])
    .where("id", "=", person === undefined ? id : person.user_id)
    .executeTakeFirst();
  if (account?.email === TEST_ACCOUNT.email) return { code: "test-account" };
  if (trainerSlug !== undefined) {
    const ids = person === undefined ? [] : [person.id];
    const listed = await filterVisible(change, ids, readPhone(typed) ?? "", { trainerSlug });
    if (listed.length === 0) return { code: "person-not-theirs" };
  }
  if (person !== undefined) return person.erased_at === null ? person : { code: "person-unknown" };
  return account === undefined
    ? { code: "person-unknown" }
    : addPersonOfAccount(change, account.id, { name: "", phone: "" });
}

/** The idempotency key of a form: the same form sent twice makes one booking. Anything but a UUID is ignored. */
type FormId = { formId?: string };

/**
 * Finds the booking that the same form made before. After going back, a page can reuse the id for another person,
 * which makes another booking.
 */
async function bookingOfForm(
  { transaction }: Change,
  { formId = "", ...who }: DeskPerson & FormId,
  sessionId: string,
): Promise<{ id: string; made?: BookingRow }> {
  if (!isFormId(formId)) return { id: randomUUID() };
  const made = await transaction.selectFrom("bookings").selectAll().where("id", "=", formId).executeTakeFirst();
  if (made === undefined) return { id: formId };
  const person = made.person_id === null ? undefined : await findPerson(transaction, made.person_id);
  const contact = "person" in who ? undefined : readContact(who);
  const isSamePerson =
    "person" in who
      ? person !== undefined && [person.id, person.user_id].includes(who.person)
      : contact !== undefined && !("code" in contact) && person !== undefined && isSameName(person.name, contact.name);
  return isSamePerson && made.session_id === sessionId ? { id: formId, made } : { id: randomUUID() };
}

export type WalkInOutcome =
  /** `same`: the form was already sent. `here`: they are already checked in. */
  | { code: "done" | "same" | "here"; bookingId: string }
  | { code: "walk-in-full" | "walk-in-too-early" | "walk-in-over" | "unknown" | "busy" }
  | Extract<BookingRefusal, { code: "cancelled" | "not-bookable" }>
  | DeskPersonProblem;

/**
 * Adds a walk-in from `CHECK_IN_OPENS_MINUTES_BEFORE` until the end. Before the start booked places are kept; people
 * with a booking are checked in.
 */
export async function addWalkIn(
  services: Services,
  sessionId: string,
  who: DeskPerson & FormId,
  actor: DeskActor,
): Promise<WalkInOutcome> {
  return unlessBusy(() =>
    changeTimetable(services, async (change): Promise<WalkInOutcome> => {
      const bookable = await findForWalkIn(change, sessionId);
      if (bookable === undefined || !mayRecord(actor, bookable.session)) return { code: "unknown" };
      const { session, rule } = bookable;
      const { id, made } = await bookingOfForm(change, who, sessionId);
      if (made !== undefined) return { code: "same", bookingId: id };
      if (session.state === "cancelled") return { code: "cancelled", session };
      if (rule.capacity === null) return { code: "not-bookable", session };
      const window = checkInWindow(session, change.at);
      if (window === "too-early") return { code: "walk-in-too-early" };
      if (session.endsAt < change.at.toISOString()) return { code: "walk-in-over" };
      const person = await findOrAddPerson(change, who, actor);
      if ("code" in person) return person;
      const by = { actor: { kind: "staff", ...actor } } as const;
      const own = await findOpenBooking(change.transaction, sessionId, person.id);
      if (own?.state === "attended") return { code: "here", bookingId: own.id };
      const isPlaceHeld = own?.state === "booked";
      if (!isPlaceHeld && (await countTaken(change, session)) >= rule.capacity) {
        return change.abandon({ code: "walk-in-full" });
      }
      const checked_in_at = change.at.toISOString();
      const booking = await trackAvailability(change, bookable, () =>
        own === undefined
          ? insertBooking(
              change,
              bookable,
              { id, person, ...by },
              { state: "attended", free_until: session.startsAt, checked_in_at, note: "walk-in" },
            )
          : setState(change, own, "attended", { ...by, note: "checked-in", checked_in_at }),
      );
      if (own !== undefined) await removeFromCallList(change, own);
      await logAtDesk(change, actor, own === undefined ? "walk-in-added" : "booking-checked-in", session);
      return { code: "done", bookingId: booking.id };
    }),
  );
}

async function countTaken({ transaction, at }: Change, session: ClassSession): Promise<number> {
  if (!hasBegun(session, at)) return (await countPlaces(transaction, session.id)).taken;
  const there = await transaction
    .selectFrom("bookings")
    .select("id")
    .where("session_id", "=", session.id)
    .where("state", "=", "attended")
    .execute();
  return there.length;
}

/** Finds a session, begun or not, and stores it as changed, since a walk-in depends on it. */
async function findForWalkIn(change: Change, id: string): Promise<Bookable | undefined> {
  const { transaction, at } = change;
  const target = await findForChange(change, id);
  if (!("code" in target)) {
    await transaction
      .insertInto("class_sessions")
      .values(target.row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  await transaction
    .updateTable("class_sessions")
    .set({ changed_at: at.toISOString() })
    .where("id", "=", id)
    .where("changed_at", "is", null)
    .execute();
  return findBookable(transaction, id);
}

export type BookForOutcome =
  | BookedOutcome
  | BookingRefusal
  | GuestRefusal
  | DeskPersonProblem
  | GuestProblem
  | { code: "busy" };

/**
 * Books for a person or a name. Trainers book only for people from their classes. @param who.guest the person's guest
 */
export async function bookFor(
  services: Services,
  sessionId: string,
  who: DeskPerson & FormId,
  actor: DeskActor,
): Promise<BookForOutcome> {
  const guest = "person" in who && who.guest !== undefined ? readGuest(who.guest) : undefined;
  if (guest !== undefined && "code" in guest) return guest;
  return transactUnlessBusy(services, async (change): Promise<BookForOutcome> => {
    const { transaction } = change;
    const bookable = await findBookable(transaction, sessionId);
    if (bookable !== undefined && !mayRecord(actor, bookable.session)) return { code: "unknown" };
    const { id, made } = await bookingOfForm(change, who, sessionId);
    if (made !== undefined && bookable !== undefined) {
      return {
        code: "same",
        booking: await readOwn(transaction, made, bookable.session, await guestOf(transaction, made)),
      };
    }
    const person = await findOrAddPerson(change, who, actor);
    if ("code" in person) return person;
    const by = { kind: "staff", ...actor } as const;
    const outcome = await bookWithin(change, sessionId, { id, person, actor: by, ...(guest && { guest: guest.name }) });
    if (outcome.code === "booked" || outcome.code === "waiting") {
      await logAtDesk(change, actor, "booking-made", outcome.booking.session);
      return outcome;
    }
    // Refused bookings create no person.
    return outcome.code === "same" ? outcome : change.abandon(outcome);
  });
}

/**
 * Books a free place as part of a larger transaction, which holds the timetable's lock.
 * @returns `full` instead of joining the waiting list
 */
export async function bookFreePlaceWithin(
  change: Change,
  sessionId: string,
  who: DeskPerson,
  actor: Actor,
): Promise<BookedOutcome | BookingRefusal | GuestRefusal | DeskPersonProblem | { code: "full" }> {
  const { transaction, at } = change;
  // A computed session has every place free.
  const bookable = await findBookable(transaction, sessionId);
  if (bookable !== undefined && sessionRefusal(bookable, at, { byStaff: true }) === undefined) {
    if (placesOf(bookable.rule, await countPlaces(transaction, sessionId)).free === 0) return { code: "full" };
  }
  const person = await findOrAddPerson(change, who, actor);
  if ("code" in person) return person;
  const outcome = await bookWithin(change, sessionId, { person, actor: { kind: "staff", ...actor } });
  if (outcome.code === "booked") await logAtDesk(change, actor, "booking-made", outcome.booking.session);
  return outcome;
}

/**
 * Cancels for a host and the guest, or for a guest alone, until the session begins. Waiting people leave the list.
 * @param free whether it counts as on time
 */
export async function cancelFor(
  services: Services,
  bookingId: string,
  { free }: { free: boolean },
  actor: DeskActor,
): Promise<{ code: "done" | "same" | "booking-unknown" | "cancel-too-late" | "busy" }> {
  return changeBooking(services, bookingId, actor, async (change, row, bookable) => {
    if (row.ended_at !== null) return { code: "same" };
    if (hasBegun(bookable.session, change.at)) return { code: "cancel-too-late" };
    const to = (booking: BookingRow) => (free || booking.state === "waiting" ? "cancelled" : "late_cancelled");
    const ended = await freePlace(change, bookable, row, to, { actor: { kind: "staff", ...actor } });
    await notify(change, "desk-cancelled", ended, bookable, { isWaiting: row.state === "waiting" });
    await logAtDesk(change, actor, "booking-cancelled", bookable.session);
    return { code: "done" };
  });
}

/** Removes a walk-in that was added by mistake, while attendance can still be corrected. */
export async function removeWalkIn(services: Services, bookingId: string, actor: DeskActor): Promise<RecordOutcome> {
  return changeBooking(services, bookingId, actor, async (change, row, bookable): Promise<RecordOutcome> => {
    if (!(await isWalkIn(change, row))) return { code: "not-booked" };
    if (row.ended_at !== null) return { code: row.state === "cancelled" ? "same" : "not-booked" };
    if (checkInWindow(bookable.session, change.at) === "too-late") return { code: "too-late" };
    await freePlace(change, bookable, row, () => "cancelled", {
      actor: { kind: "staff", ...actor },
      note: "walk-in-removed",
    });
    await logAtDesk(change, actor, "walk-in-removed", bookable.session);
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

/** Changes one booking. @returns `booking-unknown` when it doesn't exist or belongs to another trainer's class */
async function changeBooking<Outcome>(
  services: Services,
  id: string,
  actor: DeskActor,
  work: (change: Change, row: BookingRow, bookable: Bookable) => Promise<Outcome>,
): Promise<Outcome | { code: "booking-unknown" | "busy" }> {
  return transactUnlessBusy(services, async (change) => {
    const { transaction } = change;
    const row = await transaction.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirst();
    const bookable = row && (await findBookable(transaction, row.session_id));
    return row && bookable && mayRecord(actor, bookable.session)
      ? work(change, row, bookable)
      : { code: "booking-unknown" };
  });
}

export function mayRecord({ trainerSlug }: DeskActor, session: ClassSession): boolean {
  return trainerSlug === undefined || trainerSlug === session.trainerSlug;
}

/** The activity log outlives accounts: it names the session, never the person. */
export async function logAtDesk({ transaction, at }: Change, actor: DeskActor, action: string, session: ClassSession) {
  const entry = { action, type: "booking", slug: session.id, label: sessionLabel(session) };
  await recordActivity(transaction, at, actor, entry);
}
