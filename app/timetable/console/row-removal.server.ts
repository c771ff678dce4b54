/** Taking a row off the weekly timetable, at once or from a day on. */
import type { AfterChange } from "../../cms/content-version.server.ts";
import { readEffectiveFrom } from "../../cms/editing/effective-from.server.ts";
import { removeEntry } from "../../cms/editing/removal.server.ts";
import { scheduleRemoval } from "../../cms/editing/schedules.server.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { type AffectedControls, applyAnswer, askAboutAffected } from "./affected-questions.server.ts";
import type { AffectedQuestion } from "./affected-sessions.tsx";

export type RemovalOutcome =
  | { code: "removed" | "scheduled" | "unknown" }
  | { code: "refused"; status: 409 | 422; problems: RemovalProblem }
  | { code: "asked"; affected: AffectedQuestion };

/** What keeps a row in the timetable: a sentence about the whole, or at the day. */
export type RemovalProblem = { problem?: string; effectiveProblem?: string };

const CHANGED = "It has been changed meanwhile, so it was not taken off. Look at it again first.";

const LAST = "It is the last row of the timetable. Add another one first.";

/** Takes a row off; the texts are those of the form. */
export async function removeRow(
  services: Services,
  slug: string,
  actor: Actor,
  sent: { version: string; effectiveFrom: string; replaces: string } & AffectedControls,
): Promise<RemovalOutcome> {
  const { version, replaces } = sent;
  const effectiveFrom = readEffectiveFrom(sent, services.now());
  if (!effectiveFrom.ok) return { code: "refused", status: 422, problems: { effectiveProblem: effectiveFrom.problem } };
  const { date, dueAt } = effectiveFrom;
  const affected = await askAboutAffected(services, slug, null, date, sent);
  if (affected !== undefined) return { code: "asked", affected };
  const afterwards: AfterChange = (change) => applyAnswer(change, sent, actor);
  const outcome =
    dueAt === undefined
      ? await removeEntry(services, weeklySlotType, slug, actor, { version: wholeNumberIn(version) ?? 0, afterwards })
      : await scheduleRemoval(services, weeklySlotType, slug, dueAt, actor, {
          replaces: replaces || undefined,
          afterwards,
        });
  switch (outcome.code) {
    case "unknown":
      return { code: "unknown" };
    case "removed":
    case "scheduled":
      return { code: outcome.code };
    case "same":
      return { code: dueAt === undefined ? "removed" : "scheduled" };
    case "too-few":
      return { code: "refused", status: 422, problems: { problem: LAST } };
    default:
      return { code: "refused", status: 409, problems: { problem: CHANGED } };
  }
}
