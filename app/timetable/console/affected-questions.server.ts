/**
 * Class sessions that were booked or decided by hand and that a change is about, of a weekly slot or of a trainer or class
 * that leaves: the question about them, and what its answer does.
 */
import { bookingsSentence } from "../../bookings/availability.server.ts";
import { type Counts, countsOf, NO_COUNTS } from "../../bookings/booking-rows.server.ts";
import { getEditing } from "../../cms/editing/editing.server.ts";
import type { EntryExtension } from "../../cms/editing/editing-types.ts";
import { findDatedChange, findLive, findVersion } from "../../cms/editing/entry-rows.server.ts";
import { storedValues, type Values } from "../../cms/editing/stored-body.ts";
import { sessionMarks } from "../../console/session-marks.server.ts";
import { classType } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import {
  applyChoices,
  sessionsAffectedBy,
  sessionsOfLeaving,
  type WeeklySlotValues,
} from "../affected-sessions.server.ts";
import type { ClassSession } from "../class-session.ts";
import { timeLabel } from "../session-record.server.ts";
import { type AffectedQuestion, answerIn } from "./affected-sessions.tsx";
import { tickedDays } from "./days-field.tsx";

/** The inputs by which the question is returned. */
const AFFECTED_CONTROLS = ["affected", "affectedIds", "affectedReason"] as const;

type AffectedControls = Partial<Record<string, string>>;

/**
 * The question before a weekly slot changes; undefined when there is none, or when it has been answered.
 * @param values and the dates: as of `sessionsAffectedBy`
 */
export async function askAboutAffected(
  services: Services,
  slug: string,
  values: WeeklySlotValues | null,
  fromDate: string,
  sent: AffectedControls,
  untilDate?: string,
): Promise<AffectedQuestion | undefined> {
  const affected = await sessionsAffectedBy(services, slug, values, fromDate, untilDate);
  const listed = new Set(sent.affectedIds?.split(" ") ?? []);
  const answer = answerIn(sent);
  const isReasonMissing = answer?.choice === "cancel" && answer.reason === "";
  const isSaid = answer !== undefined && affected.every(({ id }) => listed.has(id)) && !isReasonMissing;
  if (affected.length === 0 || isSaid) return undefined;
  return {
    ...(await listSessions(services, affected)),
    choices: values === null ? ["leave", "cancel"] : ["leave", "follow", "cancel"],
    answer,
    ...(isReasonMissing && { problem: "Say why they are cancelled: visitors read it." }),
  };
}

/**
 * The question before a slot's change with a date is cancelled, or moved to another day: sessions may have been booked as it
 * has them.
 */
export async function askAboutDatedChange(
  services: Services,
  slug: string,
  sent: AffectedControls,
  movedTo?: Date,
): Promise<AffectedQuestion | undefined> {
  const editing = await getEditing(services, weeklySlotType, slug);
  const waiting = editing?.schedules.find(({ action }) => action === "publish");
  if (waiting === undefined) return undefined;
  const day = dateInNairobi(new Date(waiting.dueAt));
  const other = movedTo && dateInNairobi(movedTo);
  // Without a day it counts for no date until now.
  const isUndated = waiting.problems !== undefined;
  if (isUndated) {
    return other === undefined ? undefined : askAboutAffected(services, slug, slotValues(waiting.values), other, sent);
  }
  // Moved to an earlier day, it counts for the days between; else what is on the site does.
  if (other !== undefined && other < day) {
    return askAboutAffected(services, slug, slotValues(waiting.values), other, sent, day);
  }
  return askAboutAffected(services, slug, slotValues(editing?.live?.values), day, sent, other);
}

/** The question before a slot's last change is undone. */
export async function askAboutUndoing(
  services: Services,
  slug: string,
  sent: AffectedControls,
): Promise<AffectedQuestion | undefined> {
  const key = { type: weeklySlotType.name, slug };
  // While a change waits for its day, undoing is refused.
  if ((await findDatedChange(services.db, key)) !== undefined) return undefined;
  const live = await findLive(services.db, key);
  const before = await findVersion(services.db, key, (live?.version ?? 0) - 1);
  const values = before && slotValues(storedValues(before.body));
  if (values == null) return undefined;
  return askAboutAffected(services, slug, values, dateInNairobi(services.now()), sent);
}

/** The stored values of a slot; null when it is not in the week, or can't be read. */
function slotValues(values: Values | undefined): WeeklySlotValues | null {
  const read = values && weeklySlotType.read(values);
  return read?.ok ? read.values : null;
}

/** Does what was answered about the listed sessions, in the transaction that changes their slot, once it has. */
export async function applyAnswer(change: Change, sent: AffectedControls, actor: Actor): Promise<void> {
  const { choice, reason } = answerIn(sent) ?? { choice: "leave" as const, reason: "" };
  if (choice !== "follow" && choice !== "cancel") return;
  const choices = new Map((sent.affectedIds ?? "").split(" ").map((id) => [id, choice]));
  await applyChoices(change, choices, reason, actor);
}

/** The question about a trainer or a class that is taken off the site; undefined when it has no such sessions. */
export async function askAboutLeaving(
  services: Services,
  { type, slug }: { type: string; slug: string },
): Promise<AffectedQuestion | undefined> {
  const isTrainer = type === trainerType.name;
  if (!isTrainer && type !== classType.name) return undefined;
  const sessions = await sessionsOfLeaving(services, isTrainer ? "trainer_slug" : "class_slug", slug);
  if (sessions.length === 0) return undefined;
  return {
    ...(await listSessions(services, sessions)),
    choices: ["leave", "cancel"],
    answer: undefined,
  };
}

/** A sentence for what is missing in the answer; undefined when it can be done. */
export function problemOfLeaving(sent: AffectedControls): string | undefined {
  const answer = answerIn(sent);
  const isReasonMissing = answer?.choice === "cancel" && answer.reason === "";
  return isReasonMissing ? "Say why the dated classes are cancelled: visitors read it." : undefined;
}

/** Class sessions for a list, with how many people their bookings concern: each, and in one sentence about all. */
export async function listSessions(services: Services, sessions: readonly ClassSession[]) {
  const counts = await countsOf(
    services.db,
    sessions.map(({ id }) => id),
  );
  return {
    sessions: sessions.map((session) => listedSession(session, counts.get(session.id))),
    /** Null: nobody has booked them. */
    booked: bookingsSentence([...counts.values()]),
  };
}

export type AffectedSessionView = ReturnType<typeof listedSession>;

/** A class session in a list of those that something is about to change. */
function listedSession(session: ClassSession, { taken, waiting }: Counts = NO_COUNTS) {
  const { id, className, trainerName, insteadOf } = session;
  const notes = sessionMarks({ ...session, movedTo: null }).map(({ words }) => words);
  if (taken > 0) notes.push(`${taken} booked`);
  if (waiting > 0) notes.push(`${waiting} waiting`);
  return {
    id,
    /** "Tue 24 Nov, 9:00am". */
    when: timeLabel(session),
    className,
    trainerName: insteadOf === null ? trainerName : `${trainerName}, for ${insteadOf}`,
    /** The decisions about it; may be empty. */
    note: notes.join(", "),
  };
}

/** The part of a weekly slot in its publishing: its affected sessions are asked about, and follow. */
export const slotExtension: EntryExtension<AffectedQuestion> = {
  controls: AFFECTED_CONTROLS,
  // A form without a day makes one row, which is refused where it has to have one.
  newEntries: ({ values, controls }) => {
    const days = tickedDays(controls);
    return days.length === 0 ? [values] : days.map((day) => ({ ...values, day }));
  },
  // Of values that can't be published nothing is asked.
  ask: async (services, slug, { values, controls }, date) => {
    const read = weeklySlotType.read(values);
    return read.ok ? askAboutAffected(services, slug, read.values, date, controls) : undefined;
  },
  settle: applyAnswer,
};
