/** Classes that were decided by hand, or booked, and that a change of the weekly timetable is about: asking, and doing what was said. */
import { getEditing } from "../../cms/editing/editing.server.ts";
import { findVersion } from "../../cms/editing/entry-rows.server.ts";
import { storedValues, type Values } from "../../cms/editing/stored-body.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { applyChoices, type SlotValues, sessionsAffectedBy } from "../affected-sessions.server.ts";
import { AFFECTED_CHOICES, type AffectedAnswer, type AffectedQuestion } from "./affected-sessions.tsx";
import { listSessions } from "./listed-sessions.server.ts";

/** The inputs by which the question is returned. */
export const AFFECTED_CONTROLS = ["affected", "affectedIds", "affectedReason"] as const;

export type AffectedControls = Partial<Record<string, string>>;

/**
 * What is to be asked before a row changes; undefined when nothing is, or when all of it has been said.
 * @param values what the row is to be; null for its removal
 * @param fromDate the first date for which it counts
 * @param untilDate the first date for which it doesn't any more
 */
export async function askAboutAffected(
  services: Services,
  slug: string,
  values: SlotValues | null,
  fromDate: string,
  sent: AffectedControls,
  untilDate?: string,
): Promise<AffectedQuestion | undefined> {
  const affected = await sessionsAffectedBy(services, slug, values, fromDate, untilDate);
  const listed = new Set(sent.affectedIds?.split(" ") ?? []);
  const answer = answerIn(sent);
  const isReasonMissing = answer?.choice === "cancel" && answer.reason === "";
  const isSaid = answer !== undefined && affected.every(({ session }) => listed.has(session.id)) && !isReasonMissing;
  if (affected.length === 0 || isSaid) return undefined;
  return {
    ...(await listSessions(
      services,
      affected.map(({ session }) => session),
    )),
    choices: values === null ? ["leave", "cancel"] : ["leave", "follow", "cancel"],
    answer,
    ...(isReasonMissing && { problem: "Say why they are cancelled: visitors read it." }),
  };
}

/**
 * What is to be asked before a row's change with a date is cancelled, or moved to another day: classes may have been booked
 * as it has them.
 */
export async function askAboutDatedChange(
  services: Services,
  slug: string,
  sent: AffectedControls,
  movedTo?: Date,
): Promise<AffectedQuestion | undefined> {
  const editing = await getEditing(services, weeklySlotType, slug);
  const scheduled = editing?.schedules.find(({ action, problems }) => action === "publish" && problems === undefined);
  if (scheduled === undefined) return undefined;
  const day = dateInNairobi(new Date(scheduled.dueAt));
  const other = movedTo && dateInNairobi(movedTo);
  // Moved to an earlier day, it counts for the days between; else what is on the site does.
  if (other !== undefined && other < day) {
    return askAboutAffected(services, slug, slotValues(scheduled.values), other, sent, day);
  }
  return askAboutAffected(services, slug, slotValues(editing?.live?.values), day, sent, other);
}

/** What is to be asked before a row's last change is undone. */
export async function askAboutUndoing(
  services: Services,
  slug: string,
  sent: AffectedControls,
): Promise<AffectedQuestion | undefined> {
  const editing = await getEditing(services, weeklySlotType, slug);
  const key = { type: weeklySlotType.name, slug };
  const before = await findVersion(services.db, key, (editing?.live?.version ?? 0) - 1);
  const values = before && slotValues(storedValues(before.body));
  if (values == null) return undefined;
  const scheduled = editing?.schedules.find(({ action }) => action === "publish");
  const until = scheduled && dateInNairobi(new Date(scheduled.dueAt));
  return askAboutAffected(services, slug, values, dateInNairobi(services.now()), sent, until);
}

/** What a row says; null when it is not in the week, or can't be read. */
function slotValues(values: Values | undefined): SlotValues | null {
  const read = values && weeklySlotType.read(values);
  return read?.ok ? read.values : null;
}

/** Does what was said about the classes that were listed, in the transaction that changes their row, once it has. */
export async function applyAnswer(change: Change, sent: AffectedControls, actor: Actor): Promise<void> {
  const { choice, reason } = answerIn(sent) ?? { choice: "leave" as const, reason: "" };
  if (choice !== "follow" && choice !== "cancel") return;
  const choices = new Map((sent.affectedIds ?? "").split(" ").map((id) => [id, choice]));
  await applyChoices(change, choices, reason, actor);
}

/** What was said; undefined when nothing was. */
export function answerIn({ affected = "", affectedReason = "" }: AffectedControls): AffectedAnswer | undefined {
  if (!Object.hasOwn(AFFECTED_CHOICES, affected)) return undefined;
  return { choice: affected as AffectedAnswer["choice"], reason: affectedReason.trim() };
}
