/** The dated classes that were decided by hand of a trainer, or of a class, that is taken off the site. */

import { classType } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { classesSessions, trainersSessions } from "../affected-sessions.server.ts";
import type { ClassSession } from "../session.ts";
import { substituteWithin } from "../session-actions.server.ts";
import { type AffectedControls, answerIn, applyAnswer } from "./affected-questions.server.ts";
import type { AffectedQuestion } from "./affected-sessions.tsx";
import { listSessions } from "./listed-sessions.server.ts";

type Leaving = { type: string; slug: string };

/** Those of an entry that are still to come. */
async function leavingSessions(services: Services, { type, slug }: Leaving): Promise<ClassSession[]> {
  if (type === trainerType.name) return trainersSessions(services, slug);
  return type === classType.name ? classesSessions(services, slug) : [];
}

/** What is asked about them on the page of the removal; undefined when there are none. */
export async function askAboutLeaving(services: Services, leaving: Leaving): Promise<AffectedQuestion | undefined> {
  const sessions = await leavingSessions(services, leaving);
  if (sessions.length === 0) return undefined;
  return {
    ...(await listSessions(services, sessions)),
    choices: leaving.type === trainerType.name ? ["leave", "hand-over", "cancel"] : ["leave", "cancel"],
    answer: undefined,
  };
}

/** A sentence for what is missing in what was said about them; undefined when it can be done. */
export function problemOfLeaving(sent: AffectedControls, replaceBy: string | undefined): string | undefined {
  const answer = answerIn(sent);
  if (answer?.choice === "cancel" && answer.reason === "")
    return "Say why the dated classes are cancelled: visitors read it.";
  if (answer?.choice === "hand-over" && replaceBy === undefined) {
    return "Choose who takes the dated classes over, and press Replace and take off.";
  }
  return undefined;
}

/** Does what was said about those that were listed, in the transaction that takes the entry off, once it has. */
export async function settleLeaving(
  change: Change,
  leaving: Leaving,
  sent: AffectedControls,
  replaceBy: string | undefined,
  actor: Actor,
): Promise<void> {
  if (answerIn(sent)?.choice !== "hand-over") return applyAnswer(change, sent, actor);
  if (replaceBy === undefined) return;
  // Read only now: the removal itself has changed those that follow their row.
  const remaining = await change.transaction
    .selectFrom("class_sessions")
    .select("id")
    .where("id", "in", (sent.affectedIds ?? "").split(" "))
    .where("trainer_slug", "=", leaving.slug)
    .execute();
  for (const { id } of remaining) {
    // Whoever takes them over was chosen for all of them.
    await substituteWithin(change, { id, trainerSlug: replaceBy, confirmed: ["trainer-busy"] }, actor);
  }
}
