import { randomUUID } from "node:crypto";
import { changePeople } from "../people/people.server.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { inChunks } from "../platform/worker.server.ts";
import { can, type Role } from "../staff/roles.ts";
import { datesBetween } from "../time/dates.server.ts";
import { dayNumber } from "../time/days.ts";
import type { ClosedDays, DateRange, DaysOnPasses, OpenedOnPasses } from "../timetable/timetable-change.server.ts";
import { areMembersOn } from "./coverage.server.ts";
import { changedRows, computeSince, type DaysRow, IDS_AT_ONCE, readGivenDays, upsertDays } from "./pass-rows.server.ts";

/** Previews an extension. @param dates in order @returns new days, the number of extended passes, and changed rows */
export async function previewExtension(
  db: Db,
  dates: readonly string[],
): Promise<{ days: string[]; longer: number; rows: DaysRow[] }> {
  const given = await readGivenDays(db);
  const days = dates.filter((date) => !given.has(dayNumber(date)));
  const [firstDay] = days;
  if (firstDay === undefined) return { days, longer: 0, rows: [] };
  const { before, after } = await computeSince(db, firstDay, new Set([...given, ...days.map(dayNumber)]));
  return { days, longer: countLonger(before, after), rows: changedRows(before, after) };
}

/** Counts passes with more days than before. Passes that only begin later are not counted. */
function countLonger(before: readonly DaysRow[], after: readonly DaysRow[]): number {
  const lengthOf = ({ first_day: from, last_day: to }: DaysRow) => dayNumber(to) - dayNumber(from);
  const lengths = new Map(before.map((row) => [row.pass_id, lengthOf(row)]));
  return after.filter((row) => lengthOf(row) > (lengths.get(row.pass_id) ?? Number.POSITIVE_INFINITY)).length;
}

/** Extends everybody's passes by closed days, each day once. Passes sold later are extended too. */
export async function extendPasses(
  change: Change,
  actor: Actor,
  { dates, reason }: { dates: readonly string[]; reason: string },
): Promise<void> {
  await change.lock("people");
  const { transaction, at } = change;
  const { days, longer: passes, rows } = await previewExtension(transaction, dates);
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (firstDay === undefined || lastDay === undefined) return;
  const id = randomUUID();
  await transaction
    .insertInto("given_days")
    .values({
      id,
      first_day: firstDay,
      last_day: lastDay,
      reason,
      passes,
      at: at.toISOString(),
      by_id: actor.id,
      by: actor.name,
      taken_back_at: null,
      taken_back_by: null,
    })
    .execute();
  await transaction
    .insertInto("given_closed_days")
    .values(days.map((day) => ({ day, given_id: id, opened_at: null, opened_by: null })))
    .execute();
  await storeDays(transaction, rows);
  const details = { firstDay, lastDay, passes };
  await recordActivity(transaction, at, actor, { action: "days-given", type: "given-days", slug: id, details });
}

/** Removes closed days from passes, as if they had never been added. @returns whether there were any */
export async function undoExtension(change: Change, actor: Actor, dates: readonly string[]): Promise<boolean> {
  await change.lock("people");
  const { transaction, at } = change;
  const removed = await transaction.deleteFrom("given_closed_days").where("day", "in", dates).returningAll().execute();
  const days = removed.map(({ day }) => day).toSorted();
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (firstDay === undefined || lastDay === undefined) return false;
  await transaction
    .updateTable("given_days")
    .set({ taken_back_at: at.toISOString(), taken_back_by: actor.name })
    .where(
      "id",
      "in",
      removed.map(({ given_id }) => given_id),
    )
    .where("id", "not in", transaction.selectFrom("given_closed_days").select("given_id"))
    .execute();
  const { before, after } = await computeSince(transaction, firstDay, await readGivenDays(transaction));
  await storeDays(transaction, changedRows(before, after));
  const details = { firstDay, lastDay };
  await recordActivity(transaction, at, actor, {
    action: "days-taken-back",
    type: "given-days",
    slug: removed[0]?.given_id ?? "",
    details,
  });
  return true;
}

/** Stores changed days of passes, and makes open forms about their people stale. */
async function storeDays(db: Db, rows: readonly DaysRow[]): Promise<void> {
  await upsertDays(db, rows);
  const personIds = [...new Set(rows.map(({ person_id: id }) => id))];
  for (const ids of inChunks(personIds, IDS_AT_ONCE)) {
    await db
      .updateTable("people")
      .set(({ eb }) => ({ version: eb("version", "+", 1) }))
      .where("id", "in", ids)
      .execute();
  }
}

export type ExtensionDay = { day: number; givenId: string; reason: string };

export async function givenDaysSince(db: Db, firstDay: string): Promise<ExtensionDay[]> {
  const rows = await db
    .selectFrom("given_closed_days")
    .innerJoin("given_days", "given_days.id", "given_closed_days.given_id")
    .select(["day", "given_id", "reason"])
    .where("day", ">=", firstDay)
    .orderBy("day")
    .execute();
  return rows.map(({ day, given_id: givenId, reason }) => ({ day: dayNumber(day), givenId, reason }));
}

export async function readDaysOnPasses(
  services: Services,
  role: Role,
  ranges: readonly DateRange[],
): Promise<DaysOnPasses[] | undefined> {
  if (!can(role, "publish", "members") || !(await areMembersOn(services))) return undefined;
  const closures: DaysOnPasses[] = [];
  for (const { from, to } of ranges) {
    const { days, longer } = await previewExtension(services.db, datesBetween(from, to));
    closures.push({ isAdded: days.length === 0, longer });
  }
  return closures;
}

/** Adds closed days to passes, if chosen. Days that are closed again no longer wait for the owner's decision. */
export async function afterDaysClosed(
  change: Change,
  { dates, note, isAddedToPasses }: ClosedDays,
  actor: Actor,
): Promise<void> {
  await change.lock("people");
  await change.transaction
    .updateTable("given_closed_days")
    .set({ opened_at: null, opened_by: null })
    .where("day", "in", dates)
    .where("opened_at", "is not", null)
    .execute();
  if (isAddedToPasses) await extendPasses(change, actor, { dates, reason: note });
}

export async function afterDaysOpened(
  change: Change,
  { dates, canTakeBack }: { dates: readonly string[]; canTakeBack: boolean },
  actor: Actor,
): Promise<OpenedOnPasses> {
  if (canTakeBack) return (await undoExtension(change, actor, dates)) ? "taken-back" : "none";
  await change.lock("people");
  const marked = await change.transaction
    .updateTable("given_closed_days")
    .set({ opened_at: change.at.toISOString(), opened_by: actor.name })
    .where("day", "in", dates)
    .returning("day")
    .execute();
  return marked.length > 0 ? "asked" : "none";
}

/** Reopened days that passes still include; the owner decides on them together. */
export async function listOpenedDays(db: Db) {
  const rows = await db
    .selectFrom("given_closed_days")
    .select(["day", "opened_at", "opened_by"])
    .where("opened_at", "is not", null)
    .orderBy("opened_at")
    .orderBy("day")
    .execute();
  return [...Map.groupBy(rows, ({ opened_at }) => opened_at ?? "")].map(([openedAt, opened]) => ({
    openedAt,
    openedBy: opened[0]?.opened_by ?? "",
    days: opened.map(({ day }) => day),
  }));
}

/** Removes from passes the days that were reopened together, or keeps them. @returns false if that was already decided */
export async function decideOnOpenedDays(
  services: Services,
  actor: Actor,
  { openedAt, isKept }: { openedAt: string; isKept: boolean },
): Promise<boolean> {
  return changePeople(services, async (change) => {
    const { transaction, at } = change;
    const opened = (await listOpenedDays(transaction)).find((days) => days.openedAt === openedAt);
    if (opened === undefined) return false;
    if (!isKept) return undoExtension(change, actor, opened.days);
    const kept = await transaction
      .updateTable("given_closed_days")
      .set({ opened_at: null, opened_by: null })
      .where("opened_at", "=", openedAt)
      .returning("given_id")
      .execute();
    await recordActivity(transaction, at, actor, {
      action: "days-kept",
      type: "given-days",
      slug: kept[0]?.given_id ?? "",
      details: { firstDay: opened.days[0], lastDay: opened.days.at(-1) },
    });
    return true;
  });
}
