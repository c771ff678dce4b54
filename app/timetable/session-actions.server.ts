/** Actions of staff on one session. Each is one transaction; submitting a form twice has no second effect. */

import { randomBytes } from "node:crypto";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession, SessionTime } from "./class-session.ts";
import { slotOn } from "./class-sessions.server.ts";
import {
  type ConfirmedWarnings,
  checkTime,
  closureOf,
  sessionsAt,
  type TimeRefusal,
  type UnconfirmedWarnings,
  warningsFor,
} from "./session-checks.server.ts";
import {
  type ActionDone,
  type ActionRefusal,
  type FoundSession,
  findForChange,
  isOwnRepeat,
  problemOfReason,
  readReason,
  refusalFor,
  timeColumns,
  timeLabel,
  withOverride,
  withoutOverride,
  writeSession,
} from "./session-record.server.ts";
import { momentsOf, overridesOf, plannedSession, plannedTime, rowOfSession, sameTime } from "./session-rows.server.ts";
import { changeTimetable } from "./timetable-change.server.ts";
import { freshSources } from "./week-sources.server.ts";

/** A session and the `sequence` that the form has seen. */
type SeenSession = { id: string; seen: number };

export type SessionOutcome =
  | ActionDone
  | ActionRefusal
  | TimeRefusal
  | UnconfirmedWarnings
  | { code: "planned-day-closed"; date: string; note: string }
  /** The class already takes place at that time. */
  | { code: "exists"; session: ClassSession };

/** Cancels a session, until `restoreSession`. Visitors see the reason. */
export async function cancelSession(
  services: Services,
  cancellation: SeenSession & { reason: string },
  actor: Actor,
): Promise<ActionDone | ActionRefusal> {
  return changeTimetable(services, (change) => cancelWithin(change, cancellation, actor));
}

export async function cancelWithin(
  change: Change,
  cancellation: { id: string; seen?: number; reason: string; actId?: string },
  actor: Actor,
): Promise<ActionDone | ActionRefusal> {
  const target = await findForChange(change, cancellation.id);
  if ("code" in target) return target;
  const { row, session } = target;
  const reason = readReason(cancellation.reason);
  const { seen = row.sequence, actId } = cancellation;
  const isSame = row.state === "cancelled" && row.reason === reason;
  if (isSame && isOwnRepeat(target, seen, actor)) return { code: "same", session };
  if (session.isClosed) return { code: "cancelled", session, by: null, at: null };
  const refusal = refusalFor(target, seen) ?? problemOfReason(reason, { isRequired: true });
  if (refusal !== undefined) return refusal;
  const changed = { ...withOverride(row, "state", reason), state: "cancelled" };
  return writeSession(change, target, changed, actor, { action: "session-cancelled", details: { reason }, actId });
}

export async function moveSession(
  services: Services,
  move: SeenSession & SessionTime & { reason?: string; confirmed?: ConfirmedWarnings },
  actor: Actor,
): Promise<SessionOutcome> {
  const { id, seen, date, time, confirmed = [] } = move;
  return changeTimetable(services, async (change): Promise<SessionOutcome> => {
    const target = await findForChange(change, id);
    if ("code" in target) return target;
    const { row, session } = target;
    const isSameTime = sameTime(session, { date, time });
    if (isSameTime && isOwnRepeat(target, seen, actor)) return { code: "same", session };
    const reason = readReason(move.reason);
    const refusal =
      refusalFor(target, seen) ??
      (isSameTime ? ({ code: "same-time" } as const) : undefined) ??
      (await checkTime(change, { date, time })) ??
      problemOfReason(reason, { isRequired: false }) ??
      (await warningsFor(change, { ...session, date, time }, confirmed, { isTimeNew: true }));
    if (refusal !== undefined) return refusal;
    const changeOverrides = sameTime({ date, time }, plannedTime(row)) ? withoutOverride : withOverride;
    const changed = { ...timeColumns({ date, time }), ...changeOverrides(row, "time", reason) };
    const details = { reason, from: timeLabel(session), to: timeLabel({ date, time }) };
    return writeSession(change, target, changed, actor, { action: "session-moved", details });
  });
}

/** Assigns a session to another trainer, or back to the planned trainer, which undoes the substitution. */
export async function substituteTrainer(
  services: Services,
  substitution: SeenSession & { trainerSlug: string; reason?: string; confirmed?: ConfirmedWarnings },
  actor: Actor,
): Promise<SessionOutcome> {
  return changeTimetable(services, (change) => substituteWithin(change, substitution, actor));
}

export async function substituteWithin(
  change: Change,
  substitution: {
    id: string;
    seen?: number;
    trainerSlug: string;
    reason?: string | undefined;
    confirmed?: ConfirmedWarnings;
  },
  actor: Actor,
): Promise<SessionOutcome> {
  const { id, trainerSlug, confirmed = [] } = substitution;
  const target = await findForChange(change, id);
  if ("code" in target) return target;
  const { row, session, sources } = target;
  const seen = substitution.seen ?? row.sequence;
  const isSameTrainer = session.trainerSlug === trainerSlug;
  if (isSameTrainer && isOwnRepeat(target, seen, actor)) return { code: "same", session };
  const trainer = sources.trainers.get(trainerSlug);
  const refusal = refusalFor(target, seen);
  if (refusal !== undefined) return refusal;
  if (isSameTrainer) return { code: "same-trainer" };
  if (trainer === undefined) return { code: "trainer-missing" };
  const reason = readReason(substitution.reason);
  const problem =
    problemOfReason(reason, { isRequired: false }) ??
    (await warningsFor(change, { ...session, trainerSlug }, confirmed, { isTimeNew: false }));
  if (problem !== undefined) return problem;
  const changeOverrides = trainerSlug === row.planned_trainer_slug ? withoutOverride : withOverride;
  const changed = {
    trainer_slug: trainer.slug,
    trainer_name: trainer.name,
    ...changeOverrides(row, "trainer", reason),
  };
  const details = { reason, from: session.trainerName, to: trainer.name };
  return writeSession(change, target, changed, actor, { action: "trainer-substituted", details });
}

/** Undoes a cancellation, or else the move and the substitution. If the planned time has passed, the new time stays. */
export async function restoreSession(
  services: Services,
  { id, seen }: SeenSession,
  actor: Actor,
): Promise<SessionOutcome> {
  return changeTimetable(services, async (change): Promise<SessionOutcome> => {
    const target = await findForChange(change, id);
    if ("code" in target) return target;
    const { row, session } = target;
    const undone = overridesOf(row).filter((override) => override !== "added");
    if (undone.length === 0) {
      return isOwnRepeat(target, seen, actor) ? { code: "same", session } : { code: "nothing-to-restore" };
    }
    if (row.sequence !== seen) return { code: "stale", session, by: row.changed_by, at: row.changed_at };
    if (undone.includes("state")) return undoCancellation(change, target, actor);
    const reset = resetToWeeklySlot(target);
    const planned = plannedTime(reset);
    const hasPassed = momentsOf(planned.date, planned.time).startsAt <= change.at.toISOString();
    if (hasPassed && undone.every((override) => override === "time")) return { code: "planned-time-past" };
    const isMoved = !hasPassed && !sameTime(session, planned);
    const closure = isMoved ? await closureOf(change, planned.date) : undefined;
    if (closure !== undefined) return { code: "planned-day-closed", ...closure };
    const changed = {
      ...reset,
      ...(!hasPassed && timeColumns(planned)),
      reason: null,
      decided: JSON.stringify(hasPassed ? ["time"] : []),
    };
    const details = { what: undone, from: timeLabel(session), to: timeLabel(hasPassed ? session : planned) };
    return writeSession(change, target, changed, actor, { action: "session-restored", details });
  });
}

/** The ids of sessions cancelled by an act at a time, and not changed since. */
export async function listCancelledBy({ transaction }: Change, actId: string, at: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom("audit_log as log")
    .innerJoin("class_sessions as session", "session.id", "log.slug")
    .select("session.id")
    .where("log.act_id", "=", actId)
    .where("log.at", "=", at)
    .where("log.action", "=", "session-cancelled")
    .where("session.state", "=", "cancelled")
    .whereRef("session.changed_at", "=", "log.at")
    .execute();
  return rows.map(({ id }) => id);
}

/** Undoes the cancellation of an upcoming session, within the transaction that undoes its cause. */
export async function restoreCancelled(change: Change, id: string, actor: Actor): Promise<void> {
  const target = await findForChange(change, id);
  if (!("code" in target)) await undoCancellation(change, target, actor);
}

async function undoCancellation(change: Change, target: FoundSession, actor: Actor): Promise<ActionDone> {
  const { row, session } = target;
  const changed = { ...withoutOverride(row, "state", undefined), state: "scheduled", reason: null };
  const time = timeLabel(session);
  const details = { what: ["state"], from: time, to: time };
  return writeSession(change, target, changed, actor, { action: "session-restored", details });
}

/** The columns of a session as its weekly slot has them; as stored if no slot is on its planned date. */
function resetToWeeklySlot({ row, sources }: FoundSession) {
  const { slot, gymClass, trainer } = slotOn(sources, row);
  const trainerSlug = trainer?.slug ?? row.planned_trainer_slug;
  const trainerName = trainer?.name ?? row.planned_trainer_name;
  return {
    class_slug: gymClass?.slug ?? row.class_slug,
    class_name: gymClass?.title ?? row.class_name,
    trainer_slug: trainerSlug,
    trainer_name: trainerName,
    planned_date: row.planned_date,
    planned_from: slot?.time.from ?? row.planned_from,
    planned_to: slot?.time.to ?? row.planned_to,
    planned_trainer_slug: trainerSlug,
    planned_trainer_name: trainerName,
  };
}

/** Adds a one-off session, idempotently. Only cancelling takes it back. */
export async function addSession(
  services: Services,
  added: SessionTime & { classSlug: string; trainerSlug: string; reason?: string; confirmed?: ConfirmedWarnings },
  actor: Actor,
): Promise<SessionOutcome> {
  const { date, time, classSlug, trainerSlug, confirmed = [] } = added;
  return changeTimetable(services, async (change): Promise<SessionOutcome> => {
    const { transaction } = change;
    const reason = readReason(added.reason);
    const problem = (await checkTime(change, { date, time })) ?? problemOfReason(reason, { isRequired: false });
    if (problem !== undefined) return problem;
    const sources = await freshSources(services, transaction, date, date);
    const [gymClass, trainer] = [sources.classes.get(classSlug), sources.trainers.get(trainerSlug)];
    if (gymClass === undefined) return { code: "class-missing" };
    if (trainer === undefined) return { code: "trainer-missing" };
    const session = (await sessionsAt(change, { date, time })).find(
      (session) => session.classSlug === classSlug && sameTime(session, { date, time }),
    );
    if (session !== undefined) {
      const row = sources.rows.find(({ id }) => id === session.id);
      const isOwnRepeat = row?.slot === null && row.changed_by_id === actor.id && session.trainerSlug === trainerSlug;
      return { code: isOwnRepeat ? "same" : "exists", session };
    }
    const wanted = { id: undefined, date, time, trainerSlug };
    const warnings = await warningsFor(change, wanted, confirmed, { isTimeNew: true });
    if (warnings !== undefined) return warnings;
    const id = `added-${randomBytes(8).toString("hex")}`;
    const planned = plannedSession({ id, slot: null, slotDate: null, date, time }, gymClass, trainer);
    const row = { ...rowOfSession(planned), reason: reason ?? null, decided: '["added"]' };
    const target = { session: planned, row, sources };
    return writeSession(change, target, {}, actor, { action: "session-added", details: { reason } });
  });
}
