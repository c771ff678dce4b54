/** What the forms of a dated class do. */
import { z } from "zod";
import type { TimeRange } from "../../cms/fields.ts";
import type { Question } from "../../console/confirm-form.tsx";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { fixedValue } from "../../forms/field-schemas.ts";
import type { FormErrors } from "../../forms/form-state.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { dayAndDate } from "../../time/date-texts.server.ts";
import type { ClassSession } from "../session.ts";
import {
  cancelSession,
  moveSession,
  type RestoreSessionOutcome,
  restoreSession,
  substituteTrainer,
} from "../session-actions.server.ts";
import type { Confirmed, SessionQuestion } from "../session-checks.server.ts";
import { type ActionProblem, problemOfAction, questionInWords } from "./messages.server.ts";

/** The inputs of all forms on the page of a class; `seen` is the class's `sequence`. */
export const sessionForm = z.object({
  do: fixedValue(["cancel", "move", "substitute", "restore"]),
  seen: z.string(),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  trainer: z.string(),
  reason: z.string(),
  anyway: z.string(),
});

export type ActionResult =
  | { ok: true; session: ClassSession }
  | { ok: false; gone: true }
  | { ok: false; status: 409 | 422; errors: FormErrors; questions?: Question[] };

type Outcome =
  | { code: "done" | "same"; session: ClassSession }
  | { code: "questions"; questions: SessionQuestion[] }
  | { code: "unknown" }
  | ActionProblem;

/** Does what the form says. */
export async function changeSession(
  services: Services,
  id: string,
  actor: Actor,
  form: z.output<typeof sessionForm>,
): Promise<ActionResult> {
  const { reason } = form;
  const seen = { id, seen: wholeNumberIn(form.seen) ?? 0 };
  const confirmed = confirmedIn(form.anyway);
  const { now } = services;
  switch (form.do) {
    case "cancel":
      return resultOf(await cancelSession(services, { ...seen, reason }, actor), now());
    case "move": {
      const when = { date: form.date, time: readTimes(form) };
      return resultOf(await moveSession(services, { ...seen, ...when, reason, confirmed }, actor), now());
    }
    case "substitute": {
      const trainerSlug = form.trainer;
      return resultOf(await substituteTrainer(services, { ...seen, trainerSlug, reason, confirmed }, actor), now());
    }
    case "restore": {
      const outcome = await restoreSession(services, seen, actor);
      if (outcome.code !== "past" && outcome.code !== "closed") return resultOf(outcome, now());
      return { ok: false, status: 422, errors: { form: whyItStays(outcome) } };
    }
  }
}

/** Why a class is not taken back to the time it was moved from. */
function whyItStays(outcome: Extract<RestoreSessionOutcome, { code: "past" | "closed" }>): string {
  if (outcome.code === "past") {
    return "The time it was moved from is past, so it stays where it is. Cancel it, or move it again.";
  }
  const { date, note } = outcome;
  return `The gym is closed on ${dayAndDate(date)}, the day it was moved from: ${note} It stays where it is. Open that day first, or move it to another one.`;
}

/** The result of an act for its page. */
export function resultOf(outcome: Outcome, now: Date): ActionResult {
  switch (outcome.code) {
    case "done":
    case "same":
      return { ok: true, session: outcome.session };
    case "unknown":
      return { ok: false, gone: true };
    case "questions":
      return { ok: false, status: 422, errors: {}, questions: outcome.questions.map(questionInWords) };
    default: {
      const isConflict = outcome.code === "stale" || outcome.code === "cancelled" || outcome.code === "begun";
      return { ok: false, status: isConflict ? 409 : 422, errors: problemOfAction(outcome, now) };
    }
  }
}

/** The questions that somebody has said yes to. */
export function confirmedIn(anyway: string): Confirmed {
  return (["outside-hours", "trainer-busy"] as const).filter((code) => anyway.split(" ").includes(code));
}

/** Two times as typed, in the site's way of writing them. What is none stays as it is, for the act to refuse. */
export function readTimes({ from, to }: { from: string; to: string }): TimeRange {
  const form = new FormData();
  form.set("time.from", from);
  form.set("time.to", to);
  const read = weeklySlotType.fields.time.schema.safeParse(weeklySlotType.fields.time.fromForm(form, "time"));
  return read.success ? read.data : { from, to };
}
