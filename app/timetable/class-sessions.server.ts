/** Reads class sessions, stored and computed. All other code reads them here. */
import type { Services } from "../platform/services.ts";
import { addDays, dateInNairobi, datesBetween, dayOfDate, isCalendarDate } from "../time/dates.server.ts";
import type { ClassSession, DayTimetable, TimetableRow } from "./class-session.ts";
import { momentsOf, plannedSession, type SessionRow, sessionOfRow } from "./session-rows.server.ts";
import type { WeeklySlot } from "./slot-periods.server.ts";
import { cachedSources, type RowSources, sourcesOfRows, type WeekSources } from "./week-sources.server.ts";

export const HORIZON_DAYS = 28;

export const PLANNING_DAYS = 366;

/** The sessions between two dates, both included, by start; also cancelled sessions. */
export async function sessionsBetween(services: Services, from: string, to: string): Promise<ClassSession[]> {
  const sources = await cachedSources(services, from, to);
  return inOrder(sessionsOf(services, sources, from, to), from, to);
}

/** The days of a date range, each with its rows by start. */
export async function daysBetween(services: Services, from: string, to: string): Promise<DayTimetable[]> {
  const sources = await cachedSources(services, from, to);
  const sessions = sessionsOf(services, sources, from, to);
  return datesBetween(from, to).map((date) => ({
    date,
    day: dayOfDate(date),
    closure: sources.closureNotes.get(date) ?? null,
    rows: rowsOfDay(sessions, date),
  }));
}

/** A session by id; undefined if missing, or if computed and more than a year away. */
export async function findClassSession(services: Services, id: string): Promise<ClassSession | undefined> {
  const row = await services.db.selectFrom("class_sessions").select("date").where("id", "=", id).executeTakeFirst();
  const date = row?.date ?? computedDate(id, services.now());
  return date === undefined
    ? undefined
    : (await sessionsBetween(services, date, date)).find((session) => session.id === id);
}

export async function findStoredSessions(services: Services, ids: readonly string[]): Promise<ClassSession[]> {
  if (ids.length === 0) return [];
  const rows = await services.db.selectFrom("class_sessions").selectAll().where("id", "in", ids).execute();
  const sources = await sourcesOfRows(services, rows);
  return rows.map((row) => sessionFromRow(sources, row));
}

export async function storedSessionsById(
  services: Services,
  ids: readonly string[],
): Promise<Map<string, ClassSession>> {
  return new Map((await findStoredSessions(services, ids)).map((session) => [session.id, session]));
}

/** The date in a computed session's id; undefined without a date, or more than a year away. */
export function computedDate(id: string, now: Date): string | undefined {
  return nearDate(/^[a-z0-9-]+\.([\d-]{10})$/.exec(id)?.[1], dateInNairobi(now));
}

export function nearDate(text: string | null | undefined, today: string): string | undefined {
  if (text == null || !isCalendarDate(text)) return undefined;
  return text >= addDays(today, -PLANNING_DAYS) && text <= addDays(today, PLANNING_DAYS) ? text : undefined;
}

export function inOrder(sessions: readonly ClassSession[], from: string, to: string): ClassSession[] {
  return sessions.filter(({ date }) => date >= from && date <= to).sort(byStart);
}

/**
 * The sessions of a date range, including moved sessions. A stored session replaces the computed ones on its original
 * and its planned date.
 */
export function sessionsOf(services: Services, sources: WeekSources, from: string, to: string): ClassSession[] {
  const { weekly } = sources;
  // Unchanged rows of upcoming sessions date from before the clock was set back.
  const rows = sources.rows.filter((row) => row.changed_at !== null || isStoredPast(sources, row.starts_at));
  const stored = new Set(rows.flatMap(({ id, slot, planned_date }) => [id, `${slot}.${planned_date}`]));
  const broken = new Set<string>();
  const computed = datesBetween(from, to).flatMap((date) =>
    weekly.on(date).flatMap((slot): ClassSession[] => {
      if (stored.has(`${slot.slug}.${date}`)) return [];
      const session = computeSession(sources, slot, date);
      if (session === undefined) broken.add(slot.slug);
      if (session === undefined || isStoredPast(sources, session.startsAt)) return [];
      return [session];
    }),
  );
  for (const slot of broken) {
    services.log.warn({ event: "broken-reference", slot }, "skipped a weekly class whose class or trainer is missing");
  }
  return [...rows.map((row) => sessionFromRow(sources, row)), ...computed];
}

/** The computed session of a slot on a date; undefined when its class or trainer is not on the site. */
function computeSession(sources: WeekSources, slot: WeeklySlot, date: string): ClassSession | undefined {
  const gymClass = sources.classes.get(slot.gymClass);
  const trainer = sources.trainers.get(slot.trainer);
  if (gymClass === undefined || trainer === undefined) return undefined;
  const planned = { id: `${slot.slug}.${date}`, slot: slot.slug, slotDate: date, date, time: slot.time };
  return withClosure(sources, plannedSession(planned, gymClass, trainer));
}

/** The slot of a stored session on its planned date, with class and trainer; empty without a slot. */
export function slotOn({ weekly, classes, trainers }: WeekSources, row: SessionRow) {
  const slot = row.slot === null ? undefined : weekly.find(row.slot, row.planned_date);
  if (slot?.day !== dayOfDate(row.planned_date)) return {};
  return { slot, gymClass: classes.get(slot.gymClass), trainer: trainers.get(slot.trainer) };
}

/** A stored session as shown: as stored once it has begun, else with current names and closures. */
export function sessionFromRow(sources: RowSources, row: SessionRow): ClassSession {
  if (isStoredPast(sources, row.starts_at)) return sessionOfRow(row);
  const session = sessionOfRow({ ...row, closed_note: null });
  const planned = sources.trainers.get(row.planned_trainer_slug);
  return withClosure(sources, {
    ...session,
    className: sources.classes.get(row.class_slug)?.title ?? row.class_name,
    trainerName: sources.trainers.get(row.trainer_slug)?.name ?? row.trainer_name,
    insteadOf: session.insteadOf === null ? null : (planned?.name ?? session.insteadOf),
  });
}

function isStoredPast({ writtenUntil }: RowSources, startsAt: string): boolean {
  return writtenUntil !== null && startsAt <= writtenUntil;
}

function withClosure({ closureNotes }: RowSources, session: ClassSession): ClassSession {
  const note = closureNotes.get(session.date);
  if (note === undefined || session.state === "cancelled") return session;
  return { ...session, state: "cancelled", reason: note, isClosed: true };
}

function rowsOfDay(sessions: readonly ClassSession[], date: string): TimetableRow[] {
  return sessions
    .flatMap((session) => (session.date === date ? { ...session, movedTo: null } : rowLeftBehind(session, date)) ?? [])
    .sort(byStart);
}

function rowLeftBehind(session: ClassSession, date: string): TimetableRow | undefined {
  const { movedFrom, state, time } = session;
  if (movedFrom?.date !== date || session.date === date) return undefined;
  const movedTo = state === "cancelled" ? null : { date: session.date, time };
  return { ...session, ...movedFrom, ...momentsOf(date, movedFrom.time), movedFrom: null, movedTo };
}

function byStart(a: ClassSession, b: ClassSession): number {
  return compare(a.startsAt, b.startsAt) || compare(a.className, b.className) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
