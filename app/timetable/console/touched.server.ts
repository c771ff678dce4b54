/** Classes that were decided by hand, or booked, and that a change of the weekly timetable is about: asking, and doing what was said. */
import { getEditing } from "../../cms/editing/editing.server.ts";
import { findVersion } from "../../cms/editing/entry-rows.server.ts";
import { storedValues, type Values } from "../../cms/editing/stored-body.ts";
import { slotType } from "../../content-types/slot.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { applyChoices, type SlotValues, sessionsTouchedBy } from "../touched-sessions.server.ts";
import { listSessions } from "./listed-sessions.server.ts";
import { TOUCHED_CHOICES, type TouchedAnswer, type TouchedQuestion } from "./touched-sessions.tsx";

/** The inputs by which the question is returned. */
export const TOUCHED_CONTROLS = ["touched", "touchedIds", "touchedReason"] as const;

export type TouchedControls = Partial<Record<string, string>>;

/**
 * What is to be asked before a row changes; undefined when nothing is, or when all of it has been said.
 * @param values what the row is to be; null for its removal
 * @param fromDate the first date for which it counts
 * @param untilDate the first date for which it doesn't any more
 */
export async function askAboutTouched(
  services: Services,
  slug: string,
  values: SlotValues | null,
  fromDate: string,
  sent: TouchedControls,
  untilDate?: string,
): Promise<TouchedQuestion | undefined> {
  const touched = await sessionsTouchedBy(services, slug, values, fromDate, untilDate);
  const listed = new Set(sent.touchedIds?.split(" ") ?? []);
  const answer = answerIn(sent);
  const isReasonMissing = answer?.choice === "cancel" && answer.reason === "";
  const isSaid = answer !== undefined && touched.every(({ session }) => listed.has(session.id)) && !isReasonMissing;
  if (touched.length === 0 || isSaid) return undefined;
  return {
    ...(await listSessions(
      services,
      touched.map(({ session }) => session),
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
  sent: TouchedControls,
  movedTo?: Date,
): Promise<TouchedQuestion | undefined> {
  const editing = await getEditing(services, slotType, slug);
  const scheduled = editing?.schedules.find(({ action, problems }) => action === "publish" && problems === undefined);
  if (scheduled === undefined) return undefined;
  const day = dateInNairobi(new Date(scheduled.dueAt));
  const other = movedTo && dateInNairobi(movedTo);
  // Moved to an earlier day, it counts for the days between; else what is on the site does.
  if (other !== undefined && other < day) {
    return askAboutTouched(services, slug, slotValues(scheduled.values), other, sent, day);
  }
  return askAboutTouched(services, slug, slotValues(editing?.live?.values), day, sent, other);
}

/** What is to be asked before a row's last change is undone. */
export async function askAboutUndoing(
  services: Services,
  slug: string,
  sent: TouchedControls,
): Promise<TouchedQuestion | undefined> {
  const editing = await getEditing(services, slotType, slug);
  const key = { type: slotType.name, slug };
  const before = await findVersion(services.db, key, (editing?.live?.version ?? 0) - 1);
  const values = before && slotValues(storedValues(before.body));
  if (values == null) return undefined;
  const scheduled = editing?.schedules.find(({ action }) => action === "publish");
  const until = scheduled && dateInNairobi(new Date(scheduled.dueAt));
  return askAboutTouched(services, slug, values, dateInNairobi(services.now()), sent, until);
}

/** What a row says; null when it is not in the week, or can't be read. */
function slotValues(values: Values | undefined): SlotValues | null {
  const read = values && slotType.read(values);
  return read?.ok ? read.values : null;
}

/** Does what was said about the classes that were listed, in the transaction that changes their row, once it has. */
export async function applyAnswer(change: Change, sent: TouchedControls, actor: Actor): Promise<void> {
  const { choice, reason } = answerIn(sent) ?? { choice: "leave" as const, reason: "" };
  if (choice !== "follow" && choice !== "cancel") return;
  const choices = new Map((sent.touchedIds ?? "").split(" ").map((id) => [id, choice]));
  await applyChoices(change, choices, reason, actor);
}

/** What was said; undefined when nothing was. */
export function answerIn({ touched = "", touchedReason = "" }: TouchedControls): TouchedAnswer | undefined {
  if (!Object.hasOwn(TOUCHED_CHOICES, touched)) return undefined;
  return { choice: touched as TouchedAnswer["choice"], reason: touchedReason.trim() };
}
