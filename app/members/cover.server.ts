/**
 * What a booking costs somebody who has a pass: judged for the day of its class when it is made, and not revoked later. A visit of a
 * pack is used by whoever was there, or has missed it where the owner says so.
 */

import { findWritten } from "../bookings/bookable-session.server.ts";
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
import type { Cover } from "./cover.ts";
import { addAct, type Pass, passesOfPerson, refreshDays } from "./pass-rows.server.ts";
import { passForVisit, stateOn, visitsLeft } from "./passes.ts";

/** What covers a booking; `cover` is null where nothing is asked. */
export type BookingCover = { cover: Cover | null; pass?: Pass };

/** Whether the owner has switched members on. */
export async function areMembersOn(services: Services): Promise<boolean> {
  return (await findSingleEntry(services, membershipType)).isOn === "on";
}

/** Whether the desk sells passes, with receipts; then only the owner gives one. */
export async function areSalesOn(services: Services): Promise<boolean> {
  const { isOn, sales } = await findSingleEntry(services, membershipType);
  return isOn === "on" && sales === "on";
}

async function asksPass(services: Services, { classSlug }: Pick<ClassSession, "classSlug">): Promise<boolean> {
  if (!(await areMembersOn(services))) return false;
  return (await listEntries(services, classType)).some(
    ({ slug, asksPass }) => slug === classSlug && asksPass === "yes",
  );
}

/** What covers a place in a class session for a person; null: a guest whom somebody brings. @param db the transaction, where there is one */
export async function findCover(
  services: Services,
  db: Db,
  personId: string | null,
  session: ClassSession,
): Promise<BookingCover> {
  if (!(await asksPass(services, session))) return { cover: null };
  const pass = personId === null ? undefined : await passForSession(db, personId, session, services.now());
  if (pass === undefined) return { cover: "pay" };
  const isGrace = stateOn(pass, dayNumber(session.date)) === "grace";
  return { cover: pass.pass.visits !== null ? "visit" : isGrace ? "grace" : "covered", pass };
}

/** The pass that a visit to a class session is under. Visits of a pack that other bookings will use are not left. */
async function passForSession(db: Db, personId: string, session: ClassSession, at: Date): Promise<Pass | undefined> {
  const passes = await passesOfPerson(db, personId);
  const promised = await promisedVisits(db, passes, at);
  return passForVisit(
    passes,
    dayNumber(session.date),
    (pass) => opensClass(pass, session),
    ({ row }) => promised.get(row.id) ?? 0,
  );
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

/** How many visits of some packs open bookings will use. */
async function promisedVisits(db: Db, passes: readonly Pass[], at: Date): Promise<Map<string, number>> {
  const packs = passes.filter((one) => (visitsLeft(one) ?? 0) > 0).map(({ row }) => row.id);
  if (packs.length === 0) return new Map();
  const rows = await bookingsWithSessions(db)
    .select(["pass_id", "ends_at"])
    .where("pass_id", "in", packs)
    .where("cover", "=", "visit")
    .where("ended_at", "is", null)
    .where("bookings.state", "in", ["booked", "waiting"])
    .execute();
  // Of a class long over nobody has said whether they came, and nobody can any more.
  const due = rows.filter(({ ends_at: endsAt }) => correctionEndsAt(endsAt) > at.toISOString());
  const counts = new Map<string, number>();
  for (const { pass_id: id } of due) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** What covers a new booking, as its columns say it. */
export async function coverNewBooking(
  { services, transaction }: Change,
  personId: string | null,
  session: ClassSession,
): Promise<Pick<BookingRow, "cover" | "pass_id">> {
  // SQLite has one connection, which the transaction holds.
  const { cover, pass } = await findCover({ ...services, db: transaction }, transaction, personId, session);
  return { cover, pass_id: pass?.row.id ?? null };
}

/**
 * After the state of a booking has changed: a visit of a pack is used by who was there, and by who has missed it where the owner says
 * so; it is given back when that is undone. Who had nothing when booking and has a pass by now uses that.
 */
export async function useVisitOfBooking(change: Change, row: BookingRow): Promise<void> {
  if (row.person_id === null || row.cover === null || row.cover === "covered" || row.cover === "grace") return;
  await change.lock("people");
  const { transaction } = change;
  const acts = await transaction.selectFrom("pass_acts").selectAll().where("booking_id", "=", row.id).execute();
  const undone = new Set(acts.map(({ of_id: id }) => id));
  const used = acts.find(({ id, kind }) => kind === "visit" && !undone.has(id));
  const isDue = await usesVisit({ ...change.services, db: transaction }, row);
  if (isDue === (used !== undefined)) return;
  const session = (await findWritten(transaction, row.session_id))?.session;
  const passes = await passesOfPerson(transaction, row.person_id);
  const by = { id: null, name: SITE_ACTOR_NAME };
  if (used !== undefined) {
    const pass = passes.find((one) => one.row.id === used.pass_id);
    if (pass === undefined) return;
    await addAct(change, pass, { kind: "visit-undone", by, of_id: used.id, booking_id: row.id });
  } else if (session !== undefined) {
    const pass = passForVisit(passes, dayNumber(session.date), (one) => opensClass(one, session));
    if (pass === undefined || pass.pass.visits === null) return;
    await addAct(change, pass, { kind: "visit", by, booking_id: row.id, first_day: session.date });
  }
  await refreshDays(change, row.person_id);
  await touchPerson(change, { id: row.person_id });
}

async function usesVisit(services: Services, { state }: BookingRow): Promise<boolean> {
  if (state === "attended") return true;
  if (state !== "no_show" && state !== "late_cancelled") return false;
  return (await findSingleEntry(services, membershipType)).missedUsesVisit === "yes";
}
