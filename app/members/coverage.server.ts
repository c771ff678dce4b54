/**
 * Coverage: which pass pays for a booking. Decided for the day of the class when booking, and never revoked. Visits
 * are used at check-in, or by no-shows if configured.
 */

import { findBookable } from "../bookings/bookable-session.server.ts";
import { type BookingRow, bookingsWithSessions } from "../bookings/booking-rows.server.ts";
import { correctionEndsAt } from "../bookings/booking-times.server.ts";
import { findSingleEntry, listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { membershipType } from "../content-types/membership.ts";
import { touchPerson } from "../people/people.server.ts";
import { SITE_ACTOR_NAME } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { dayNumber, minuteOfDay } from "../time/days.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import {
  activePassEvents,
  addPassEvent,
  type Pass,
  passEventsOfPerson,
  passesOfPerson,
  recomputePassDays,
} from "./pass-rows.server.ts";
import { passForVisit, stateOn, visitsLeft } from "./passes.ts";

/** `covered`: by a current pass. `grace`: by a pass in its grace period. `visit`: by a pack's visit. `pay`: paid at the desk. */
export const COVERAGES = ["covered", "grace", "visit", "pay"] as const;

export type Coverage = (typeof COVERAGES)[number];

export type BookingCoverage = { cover: Coverage | null; pass?: Pass };

export async function areMembersOn(services: Services): Promise<boolean> {
  return (await findSingleEntry(services, membershipType)).isOn === "on";
}

/** Whether the desk sells passes, with receipts; only the owner can then give a pass. */
export async function areSalesOn(services: Services): Promise<boolean> {
  const { isOn, sales } = await findSingleEntry(services, membershipType);
  return isOn === "on" && sales === "on";
}

/** The classes that ask for a pass; none while the gym has no members. */
async function classesWithPass(services: Services): Promise<ReadonlySet<string>> {
  if (!(await areMembersOn(services))) return new Set();
  const classes = await listEntries(services, classType);
  return new Set(classes.flatMap(({ slug, asksPass }) => (asksPass === "yes" ? [slug] : [])));
}

/** Finds the coverage of a place. @param personId null for a guest @param db the transaction, if any */
export async function findCoverage(
  services: Services,
  db: Db,
  personId: string | null,
  session: ClassSession,
): Promise<BookingCoverage> {
  const [coverage] = await findCoverages(services, db, personId, [session]);
  return coverage ?? { cover: null };
}

/**
 * Finds the coverage of a place in each session, without visits of a pack that other bookings will use. @param except a
 * booking that ends, and uses no visit
 */
export async function findCoverages(
  services: Services,
  db: Db,
  personId: string | null,
  sessions: readonly ClassSession[],
  except?: string,
): Promise<BookingCoverage[]> {
  const withPass = await classesWithPass(services);
  const isAsked = personId !== null && sessions.some(({ classSlug }) => withPass.has(classSlug));
  const passes = isAsked ? await passesOfPerson(db, personId) : [];
  const promised = await promisedVisits(db, passes, services.now(), except);
  return sessions.map((session): BookingCoverage => {
    if (!withPass.has(session.classSlug)) return { cover: null };
    const day = dayNumber(session.date);
    const isOpen = (pass: Pass) => opensClass(pass, session);
    const pass = passForVisit(passes, day, isOpen, ({ row }) => promised.get(row.id) ?? 0);
    if (pass === undefined) return { cover: "pay" };
    const isGrace = stateOn(pass, day) === "grace";
    return { cover: pass.pass.visits !== null ? "visit" : isGrace ? "grace" : "covered", pass };
  });
}

/**
 * Finds the coverage of a moved booking in each session. @param isLate whether the earlier place is a late cancellation,
 * which may use a visit of a pack
 */
export async function findCoveragesAfterMove(
  services: Services,
  { personId, bookingId, isLate }: { personId: string; bookingId: string; isLate: boolean },
  sessions: readonly ClassSession[],
): Promise<BookingCoverage[]> {
  const usesVisit = isLate && (await missedUsesVisit(services));
  return findCoverages(services, services.db, personId, sessions, usesVisit ? undefined : bookingId);
}

/** Whether a pass opens a class session: its class, and the hour at which it begins. */
export function opensClass(
  { terms }: Pick<Pass, "terms">,
  { classSlug, time }: { classSlug: string; time: { from: string } },
): boolean {
  if (terms.classes !== "all" && !terms.classes.includes(classSlug)) return false;
  if (terms.hours === null) return true;
  const [from, to, begins] = [terms.hours.from, terms.hours.to, time.from].map(minuteOfDay);
  return from !== undefined && to !== undefined && begins !== undefined && from <= begins && begins < to;
}

async function promisedVisits(db: Db, passes: readonly Pass[], at: Date, except = ""): Promise<Map<string, number>> {
  const packs = passes.filter((pass) => (visitsLeft(pass) ?? 0) > 0).map(({ row }) => row.id);
  if (packs.length === 0) return new Map();
  const rows = await bookingsWithSessions(db)
    .select(["pass_id", "ends_at"])
    .where("pass_id", "in", packs)
    .where("bookings.id", "<>", except)
    .where("cover", "=", "visit")
    .where("ended_at", "is", null)
    .where("bookings.state", "in", ["booked", "waiting"])
    .execute();
  // Attendance of a class long past can no longer be recorded.
  const due = rows.filter(({ ends_at: endsAt }) => correctionEndsAt(endsAt) > at.toISOString());
  const counts = new Map<string, number>();
  for (const { pass_id: id } of due) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export async function coverNewBooking(
  { services, transaction }: Change,
  personId: string | null,
  session: ClassSession,
): Promise<Pick<BookingRow, "cover" | "pass_id">> {
  // SQLite has one connection, which the transaction holds.
  const { cover, pass } = await findCoverage({ ...services, db: transaction }, transaction, personId, session);
  return { cover, pass_id: pass?.row.id ?? null };
}

/** Uses or returns a pack's visit after a booking's state changes. An unpaid booking uses a pass bought since. */
export async function useVisitOfBooking(change: Change, row: BookingRow): Promise<void> {
  if (row.person_id === null || row.cover === null || row.cover === "covered" || row.cover === "grace") return;
  await change.lock("people");
  const { transaction } = change;
  const { visits } = activePassEvents(await passEventsOfPerson(transaction, row.person_id));
  const used = visits.find(({ event }) => event.booking_id === row.id)?.event;
  const isDue = await usesVisit({ ...change.services, db: transaction }, row);
  if (isDue === (used !== undefined)) return;
  const session = (await findBookable(transaction, row.session_id))?.session;
  const passes = await passesOfPerson(transaction, row.person_id);
  const by = { id: null, name: SITE_ACTOR_NAME };
  if (used !== undefined) {
    const pass = passes.find((pass) => pass.row.id === used.pass_id);
    if (pass === undefined) return;
    await addPassEvent(change, pass, { kind: "visit-undone", by, of_id: used.id, booking_id: row.id });
  } else if (session !== undefined) {
    const pass = passForVisit(passes, dayNumber(session.date), (pass) => opensClass(pass, session));
    if (pass === undefined || pass.pass.visits === null) return;
    await addPassEvent(change, pass, { kind: "visit", by, booking_id: row.id, first_day: session.date });
  }
  await recomputePassDays(change, row.person_id);
  await touchPerson(change, { id: row.person_id });
}

async function usesVisit(services: Services, { state }: BookingRow): Promise<boolean> {
  if (state === "attended") return true;
  if (state !== "no_show" && state !== "late_cancelled") return false;
  return missedUsesVisit(services);
}

async function missedUsesVisit(services: Services): Promise<boolean> {
  return (await findSingleEntry(services, membershipType)).missedUsesVisit === "yes";
}
