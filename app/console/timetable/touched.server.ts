/** Classes that were decided by hand, or booked, and that a change of the weekly timetable is about: asking, and doing what was said. */
import { changeTimetable } from "../../content/timetable/timetable-change.server.ts";
import { applyChoices, type SlotValues, sessionsTouchedBy } from "../../content/timetable/touched-sessions.server.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { listSessions } from "./listed-sessions.server.ts";
import { TOUCHED_CHOICES, type TouchedAnswer, type TouchedQuestion } from "./touched-sessions.tsx";

/** The inputs by which the question is returned. */
export const TOUCHED_CONTROLS = ["touched", "touchedIds", "touchedReason"] as const;

export type TouchedControls = Partial<Record<string, string>>;

/**
 * What is to be asked before a row changes; undefined when nothing is, or when all of it has been said.
 * @param values what the row is to be; null for its removal
 * @param fromDate the first date for which it counts
 */
export async function askAboutTouched(
  services: Services,
  slug: string,
  values: SlotValues | null,
  fromDate: string,
  sent: TouchedControls,
): Promise<TouchedQuestion | undefined> {
  const touched = await sessionsTouchedBy(services, slug, values, fromDate);
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

/** Does what was said about the classes that were listed, after their row has changed. */
export async function applyAnswer(services: Services, sent: TouchedControls, actor: Actor): Promise<void> {
  const { choice, reason } = answerIn(sent) ?? { choice: "leave" as const, reason: "" };
  if (choice !== "follow" && choice !== "cancel") return;
  const choices = new Map((sent.touchedIds ?? "").split(" ").map((id) => [id, choice]));
  await changeTimetable(services, (change) => applyChoices(change, choices, reason, actor));
}

/** What was said; undefined when nothing was. */
export function answerIn({ touched = "", touchedReason = "" }: TouchedControls): TouchedAnswer | undefined {
  if (!Object.hasOwn(TOUCHED_CHOICES, touched)) return undefined;
  return { choice: touched as TouchedAnswer["choice"], reason: touchedReason.trim() };
}
