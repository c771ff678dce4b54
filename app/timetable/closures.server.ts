/**
 * Closures. They store no sessions, so reopening restores all. They are cached with a version of their own, as every
 * page announces them (docs/decisions/timetable.md).
 */
import { randomUUID } from "node:crypto";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { isDatabaseUnavailable } from "../platform/errors.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transactWith } from "../platform/transact.server.ts";
import { addDays, dateInNairobi, datesBetween, shortDate } from "../time/dates.server.ts";
import { type ClassSession, MAX_REASON } from "./class-session.ts";
import { inOrder, sessionsBetween, sessionsOf } from "./class-sessions.server.ts";
import { ANNOUNCED_DAYS, type ClosureRefusal, checkClosing, checkDays, closureLines } from "./closure-rules.server.ts";
import { readReason } from "./session-record.server.ts";
import {
  changeTimetable,
  type DateRange,
  daysClosed,
  daysOpened,
  type OpenedOnPasses,
  sessionChanged,
} from "./timetable-change.server.ts";
import { type Closure, readClosures } from "./timetable-records.server.ts";
import { freshSources } from "./week-sources.server.ts";

/** `affected`: the sessions that the closure cancels. `same`: already closed, for example by a double click. */
type CloseOutcome =
  | { code: "done"; dates: string[]; affected: ClassSession[] }
  | { code: "same" }
  | { code: "effects-changed" }
  | ClosureRefusal;

/** `isSeen`: whether the preview listed these sessions; otherwise nothing is closed. */
type Closing = DateRange & {
  note: string;
  isAddedToPasses?: boolean;
  isSeen?: (affected: readonly ClassSession[], db: Db) => Promise<boolean>;
};

/** `dates` were closed. `same`: already reopened, for example by a double click. */
type OpenOutcome = { code: "done"; dates: string[]; passes: OpenedOnPasses } | { code: "same" } | ClosureRefusal;

export async function sessionsAffectedByClosure(services: Services, from: string, to: string): Promise<ClassSession[]> {
  return upcomingOnly(await sessionsBetween(services, from, to), services.now());
}

function upcomingOnly(sessions: readonly ClassSession[], at: Date): ClassSession[] {
  return sessions.filter(({ state, startsAt }) => state === "scheduled" && startsAt > at.toISOString());
}

/**
 * Closes days. Sessions that have begun stay.
 * @param closing.note shown to visitors
 * @param closing.isAddedToPasses extends passes, even on a repeat
 */
export async function closeDays(
  services: Services,
  { from, to, note: typed, isAddedToPasses = false, isSeen }: Closing,
  actor: Actor,
): Promise<CloseOutcome> {
  return changeTimetable(services, async (change): Promise<CloseOutcome> => {
    const { transaction, at } = change;
    const note = readReason(typed);
    const refusal = checkClosing(change, { from, to });
    if (refusal !== undefined) return refusal;
    if (note === undefined) return { code: "note-missing" };
    if (note.length > MAX_REASON) return { code: "note-too-long" };
    const dates = datesBetween(from, to);
    const closed = await closuresIn(change, { from, to });
    if (
      closed.length === dates.length &&
      closed.every((closure) => closure.note === note && closure.made_by_id === actor.id)
    ) {
      await daysClosed(change, { dates, note, isAddedToPasses }, actor);
      return { code: "same" };
    }
    if (closed.length > 0) {
      const closures = closed.map(({ date, note, made_by: by }) => ({ date, note, by }));
      return { code: "already-closed", closures };
    }
    const sources = await freshSources(services, transaction, from, to);
    const affected = upcomingOnly(inOrder(sessionsOf(services, sources, from, to), from, to), at);
    if (isSeen && !(await isSeen(affected, transaction))) return { code: "effects-changed" };
    const made = { made_at: at.toISOString(), made_by_id: actor.id, made_by: actor.name };
    await transaction
      .insertInto("schedule_closures")
      .values(dates.map((date) => ({ date, note, ...made })))
      .execute();
    await recordClosure(change, "days-closed", dates, { note }, actor);
    for (const session of affected) await sessionChanged(change, session, actor);
    await daysClosed(change, { dates, note, isAddedToPasses }, actor);
    return { code: "done", dates, affected };
  });
}

/** Adds closed days, even in the past, to active passes. `not-closed`: all of the days were reopened. */
export async function addClosedDaysToPasses(
  services: Services,
  range: DateRange,
  actor: Actor,
): Promise<{ code: "done" | "not-closed" }> {
  return transactWith(services, "timetable", async (change) => {
    const closed = await closuresIn(change, range);
    const [first] = closed;
    if (first === undefined) return { code: "not-closed" };
    const dates = closed.map(({ date }) => date);
    await daysClosed(change, { dates, note: first.note, isAddedToPasses: true }, actor);
    return { code: "done" };
  });
}

/**
 * Reopens days. Today's sessions that would have begun stay cancelled.
 * @param opening.canTakeBack whether passes are shortened again; otherwise the owner decides
 */
export async function openDays(
  services: Services,
  { from, to, canTakeBack = false }: DateRange & { canTakeBack?: boolean },
  actor: Actor,
): Promise<OpenOutcome> {
  return changeTimetable(services, async (change): Promise<OpenOutcome> => {
    const refusal = checkDays(change, { from, to });
    if (refusal !== undefined) return refusal;
    const closed = await closuresIn(change, { from, to });
    if (closed.length === 0) return { code: "same" };
    const sources = await freshSources(services, change.transaction, from, to);
    const sessions = inOrder(sessionsOf(services, sources, from, to), from, to);
    await change.transaction
      .deleteFrom("schedule_closures")
      .where((eb) => eb.between("date", from, to))
      .execute();
    const dates = closed.map(({ date }) => date);
    await recordClosure(change, "days-opened", dates, { note: closed[0]?.note }, actor);
    for (const session of sessions) if (session.isClosed) await sessionChanged(change, session, actor);
    return { code: "done", dates, passes: await daysOpened(change, { dates, canTakeBack }, actor) };
  });
}

async function closuresIn({ transaction }: Change, { from, to }: DateRange) {
  return transaction
    .selectFrom("schedule_closures")
    .selectAll()
    .where((eb) => eb.between("date", from, to))
    .orderBy("date")
    .execute();
}

async function recordClosure(
  change: Change,
  action: string,
  dates: readonly string[],
  details: Record<string, unknown>,
  actor: Actor,
): Promise<void> {
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  const label = first === last ? shortDate(first) : `${shortDate(first)} to ${shortDate(last)}`;
  const act = { action, type: "closure", slug: first, label, actId: randomUUID(), details: { ...details, dates } };
  await recordActivity(change.transaction, change.at, actor, act);
  change.timetableChanged();
}

const LAST_DATE = "9999-12-31";

/** Exceeds the changes of one list over time: two per closure, and there are hundreds of closures at most. */
const VERSION_STEP = 10_000;

/** Lines about the closures of the next two weeks: "Closed on Monday 30 November: public holiday". */
export async function listClosureLines(services: Services): Promise<string[]> {
  return closureLines(await readAnnounced(services), dateInNairobi(services.now()));
}

export async function listClosures(services: Services): Promise<Closure[]> {
  const today = dateInNairobi(services.now());
  return (await readAnnounced(services)).filter(({ date }) => date >= today);
}

/** Grows when the announcements change, by an edit or by the date. Read for every cached page. */
export function closuresVersion({ timetable, now }: Services): number {
  const { list, lists } = timetable.closures ?? { list: [], lists: 0 };
  if (list.length === 0) return lists * VERSION_STEP;
  const today = dateInNairobi(now());
  const end = addDays(today, ANNOUNCED_DAYS);
  const changes = list.filter(({ date }) => date < today).length + list.filter(({ date }) => date < end).length;
  return lists * VERSION_STEP + changes;
}

/** Closures from today on, read once per timetable version. The last list read is used while the database is down. */
async function readAnnounced(services: Services): Promise<readonly Closure[]> {
  const { timetable, db, now } = services;
  const { version: timetableVersion, closures: last } = timetable;
  if (last?.timetableVersion === timetableVersion) return last.list;
  try {
    const list = await readClosures(db, dateInNairobi(now()), LAST_DATE);
    const isSame = JSON.stringify(list) === JSON.stringify(last?.list ?? []);
    timetable.closures = { timetableVersion, list, lists: (last?.lists ?? 0) + (isSame ? 0 : 1) };
    return list;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return last?.list ?? [];
  }
}
