/** Transactions that change class sessions, and hooks for their effects in other domains. */
import type { Actor } from "../platform/activity.server.ts";
import { createHook } from "../platform/hook.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transactWith } from "../platform/transact.server.ts";
import { inChunks } from "../platform/worker.server.ts";
import type { Role } from "../staff/roles.ts";
import { addDays, dateInNairobi, startOfDate } from "../time/dates.server.ts";
import type { ClassSession } from "./class-session.ts";
import { PLANNING_DAYS, sessionsOf } from "./class-sessions.server.ts";
import { rowOfSession, type SessionRow } from "./session-rows.server.ts";
import { readWrittenUntil } from "./timetable-records.server.ts";
import { effectiveWrittenUntil, freshSources } from "./week-sources.server.ts";

/** Past days stored the first time: calendars still show them. */
const FIRST_DAYS = 7;

/** Rows per insert: SQLite limits the values of a statement. */
const ROWS_PER_INSERT = 100;

/** Runs after a class session, or the closure of its day, was stored. `before`: the session before the change. */
export const sessionChanged =
  createHook<(change: Change, before: ClassSession, by: Actor) => Promise<void>>("sessionChanged");

/** The first and the last day; equal for a single day. */
export type DateRange = { from: string; to: string };

export type DaysOnPasses = { isAdded: boolean; longer: number };

/** Reads the effect of closures on passes; undefined if the role may not extend passes, or members are off. */
export const daysOnPasses =
  createHook<(services: Services, role: Role, ranges: readonly DateRange[]) => Promise<DaysOnPasses[] | undefined>>(
    "daysOnPasses",
  );

export type ClosedDays = { dates: readonly string[]; note: string; isAddedToPasses: boolean };

export const daysClosed = createHook<(change: Change, closed: ClosedDays, by: Actor) => Promise<void>>("daysClosed");

/** The effect of reopening on extended passes. `asked`: they stay extended until the owner decides. */
export type OpenedOnPasses = "none" | "taken-back" | "asked";

export const daysOpened =
  createHook<
    (change: Change, opened: { dates: readonly string[]; canTakeBack: boolean }, by: Actor) => Promise<OpenedOnPasses>
  >("daysOpened");

/** Runs `write`, which changes a class, and updates the waiting lists if its number of places has changed. */
export const classChange =
  createHook<<T>(change: Change, slug: string, write: () => Promise<T>) => Promise<T>>("classChange");

/**
 * Changes the timetable in one transaction, after storing past sessions. Bookings need only the lock.
 * @throws with nothing stored
 */
export async function changeTimetable<T>(services: Services, work: (change: Change) => Promise<T>): Promise<T> {
  return transactWith(services, "timetable", async (change) => {
    await storePast(change);
    return work(change);
  });
}

export async function storePastSessions(services: Services): Promise<void> {
  await changeTimetable(services, async () => {});
}

/**
 * Stores sessions that have begun, as shown, so that later changes don't alter them; at most a year back. Runs first
 * in timetable transactions.
 */
export async function storePast(change: Change): Promise<void> {
  const { services, transaction, at } = change;
  const storedUntil = await readWrittenUntil(transaction);
  const moment = at.toISOString();
  const from = effectiveWrittenUntil(storedUntil, at);
  if (from !== null && from !== storedUntil) await rewindTo(change, from);
  if (from !== null && from >= moment) return;
  const today = dateInNairobi(at);
  const earliest = startOfDate(addDays(today, from === null ? -FIRST_DAYS : -PLANNING_DAYS)).toISOString();
  const firstDate = dateInNairobi(new Date(from === null || from < earliest ? earliest : from));
  const sources = await freshSources(services, transaction, firstDate, today);
  const begun = sessionsOf(services, sources, firstDate, today).filter(
    ({ startsAt }) => startsAt <= moment && (from === null || startsAt > from),
  );
  await insertSessions(
    change,
    begun.filter(({ isStored }) => !isStored),
  );
  for (const session of begun) {
    const row = session.isStored && sources.rows.find(({ id }) => id === session.id);
    if (row) await updateAsShown(change, row, session);
  }
  await transaction.updateTable("schedule_state").set({ written_until: moment }).where("id", "=", 1).execute();
}

async function insertSessions({ transaction }: Change, sessions: readonly ClassSession[]): Promise<void> {
  const rows = sessions.map((session) => ({
    ...rowOfSession(session),
    closed_note: session.isClosed ? session.reason : null,
  }));
  for (const chunk of inChunks(rows, ROWS_PER_INSERT)) {
    await transaction
      .insertInto("class_sessions")
      .values(chunk)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
}

async function updateAsShown({ transaction }: Change, row: SessionRow, session: ClassSession): Promise<void> {
  const visible = {
    class_name: session.className,
    trainer_name: session.trainerName,
    planned_trainer_name: session.insteadOf ?? row.planned_trainer_name,
    closed_note: session.isClosed ? session.reason : null,
  };
  await transaction.updateTable("class_sessions").set(visible).where("id", "=", row.id).execute();
}

/**
 * Deletes unchanged copies of upcoming sessions after the clock was set back; they would no longer follow the weekly
 * timetable.
 */
async function rewindTo({ transaction, timetableChanged }: Change, after: string): Promise<void> {
  // Cached records still have these sessions as past.
  timetableChanged();
  await transaction
    .deleteFrom("class_sessions")
    .where("starts_at", ">", after)
    .where("changed_at", "is", null)
    .execute();
  await transaction
    .updateTable("class_sessions")
    .set({ closed_note: null })
    .where("starts_at", ">", after)
    .where("closed_note", "is not", null)
    .execute();
  await transaction.updateTable("schedule_state").set({ written_until: after }).where("id", "=", 1).execute();
}
