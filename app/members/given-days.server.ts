/** Days on which the gym was closed, given back to everybody whose pass ran on them. */
import { randomUUID } from "node:crypto";
import { factsHash, isFormId } from "../forms/form-id.server.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { transact } from "../platform/transact.server.ts";
import { addDays, dateInNairobi, datesBetween, isCalendarDate } from "../time/dates.server.ts";
import { dayNumber } from "../time/days.ts";
import { REASON_MAX } from "./member.ts";
import { changedRows, computeSince, type DaysRow, IDS_AT_ONCE, readGivenDays, upsertDays } from "./pass-rows.server.ts";

/** The most days that are given back at once. */
export const MAX_GIVEN_DAYS = 60;

export type GivenDaysProblem = { code: "day-invalid" | "days-reversed" | "too-many" | "given-before"; day?: string };

/** A pass that gets days, or moves behind one that does. `before` and `after` are its last days. */
export type GivenPass = {
  passId: string;
  memberId: string;
  before: string;
  after: string;
  /** How many it gets. */
  days: number;
};

/** What giving some days back does. `seen` stands in the form: where it is another by now, the page comes back with the new count. */
export type GivenPreview = {
  days: string[];
  /** Passes that last longer by it. */
  longer: GivenPass[];
  /** Passes that begin later by it, and last as long as before. */
  moved: GivenPass[];
  seen: string;
};

/** What it would do to give some days back. */
export async function previewGivenDays(
  services: Services,
  range: { firstDay: string; lastDay: string },
): Promise<GivenPreview | GivenDaysProblem> {
  const found = await preview(services.db, range);
  return "code" in found ? found : found.preview;
}

/** @returns also the rows of passes that change, as they are then */
async function preview(
  db: Db,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<{ preview: GivenPreview; rows: DaysRow[] } | GivenDaysProblem> {
  if (!isCalendarDate(firstDay) || !isCalendarDate(lastDay)) return { code: "day-invalid" };
  if (lastDay < firstDay) return { code: "days-reversed" };
  // Before they are listed: two dates may lie ten thousand years apart.
  if (dayNumber(lastDay) - dayNumber(firstDay) >= MAX_GIVEN_DAYS) return { code: "too-many" };
  const days = datesBetween(firstDay, lastDay);
  const given = await readGivenDays(db);
  const again = days.find((day) => given.has(dayNumber(day)));
  if (again !== undefined) return { code: "given-before", day: again };
  const { before, after } = await computeSince(db, firstDay, new Set([...given, ...days.map(dayNumber)]));
  const rows = changedRows(before, after);
  const changes = changesOf(before, rows);
  return { preview: { days, ...changes, seen: factsHash(changes) }, rows };
}

function changesOf(before: readonly DaysRow[], rows: readonly DaysRow[]) {
  const known = new Map(before.map((row) => [row.pass_id, row]));
  const changed = rows.flatMap((row) => {
    const was = known.get(row.pass_id);
    // One that never runs only has its place behind another.
    return was === undefined || row.last_day < row.first_day ? [] : { was, row };
  });
  const length = ({ first_day: from, last_day: to }: DaysRow) => dayNumber(to) - dayNumber(from);
  const asGiven = ({ was, row }: { was: DaysRow; row: DaysRow }): GivenPass => {
    const days = length(row) - length(was);
    return { passId: row.pass_id, memberId: row.member_id, before: was.last_day, after: row.last_day, days };
  };
  const passes = changed.map(asGiven);
  return { longer: passes.filter(({ days }) => days !== 0), moved: passes.filter(({ days }) => days === 0) };
}

export type GiveDaysOutcome =
  | { code: "given" | "same"; passes: number }
  | { code: "conflict" | "reason-missing" | "too-long" }
  | GivenDaysProblem;

/** Gives closed days back to everybody. Each day is given once; a pass that is sold later gets those inside it too. */
export async function giveDays(
  services: Services,
  actor: Actor,
  form: { formId: string; firstDay: string; lastDay: string; reason: string; seen: string },
): Promise<GiveDaysOutcome> {
  const reason = asLine(form.reason);
  return transact(
    services,
    async (change): Promise<GiveDaysOutcome> => {
      const { transaction, at } = change;
      const id = isFormId(form.formId) ? form.formId : randomUUID();
      const made = await transaction.selectFrom("given_days").selectAll().where("id", "=", id).executeTakeFirst();
      if (made !== undefined) return { code: "same", passes: made.passes };
      if (reason === "") return { code: "reason-missing" };
      if (reason.length > REASON_MAX) return { code: "too-long" };
      const found = await preview(transaction, form);
      if ("code" in found) return found;
      if (found.preview.seen !== form.seen) return { code: "conflict" };
      const { days, longer } = found.preview;
      await transaction
        .insertInto("given_days")
        .values({
          id,
          first_day: form.firstDay,
          last_day: form.lastDay,
          reason,
          passes: longer.length,
          at: at.toISOString(),
          by_id: actor.id,
          by: actor.name,
          taken_back_at: null,
          taken_back_by: null,
        })
        .execute();
      await transaction
        .insertInto("given_closed_days")
        .values(days.map((day) => ({ day, given_id: id })))
        .execute();
      await storeDays(transaction, found.rows);
      await recordActivity(transaction, at, actor, {
        action: "days-given",
        type: "given-days",
        slug: id,
        details: { firstDay: form.firstDay, lastDay: form.lastDay, passes: longer.length },
      });
      return { code: "given", passes: longer.length };
    },
    { lock: "members" },
  );
}

/** Takes days back that were given, as if they had never been. */
export async function takeDaysBack(
  services: Services,
  actor: Actor,
  id: string,
): Promise<{ code: "done" | "same" | "unknown" }> {
  return transact(
    services,
    async (change) => {
      const { transaction, at } = change;
      const given = await transaction.selectFrom("given_days").selectAll().where("id", "=", id).executeTakeFirst();
      if (given === undefined) return { code: "unknown" };
      if (given.taken_back_at !== null) return { code: "same" };
      await transaction.deleteFrom("given_closed_days").where("given_id", "=", id).execute();
      await transaction
        .updateTable("given_days")
        .set({ taken_back_at: at.toISOString(), taken_back_by: actor.name })
        .where("id", "=", id)
        .execute();
      const { before, after } = await computeSince(transaction, given.first_day, await readGivenDays(transaction));
      await storeDays(transaction, changedRows(before, after));
      await recordActivity(transaction, at, actor, {
        action: "days-taken-back",
        type: "given-days",
        slug: id,
        details: { firstDay: given.first_day, lastDay: given.last_day },
      });
      return { code: "done" };
    },
    { lock: "members" },
  );
}

/** Stores the days of passes that have changed, and has pages of their people that are open elsewhere notice it. */
async function storeDays(db: Db, rows: readonly DaysRow[]): Promise<void> {
  await upsertDays(db, rows);
  const memberIds = [...new Set(rows.map(({ member_id: id }) => id))];
  for (let start = 0; start < memberIds.length; start += IDS_AT_ONCE) {
    await db
      .updateTable("members")
      .set(({ eb }) => ({ version: eb("version", "+", 1) }))
      .where("id", "in", memberIds.slice(start, start + IDS_AT_ONCE))
      .execute();
  }
}

/** What was given back, the newest first. */
export async function listGivenDays(db: Db) {
  const rows = await db.selectFrom("given_days").selectAll().orderBy("at", "desc").limit(20).execute();
  return rows.map(({ id, first_day, last_day, reason, passes, by, taken_back_at }) => ({
    id,
    firstDay: first_day,
    lastDay: last_day,
    reason,
    passes,
    by,
    isTakenBack: taken_back_at !== null,
  }));
}

/** A closed day that was given back, with what it was given back by, and why. */
export type GivenDay = { day: number; givenId: string; reason: string };

/** The closed days from a day on that were given back to everybody, in their order. */
export async function givenDaysSince(db: Db, firstDay: string): Promise<GivenDay[]> {
  const rows = await db
    .selectFrom("given_closed_days")
    .innerJoin("given_days", "given_days.id", "given_closed_days.given_id")
    .select(["day", "given_id", "reason"])
    .where("day", ">=", firstDay)
    .orderBy("day")
    .execute();
  return rows.map(({ day, given_id: givenId, reason }) => ({ day: dayNumber(day), givenId, reason }));
}

/** How far from today closures are offered, in days. */
const OFFERED_DAYS = 60;

/** Closures of the timetable whose days were not given back yet, those in a row with one note together. */
export async function closuresToGive({ db, now }: Services) {
  const today = dateInNairobi(now());
  const given = await readGivenDays(db);
  const rows = await db
    .selectFrom("schedule_closures")
    .select(["date", "note"])
    .where("date", ">=", addDays(today, -OFFERED_DAYS))
    .where("date", "<=", addDays(today, OFFERED_DAYS))
    .orderBy("date")
    .execute();
  const closures: { firstDay: string; lastDay: string; note: string }[] = [];
  for (const { date, note } of rows.filter((row) => !given.has(dayNumber(row.date)))) {
    const last = closures.at(-1);
    if (last !== undefined && last.note === note && addDays(last.lastDay, 1) === date) last.lastDay = date;
    else closures.push({ firstDay: date, lastDay: date, note });
  }
  return closures;
}
