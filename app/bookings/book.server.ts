/** Booking a place, or a place in the line for one. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { TimetableBusyError } from "../platform/database-unavailable.ts";
import { addressGroup, countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { findForChange } from "../timetable/session-record.server.ts";

import { isKnown } from "./address-confirmation.server.ts";
import { type Bookable, bookable, findWritten, ruleOfClass } from "./bookable.server.ts";
import {
  type BookingRefusal,
  MAX_BOOKINGS_A_DAY,
  MAX_STAFF_BOOKINGS_A_DAY,
  MAX_UNCONFIRMED_A_DAY,
  MAX_UNCONFIRMED_PER_ADDRESS,
  type OwnBooking,
} from "./booking.ts";
import {
  type BookingActor,
  endBooking,
  recordEvent,
  SYSTEM,
  setState,
  VISITOR,
  wordOfCounts,
} from "./booking-change.server.ts";
import { personRefusal, sessionRefusal } from "./booking-refusals.server.ts";
import { type BookingRow, bookingsOfPerson, countPlaces, lineOf, ownBooking } from "./booking-rows.server.ts";
import { ensureProfile, type ProfileProblem } from "./profiles.server.ts";
import { promisedUntil, remindedByNews } from "./rules.server.ts";
import { tellBooking } from "./tell.server.ts";

/** Who books. */
export type BookingPerson = { id: string; isTestAccount: boolean };

/** `same`: it was booked before, as by a double press. */
export type BookedOutcome = { code: "booked" | "waiting" | "same"; booking: OwnBooking };

export type BookOutcome = BookedOutcome | BookingRefusal | ProfileProblem | { code: "busy" };

/** In Nairobi many phones share one address, above all those in the gym. */
const UNCONFIRMED_PER_ADDRESS: RateLimit = {
  name: "booking-unconfirmed/address",
  max: MAX_UNCONFIRMED_PER_ADDRESS,
  windowMs: 24 * 60 * 60_000,
};

/** What a booking is, beside its session. */
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
 * Books a place in a session for the signed-in visitor, or a place in its line when none is free.
 * @param request.name required until the desk knows one; `phone` may be left empty
 */
export async function bookPlace(
  services: Services,
  person: BookingPerson & { clientAddress: string },
  { sessionId, name, phone }: { sessionId: string; name?: string; phone?: string },
): Promise<BookOutcome> {
  if (person.isTestAccount) return { code: "test-account" };
  return unlessBusy(() =>
    transact(
      services,
      async (change): Promise<BookOutcome> => {
        const problem = await ensureProfile(change.transaction, person.id, { name, phone });
        return (
          problem ??
          bookWithin(change, sessionId, { userId: person.id, clientAddress: person.clientAddress, actor: VISITOR })
        );
      },
      { lock: "timetable" },
    ),
  );
}

/** Runs a transaction of bookings. @returns `busy` when too many others wait for their turn */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T | { code: "busy" }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TimetableBusyError) return { code: "busy" };
    throw error;
  }
}

/** Books in a transaction that has its turn. The desk may book before booking opens, and for those who missed too often. */
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
  if (own !== undefined && own.state !== "waiting") {
    return { code: "same", booking: ownBooking(own, of.session, null) };
  }
  const refusal = sessionRefusal(of, at, { ofDesk });
  if (refusal !== undefined) return refusal;
  const counts = await countPlaces(transaction, sessionId, at);
  const capacity = of.rule.capacity ?? 0;
  // Before the limit those who wait are promoted as soon as they can be: a place that is free is nobody else's.
  const isPlace = counts.taken < capacity;
  if (own !== undefined && !isPlace) {
    return { code: "same", booking: ownBooking(own, of.session, await lineOf(transaction, own)) };
  }
  const others = request.userId === null ? [] : await bookingsOfPerson(transaction, request.userId, at);
  const other = async (id: string) => (await findWritten(transaction, id))?.session;
  const isKnownPerson = ofDesk || request.userId === null || (await isKnown(transaction, request.userId));
  const problem = await personRefusal(others, of.session, at, { isPlace, ofDesk, isKnown: isKnownPerson, other });
  if (problem !== undefined) return problem;
  const most = ofDesk ? MAX_STAFF_BOOKINGS_A_DAY : isKnownPerson ? MAX_BOOKINGS_A_DAY : MAX_UNCONFIRMED_A_DAY;
  if ((await bookedWithinDay(change, request.userId, { ofDesk })) >= most) return { code: "too-often" };
  if (!isKnownPerson && !(await countUnconfirmed(change, request))) return { code: "too-many-new" };
  const booked =
    own === undefined ? await insertBooking(change, of, request, isPlace) : await take(change, of, own, request.actor);
  const after = { ...counts, taken: counts.taken + (isPlace ? 1 : 0) };
  if (wordOfCounts(capacity, counts) !== wordOfCounts(capacity, after)) change.placesChanged();
  const line = isPlace ? null : counts.waiting + 1;
  await tellBooking(change, ofDesk && isPlace ? "desk-booked" : isPlace ? "booked" : "waiting", booked, of, { line });
  return { code: isPlace ? "booked" : "waiting", booking: ownBooking(booked, of.session, line) };
}

/** How often somebody was booked in the last 24 hours. @param ofDesk by staff; else by anybody */
async function bookedWithinDay(
  { transaction, at }: Change,
  userId: string | null,
  { ofDesk }: { ofDesk: boolean },
): Promise<number> {
  if (userId === null) return 0;
  const since = new Date(at.getTime() - 24 * 60 * 60_000).toISOString();
  const booked = transaction
    .selectFrom("bookings")
    .select(sql<number | string>`count(*)`.as("count"))
    .where("user_id", "=", userId)
    .where("booked_at", ">", since);
  const byStaff = booked
    .innerJoin("booking_events", "booking_events.booking_id", "bookings.id")
    .where("from_state", "is", null)
    .where("actor_kind", "=", "staff");
  // PostgreSQL's count is a text.
  return Number((await (ofDesk ? byStaff : booked).executeTakeFirstOrThrow()).count);
}

/** Counts a booking of an account that nobody knows yet. @returns whether it may be made */
async function countUnconfirmed(
  { services, transaction }: Change,
  { clientAddress = "" }: BookingRequest,
): Promise<boolean> {
  return countAttempt({ ...services, db: transaction }, UNCONFIRMED_PER_ADDRESS, addressGroup(clientAddress));
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

async function insertBooking(
  change: Change,
  { session, rule, limit }: Bookable,
  { id = randomUUID(), userId, guest, actor, holdUntil }: BookingRequest,
  isPlace: boolean,
): Promise<BookingRow> {
  const { transaction, at } = change;
  const state = !isPlace ? "waiting" : holdUntil === undefined ? "booked" : "held";
  const row: BookingRow = {
    id,
    session_id: session.id,
    user_id: userId,
    guest_name: guest?.name ?? null,
    guest_phone: guest?.phone ?? null,
    ticket: change.ticket(),
    state,
    booked_at: at.toISOString(),
    free_until: isPlace ? promisedUntil(session.startsAt, limit, at) : limit,
    promoted_at: null,
    ended_at: null,
    checked_in_at: null,
    reminded_at: null,
    hold_until: state === "held" ? (holdUntil?.toISOString() ?? null) : null,
    price_kes: rule.priceKes,
  };
  await transaction.insertInto("bookings").values(row).execute();
  await recordEvent(change, row.id, { from: null, to: state, actor });
  return row;
}

/** After the limit a free place goes to the first who takes it, also of those who wait. */
async function take(
  change: Change,
  { session, limit }: Bookable,
  row: BookingRow,
  actor: BookingActor,
): Promise<BookingRow> {
  return setState(change, row, "booked", {
    actor,
    note: "first-come",
    free_until: promisedUntil(session.startsAt, limit, change.at),
    reminded_at: remindedByNews(session, change.at),
  });
}
