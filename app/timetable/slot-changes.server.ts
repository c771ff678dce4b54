/** Changes weekly slots, with history. Affected sessions that are booked or overridden need a decision first. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { slugCandidates, slugOf } from "../cms/slug.ts";
import { type Actor, nextId, recordActivity } from "../platform/activity.server.ts";
import type { StoredMoment } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { addDays, dateInNairobi, shortDate } from "../time/dates.server.ts";
import type { Day } from "../time/days.ts";
import { applyChoices, type Choice, sessionsAffectedBy } from "./affected-sessions.server.ts";
import type { ClassSession } from "./class-session.ts";
import { sessionFromRow, slotOn } from "./class-sessions.server.ts";
import { listCancelledBy, restoreCancelled } from "./session-actions.server.ts";
import { problemOfReason } from "./session-record.server.ts";
import { overridesOf, type SessionRow } from "./session-rows.server.ts";
import {
  lastChange,
  listChangesOfAct,
  listSlotChanges,
  type SlotAction,
  type StoredSlotChange,
} from "./slot-history.server.ts";
import {
  changedFrom,
  endedFrom,
  hasSameValues,
  isOver,
  periodOn,
  type SlotChangePending,
  type SlotPeriod,
  type SlotValues,
} from "./slot-periods.server.ts";
import { readPeriods, readSlot, writeSlot } from "./slot-rows.server.ts";
import { changeTimetable, sessionChanged } from "./timetable-change.server.ts";
import { freshSources, readClassesAndTrainers, servicesIn, type WeekSources } from "./week-sources.server.ts";
import { type SlotNames, slotTitle, trainerOf } from "./weekly-slot.ts";

export type AffectedAnswer = { listed: readonly string[]; choice: "leave" | Choice; reason: string };

export type SlotOutcome =
  | { code: "done"; actId: string }
  /** Nothing would change, or the change was already made, for example by a double click. */
  | { code: "same" }
  | { code: "unknown" }
  | { code: "conflict"; by: string; at: StoredMoment }
  | SlotChangePending
  | { code: "class-unknown" | "trainer-unknown" }
  /** These affected sessions still need a decision. `canFollow`: the slot goes on, so they can follow it. */
  | { code: "affected"; sessions: ClassSession[]; canFollow: boolean };

/** Adds weekly slots, except existing ones. @param first the first day; null: today */
export async function addSlots(
  services: Services,
  { days, first, ...values }: Omit<SlotValues, "day"> & { days: readonly Day[]; first: string | null },
  actor: Actor,
): Promise<SlotOutcome> {
  return changeTimetable(services, async (change) => {
    const from = first ?? dateInNairobi(change.at);
    const running = (await readPeriods(change.transaction)).filter((period) => periodOn([period], from));
    const added = days
      .map((day): SlotPeriod => ({ ...values, day, first: from, last: null }))
      .filter((slot) => !running.some((period) => hasSameValues(period, slot)));
    const edits: SlotEdit[] = [];
    for (const slot of added) edits.push({ slot: await newSlotId(change, slot), before: [], after: [slot] });
    return writeWithin(change, "added", edits, actor, undefined);
  });
}

/**
 * Changes or removes a slot from a date on.
 * @param change.values null to remove it
 * @param change.seen the id of the slot's last change that the form has seen
 */
export async function changeSlot(
  services: Services,
  slot: string,
  { values, from, seen }: { values: SlotValues | null; from: string | null; seen: string },
  actor: Actor,
  answer?: AffectedAnswer,
): Promise<SlotOutcome> {
  return changeTimetable(services, async (change) => {
    const today = dateInNairobi(change.at);
    const before = await readSlot(change.transaction, slot);
    const changes = await listSlotChanges(change.transaction, slot);
    if (before.length === 0 && changes.length === 0) return { code: "unknown" };
    const after = values === null ? endedFrom(before, from ?? today) : changedFrom(before, from, values, today);
    if ("code" in after) return after;
    if (isDeepStrictEqual(before, after)) return { code: "same" };
    const last = lastChange(changes);
    if ((last?.id ?? "") !== seen) return conflictWith(last);
    return writeWithin(change, values === null ? "ended" : "changed", [{ slot, before, after }], actor, answer);
  });
}

/** Undoes all changes of an act, while it is the last change of each of its slots. */
export async function undoSlots(
  services: Services,
  actId: string,
  actor: Actor,
  answer?: AffectedAnswer,
): Promise<SlotOutcome> {
  return changeTimetable(services, async (change) => {
    const changes = await listChangesOfAct(change.transaction, actId);
    const [first] = changes;
    if (first === undefined) return { code: "unknown" };
    if (changes.every(({ undoneBy }) => undoneBy !== null)) return { code: "same" };
    const edits: SlotEdit[] = [];
    for (const { id, slot, before: after } of changes) {
      const last = lastChange(await listSlotChanges(change.transaction, slot));
      if (last?.id !== id) return conflictWith(last);
      edits.push({ slot, before: await readSlot(change.transaction, slot), after });
    }
    const cancelled = await listCancelledBy(change, actId, first.at);
    const outcome = await writeWithin(change, "undone", edits, actor, answer);
    if (outcome.code === "done") {
      const markUndone = change.transaction.updateTable("weekly_slot_changes").set({ undone_by: actor.name });
      await markUndone.where("act_id", "=", actId).execute();
      for (const id of cancelled) await restoreCancelled(change, id, actor);
    }
    return outcome;
  });
}

type SlotEdit = { slot: string; before: SlotPeriod[]; after: SlotPeriod[] };

function conflictWith(last: StoredSlotChange | undefined): SlotOutcome {
  return { code: "conflict", by: last?.by ?? "", at: last?.at ?? "" };
}

async function writeWithin(
  change: Change,
  what: SlotAction | "undone",
  edits: readonly SlotEdit[],
  actor: Actor,
  answer: AffectedAnswer | undefined,
): Promise<SlotOutcome> {
  const { services, transaction, at } = change;
  const today = dateInNairobi(at);
  const names = await readClassesAndTrainers(servicesIn(services, transaction));
  const problem = edits.map((edit) => problemOfNames(edit, names, today)).find((code) => code !== undefined);
  if (problem !== undefined) return { code: problem };
  const affected: ClassSession[] = [];
  for (const { slot, before, after } of edits)
    affected.push(...(await sessionsAffectedBy(change, slot, before, after)));
  if (!isAnswered(affected, answer)) {
    const canFollow = edits.some(({ after }) => after.some((period) => !isOver(period, today)));
    return { code: "affected", sessions: affected, canFollow: what !== "ended" && canFollow };
  }
  if (edits.length === 0) return { code: "same" };
  const actId = randomUUID();
  for (const { slot, before, after } of edits) {
    await writeSlot(transaction, slot, after);
    const label = labelOf(after.at(-1) ?? before.at(-1), what, names, today);
    if (what !== "undone") {
      const made = { made_at: at.toISOString(), made_by_id: actor.id, made_by: actor.name, undone_by: null };
      await transaction
        .insertInto("weekly_slot_changes")
        .values({ id: nextId(), slot, act_id: actId, what, label, before: JSON.stringify(before), ...made })
        .execute();
    }
    await recordActivity(transaction, at, actor, { action: `slot-${what}`, type: "slot", slug: slot, label, actId });
    change.timetableChanged();
    await updateFutureSessions(change, slot, actor);
  }
  if (answer !== undefined && answer.choice !== "leave") {
    const { choice, reason } = answer;
    await applyChoices(change, new Map(affected.map(({ id }) => [id, choice])), reason, actor, actId);
  }
  return { code: "done", actId };
}

/** The problem of a changed slot whose class or trainer is not on the site; unchanged slots have none. */
function problemOfNames({ before, after }: SlotEdit, { classes, trainers }: SlotNames, today: string) {
  const [old, current] = [before.at(-1), after.at(-1)];
  if (current === undefined || isOver(current, today)) return undefined;
  if (old !== undefined && !isOver(old, today) && hasSameValues(old, current)) return undefined;
  if (!classes.has(current.gymClass)) return "class-unknown";
  return trainers.has(current.trainer) ? undefined : "trainer-unknown";
}

function isAnswered(affected: readonly ClassSession[], answer: AffectedAnswer | undefined): boolean {
  if (affected.length === 0) return true;
  if (answer === undefined || !affected.every(({ id }) => answer.listed.includes(id))) return false;
  return answer.choice !== "cancel" || problemOfReason(answer.reason || undefined, { isRequired: true }) === undefined;
}

/** `Monday, 9:00am-10:00am, Boxing, Amina Yusuf, from Mon 7 Dec` */
function labelOf(period: SlotPeriod | undefined, what: string, names: SlotNames, today: string): string {
  if (period === undefined) return "";
  const date = what === "ended" ? period.last && addDays(period.last, 1) : period.first;
  const from = what !== "undone" && date !== null && date > today ? `, from ${shortDate(date)}` : "";
  return `${slotTitle(period, names)}, ${trainerOf(period, names)}${from}`;
}

/** An id that no slot ever had, since ids of class sessions contain it. */
async function newSlotId({ transaction }: Change, { day, time, gymClass }: SlotValues): Promise<string> {
  const isTaken = async (slot: string) => {
    for (const table of ["weekly_slots", "weekly_slot_changes", "class_sessions"] as const) {
      const row = transaction.selectFrom(table).select("slot").where("slot", "=", slot).limit(1);
      if ((await row.executeTakeFirst()) !== undefined) return true;
    }
    return false;
  };
  for (const slot of slugCandidates(slugOf(`${day} ${time.from} ${gymClass}`, "slot"))) {
    if (!(await isTaken(slot))) return slot;
  }
  throw new Error("Found no free id for a slot");
}

/** Updates the class and trainer of a slot's upcoming stored sessions, except substitutes; dates and times stay. */
async function updateFutureSessions(change: Change, slug: string, actor: Actor): Promise<void> {
  const { services, transaction, at } = change;
  const moment = at.toISOString();
  const rows = await transaction
    .selectFrom("class_sessions")
    .selectAll()
    .where("slot", "=", slug)
    .where("starts_at", ">", moment)
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  const [first] = rows;
  if (first === undefined) return;
  const sources = await freshSources(services, transaction, first.date, first.date);
  for (const row of rows) {
    const followed = followedFields(sources, row);
    if (!isChangedBy(row, followed)) continue;
    const changed = { changed_at: moment, changed_by_id: actor.id, changed_by: actor.name };
    await transaction
      .updateTable("class_sessions")
      .set({ ...followed, ...changed, sequence: row.sequence + 1 })
      .where("id", "=", row.id)
      .execute();
    change.timetableChanged();
    await sessionChanged(change, sessionFromRow(sources, row), actor);
  }
}

function followedFields(sources: WeekSources, row: SessionRow): Partial<SessionRow> {
  const { gymClass, trainer } = slotOn(sources, row);
  return {
    ...(gymClass && { class_slug: gymClass.slug, class_name: gymClass.title }),
    ...(trainer && { planned_trainer_slug: trainer.slug, planned_trainer_name: trainer.name }),
    ...(trainer && !overridesOf(row).includes("trainer") && { trainer_slug: trainer.slug, trainer_name: trainer.name }),
  };
}

/** Whether the class or trainer is another one. Changed names don't count: upcoming sessions read them from the site. */
function isChangedBy(row: SessionRow, followed: Partial<SessionRow>): boolean {
  const columns = ["class_slug", "planned_trainer_slug", "trainer_slug"] as const;
  return columns.some((column) => (followed[column] ?? row[column]) !== row[column]);
}
