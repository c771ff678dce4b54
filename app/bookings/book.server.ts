/** Booking a place, or joining the waiting list. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS, daysBefore } from "../platform/durations.ts";
import { addressGroup, countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { findForChange } from "../timetable/session-record.server.ts";
import { type Bookable, bookable, findWritten, ruleOfClass } from "./bookable-session.server.ts";
import {
  type BookingRefusal,
  MAX_BOOKINGS_A_DAY,
  MAX_STAFF_BOOKINGS_A_DAY,
  MAX_UNCONFIRMED_A_DAY,
  MAX_UNCONFIRMED_PER_ADDRESS,
} from "./booking.ts";
import {
  type BookingActor,
  changeBookings,
  type EventNote,
  endBooking,
  recordEvent,
  SYSTEM,
  setState,
  VISITOR,
} from "./booking-change.server.ts";
import { personRefusal, sessionRefusal } from "./booking-refusals.server.ts";
import { type BookingRow, countPlaces, type OwnBooking, ownBooking, positionOf } from "./booking-rows.server.ts";
import { availabilityOf, bookingDeadline } from "./booking-times.server.ts";
import { notify } from "./notify.server.ts";
import { guestKey, indexGuest, indexNewAccount } from "./person-index.server.ts";
import { ensureProfile, isKnown, type ProfileProblem } from "./profiles.server.ts";
import { remindedByNews } from "./reminder-times.server.ts";

export type BookingPerson = { id: string; isTestAccount: boolean };

/** `same`: it was booked before, as by a double click. */
export type BookedOutcome = { code: "booked" | "waiting" | "same"; booking: OwnBooking };

export type BookOutcome = BookedOutcome | BookingRefusal | ProfileProblem | { code: "busy" };

/** In Nairobi many phones share one address, above all those in the gym. */
const UNCONFIRMED_PER_ADDRESS: RateLimit = {
  name: "booking-unconfirmed/address",
  max: MAX_UNCONFIRMED_PER_ADDRESS,
  windowMs: DAY_MS,
};

/** A booking to make, beside its session. */
export type BookingRequest = {
  /** The booking's id, where the form that makes it has one; no booking has it yet. */
  id?: string;
  userId: string | null;
  /** Whose form it is; not needed where the desk books. */
  clientAddress?: string;
  guest?: { name: string; phone: string };
  actor: BookingActor;
  /** A held place is not booked yet: it is free again at this moment. */
  holdUntil?: Date;
};

/**
 * Books a place in a session for the signed-in visitor, or puts them on its waiting list when none is free.
 * @param request.name required until the desk knows one; `phone` may be left empty
 */
export async function bookPlace(
  services: Services,
  person: BookingPerson & { clientAddress: string },
  { sessionId, name, phone }: { sessionId: string; name?: string; phone?: string },
): Promise<BookOutcome> {
  if (person.isTestAccount) return { code: "test-account" };
  return changeBookings(services, async (change): Promise<BookOutcome> => {
    const problem = await ensureProfile(change.transaction, person.id, { name, phone });
    return (
      problem ??
      bookWithin(change, sessionId, { userId: person.id, clientAddress: person.clientAddress, actor: VISITOR })
    );
  });
}

/** Books in a transaction with the timetable's lock. The desk may book before booking opens, and for those who missed too often. */
export async function bookWithin(
  change: Change,
  sessionId: string,
  request: BookingRequest,
): Promise<BookedOutcome | BookingRefusal> {
  const { transaction, at } = change;
  const ofDesk = request.actor.kind === "staff";
  const of = (await findWritten(transaction, sessionId)) ?? (await findComputed(change, sessionId));
  if ("code" in of) return of;
  const own = await findOpen(change, sessionId, request.userId);
  if (own !== undefined && own.state !== "waiting") return { code: "same", booking: ownBooking(own, of.session, null) };
  const refusal = sessionRefusal(of, at, { ofDesk });
  if (refusal !== undefined) return refusal;
  const counts = await countPlaces(transaction, sessionId, at);
  const capacity = of.rule.capacity ?? 0;
  // Before the deadline those who wait are promoted as soon as they can be: a place that is free is nobody else's.
  const isPlace = counts.taken < capacity;
  if (own !== undefined && !isPlace) {
    return { code: "same", booking: ownBooking(own, of.session, await positionOf(transaction, own)) };
  }
  const { userId } = request;
  const isKnownPerson = ofDesk || userId === null || (await isKnown(transaction, userId));
  const asked = { isPlace, ofDesk, isKnown: isKnownPerson };
  const problem = userId === null ? undefined : await personRefusal(transaction, userId, of.session, at, asked);
  if (problem !== undefined) return problem;
  const most = ofDesk ? MAX_STAFF_BOOKINGS_A_DAY : isKnownPerson ? MAX_BOOKINGS_A_DAY : MAX_UNCONFIRMED_A_DAY;
  if ((await bookedWithinDay(change, request.userId, { ofDesk })) >= most) return { code: "too-often" };
  const address = addressGroup(request.clientAddress ?? "");
  const counter = { ...change.services, db: transaction };
  if (!isKnownPerson && !(await countAttempt(counter, UNCONFIRMED_PER_ADDRESS, address)))
    return { code: "too-many-new" };
  const free_until = isPlace ? bookingDeadline(of.session.startsAt, of.deadline, at) : of.deadline;
  const booked =
    own === undefined
      ? await insertBooking(change, of, request, { ...firstState(request, isPlace), free_until })
      : // After the deadline: first come, first served, also for those who wait.
        await setState(change, own, "booked", {
          actor: request.actor,
          note: "first-come",
          free_until,
          reminded_at: remindedByNews({ ...of.session, deadline: free_until }, at),
        });
  const taken = counts.taken + (isPlace ? 1 : 0);
  if (availabilityOf(capacity, counts.taken) !== availabilityOf(capacity, taken)) change.placesChanged();
  const position = isPlace ? null : counts.waiting + 1;
  await notify(change, ofDesk && isPlace ? "desk-booked" : isPlace ? "booked" : "waiting", booked, of, { position });
  return { code: isPlace ? "booked" : "waiting", booking: ownBooking(booked, of.session, position) };
}

/** How often somebody was booked in the last 24 hours. @param ofDesk by staff; else by anybody */
async function bookedWithinDay(
  { transaction, at }: Change,
  userId: string | null,
  { ofDesk }: { ofDesk: boolean },
): Promise<number> {
  if (userId === null) return 0;
  const booked = transaction
    .selectFrom("bookings")
    .select(sql<number | string>`count(*)`.as("count"))
    .where("user_id", "=", userId)
    .where("booked_at", ">", daysBefore(at, 1));
  const byStaff = booked
    .innerJoin("booking_events", "booking_events.booking_id", "bookings.id")
    .where("from_state", "is", null)
    .where("actor_kind", "=", "staff");
  // PostgreSQL's count is a text.
  return Number((await (ofDesk ? byStaff : booked).executeTakeFirstOrThrow()).count);
}

/** A session that nobody has relied on yet, written down for its first booking if it can be booked. */
async function findComputed(change: Change, id: string): Promise<Bookable | BookingRefusal> {
  const found = await findForChange(change, id);
  if ("code" in found) return found;
  const { session, row, sources } = found;
  const of = bookable(session, ruleOfClass(sources.classes.get(session.classSlug)));
  const isBookable = of.rule.capacity !== null && session.state === "scheduled";
  if (isBookable) {
    const written = { ...row, changed_at: change.at.toISOString() };
    await change.transaction
      .insertInto("class_sessions")
      .values(written)
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ changed_at: written.changed_at }))
      .execute();
  }
  return of;
}

/** The booking of this session that a person has; one whose hold has run out is ended. */
async function findOpen(change: Change, sessionId: string, userId: string | null) {
  if (userId === null) return undefined;
  const row = await change.transaction
    .selectFrom("bookings")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (row === undefined || row.state !== "held" || (row.hold_until ?? "") > change.at.toISOString()) return row;
  await endBooking(change, row, "expired", { actor: SYSTEM, note: "hold-expired" });
  return undefined;
}

function firstState({ holdUntil }: BookingRequest, isPlace: boolean): Pick<BookingRow, "state" | "hold_until"> {
  if (isPlace && holdUntil !== undefined) return { state: "held", hold_until: holdUntil.toISOString() };
  return { state: isPlace ? "booked" : "waiting", hold_until: null };
}

/** Writes a new booking with its first event. @param first its state, and what belongs to that */
export async function insertBooking(
  change: Change,
  { session, rule }: Bookable,
  { id = randomUUID(), userId, guest, actor }: BookingRequest,
  { note, ...first }: Pick<BookingRow, "state" | "free_until"> & Partial<BookingRow> & { note?: EventNote },
): Promise<BookingRow> {
  const row: BookingRow = {
    id,
    session_id: session.id,
    user_id: userId,
    guest_name: guest?.name ?? null,
    guest_phone: guest?.phone ?? null,
    guest_key: guest === undefined ? null : guestKey(guest),
    ticket: change.ticket(),
    booked_at: change.at.toISOString(),
    promoted_at: null,
    ended_at: null,
    checked_in_at: null,
    reminded_at: null,
    hold_until: null,
    price_kes: rule.priceKes,
    ...first,
  };
  await change.transaction.insertInto("bookings").values(row).execute();
  if (guest !== undefined) await indexGuest(change.transaction, guest);
  else if (userId !== null) await indexNewAccount(change.transaction, userId);
  await recordEvent(change, row.id, { from: null, to: row.state, actor, ...(note && { note }) });
  return row;
}
