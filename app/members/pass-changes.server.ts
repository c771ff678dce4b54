/**
 * Changes to a pass: freeze, end, void, and undoing each. A change is one event, stored once per form; a stale form
 * changes nothing.
 */

import { findBookable } from "../bookings/bookable-session.server.ts";
import { type BookingRow, bookingsWithSessions, guestOf, hostOf } from "../bookings/booking-rows.server.ts";
import { freePlace } from "../bookings/cancel-booking.server.ts";
import { notify } from "../bookings/notify.server.ts";
import { changePeople, findPerson, logOfPerson, type Person, touchPerson } from "../people/people.server.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { type Change, transactUnlessBusy } from "../platform/transact.server.ts";
import { dateInNairobi, dayAndTime, dayRangeWords, dayWords, isCalendarDate } from "../time/dates.server.ts";
import { calendarDay, dateOfDay, dayNumber } from "../time/days.ts";
import { opensClass } from "./coverage.server.ts";
import { type FreezeKind, type FreezeProblem, freezeProblem } from "./freezes.ts";
import { findMailRecipient, type MailRecipient, queueMembershipMail } from "./membership-mails.server.ts";
import {
  activePassEvents,
  addPassEvent,
  countedFreezes,
  type Pass,
  type PassEventRow,
  passEventsOfPerson,
  passesOfPerson,
  readGivenDays,
  recomputePassDays,
  soldPass,
} from "./pass-rows.server.ts";
import { computeDays, type Freeze, type PassDays, type PassEnd, passForVisit, REASON_MAX, stateOn } from "./passes.ts";
import { SOLD } from "./plans.ts";

/** How many days the desk has to undo a freeze; owners can always undo it. */
export const DESK_UNDO_DAYS = 7;

export type PassActor = Actor & { isOwner: boolean };

/** `same`: it is already done, for example after a double click. `conflict`: the form was stale. */
type PassCode = "same" | "unknown" | "conflict";

type PassContext = { member: Person; pass: Pass; passes: Pass[]; events: PassEventRow[]; today: number };

/** `version`: the version of the person's record that the page showed. */
type PassForm = { passId: string; version: number };

async function changePass<Code extends string>(
  change: Change,
  { passId, version }: Pick<PassForm, "passId"> & Partial<PassForm>,
  /** Whether the change is already made, for example after a double click. */
  isSame: (context: PassContext) => boolean,
  apply: (context: PassContext) => Promise<Code>,
): Promise<{ code: Code | PassCode }> {
  const { transaction, at } = change;
  await change.lock("people");
  const row = await transaction.selectFrom("passes").select("person_id").where("id", "=", passId).executeTakeFirst();
  const member = row && (await findPerson(transaction, row.person_id));
  if (member === undefined || member.erased_at !== null) return { code: "unknown" };
  const passes = await passesOfPerson(transaction, member.id);
  const pass = passes.find(({ row: { id } }) => id === passId);
  if (pass === undefined) return { code: "unknown" };
  const context = {
    member,
    pass,
    passes,
    events: await passEventsOfPerson(transaction, member.id),
    today: calendarDay(at),
  };
  if (isSame(context)) return { code: "same" };
  if (version !== undefined && member.version !== version) return { code: "conflict" };
  const code = await apply(context);
  if (code !== "done") return { code };
  await recomputePassDays(change, member.id);
  await touchPerson(change, member);
  return { code };
}

/** Changes a pass, but no bookings, in its own transaction. */
async function changePassAlone<Code extends string>(
  services: Services,
  form: PassForm,
  isSame: (context: PassContext) => boolean,
  apply: (change: Change, context: PassContext) => Promise<Code>,
) {
  const work = (change: Change) => changePass(change, form, isSame, (context) => apply(change, context));
  return changePeople(services, work);
}

type FreezeDays = { firstDay: string; lastDay: string; kind: FreezeKind };

/** `isSeen`: whether the page showed this effect; if not, nothing is changed. */
type FreezeForm = Pick<PassForm, "passId"> &
  Partial<PassForm> &
  FreezeDays & { reason: string; isSeen?: (effect: FreezeEffect, db: Db) => Promise<boolean> };

function readDays({ firstDay, lastDay }: { firstDay: string; lastDay: string }) {
  return isCalendarDate(firstDay) && isCalendarDate(lastDay)
    ? { firstDay: dayNumber(firstDay), lastDay: dayNumber(lastDay) }
    : undefined;
}

/** Freezes a pass, cancels the person's bookings on those days, and sends one email about both. */
export async function freezePass(services: Services, actor: PassActor, form: FreezeForm) {
  const days = readDays(form);
  const reason = asLine(form.reason);
  const kind = `freeze-${form.kind}` as const;
  const isSame = ({ events }: PassContext) =>
    activePassEvents(events).freezes.some(
      ({ event }) =>
        event.pass_id === form.passId &&
        event.kind === kind &&
        event.first_day === form.firstDay &&
        event.last_day === form.lastDay,
    );
  return transactUnlessBusy(services, (change) =>
    changePass(change, form, isSame, async ({ member, pass, passes, events, today }) => {
      if (days === undefined) return "day-invalid";
      if (reason.length > REASON_MAX) return "reason-long";
      const problem = checkFreeze(pass, { ...days, kind: form.kind }, events, today);
      if (problem !== undefined) return problem;
      const effect = await effectOfFreeze(change.transaction, { pass, passes, events }, form, change.at);
      const { bookings, lastDay } = effect;
      if (form.isSeen && !(await form.isSeen(effect, change.transaction))) return "effects-changed";
      await addPassEvent(change, pass, { kind, by: actor, first_day: form.firstDay, last_day: form.lastDay, reason });
      const recipient = await findMailRecipient(change.transaction, member, dateInNairobi(change.at));
      const cancelled = await cancelFrozenBookings(change, actor, bookings, recipient);
      if (recipient !== undefined && (recipient.member.mails === 1 || cancelled.length > 0)) {
        const frozen = {
          days: dayRangeWords(days.firstDay, days.lastDay, today),
          count: days.lastDay - days.firstDay + 1,
          before: dayWords(pass.lastDay, today),
          cancelled,
        };
        const facts = { plan: pass.row.plan_name, lastDay: dayWords(lastDay, today), frozen };
        await queueMembershipMail(change, "frozen", { about: member, recipient }, facts);
      }
      await logOfPerson(change, actor, "pass-frozen", member, { plan: pass.row.plan_name });
      return "done";
    }),
  );
}

/**
 * Cancels bookings within a freeze. Other accounts, such as a host's, get their own email. @returns descriptions of
 * the recipient's cancelled classes
 */
async function cancelFrozenBookings(
  change: Change,
  actor: PassActor,
  bookings: readonly BookingRow[],
  recipient: MailRecipient | undefined,
): Promise<string[]> {
  const ownClasses: { startsAt: string; text: string }[] = [];
  for (const row of bookings) {
    const bookable = await findBookable(change.transaction, row.session_id);
    if (bookable === undefined) continue;
    const by = { actor: { kind: "staff", id: actor.id, name: actor.name }, note: "frozen" } as const;
    const host = await hostOf(change.transaction, row);
    const guest = host === undefined ? await guestOf(change.transaction, row) : row;
    const ended = await freePlace(change, bookable, row, () => "cancelled", by);
    const isWaiting = row.state === "waiting";
    const { person_id: personId } = host ?? row;
    if (recipient?.userId == null || recipient.member.id !== personId) {
      await notify(change, "frozen", ended, bookable, { isWaiting });
      continue;
    }
    const { className, startsAt } = bookable.session;
    const texts = [
      `${className}, ${dayAndTime(new Date(startsAt))}`,
      isWaiting ? "on the waiting list" : "",
      guest?.guest_name ? `${host === undefined ? "and " : ""}for ${guest.guest_name}` : "",
    ];
    ownClasses.push({ startsAt, text: texts.filter((text) => text !== "").join(", ") });
  }
  return ownClasses.sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)).map(({ text }) => text);
}

/** Why a pass can't be frozen; undefined if it can. Ended passes can't, even in their grace period. */
export function checkFreeze(
  pass: Pass,
  request: { firstDay: number; lastDay: number; kind: FreezeKind },
  events: readonly PassEventRow[],
  today: number,
): FreezeProblem | "pass-ended" | undefined {
  const state = stateOn(pass, today);
  if (state === "grace" || state === "ended") return "pass-ended";
  return freezeProblem(pass, request, { today, counted: countedFreezes(events) });
}

/** A pass whose days would change, and its new days. */
export type AlteredPass = { pass: Pass; after: PassDays };

/** The effect of a freeze. `altered`: the pass and later passes. */
export type FreezeEffect = { lastDay: number; altered: AlteredPass[]; bookings: BookingRow[] };

/** Why a freeze is refused: because of the pass or the typed days. */
export type FreezeRefusal = FreezeProblem | "pass-ended" | "day-invalid";

/** @returns the effect, or the problem and the first days of the counted freezes that were read with it */
export async function previewFreeze(
  { db, now }: Services,
  pass: Pass,
  form: FreezeDays,
): Promise<{ problem: FreezeRefusal; counted: number[] } | FreezeEffect> {
  const days = readDays(form);
  if (days === undefined) return { problem: "day-invalid", counted: [] };
  const events = await passEventsOfPerson(db, pass.row.person_id);
  const problem = checkFreeze(pass, { ...days, kind: form.kind }, events, calendarDay(now()));
  if (problem !== undefined) return { problem, counted: countedFreezes(events) };
  const passes = await passesOfPerson(db, pass.row.person_id);
  return effectOfFreeze(db, { pass, passes, events }, form, now());
}

async function effectOfFreeze(
  db: Db,
  { pass, passes, events }: Pick<PassContext, "pass" | "passes" | "events">,
  form: FreezeDays,
  at: Date,
): Promise<FreezeEffect> {
  const freeze = { passId: pass.row.id, firstDay: dayNumber(form.firstDay), lastDay: dayNumber(form.lastDay) };
  const altered = await alteredPasses(db, passes, events, { freeze });
  const others = passes
    .filter(({ row }) => row.id !== pass.row.id)
    .map((pass) => ({ ...pass, ...altered.find(({ pass: { row } }) => row.id === pass.row.id)?.after }));
  const bookings = await bookingsDuringFreeze(db, pass, others, form, at);
  const lastDay = altered.find((change) => change.pass.row.id === pass.row.id)?.after.lastDay ?? pass.lastDay;
  return { lastDay, altered, bookings };
}

async function alteredPasses(
  db: Db,
  passes: readonly Pass[],
  events: readonly PassEventRow[],
  { freeze, end }: { freeze?: Freeze; end?: PassEnd },
): Promise<AlteredPass[]> {
  const { freezes, ends, visits } = activePassEvents(events);
  const computed = computeDays({
    passes: passes.map(({ row }) => soldPass(row)),
    freezes: freeze ? [...freezes, freeze] : freezes,
    ends: end ? [...ends, end] : ends,
    visits,
    closedDays: await readGivenDays(db),
  });
  return computed.flatMap((after) => {
    const pass = passes.find(({ row }) => row.id === after.pass.id);
    const isSame = pass?.firstDay === after.firstDay && pass.lastDay === after.lastDay;
    return pass === undefined || isSame ? [] : [{ pass, after }];
  });
}

export async function previewEnd(
  { db, now }: Services,
  pass: Pass,
  kind: PassEnd["kind"],
): Promise<{ altered: AlteredPass[]; bookings: BookingRow[] }> {
  const day = calendarDay(now());
  const passes = await passesOfPerson(db, pass.row.person_id);
  const events = await passEventsOfPerson(db, pass.row.person_id);
  const covered = await upcomingBookings(db, pass, now()).where("bookings.pass_id", "=", pass.row.id).execute();
  return {
    altered: await alteredPasses(db, passes, events, { end: { passId: pass.row.id, kind, day } }),
    bookings: covered.filter(({ date }) => kind === "void" || dayNumber(date) > day),
  };
}

function upcomingBookings(db: Db, { row }: Pick<Pass, "row">, at: Date) {
  return bookingsWithSessions(db)
    .selectAll("bookings")
    .select("class_sessions.date")
    .where("bookings.person_id", "=", row.person_id)
    .where("bookings.ended_at", "is", null)
    .where("bookings.state", "in", ["booked", "waiting"])
    .where("class_sessions.starts_at", ">", at.toISOString())
    .orderBy("bookings.ticket");
}

/** Upcoming bookings on the days of a freeze that the pass covers, or that no other pass covers. */
async function bookingsDuringFreeze(
  db: Db,
  { row }: Pick<Pass, "row">,
  others: readonly Pass[],
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
  at: Date,
): Promise<BookingRow[]> {
  const rows = await upcomingBookings(db, { row }, at)
    .select(["class_slug", "time_from"])
    .where("class_sessions.date", ">=", firstDay)
    .where("class_sessions.date", "<=", lastDay)
    .execute();
  return rows.filter(({ date, class_slug: classSlug, time_from: from, pass_id: passId }) => {
    const opens = (other: Pass) => other.row.id === passId || opensClass(other, { classSlug, time: { from } });
    return passId === row.id || passForVisit(others, dayNumber(date), opens) === undefined;
  });
}

/** Adds the event of a change, and its entry in the activity log. @param action its name in the log */
async function record(
  change: Change,
  actor: PassActor,
  { pass, member }: PassContext,
  action: string,
  event: Omit<Parameters<typeof addPassEvent>[2], "by">,
): Promise<"done"> {
  await addPassEvent(change, pass, { by: actor, ...event });
  await logOfPerson(change, actor, action, member, { plan: pass.row.plan_name });
  return "done";
}

type ActForm = PassForm & { actId: string };

/** The freeze that a form refers to, if it is still in effect. */
function findFreeze({ events, pass }: PassContext, actId: string) {
  return activePassEvents(events).freezes.find(({ event }) => event.id === actId && event.pass_id === pass.row.id);
}

function hasEvent({ events }: PassContext, kind: PassEventRow["kind"], ofId: string): boolean {
  return events.some((event) => event.kind === kind && event.of_id === ofId);
}

export async function endFreezeEarly(services: Services, actor: PassActor, form: ActForm) {
  const isSame = (context: PassContext) => hasEvent(context, "early-return", form.actId);
  return changePassAlone(services, form, isSame, async (change, context) => {
    const freeze = findFreeze(context, form.actId);
    const { today } = context;
    if (freeze === undefined || today < freeze.firstDay || today > freeze.lastDay) return "not-frozen";
    const event = { kind: "early-return", of_id: form.actId, first_day: dateOfDay(today) } as const;
    return record(change, actor, context, "pass-freeze-ended", event);
  });
}

/** Whether somebody can undo a freeze: owners always, the desk until `DESK_UNDO_DAYS` after it was recorded. */
export function canUndoFreeze(event: Pick<PassEventRow, "at">, { isOwner }: { isOwner: boolean }, at: Date): boolean {
  return isOwner || calendarDay(at) - calendarDay(new Date(event.at)) <= DESK_UNDO_DAYS;
}

/** Undoes a freeze, as if it had never been recorded. */
export async function undoFreeze(services: Services, actor: PassActor, form: ActForm) {
  const isSame = (context: PassContext) => hasEvent(context, "freeze-taken-back", form.actId);
  return changePassAlone(services, form, isSame, async (change, context) => {
    const freeze = findFreeze(context, form.actId);
    if (freeze === undefined) return "not-frozen";
    if (!canUndoFreeze(freeze.event, actor, change.at)) return "owner-only";
    return record(change, actor, context, "pass-freeze-taken-back", { kind: "freeze-taken-back", of_id: form.actId });
  });
}

/** Ends a pass today; the next pass starts tomorrow. A pass that hasn't started never starts. */
export async function endPass(services: Services, actor: PassActor, form: PassForm & { reason: string }) {
  const reason = asLine(form.reason);
  const isSame = ({ pass }: PassContext) => pass.end === "ended";
  return changePassAlone(services, form, isSame, async (change, context) => {
    if (reason === "") return "reason-missing";
    if (reason.length > REASON_MAX) return "reason-long";
    const state = stateOn(context.pass, context.today);
    if (state === "grace" || state === "ended") return "not-running";
    return endWithin(change, actor, context, reason);
  });
}

function endWithin(change: Change, actor: PassActor, context: PassContext, reason: string): Promise<"done"> {
  const event = { kind: "ended", first_day: dateOfDay(context.today), reason } as const;
  return record(change, actor, context, "pass-ended", event);
}

export function hasPassGivenSince(passes: readonly Pass[], event: Pick<PassEventRow, "at">): boolean {
  return passes.some(({ end, row }) => end !== "void" && row.given_at > event.at);
}

/** Undoes ending a pass, unless the person has received another pass since. */
export async function undoEnd(services: Services, actor: PassActor, form: ActForm) {
  const isSame = (context: PassContext) => hasEvent(context, "end-taken-back", form.actId);
  return changePassAlone(services, form, isSame, async (change, context) => {
    const { pass, passes, events } = context;
    const end = activePassEvents(events).ends.find(
      ({ event }) => event.id === form.actId && event.pass_id === pass.row.id,
    );
    if (end === undefined || end.kind !== "ended") return "not-ended";
    if (hasPassGivenSince(passes, end.event)) return "given-since";
    return record(change, actor, context, "pass-end-taken-back", { kind: "end-taken-back", of_id: form.actId });
  });
}

/** Whether somebody can void a pass: owners always, the desk on the day it was given. For a sold pass, undo the sale. */
export function canVoidPass({ row }: Pick<Pass, "row">, { isOwner }: { isOwner: boolean }, at: Date): boolean {
  if (row.paid_how === SOLD) return false;
  return isOwner || calendarDay(new Date(row.given_at)) === calendarDay(at);
}

/** The class session of a visit; undefined if its booking was deleted. */
async function findSessionOfVisit(db: Db, { booking_id: id }: Pick<PassEventRow, "booking_id">) {
  const booking = await db
    .selectFrom("bookings")
    .select("session_id")
    .where("id", "=", id ?? "")
    .executeTakeFirst();
  return booking && (await findBookable(db, booking.session_id))?.session;
}

/** Voids a pass given by mistake, if other passes can take its visits. */
export async function voidPass(services: Services, actor: PassActor, form: PassForm & { reason: string }) {
  const reason = asLine(form.reason);
  const isSame = ({ pass }: PassContext) => pass.end === "void";
  return changePassAlone(services, form, isSame, async (change, context) => {
    if (reason.length > REASON_MAX) return "reason-long";
    if (context.pass.row.paid_how === SOLD) return "pass-sold";
    if (!canVoidPass(context.pass, actor, change.at)) return "owner-only";
    return voidWithin(change, actor, context, reason);
  });
}

/** Voids a pass whose sale is undone. Takes the lock on people. */
export async function voidSoldPass(change: Change, actor: PassActor, passId: string, reason: string) {
  const isSame = ({ pass }: PassContext) => pass.end === "void";
  return changePass(change, { passId }, isSame, (context) => voidWithin(change, actor, context, reason));
}

/** Ends a refunded pass; an ended pass stays as it is. Takes the lock on people. */
export async function endSoldPass(change: Change, actor: PassActor, passId: string, reason: string) {
  const isSame = ({ pass, today }: PassContext) =>
    pass.end !== undefined || ["grace", "ended"].includes(stateOn(pass, today));
  return changePass(change, { passId }, isSame, (context) => endWithin(change, actor, context, reason));
}

async function voidWithin(
  change: Change,
  actor: PassActor,
  { member, pass, events }: PassContext,
  reason: string,
): Promise<"done" | "visits-used"> {
  await addPassEvent(change, pass, { kind: "void", by: actor, first_day: dateOfDay(pass.firstDay), reason });
  for (const visit of activePassEvents(events).visits.filter(({ passId }) => passId === pass.row.id)) {
    await recomputePassDays(change, member.id);
    const others = await passesOfPerson(change.transaction, member.id);
    const session = await findSessionOfVisit(change.transaction, visit.event);
    const other = passForVisit(
      others,
      visit.day,
      (candidate) => session === undefined || opensClass(candidate, session),
    );
    if (other === undefined) return change.abandon({ code: "visits-used" });
    await addPassEvent(change, pass, { kind: "visit-undone", by: actor, of_id: visit.event.id });
    if (other.pass.visits !== null) {
      const { booking_id, first_day } = visit.event;
      await addPassEvent(change, other, { kind: "visit", by: actor, booking_id, first_day });
    }
  }
  await logOfPerson(change, actor, "pass-taken-back", member, { plan: pass.row.plan_name });
  return "done";
}
