/** Stored sessions affected by a changed weekly slot, or by a removed trainer or class. */
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { addDays, datesBetween, dayOfDate, mondayOf } from "../time/dates.server.ts";
import type { ClassSession } from "./class-session.ts";
import { sessionFromRow } from "./class-sessions.server.ts";
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
import { momentsOf, overridesOf, plannedTime, type SessionRow, sameTime } from "./session-rows.server.ts";
import { periodOn, type SlotPeriod, type SlotValues, type WeeklySlot } from "./slot-periods.server.ts";
import { servicesIn, sourcesOfRows, type WeekSources } from "./week-sources.server.ts";

/**
 * Upcoming stored sessions affected by a slot's change: another time, another trainer despite a substitute, or no
 * slot. Only `applyChoices` changes them.
 */
export async function sessionsAffectedBy(
  change: Change,
  slot: string,
  before: readonly SlotPeriod[],
  after: readonly SlotPeriod[],
): Promise<ClassSession[]> {
  const services = servicesIn(change.services, change.transaction);
  const rows = await upcomingRows(services, "slot", slot).execute();
  return sessionsOfRows(
    services,
    rows.filter((row) => isAffected(row, periodOn(before, row.planned_date), periodOn(after, row.planned_date))),
  );
}

function isAffected(row: SessionRow, before: SlotValues | undefined, after: SlotValues | undefined): boolean {
  if (before === undefined) return false;
  if (after === undefined) return row.state !== "cancelled";
  const isSameTime = before.time.from === after.time.from && before.time.to === after.time.to;
  if (!isSameTime || before.day !== after.day) return true;
  return before.trainer !== after.trainer && overridesOf(row).includes("trainer");
}

/** A choice for an affected session: follow the slot, or be cancelled. */
export type Choice = "follow" | "cancel";

type ChoiceOutcome =
  | ActionDone
  | ActionRefusal
  /** Unchanged: the weekly slot was deleted, its new time has passed, or another session is at that time. */
  | { code: "left"; session: ClassSession };

/**
 * Applies choices about affected sessions; cancelled sessions stay cancelled.
 * @param reason shown to visitors
 * @returns outcomes by session id
 */
export async function applyChoices(
  change: Change,
  choices: ReadonlyMap<string, Choice>,
  reason: string,
  actor: Actor,
  actId: string,
): Promise<Map<string, ChoiceOutcome>> {
  const outcomes = new Map<string, ChoiceOutcome>();
  for (const [id, choice] of choices) {
    const outcome =
      choice === "cancel" ? cancelWithin(change, { id, reason, actId }, actor) : followSlot(change, id, actor, actId);
    outcomes.set(id, await outcome);
  }
  return outcomes;
}

async function followSlot(change: Change, id: string, actor: Actor, actId: string): Promise<ChoiceOutcome> {
  const match = await findForChange(change, id);
  if ("code" in match) return match;
  const { row, session, sources } = match;
  const target = findTarget(sources, row);
  if (target === undefined || (await isTaken(change, row, target.date))) return { code: "left", session };
  const { date, slot } = target;
  const gymClass = sources.classes.get(slot.gymClass);
  const trainer = sources.trainers.get(slot.trainer);
  const isPast = momentsOf(date, slot.time).startsAt <= change.at.toISOString();
  if (gymClass === undefined || trainer === undefined || isPast) return { code: "left", session };
  if (hasFollowed(match, target, trainer.slug)) return { code: "same", session };
  const changed = {
    ...timeColumns({ date, time: slot.time }),
    ...{ class_slug: gymClass.slug, class_name: gymClass.title },
    ...{ trainer_slug: trainer.slug, trainer_name: trainer.name },
    ...{ planned_date: date, planned_from: slot.time.from, planned_to: slot.time.to },
    ...{ planned_trainer_slug: trainer.slug, planned_trainer_name: trainer.name },
    decided: JSON.stringify(overridesOf(row).filter((override) => override === "state")),
  };
  const details = { from: timeLabel(session), to: timeLabel({ date, time: slot.time }) };
  return writeSession(change, match, changed, actor, { action: "session-followed", details, actId });
}

type FollowTarget = { date: string; slot: WeeklySlot };

/** The slot and its date in a session's week; the session's own planned date is tried first. */
function findTarget({ weekly }: WeekSources, row: SessionRow): FollowTarget | undefined {
  const monday = mondayOf(row.planned_date);
  for (const date of [row.planned_date, ...datesBetween(monday, addDays(monday, 6))]) {
    const slot = row.slot === null ? undefined : weekly.find(row.slot, date);
    if (slot?.day === dayOfDate(date)) return { date, slot };
  }
  return undefined;
}

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

function hasFollowed({ row, session }: FoundSession, { date, slot }: FollowTarget, trainerSlug: string): boolean {
  const target = { date, time: slot.time };
  const isSame = sameTime(session, target) && sameTime(plannedTime(row), target) && session.trainerSlug === trainerSlug;
  return isSame && overridesOf(row).every((override) => override === "state");
}

/** The upcoming stored sessions of a class or a trainer, except cancelled ones. */
export async function upcomingSessions(
  services: Services,
  column: "trainer_slug" | "class_slug",
  slug: string,
): Promise<ClassSession[]> {
  return sessionsOfRows(
    services,
    await upcomingRows(services, column, slug).where("state", "=", "scheduled").execute(),
  );
}

/** Upcoming sessions with an override or a booking, by start. */
function upcomingRows({ db, now }: Services, column: "slot" | "trainer_slug" | "class_slug", slug: string) {
  return db
    .selectFrom("class_sessions")
    .selectAll()
    .where(column, "=", slug)
    .where("starts_at", ">", now().toISOString())
    .where("changed_at", "is not", null)
    .orderBy("starts_at");
}

async function sessionsOfRows(services: Services, rows: readonly SessionRow[]): Promise<ClassSession[]> {
  const sources = await sourcesOfRows(services, rows);
  return rows.map((row) => sessionFromRow(sources, row));
}
