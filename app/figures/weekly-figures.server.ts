/**
 * Weeks in numbers without names: counted from the tables, and stored once they have ended, since bookings are deleted after a
 * year and the places of a class change. Recent weeks are counted again each day.
 */
import { sql } from "kysely";
import { rulesOf } from "../bookings/bookable-session.server.ts";
import { type BookingState, PLACE_STATES } from "../bookings/booking.ts";
import { BOOKING_RETENTION_DAYS } from "../bookings/erasure.server.ts";
import { isDayPassRow } from "../members/pass-rows.server.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { letOthersIn } from "../platform/worker.server.ts";
import { addDays, dateInNairobi, mondayOf, startOfDate } from "../time/dates.server.ts";
import { calendarDay, dateOfDay } from "../time/days.ts";
import { sessionsBetween } from "../timetable/class-sessions.server.ts";
import { total } from "./drawings.server.ts";

/** How many weeks are read, with the current one: since the first of this month, a year ago. */
const WEEKS_READ = 58;

/** How many of them are shown class by class and counted again each day: passes are voided, and enquiries become members. */
export const RECENT_WEEKS = 13;

const RETENTION_DAYS = 2 * 365;

/** A class session that could be booked and has begun. Cancelled sessions are not counted. */
export type SessionCount = {
  id: string;
  date: string;
  time: string;
  classSlug: string;
  className: string;
  places: number;
  taken: number;
  came: number;
  /** People on the waiting list who got no place. */
  unplaced: number;
};

/** Rows of a week by their day. Enquiries are without spam; their trials and passes may be of any later day. */
type DayCounts = {
  payments: { day: string; way: string; kes: number }[];
  enquiries: { day: string; asked: number; trials: number; passes: number }[];
};

/** A week, by its Monday. `active` is of its last day, or of today; `sessions` is empty unless the week is recent. */
export type WeekFigures = DayCounts & {
  week: string;
  active: number;
  began: number;
  ended: number;
  sessions: SessionCount[];
};

/** Weeks that have ended, two years after they began. */
export const FIGURES_RETENTION: Retention = {
  table: "weekly_figures",
  key: ["week"],
  old: (now) => sql`week < ${addDays(dateInNairobi(now), -RETENTION_DAYS)}`,
};

/** Stores the weeks of the last year that have ended, and counts recent weeks again, once a day; a job. */
export async function storeWeeklyFigures(services: Services): Promise<void> {
  const { db, now } = services;
  const today = dateInNairobi(now());
  const current = mondayOf(today);
  // The first week whose bookings are all there.
  const first = mondayOf(addDays(today, 7 - BOOKING_RETENTION_DAYS));
  const rows = await db
    .selectFrom("weekly_figures")
    .select(["week", "counted_on"])
    .where("week", ">=", first)
    .execute();
  const countedOn = new Map(rows.map((row) => [row.week, row.counted_on]));
  for (let week = first; week < current; week = addDays(week, 7)) {
    const isRecent = week >= addDays(current, -7 * RECENT_WEEKS);
    const counted = countedOn.get(week);
    if (counted !== undefined && (!isRecent || counted >= today)) continue;
    const row = toRow(await countWeek(services, week), today);
    const { week: _, ...values } = row;
    await db
      .insertInto("weekly_figures")
      .values(row)
      .onConflict((conflict) => conflict.column("week").doUpdateSet(values))
      .execute();
    await letOthersIn();
  }
}

/** The last weeks, the oldest first, with the current one. Missing before the job has run, but for the last week. */
export async function readWeeks(services: Services): Promise<WeekFigures[]> {
  const { db, now } = services;
  const current = mondayOf(dateInNairobi(now()));
  const weekAgo = (weeks: number) => addDays(current, -7 * weeks);
  const sessions = sql<string>`case when week >= ${weekAgo(RECENT_WEEKS)} then sessions else '[]' end`.as("sessions");
  const rows = await db
    .selectFrom("weekly_figures")
    .select(["week", "active", "began", "ended", "days", sessions])
    .where("week", ">=", weekAgo(WEEKS_READ - 1))
    .where("week", "<", current)
    .orderBy("week")
    .execute();
  // The job may not have run since Sunday.
  const isMissing = rows.at(-1)?.week !== weekAgo(1);
  const live = [...(isMissing ? [await countWeek(services, weekAgo(1))] : []), await countWeek(services, current)];
  return [...rows.map(fromRow), ...live];
}

type WeekRow = Tables["weekly_figures"];

function toRow({ week, active, began, ended, sessions, ...days }: WeekFigures, today: string): WeekRow {
  const json = { days: JSON.stringify(days), sessions: JSON.stringify(sessions) };
  return { week, active, began, ended, ...json, counted_on: today };
}

function fromRow({ week, active, began, ended, days, sessions }: Omit<WeekRow, "counted_on">): WeekFigures {
  return { week, active, began, ended, ...(JSON.parse(days) as DayCounts), sessions: JSON.parse(sessions) };
}

/** Counts a week, by its Monday; the current one until now. */
export async function countWeek(services: Services, week: string): Promise<WeekFigures> {
  const { db, now } = services;
  const [lastDay = week] = [addDays(week, 6), dateInNairobi(now())].sort();
  return {
    week,
    ...(await countMembers(db, addDays(week, -1), lastDay)),
    payments: await sumPayments(db, week, lastDay),
    enquiries: await countEnquiries(db, week, lastDay),
    sessions: await countSessions(services, week, lastDay),
  };
}

async function countMembers(db: Db, dayBefore: string, lastDay: string) {
  const rows = await db
    .selectFrom("pass_days")
    .select(["person_id", "first_day", "last_day", "grace_day", "freezes"])
    .where("grace_day", ">=", dayBefore)
    .where("first_day", "<=", lastDay)
    // Void passes end before they begin.
    .whereRef("last_day", ">=", "first_day")
    .where(({ not }) => not(isDayPassRow))
    .execute();
  const counts = { active: 0, began: 0, ended: 0 };
  for (const passes of Map.groupBy(rows, ({ person_id: id }) => id).values()) {
    const was = passes.some((pass) => pass.first_day <= dayBefore);
    const is = passes.some((pass) => pass.grace_day >= lastDay);
    if (is && passes.some((pass) => pass.last_day >= lastDay && !isFrozen(pass, lastDay))) counts.active += 1;
    if (is && !was) counts.began += 1;
    if (was && !is) counts.ended += 1;
  }
  return counts;
}

function isFrozen({ freezes }: { freezes: string }, day: string): boolean {
  return (JSON.parse(freezes) as [string, string][]).some(([from, to]) => from <= day && day <= to);
}

async function sumPayments(db: Db, from: string, to: string): Promise<DayCounts["payments"]> {
  const rows = await db
    .selectFrom("payments")
    .select(["day", "way", sql<number | string>`sum(amount_kes)`.as("kes")])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy(["day", "way"])
    .orderBy("day")
    .orderBy("way")
    .execute();
  return rows.map(({ kes, ...row }) => ({ ...row, kes: Number(kes) }));
}

async function countEnquiries(db: Db, from: string, to: string): Promise<DayCounts["enquiries"]> {
  const received = db
    .selectFrom("enquiries")
    .where("received_at", ">=", startOfDate(from).toISOString())
    .where("received_at", "<", startOfDate(addDays(to, 1)).toISOString())
    .where("enquiries.state", "not in", ["suspect", "spam"]);
  const rows = await received.select(["enquiries.id", "received_at", "state", "trial_booking_id"]).execute();
  // The person was made from the enquiry, or came for its trial.
  const ofRecords = received.innerJoin("people", "people.enquiry_id", "enquiries.id").select("people.id as person_id");
  const ofTrials = received.innerJoin("bookings", "bookings.id", "enquiries.trial_booking_id").select("person_id");
  const sold = await db
    .selectFrom(ofTrials.select("enquiries.id").unionAll(ofRecords.select("enquiries.id")).as("asked"))
    .innerJoin("pass_days", "pass_days.person_id", "asked.person_id")
    .select(["asked.id", "pass_days.first_day"])
    .where(sql<boolean>`pass_days.end_kind is distinct from 'void'`)
    .execute();
  const passes = Map.groupBy(sold, ({ id }) => id);
  return [...Map.groupBy(rows, ({ received_at: at }) => calendarDay(new Date(at)))]
    .map(([number, ofDay]) => ({ day: dateOfDay(number), ofDay }))
    .map(({ day, ofDay }) => ({
      day,
      asked: ofDay.length,
      trials: ofDay.filter(({ state, trial_booking_id: id }) => id !== null || state === "trial-booked").length,
      passes: ofDay.filter(
        ({ id, state }) => state === "joined" || passes.get(id)?.some(({ first_day }) => first_day >= day),
      ).length,
    }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

async function countSessions(services: Services, from: string, to: string): Promise<SessionCount[]> {
  const { db, now } = services;
  const moment = now().toISOString();
  const sessions = (await sessionsBetween(services, from, to)).filter(
    ({ startsAt, state }) => startsAt <= moment && state !== "cancelled",
  );
  if (sessions.length === 0) return [];
  const ruleOf = await rulesOf(services);
  const known = await storedPlaces(db, from);
  const rows = await db
    .selectFrom("bookings")
    .select(["session_id", "state", sql<number | string>`count(*)`.as("count")])
    .where(
      "session_id",
      "in",
      sessions.map(({ id }) => id),
    )
    .groupBy(["session_id", "state"])
    .execute();
  const states = Map.groupBy(rows, ({ session_id: id }) => id);
  return sessions.flatMap((session) => {
    const { id, date, time, classSlug, className } = session;
    const places = known.get(id) ?? ruleOf(session).capacity;
    if (places === null) return [];
    const count = (isMeant: (state: BookingState) => boolean) =>
      total(states.get(id) ?? [], (row) => (isMeant(row.state) ? Number(row.count) : 0));
    return {
      ...{ id, date, time: time.from, classSlug, className, places },
      taken: count((state) => PLACE_STATES.has(state)),
      came: count((state) => state === "attended"),
      unplaced: count((state) => state === "expired" || state === "waiting"),
    };
  });
}

/** Places as they were when the week was counted first: a class may have changed, or left the site. */
async function storedPlaces(db: Db, week: string): Promise<ReadonlyMap<string, number>> {
  const row = await db.selectFrom("weekly_figures").select("sessions").where("week", "=", week).executeTakeFirst();
  const sessions: SessionCount[] = JSON.parse(row?.sessions ?? "[]");
  return new Map(sessions.map(({ id, places }) => [id, places]));
}
