/** Class sessions affected by a change of the week, or by a trainer or class that leaves: they don't follow by themselves. */
import { randomUUID } from "node:crypto";
import type { TimeRange } from "../cms/fields.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { addDays, datesBetween, dayOfDate, mondayOf } from "../time/dates.server.ts";
import type { Day } from "../time/days.ts";
import type { ClassSession } from "./class-session.ts";
import { writtenSession } from "./class-sessions.server.ts";
import { cancelWithin } from "./session-actions.server.ts";
import {
  type ActionDone,
  type ActionRefusal,
  type FoundSession,
  findForChange,
  timeColumns,
  timeLabel,
  writeSession,
} from "./session-record.server.ts";
import { decisionsOf, momentsOf, plannedTime, type SessionRow, sameTime } from "./session-rows.server.ts";
import { cachedSources, type WeekSources } from "./week-sources.server.ts";
import type { WeeklySlot } from "./weekly-slots.server.ts";

/** The values that a weekly slot is to have. */
export type WeeklySlotValues = { day: Day; time: TimeRange; gymClass: string; trainer: string };

/**
 * The written sessions still to come that a change of their weekly slot affects: a new day or time, or a new trainer where
 * another one was decided by hand. Of a removal: those that are not cancelled. All of them stay as they are unless
 * `applyChoices` says otherwise.
 * @param values those that the weekly slot is to have; null for its removal
 * @param fromDate the first date for which the change counts
 * @param untilDate the first date for which it doesn't any more
 */
export async function sessionsAffectedBy(
  services: Services,
  slug: string,
  values: WeeklySlotValues | null,
  fromDate: string,
  untilDate?: string,
): Promise<ClassSession[]> {
  const rows = await decidedRows(services, "slot", slug).execute();
  const concerned = rows.filter(
    (row) => row.planned_date >= fromDate && (untilDate === undefined || row.planned_date < untilDate),
  );
  return shownRows(services, concerned, (row, { weekly }) => {
    if (values === null) return row.state !== "cancelled";
    const slot = weekly.find(slug, row.planned_date);
    return slot !== undefined && isAffected(row, slot, values);
  });
}

function isAffected(row: SessionRow, slot: WeeklySlot, values: WeeklySlotValues): boolean {
  const { from, to } = values.time;
  if (slot.day !== values.day || slot.time.from !== from || slot.time.to !== to) return true;
  return slot.trainer !== values.trainer && decisionsOf(row).includes("trainer");
}

/** The choice about one of them: it follows its weekly slot as it is by now, in the same week, or it is cancelled. */
export type Choice = "follow" | "cancel";

type ChoiceOutcome =
  | ActionDone
  | ActionRefusal
  /** The weekly slot is gone, its new time has passed, or another session has its place: it stays as it is. */
  | { code: "left"; session: ClassSession };

/**
 * Applies choices about affected sessions, in the transaction of the change that affects them or after it. Those without a
 * choice stay as they are. A cancelled session that follows stays cancelled.
 * @param reason for those that are cancelled; visitors read it
 * @returns the outcome of each, by its id
 */
export async function applyChoices(
  change: Change,
  choices: ReadonlyMap<string, Choice>,
  reason: string,
  actor: Actor,
): Promise<Map<string, ChoiceOutcome>> {
  const outcomes = new Map<string, ChoiceOutcome>();
  const actId = randomUUID();
  for (const [id, choice] of choices) {
    const outcome =
      choice === "cancel" ? cancelWithin(change, { id, reason, actId }, actor) : follow(change, id, actor, actId);
    outcomes.set(id, await outcome);
  }
  return outcomes;
}

async function follow(change: Change, id: string, actor: Actor, actId: string): Promise<ChoiceOutcome> {
  const found = await findForChange(change, id);
  if ("code" in found) return found;
  const { row, session, sources } = found;
  const target = weekOf(sources, row);
  if (target === undefined || (await isTaken(change, row, target.date))) return { code: "left", session };
  const { date, slot } = target;
  const gymClass = sources.classes.get(slot.gymClass);
  const trainer = sources.trainers.get(slot.trainer);
  const isPast = momentsOf(date, slot.time).startsAt <= change.at.toISOString();
  if (gymClass === undefined || trainer === undefined || isPast) return { code: "left", session };
  if (isThereAlready(found, target, trainer.slug)) return { code: "same", session };
  const changed = {
    ...timeColumns({ date, time: slot.time }),
    ...{ class_slug: gymClass.slug, class_name: gymClass.title },
    ...{ trainer_slug: trainer.slug, trainer_name: trainer.name },
    ...{ planned_date: date, planned_from: slot.time.from, planned_to: slot.time.to },
    ...{ planned_trainer_slug: trainer.slug, planned_trainer_name: trainer.name },
    decided: JSON.stringify(decisionsOf(row).filter((decision) => decision === "state")),
  };
  const details = { from: timeLabel(session), to: timeLabel({ date, time: slot.time }) };
  return writeSession(change, found, changed, actor, { action: "session-followed", details, actId });
}

type WeekTarget = { date: string; slot: WeeklySlot };

/** The weekly slot as it is in the week of a session, on the day it has there: first on the session's own date. */
function weekOf({ weekly }: WeekSources, row: SessionRow): WeekTarget | undefined {
  const monday = mondayOf(row.planned_date);
  for (const date of [row.planned_date, ...datesBetween(monday, addDays(monday, 6))]) {
    const slot = row.slot === null ? undefined : weekly.find(row.slot, date);
    if (slot?.day === dayOfDate(date)) return { date, slot };
  }
  return undefined;
}

/** Whether another written session of its weekly slot has that date already. */
async function isTaken({ transaction }: Change, row: SessionRow, date: string): Promise<boolean> {
  const other = await transaction
    .selectFrom("class_sessions")
    .select("id")
    .where("slot", "=", row.slot)
    .where((eb) => eb.or([eb("planned_date", "=", date), eb("slot_date", "=", date)]))
    .where("id", "<>", row.id)
    .executeTakeFirst();
  return other !== undefined;
}

function isThereAlready({ row, session }: FoundSession, { date, slot }: WeekTarget, trainerSlug: string): boolean {
  const week = { date, time: slot.time };
  const isSame = sameTime(session, week) && sameTime(plannedTime(row), week) && session.trainerSlug === trainerSlug;
  return isSame && decisionsOf(row).every((decision) => decision === "state");
}

/** The written sessions still to come of a trainer or a class, for one that leaves; cancelled ones are left out. */
export async function sessionsOfLeaving(
  services: Services,
  column: "trainer_slug" | "class_slug",
  slug: string,
): Promise<ClassSession[]> {
  const rows = await decidedRows(services, column, slug).where("state", "=", "scheduled").execute();
  return shownRows(services, rows, () => true);
}

/** The sessions still to come that somebody decided or booked, in the order they begin. */
function decidedRows({ db, now }: Services, column: "slot" | "trainer_slug" | "class_slug", slug: string) {
  return db
    .selectFrom("class_sessions")
    .selectAll()
    .where(column, "=", slug)
    .where("starts_at", ">", now().toISOString())
    .where("changed_at", "is not", null)
    .orderBy("starts_at");
}

async function shownRows(
  services: Services,
  rows: readonly SessionRow[],
  isMeant: (row: SessionRow, sources: WeekSources) => boolean,
): Promise<ClassSession[]> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sources = await cachedSources(services, first.date, last.date);
  return rows.filter((row) => isMeant(row, sources)).map((row) => writtenSession(sources, row));
}
