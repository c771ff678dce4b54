/** Passes in the database: what was sold, what happened to it, and the resulting days. */
import { sql } from "kysely";
import { nextId } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { inChunks } from "../platform/worker.server.ts";
import { dateOfDay, dayNumber } from "../time/days.ts";
import {
  computeDays,
  type Freeze,
  type PackVisit,
  type PassDays,
  type PassEnd,
  type PassHistory,
  type SoldPass,
} from "./passes.ts";
import type { PlanTerms } from "./plans.ts";

export type PassRow = Tables["passes"];
export type PassEventRow = Tables["pass_acts"];

/** Pass events. The last four name the event that they undo or end early. */
export type PassEventKind =
  | "freeze-counted"
  | "freeze-medical"
  | "ended"
  | "void"
  | "visit"
  | "early-return"
  | "freeze-taken-back"
  | "end-taken-back"
  | "visit-undone";

export type Pass = PassDays & { row: PassRow; terms: PlanTerms };

/** Rows per statement: SQLite limits the number of values. */
export const ROWS_AT_ONCE = 100;

export const IDS_AT_ONCE = 500;

/** Whether a row of `pass_days` is of a day pass. Day passes have no grace period: other passes are not looked up. */
export const isDayPassRow = sql<boolean>`exists (
  select 1 from passes
  where passes.id = pass_id and grace_day <= last_day and days = 1 and visits is null and grace_days = 0
)`;

/** @param openOn a date; of each person only the passes open on it or later, and the last to end, are read */
export async function passesOf(
  db: Db,
  personIds: readonly string[],
  { openOn }: { openOn?: string } = {},
): Promise<Map<string, Pass[]>> {
  const passes = new Map<string, Pass[]>(personIds.map((id) => [id, []]));
  if (personIds.length === 0) return passes;
  const rows = await db
    .selectFrom("passes")
    .innerJoin("pass_days", "pass_days.pass_id", "passes.id")
    .selectAll("passes")
    .select(["pass_days.first_day as runs_from", "last_day", "grace_day", "freezes", "visits_used"])
    .select(["used_up_on", "days_cut", "end_kind"])
    .where("passes.person_id", "in", personIds)
    .$if(openOn !== undefined, (query) =>
      query.where(({ eb, or, refTuple }) =>
        or([
          eb("grace_day", ">=", openOn ?? ""),
          eb(refTuple("pass_days.person_id", "last_day"), "in", lastDays(db, personIds)),
        ]),
      ),
    )
    .orderBy("passes.given_at")
    .orderBy("passes.id")
    .execute();
  for (const { runs_from, last_day, grace_day, freezes, visits_used, used_up_on, days_cut, end_kind, ...row } of rows) {
    const { id: pass_id, days, visits, grace_days } = row;
    const computed = { pass_id, first_day: runs_from, last_day, grace_day, freezes, visits_used, used_up_on, days_cut };
    passes.get(row.person_id)?.push({
      ...readPassDays({ ...computed, end_kind, days, visits, grace_days }),
      row,
      terms: JSON.parse(row.terms),
    });
  }
  return passes;
}

function lastDays(db: Db, personIds: readonly string[]) {
  return db
    .selectFrom("pass_days")
    .select((eb) => ["person_id", eb.fn.max("last_day").as("last_day")])
    .where("person_id", "in", personIds)
    .where(sql<boolean>`end_kind is distinct from 'void'`)
    .groupBy("person_id")
    .$asTuple("person_id", "last_day");
}

export function readPassDays({
  pass_id: id,
  ...row
}: Omit<DaysRow, "person_id"> & Pick<PassRow, "days" | "visits" | "grace_days">): PassDays {
  const ranges: [string, string][] = row.freezes === "[]" ? [] : JSON.parse(row.freezes);
  return {
    pass: { id, days: row.days, visits: row.visits, graceDays: row.grace_days },
    firstDay: dayNumber(row.first_day),
    lastDay: dayNumber(row.last_day),
    graceDay: dayNumber(row.grace_day),
    freezes: ranges.map(([from, to]) => ({ passId: id, firstDay: dayNumber(from), lastDay: dayNumber(to) })),
    visitsUsed: row.visits_used,
    daysCut: row.days_cut,
    ...(row.used_up_on !== null && { usedUpOn: dayNumber(row.used_up_on) }),
    ...(row.end_kind !== null && { end: row.end_kind as PassEnd["kind"] }),
  };
}

export async function passesOfPerson(db: Db, personId: string): Promise<Pass[]> {
  return (await passesOf(db, [personId])).get(personId) ?? [];
}

export async function passEventsOfPerson(db: Db, personId: string): Promise<PassEventRow[]> {
  return db.selectFrom("pass_acts").selectAll().where("person_id", "=", personId).orderBy("id").execute();
}

export async function readGivenDays(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom("given_closed_days").select("day").execute();
  return new Set(rows.map(({ day }) => dayNumber(day)));
}

export function soldPass(row: SoldRow): SoldPass {
  const { id, days, visits, grace_days: graceDays, first_day, behind_id } = row;
  const begins = first_day === null ? { behind: behind_id ?? "" } : { day: dayNumber(first_day) };
  return { id, days, visits, graceDays, begins };
}

/** The freezes, ends and visits that have not been undone. */
export function activePassEvents(events: readonly PassEventRow[]) {
  const followUps = new Map(
    events.flatMap((event) => (event.of_id === null ? [] : [[`${event.kind} ${event.of_id}`, event]])),
  );
  const findFollowUp = (kind: PassEventKind, event: PassEventRow) => followUps.get(`${kind} ${event.id}`);
  const freezes: (Freeze & { event: PassEventRow; isCounted: boolean; wasEarly: boolean })[] = [];
  const ends: (PassEnd & { event: PassEventRow })[] = [];
  const visits: (PackVisit & { event: PassEventRow })[] = [];
  for (const event of events) {
    const passId = event.pass_id;
    const day = dayNumber(event.first_day ?? "");
    if (event.kind === "freeze-counted" || event.kind === "freeze-medical") {
      if (findFollowUp("freeze-taken-back", event)) continue;
      const early = findFollowUp("early-return", event);
      const lastDay = early === undefined ? dayNumber(event.last_day ?? "") : dayNumber(early.first_day ?? "") - 1;
      freezes.push({
        passId,
        firstDay: day,
        lastDay,
        event,
        isCounted: event.kind === "freeze-counted",
        wasEarly: early !== undefined,
      });
    } else if (event.kind === "ended" || event.kind === "void") {
      if (!findFollowUp("end-taken-back", event)) ends.push({ passId, kind: event.kind, day, event });
    } else if (event.kind === "visit" && !findFollowUp("visit-undone", event)) visits.push({ passId, day, event });
  }
  return { freezes, ends, visits };
}

/** The first days of the freezes that count against the limit of one a year. */
export function countedFreezes(events: readonly PassEventRow[]): number[] {
  return activePassEvents(events).freezes.flatMap(({ isCounted, firstDay }) => (isCounted ? firstDay : []));
}

export async function addPassEvent(
  { transaction, at }: Change,
  { row }: Pick<Pass, "row">,
  event: { kind: PassEventKind; by: { id: string | null; name: string } } & Partial<
    Pick<PassEventRow, "of_id" | "first_day" | "last_day" | "booking_id" | "reason">
  >,
): Promise<string> {
  const { kind, by, ...columns } = event;
  const id = nextId();
  await transaction
    .insertInto("pass_acts")
    .values({
      id,
      person_id: row.person_id,
      pass_id: row.id,
      kind,
      of_id: null,
      first_day: null,
      last_day: null,
      booking_id: null,
      reason: "",
      at: at.toISOString(),
      by_id: by.id,
      by: by.name,
      ...columns,
    })
    .execute();
  return id;
}

/** Recomputes the days of a person's passes after a change in the same transaction, with the lock on people. */
export async function recomputePassDays(change: Change, personId: string): Promise<void> {
  const { transaction } = change;
  const known = await transaction.selectFrom("pass_days").selectAll().where("person_id", "=", personId).execute();
  const passes = await transaction.selectFrom("passes").select(SOLD).where("person_id", "=", personId).execute();
  const events = await passEventsOfPerson(transaction, personId);
  const rows = computeRows(passes, events, await readGivenDays(transaction));
  await upsertDays(transaction, changedRows(known, rows));
}

export type DaysRow = Tables["pass_days"];

const SOLD = ["id", "person_id", "days", "visits", "grace_days", "first_day", "behind_id"] as const;

type SoldRow = Pick<PassRow, (typeof SOLD)[number]>;

/** Computes the `pass_days` rows of some passes. A pass that follows another needs that pass among them. */
export function computeRows(
  passes: readonly SoldRow[],
  events: readonly PassEventRow[],
  closedDays: ReadonlySet<number>,
): DaysRow[] {
  const eventsOf = Map.groupBy(events, ({ person_id: id }) => id);
  return [...Map.groupBy(passes, ({ person_id: id }) => id)].flatMap(([personId, rows]) => {
    const history: PassHistory = {
      passes: rows.map(soldPass),
      ...activePassEvents(eventsOf.get(personId) ?? []),
      closedDays,
    };
    return computeDays(history).map((days) => daysRow(personId, days));
  });
}

/** The days of passes that are current on or after a day, before and after an extension: only these can change. */
export async function computeSince(
  db: Db,
  since: string,
  closedDays: ReadonlySet<number>,
): Promise<{ before: DaysRow[]; after: DaysRow[] }> {
  // Stable order: the page's effects are compared with the effects of the change.
  const before = await db.selectFrom("pass_days").selectAll().where("grace_day", ">=", since).execute();
  before.sort((a, b) => (a.pass_id < b.pass_id ? -1 : 1));
  const currentIds = db.selectFrom("pass_days").select("pass_id").where("grace_day", ">=", since);
  const rows = await db.selectFrom("passes").select(SOLD).where("id", "in", currentIds).execute();
  const events = await db.selectFrom("pass_acts").selectAll().where("pass_id", "in", currentIds).execute();
  rows.sort(byId);
  events.sort(byId);
  const firstDays = new Map(before.map(({ pass_id: id, first_day: day }) => [id, day]));
  const passes = rows.map((row) =>
    row.behind_id === null || firstDays.has(row.behind_id)
      ? row
      : // The pass before it has ended, and no longer moves.
        { ...row, behind_id: null, first_day: firstDays.get(row.id) ?? null },
  );
  return { before, after: computeRows(passes, events, closedDays) };
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

export function changedRows(before: readonly DaysRow[], after: readonly DaysRow[]): DaysRow[] {
  const known = new Map(before.map((row) => [row.pass_id, row]));
  return after.filter((row) => !isEqualRow(known.get(row.pass_id), row));
}

function daysRow(personId: string, days: PassDays): DaysRow {
  return {
    pass_id: days.pass.id,
    person_id: personId,
    first_day: dateOfDay(days.firstDay),
    last_day: dateOfDay(days.lastDay),
    grace_day: dateOfDay(days.graceDay),
    freezes: JSON.stringify(days.freezes.map(({ firstDay, lastDay }) => [dateOfDay(firstDay), dateOfDay(lastDay)])),
    visits_used: days.visitsUsed,
    used_up_on: days.usedUpOn === undefined ? null : dateOfDay(days.usedUpOn),
    days_cut: days.daysCut,
    end_kind: days.end ?? null,
  };
}

function isEqualRow(a: DaysRow | undefined, b: DaysRow): boolean {
  return a !== undefined && Object.entries(b).every(([column, value]) => a[column as keyof DaysRow] === value);
}

export async function upsertDays(db: Db, rows: readonly DaysRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== "pass_id");
  for (const chunk of inChunks(rows, ROWS_AT_ONCE)) {
    await db
      .insertInto("pass_days")
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .column("pass_id")
          .doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))),
      )
      .execute();
  }
}
