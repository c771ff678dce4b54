/** Finds a session for a change, rejects stale forms, and stores the change. */
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { asLine } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { addDays, shortDate } from "../time/dates.server.ts";
import { type ClassSession, MAX_REASON, type SessionTime } from "./class-session.ts";
import { computedDate, sessionFromRow, sessionsOf } from "./class-sessions.server.ts";
import { momentsOf, overridesOf, rowOfSession, type SessionOverride, type SessionRow } from "./session-rows.server.ts";
import { sessionChanged } from "./timetable-change.server.ts";
import { readClosures } from "./timetable-records.server.ts";
import { mailHandover } from "./trainer-mails.server.ts";
import { freshSources, type WeekSources } from "./week-sources.server.ts";

export type ActionRefusal =
  | { code: "unknown" }
  | { code: "begun"; session: ClassSession }
  | { code: "stale"; session: ClassSession; by: string | null; at: string | null }
  /** Cancelled sessions have to be restored first. `by` is null when the day is closed. */
  | { code: "cancelled"; session: ClassSession; by: string | null; at: string | null }
  | { code: "reason-missing" | "reason-too-long" };

/** The action is done. `same`: it already was, for example by a double click. */
export type ActionDone = { code: "done" | "same"; session: ClassSession };

export type FoundSession = {
  session: ClassSession;
  /** The stored row, or for a computed session the row to store. */
  row: SessionRow;
  sources: WeekSources;
};

export async function findForChange(
  change: Change,
  id: string,
): Promise<FoundSession | Extract<ActionRefusal, { code: "unknown" | "begun" }>> {
  const { services, transaction, at } = change;
  const stored = await transaction.selectFrom("class_sessions").select("date").where("id", "=", id).executeTakeFirst();
  const date = stored?.date ?? computedDate(id, at);
  if (date === undefined) return { code: "unknown" };
  const sources = await freshSources(services, transaction, addDays(date, -1), addDays(date, 1));
  const session = sessionsOf(services, sources, date, date).find((session) => session.id === id);
  if (session === undefined) return { code: "unknown" };
  const isPast = sources.writtenUntil !== null && session.startsAt <= sources.writtenUntil;
  if (isPast || session.startsAt <= at.toISOString()) return { code: "begun", session };
  return { session, sources, row: sources.rows.find((row) => row.id === id) ?? rowOfSession(session) };
}

/** Whether the actor made the last change after the form was loaded: then the form was sent twice. */
export function isOwnRepeat({ row }: FoundSession, seen: number, actor: Actor): boolean {
  return row.sequence > seen && row.changed_by_id === actor.id;
}

/** Why a form with the sequence `seen` can't change a session; undefined when it can. */
export function refusalFor({ session, row }: FoundSession, seen: number): ActionRefusal | undefined {
  if (session.state === "cancelled" && !session.isClosed) {
    return { code: "cancelled", session, by: row.changed_by, at: row.changed_at };
  }
  if (row.sequence !== seen) return { code: "stale", session, by: row.changed_by, at: row.changed_at };
  return undefined;
}

/** Normalises a reason to one line; undefined when it is empty. */
export function readReason(typed: string | undefined): string | undefined {
  const reason = asLine(typed ?? "").replaceAll(/\s+/g, " ");
  return reason === "" ? undefined : reason;
}

export function problemOfReason(
  reason: string | undefined,
  { isRequired }: { isRequired: boolean },
): { code: "reason-missing" | "reason-too-long" } | undefined {
  if (isRequired && reason === undefined) return { code: "reason-missing" };
  return reason !== undefined && reason.length > MAX_REASON ? { code: "reason-too-long" } : undefined;
}

export function timeColumns({ date, time }: SessionTime): Partial<SessionRow> {
  const { startsAt, endsAt } = momentsOf(date, time);
  return { date, time_from: time.from, time_to: time.to, starts_at: startsAt, ends_at: endsAt };
}

/** Adds one override; a new reason replaces the previous one. */
export function withOverride(
  row: SessionRow,
  override: SessionOverride,
  reason: string | undefined,
): Partial<SessionRow> {
  const decided = [...new Set([...overridesOf(row), override])];
  return { decided: JSON.stringify(decided), reason: reason ?? row.reason };
}

/** Removes one override; removing the last also removes the reason. */
export function withoutOverride(
  row: SessionRow,
  override: SessionOverride,
  reason: string | undefined,
): Partial<SessionRow> {
  const decided = overridesOf(row).filter((other) => other !== override);
  return { decided: JSON.stringify(decided), reason: reason ?? (decided.length === 0 ? null : row.reason) };
}

type SessionAction = { action: string; details: Record<string, unknown>; actId?: string | undefined };

/** Stores a changed session with a new sequence and a log entry, updates its bookings and emails its trainers. */
export async function writeSession(
  change: Change,
  { row, session, sources }: FoundSession,
  changed: Partial<SessionRow>,
  actor: Actor,
  { action, details, actId }: SessionAction,
): Promise<ActionDone> {
  const { transaction, at } = change;
  const by = { changed_at: at.toISOString(), changed_by_id: actor.id, changed_by: actor.name };
  const next = { ...row, ...changed, ...by, sequence: row.sequence + 1 };
  const { id, ...columns } = next;
  await transaction
    .insertInto("class_sessions")
    .values(next)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  await recordActivity(transaction, at, actor, {
    ...{ action, type: "session", slug: id, label: sessionLabel(session), details },
    ...(actId !== undefined && { actId }),
  });
  change.timetableChanged();
  await sessionChanged(change, session, actor);
  const closures = await readClosures(transaction, next.date, next.date);
  const closureNotes = new Map(closures.map(({ date, note }) => [date, note]));
  const updated = sessionFromRow({ ...sources, closureNotes }, next);
  await mailHandover(change, session, updated, sessionLabel(updated), actor);
  return { code: "done", session: updated };
}

/** `Boxing, Mon 23 Nov, 9:00am` */
export function sessionLabel({ className, date, time }: ClassSession): string {
  return `${className}, ${timeLabel({ date, time })}`;
}

/** `Mon 23 Nov, 9:00am`. */
export function timeLabel({ date, time }: SessionTime): string {
  return `${shortDate(date)}, ${time.from}`;
}
