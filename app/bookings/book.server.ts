import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { mailConfirmation } from "../accounts/address-confirmation.server.ts";
import { type ContactProblem, ensurePersonOfAccount, type Person, readContact } from "../people/people.server.ts";
import { DAY_MS, daysBefore } from "../platform/durations.ts";
import { addressGroup, countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transactUnlessBusy } from "../platform/transact.server.ts";
import { findForChange } from "../timetable/session-record.server.ts";
import { type Bookable, findBookable, ruleOfClass, toBookable } from "./bookable-session.server.ts";
import {
  type BookingRefusal,
  MAX_BOOKINGS_A_DAY,
  MAX_STAFF_BOOKINGS_A_DAY,
  MAX_UNCONFIRMED_A_DAY,
  MAX_UNCONFIRMED_PER_ADDRESS,
} from "./booking.ts";
import { type BookingActor, type EventReason, recordEvent, setState, VISITOR } from "./booking-change.server.ts";
import { bookingMade, bookingStateChanged } from "./booking-hooks.server.ts";
import { personRefusal, sessionRefusal } from "./booking-refusals.server.ts";
import {
  type BookingRow,
  countPlaces,
  guestOf,
  idsOfPerson,
  isTrustedAccount,
  type OwnBooking,
  readOwn,
} from "./booking-rows.server.ts";
import { availabilityOf, bookingDeadline } from "./booking-times.server.ts";
import { removeFromCallList } from "./call-list.server.ts";
import type { NotificationDetails } from "./messages.ts";
import { notify } from "./notify.server.ts";
import { remindedByNews } from "./reminder-times.server.ts";

export type BookingPerson = { id: string; isTestAccount: boolean };

/** `same`: it was already booked, for example by a double click. */
export type BookedOutcome = { code: "booked" | "waiting" | "same"; booking: OwnBooking };

export type GuestRefusal = { code: "guest-full" };

export type BookOutcome =
  | BookedOutcome
  | BookingRefusal
  | GuestRefusal
  | ContactProblem
  | GuestProblem
  | { code: "busy" };

/** In Nairobi many phones share an address: the phones in the gym, and thousands of phones of a mobile carrier. */
const UNCONFIRMED_PER_ADDRESS: RateLimit = {
  name: "booking-unconfirmed/address",
  max: MAX_UNCONFIRMED_PER_ADDRESS,
  windowMs: DAY_MS,
};

export type BookingRequest = {
  /** The booking's id, where the form that makes it has one; no booking has it yet. */
  id?: string;
  person: Person;
  clientAddress?: string;
  guest?: string;
  actor: BookingActor;
  /** The place that the person gives up for this one, in the same transaction. */
  moved?: Pick<NotificationDetails, "from" | "wasClass" | "wasLate">;
};

export type GuestProblem = { code: "guest-missing" | "guest-long" | "guest-link" };

/** Reads the name of a guest whom somebody brings; the host’s number is known. */
export function readGuest(typed: string): { name: string } | GuestProblem {
  const contact = readContact({ name: typed });
  if (!("code" in contact)) return contact;
  if (contact.code === "name-link") return { code: "guest-link" };
  return { code: contact.code === "name-long" ? "guest-long" : "guest-missing" };
}

/**
 * Books a place, or joins the waiting list.
 * @param request.name required for a first booking
 * @param request.guest also added to an existing booking
 */
export async function bookPlace(
  services: Services,
  visitor: BookingPerson & { clientAddress: string },
  { sessionId, name, phone, guest: typedGuest }: VisitorRequest,
): Promise<BookOutcome> {
  if (visitor.isTestAccount) return { code: "test-account" };
  const guest = typedGuest === undefined ? undefined : readGuest(typedGuest);
  if (guest !== undefined && "code" in guest) return guest;
  const { id: userId, clientAddress } = visitor;
  const request = { clientAddress, actor: VISITOR, ...(guest && { guest: guest.name }) };
  const outcome = await transactUnlessBusy(services, async (change): Promise<BookOutcome> => {
    const person = await ensurePersonOfAccount(change, userId, { name, phone });
    return "code" in person ? person : bookWithin(change, sessionId, { ...request, person });
  });
  if (outcome.code === "too-many-new") await mailConfirmation(services, userId);
  return outcome;
}

type VisitorRequest = { sessionId: string; name?: string; phone?: string; guest?: string };

/** Books in a transaction with the timetable's lock. Guests never wait: they are added only while a place is free. */
export async function bookWithin(
  change: Change,
  sessionId: string,
  request: BookingRequest,
): Promise<BookedOutcome | BookingRefusal | GuestRefusal> {
  const { transaction, at } = change;
  const { person, actor, moved } = request;
  const byStaff = actor.kind === "staff";
  const bookable = (await findBookable(transaction, sessionId)) ?? (await findComputed(change, sessionId));
  if ("code" in bookable) return bookable;
  const own = await findOpenBooking(transaction, sessionId, person.id);
  const guest = own && (await guestOf(transaction, own));
  const same = async (row: BookingRow) =>
    ({ code: "same", booking: await readOwn(transaction, row, bookable.session, guest) }) as const;
  const hostNeedsPlace = own === undefined || own.state === "waiting";
  const guestNeedsPlace = request.guest !== undefined && (guest === undefined || guest.state === "waiting");
  if (!hostNeedsPlace && !(own.state === "booked" && guestNeedsPlace)) return same(own);
  const refusal = sessionRefusal(bookable, at, { byStaff });
  if (refusal !== undefined) return refusal;
  const counts = await countPlaces(transaction, sessionId);
  const capacity = bookable.rule.capacity ?? 0;
  // Free places are first come, first served: everybody who could be promoted has been.
  const free = capacity - counts.taken;
  const hostGetsPlace = hostNeedsPlace && free > 0;
  const guestGetsPlace = guestNeedsPlace && free > Number(hostNeedsPlace);
  const getsPlace = hostGetsPlace || guestGetsPlace;
  if (own !== undefined && !getsPlace) return hostNeedsPlace ? same(own) : { code: "guest-full" };
  const isTrusted = byStaff || person.user_id === null || (await isTrustedAccount(transaction, person.user_id));
  const people = guestGetsPlace || guest !== undefined ? 2 : 1;
  const options = { getsPlace, byStaff, isTrusted, people };
  const problem = await personRefusal(transaction, person.id, bookable.session, at, options);
  if (problem !== undefined) return problem;
  const made = Number(own === undefined) + Number(guestGetsPlace && guest === undefined);
  const limit = byStaff ? MAX_STAFF_BOOKINGS_A_DAY : isTrusted ? MAX_BOOKINGS_A_DAY : MAX_UNCONFIRMED_A_DAY;
  if ((await bookedWithinDay(change, person.id, { byStaff })) + made > limit) return { code: "too-often" };
  if (!isTrusted && !(await countUnconfirmed(change, request.clientAddress ?? "", made))) {
    return { code: "too-many-new" };
  }
  const free_until = getsPlace ? bookingDeadline(bookable.session.startsAt, bookable.deadline, at) : bookable.deadline;
  const take = (row: BookingRow) =>
    // Free places are first come, first served once promotions have ended, also for people on the waiting list.
    setState(change, row, "booked", {
      actor,
      note: moved ? "rebooked" : "first-come",
      free_until,
      reminded_at: remindedByNews({ ...bookable.session, deadline: free_until }, at),
    });
  const host =
    own === undefined
      ? await insertBooking(
          change,
          bookable,
          { person, actor, ...(request.id !== undefined && { id: request.id }) },
          { state: hostGetsPlace ? "booked" : "waiting", free_until, ...(moved && { note: "rebooked" }) },
        )
      : hostNeedsPlace
        ? await take(own)
        : own;
  const brought =
    request.guest === undefined || !guestGetsPlace
      ? undefined
      : guest === undefined
        ? await insertBooking(
            change,
            bookable,
            { guest: { name: request.guest, hostId: host.id }, actor },
            { state: "booked", free_until },
          )
        : await take(guest);
  if (
    availabilityOf(capacity, counts.taken) !==
    availabilityOf(capacity, counts.taken + Number(hostGetsPlace) + Number(guestGetsPlace))
  )
    change.placesChanged();
  const booking = await readOwn(transaction, host, bookable.session, brought ?? guest);
  await removeFromCallList(change, host);
  const about = hostNeedsPlace ? host : (brought ?? host);
  const kind = !getsPlace ? "waiting" : byStaff ? "desk-booked" : moved ? "rebooked" : "booked";
  await notify(change, kind, about, bookable, { position: booking.position, ...moved });
  return { code: getsPlace ? "booked" : "waiting", booking };
}

/** Counts bookings of untrusted accounts. @returns false when there were too many from this address today */
async function countUnconfirmed(change: Change, clientAddress: string, made: number): Promise<boolean> {
  const counter = { ...change.services, db: change.transaction };
  for (let left = made; left > 0; left -= 1) {
    if (!(await countAttempt(counter, UNCONFIRMED_PER_ADDRESS, addressGroup(clientAddress)))) return false;
  }
  return true;
}

/** How often somebody and their guests were booked in the last 24 hours. @param byStaff by staff; else by anybody */
async function bookedWithinDay(
  { transaction, at }: Change,
  personId: string,
  { byStaff }: { byStaff: boolean },
): Promise<number> {
  const booked = transaction
    .selectFrom("bookings")
    .select(sql<number | string>`count(*)`.as("count"))
    .where("bookings.id", "in", idsOfPerson(transaction, personId))
    .where("booked_at", ">", daysBefore(at, 1));
  const staffBookings = booked
    .innerJoin("booking_events", "booking_events.booking_id", "bookings.id")
    .where("from_state", "is", null)
    .where("actor_kind", "=", "staff");
  return Number((await (byStaff ? staffBookings : booked).executeTakeFirstOrThrow()).count);
}

/** A computed session, stored for its first booking if it can be booked. */
async function findComputed(change: Change, id: string): Promise<Bookable | BookingRefusal> {
  const target = await findForChange(change, id);
  if ("code" in target) return target;
  const { session, row, sources } = target;
  const bookable = toBookable(session, ruleOfClass(sources.classes.get(session.classSlug)));
  const isBookable = bookable.rule.capacity !== null && session.state === "scheduled";
  if (isBookable) {
    const written = { ...row, changed_at: change.at.toISOString() };
    await change.transaction
      .insertInto("class_sessions")
      .values(written)
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ changed_at: written.changed_at }))
      .execute();
  }
  return bookable;
}

export async function findOpenBooking(db: Db, sessionId: string, personId: string): Promise<BookingRow | undefined> {
  return db
    .selectFrom("bookings")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/** Writes a new booking with its first event. @param first its state, and the fields that go with it */
export async function insertBooking(
  change: Change,
  { session, rule }: Bookable,
  {
    id = randomUUID(),
    actor,
    ...who
  }: { id?: string; actor: BookingActor } & ({ person: Person } | { guest: { name: string; hostId: string } }),
  { note, ...first }: Pick<BookingRow, "state" | "free_until"> & Partial<BookingRow> & { note?: EventReason },
): Promise<BookingRow> {
  // A host's request names the guest as well.
  const guest = "person" in who ? undefined : who.guest;
  const personId = "person" in who ? who.person.id : null;
  const row: BookingRow = {
    ...(await bookingMade(change, personId, session)),
    id,
    session_id: session.id,
    person_id: personId,
    guest_name: guest?.name ?? null,
    host_id: guest?.hostId ?? null,
    // Behind the host, who may have been booked in the same transaction.
    ticket: guest === undefined ? change.ticket() : await change.nextTicket(),
    booked_at: change.at.toISOString(),
    promoted_at: null,
    ended_at: null,
    checked_in_at: null,
    reminded_at: null,
    price_kes: rule.priceKes,
    missed_told_at: null,
    disputed_at: null,
    dispute_settled_at: null,
    ...first,
  };
  await change.transaction.insertInto("bookings").values(row).execute();
  await bookingStateChanged(change, row);
  await recordEvent(change, row.id, { from: null, to: row.state, actor, ...(note && { note }) });
  return row;
}
