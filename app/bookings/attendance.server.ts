/** Attendance: the desk's question after a class, and disputes by people recorded as no-shows. */
import { HOUR_MS } from "../platform/durations.ts";
import type { Services } from "../platform/services.ts";
import { transactUnlessBusy } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { storedSessionsById } from "../timetable/class-sessions.server.ts";
import { findBookable } from "./bookable-session.server.ts";
import { CORRECTION_HOURS_AFTER } from "./booking.ts";
import { setState, VISITOR } from "./booking-change.server.ts";
import { bookingsWithSessions, isDisputed, openRows, personIdOfAccount } from "./booking-rows.server.ts";
import { checkInWindow, disputeEndsAt, isShortNotice } from "./booking-times.server.ts";
import { type DeskActor, logAtDesk, mayRecord } from "./desk-actions.server.ts";

/** Like `RecordOutcome`. `unknown`: there is no such session, or it is another trainer's. */
export type AttendanceOutcome = { code: "done" | "same" | "unknown" | "cancelled" | "not-over" | "too-late" | "busy" };

/** Records attendance for everybody not checked in, after the session. Late promotions are never recorded as no-shows. */
export async function saveAttendance(
  services: Services,
  sessionId: string,
  answer: "all-came" | "all-missed",
  by: DeskActor,
): Promise<AttendanceOutcome> {
  return transactUnlessBusy(services, async (change): Promise<AttendanceOutcome> => {
    const bookable = await findBookable(change.transaction, sessionId);
    if (bookable === undefined || !mayRecord(by, bookable.session)) return { code: "unknown" };
    if (bookable.session.state === "cancelled") return { code: "cancelled" };
    if (bookable.session.endsAt > change.at.toISOString()) return { code: "not-over" };
    if (checkInWindow(bookable.session, change.at) !== "open") return { code: "too-late" };
    const booked = (await openRows(change.transaction, sessionId)).filter(({ state }) => state === "booked");
    const rows = booked.filter(
      (row) => answer === "all-came" || !isShortNotice(row.promoted_at, bookable.session.startsAt),
    );
    if (rows.length === 0) return { code: "same" };
    const actor = { kind: "staff", ...by } as const;
    for (const row of rows) {
      if (answer === "all-missed") await setState(change, row, "no_show", { actor, note: "not-there" });
      else {
        const checked_in_at = change.at.toISOString();
        await setState(change, row, "attended", { actor, note: "checked-in", checked_in_at });
      }
    }
    await logAtDesk(change, by, answer, bookable.session);
    return { code: "done" };
  });
}

export type DisputeOutcome =
  | { code: "done" | "same" }
  /** `unknown`: not their booking. `settled`: not recorded as missed, or already checked by the desk. */
  | { code: "unknown" | "settled" | "too-late" | "busy" };

export async function disputeNoShow(services: Services, userId: string, bookingId: string): Promise<DisputeOutcome> {
  return transactUnlessBusy(services, async (change): Promise<DisputeOutcome> => {
    const { transaction, at } = change;
    const row = await transaction
      .selectFrom("bookings")
      .selectAll()
      .where("id", "=", bookingId)
      .where("person_id", "=", await personIdOfAccount(transaction, userId))
      .executeTakeFirst();
    const bookable = row && (await findBookable(transaction, row.session_id));
    if (row === undefined || bookable === undefined) return { code: "unknown" };
    if (row.disputed_at !== null) return { code: row.dispute_settled_at === null ? "same" : "settled" };
    if (row.state !== "no_show") return { code: "settled" };
    if (disputeEndsAt(bookable.session.endsAt) <= at.toISOString()) return { code: "too-late" };
    await setState(change, row, row.state, { actor: VISITOR, note: "disputed", disputed_at: at.toISOString() });
    return { code: "done" };
  });
}

export type AttendanceQuestion = { session: ClassSession; unrecorded: number; here: number };

/** Sessions whose attendance can still be recorded, newest first. @param trainerSlug limits them to one trainer */
export async function attendanceQuestions(services: Services, trainerSlug?: string): Promise<AttendanceQuestion[]> {
  const now = services.now();
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const past = await services.db
    .selectFrom("class_sessions")
    .select(["id", "starts_at"])
    .where("state", "=", "scheduled")
    .where("ends_at", "<=", now.toISOString())
    .where("ends_at", ">", before(CORRECTION_HOURS_AFTER))
    // No session lasts longer than a day: this condition uses the index of starts.
    .where("starts_at", ">", before(CORRECTION_HOURS_AFTER + 24))
    .$if(trainerSlug !== undefined, (query) => query.where("trainer_slug", "=", trainerSlug ?? ""))
    .execute();
  if (past.length === 0) return [];
  const startOf = new Map(past.map((session) => [session.id, session.starts_at]));
  // A join would start with ten years of bookings.
  const rows = await services.db
    .selectFrom("bookings")
    .select(["session_id", "state", "promoted_at"])
    .where("session_id", "in", [...startOf.keys()])
    .where("state", "in", ["booked", "attended"])
    .execute();
  const questions = [...Map.groupBy(rows, ({ session_id }) => session_id)].flatMap(([id, ofSession]) => {
    const booked = ofSession.filter(({ state }) => state === "booked");
    const unrecorded = booked.filter((row) => !isShortNotice(row.promoted_at, startOf.get(id) ?? "")).length;
    return unrecorded === 0 ? [] : [{ id, unrecorded, here: ofSession.length - booked.length }];
  });
  const sessions = await storedSessionsById(
    services,
    questions.map(({ id }) => id),
  );
  return questions
    .flatMap(({ id, ...counts }) => {
      const session = sessions.get(id);
      return session?.state === "scheduled" ? [{ session, ...counts }] : [];
    })
    .sort((a, b) => (a.session.endsAt < b.session.endsAt ? 1 : -1));
}

/** Disputed no-shows, oldest dispute first. @param trainerSlug limits them to one trainer */
export async function disputedBookings(services: Services, trainerSlug?: string) {
  const rows = await bookingsWithSessions(services.db)
    // Erased people can't be asked.
    .innerJoin("people", "people.id", "bookings.person_id")
    .leftJoin("users", "users.id", "people.user_id")
    .select(["bookings.id", "bookings.session_id", "bookings.state", "users.email", "people.name"])
    .select(["bookings.disputed_at", "bookings.dispute_settled_at", "class_sessions.trainer_slug as trainer"])
    // No other conditions: with the state, the engine would choose the index of states.
    .where("bookings.disputed_at", "is not", null)
    .where("bookings.dispute_settled_at", "is", null)
    .orderBy("bookings.disputed_at")
    .execute();
  const own = rows.filter((row) => isDisputed(row) && (trainerSlug === undefined || row.trainer === trainerSlug));
  const sessions = await storedSessionsById(
    services,
    own.map((row) => row.session_id),
  );
  return own.flatMap(({ id, session_id, name, email }) => {
    const session = sessions.get(session_id);
    return session === undefined ? [] : [{ bookingId: id, who: name || (email ?? ""), session }];
  });
}
