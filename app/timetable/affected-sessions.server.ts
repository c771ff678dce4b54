/** Written sessions that a change of the week, or somebody's leaving, concerns: they don't follow by themselves. */
import { randomUUID } from "node:crypto";
import type { TimeRange } from "../cms/fields.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { addDays, datesBetween, dayOfDate, mondayOf } from "../time/dates.server.ts";
import { DAYS, type Day } from "../time/days.ts";
import type { ClassSession, SessionTime } from "./session.ts";
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
import { writtenSession } from "./sessions.server.ts";

import { cachedSources, type WeekSources } from "./week-sources.server.ts";
import type { PlacedSlot } from "./weekly-slots.server.ts";

/** What a slot is to be. */
export type SlotValues = { day: Day; time: TimeRange; gymClass: string; trainer: string };

/** A session that a change of its slot concerns. `week` is when it would be if it followed; null when the slot goes. */
export type AffectedSession = { session: ClassSession; week: SessionTime | null };

/**
 * The written sessions still to come that a change of their slot concerns: a new day or time, or a new trainer where
 * another one was decided by hand. Of a removal: those that are not cancelled. All of them stay as they are unless
 * `applyChoices` says otherwise.
 * @param values what the slot is to be; null for its removal
 * @param fromDate the first date for which the change counts
 * @param untilDate the first date for which it doesn't any more
 */
export async function sessionsAffectedBy(
  services: Services,
  slug: string,
  values: SlotValues | null,
  fromDate: string,
  untilDate?: string,
): Promise<AffectedSession[]> {
  const rows = await services.db
    .selectFrom("class_sessions")
    .selectAll()
    .where("slot", "=", slug)
    .where("starts_at", ">", services.now().toISOString())
    .where("changed_at", "is not", null)
    .orderBy("starts_at")
    .execute();
  const concerned = rows.filter(
    (row) => row.planned_date >= fromDate && (untilDate === undefined || row.planned_date < untilDate),
  );
  const [first] = concerned;
  if (first === undefined) return [];
  const sources = await cachedSources(services, first.date, concerned.at(-1)?.date ?? first.date);
  return concerned.flatMap((row): AffectedSession[] => {
    const { session } = writtenSession(sources, row);
    if (values === null) return row.state === "cancelled" ? [] : [{ session, week: null }];
    const slot = sources.weekly.find(slug, row.planned_date);
    if (slot === undefined || !isAffected(row, slot, values)) return [];
    const date = addDays(mondayOf(row.planned_date), DAYS.indexOf(values.day));
    return [{ session, week: { date, time: values.time } }];
  });
}

function isAffected(row: SessionRow, slot: PlacedSlot, values: SlotValues): boolean {
  const { from, to } = values.time;
  if (slot.day !== values.day || slot.time.from !== from || slot.time.to !== to) return true;
  return slot.trainer !== values.trainer && decisionsOf(row).includes("trainer");
}

/** What happens to one of them: it takes what its slot says by now, in the same week, or it is cancelled. */
export type Choice = "follow" | "cancel";

export type ChoiceOutcome =
  | ActionDone
  | ActionRefusal
  /** The slot is gone, its new time has passed, or another session has its place: it stays as it is. */
  | { code: "left"; session: ClassSession };

/**
 * Applies choices about affected sessions, in the transaction of the change that touches them or after it. Those without a
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
  const act = { action: "session-followed", details, actId };
  return { code: "done", session: await writeSession(change, found, changed, actor, act) };
}

type WeekTarget = { date: string; slot: PlacedSlot };

/** The slot as it is in the week of a session, on the day it has there: first on the session's own date. */
function weekOf({ weekly }: WeekSources, row: SessionRow): WeekTarget | undefined {
  const monday = mondayOf(row.planned_date);
  for (const date of [row.planned_date, ...datesBetween(monday, addDays(monday, 6))]) {
    const slot = row.slot === null ? undefined : weekly.find(row.slot, date);
    if (slot?.day === dayOfDate(date)) return { date, slot };
  }
  return undefined;
}

/** Whether another written session of the slot has that date already. */
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

/** The written sessions still to come of a trainer, for who leaves: cancelled ones are left out. */
export async function trainersSessions(services: Services, trainerSlug: string): Promise<ClassSession[]> {
  return writtenSessionsWith(services, "trainer_slug", trainerSlug);
}

/** The written sessions still to come of a class: cancelled ones are left out. */
export async function classesSessions(services: Services, classSlug: string): Promise<ClassSession[]> {
  return writtenSessionsWith(services, "class_slug", classSlug);
}

async function writtenSessionsWith(
  services: Services,
  column: "trainer_slug" | "class_slug",
  slug: string,
): Promise<ClassSession[]> {
  const rows = await services.db
    .selectFrom("class_sessions")
    .selectAll()
    .where(column, "=", slug)
    .where("starts_at", ">", services.now().toISOString())
    .where("changed_at", "is not", null)
    .where("state", "=", "scheduled")
    .orderBy("starts_at")
    .execute();
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sources = await cachedSources(services, first.date, last.date);
  return rows.map((row) => writtenSession(sources, row).session);
}
