/** Actions on class sessions by the forms of staff: what they do, and what they say by the codes of their outcomes. */
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { TimeRange } from "../../cms/fields.ts";
import type { Question, ReturnedAction } from "../../console/confirm-form.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import type { FormErrors } from "../../forms/form-state.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import type { StaffForm } from "../../staff/staff-request.server.ts";
import { dayAndDate, longDate, shortMoment } from "../../time/date-texts.server.ts";
import { sessionTime } from "../class-session.ts";
import {
  cancelSession,
  moveSession,
  restoreSession,
  type SessionOutcome,
  substituteTrainer,
} from "../session-actions.server.ts";
import type { Confirmed, SessionQuestion } from "../session-checks.server.ts";

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

/** Does the action that the form names. */
export async function changeSession(
  { services, member, values: form }: StaffForm<typeof sessionForm>,
  id: string,
): Promise<SessionOutcome> {
  const { reason } = form;
  const seen = { id, seen: wholeNumberIn(form.seen) ?? 0 };
  const confirmed = confirmedIn(form.anyway);
  switch (form.do) {
    case "cancel":
      return cancelSession(services, { ...seen, reason }, member);
    case "move": {
      const when = { date: form.date, time: readTimes(form) };
      return moveSession(services, { ...seen, ...when, reason, confirmed }, member);
    }
    case "substitute":
      return substituteTrainer(services, { ...seen, trainerSlug: form.trainer, reason, confirmed }, member);
    case "restore":
      return restoreSession(services, seen, member);
  }
}

/**
 * The response to an action on a class session: the form, with why it was not done or with what is asked first.
 * @param action the value of the form's `do`
 * @throws the redirect to the page of the session once it is done, and a 404 when there is no such session
 */
export function actionResponse(
  outcome: SessionOutcome,
  action: string,
  { services, typed }: Pick<StaffForm<typeof sessionForm>, "services" | "typed">,
) {
  switch (outcome.code) {
    case "done":
    case "same":
      throw redirect(`${href("/staff/timetable/:session", { session: outcome.session.id })}?done=${action}`, 303);
    case "unknown":
      throw data(null, { status: 404 });
    case "questions": {
      const questions = outcome.questions.map(questionInWords);
      return data<ReturnedAction>({ errors: {}, questions, typed }, { status: 422 });
    }
    default: {
      const isConflict = outcome.code === "stale" || outcome.code === "cancelled" || outcome.code === "begun";
      const errors = problemOfAction(outcome, action, services.now());
      return data<ReturnedAction>({ errors, typed }, { status: isConflict ? 409 : 422 });
    }
  }
}

/** The questions that are confirmed in a form. */
export function confirmedIn(anyway: string): Confirmed {
  return (["outside-hours", "trainer-busy"] as const).filter((code) => anyway.split(" ").includes(code));
}

/** Two times as typed, in the site's way of writing them. Other texts stay as they are, for the action to refuse. */
export function readTimes({ from, to }: { from: string; to: string }): TimeRange {
  const form = new FormData();
  form.set("time.from", from);
  form.set("time.to", to);
  const read = sessionTime.schema.safeParse(sessionTime.fromForm(form, "time"));
  return read.success ? read.data : { from, to };
}

/** Why an action on a class session is not done. */
type ActionProblem = Exclude<SessionOutcome, { code: "done" | "same" | "questions" | "unknown" }>;

/** The sentence of a problem, at the field it is about. @param action the value of the form's `do` */
function problemOfAction(problem: ActionProblem, action: string, now: Date): FormErrors {
  switch (problem.code) {
    case "date-unreadable":
      return { date: "Choose a day of the calendar." };
    case "time-unreadable":
      return { from: "Write both times, like 9:00am and 10:00am. The second is when it ends." };
    case "too-long":
      return { to: `A class lasts ${problem.hours} hours at most. Write when it ends, like 10:00am.` };
    case "past":
      return action === "restore"
        ? { form: "The time it was moved from is past, so it stays where it is. Cancel it, or move it again." }
        : { date: "That time is past. Choose a later one." };
    case "too-far":
      return { date: `That is more than a year ahead. Choose a day up to ${longDate(problem.last)}.` };
    case "closed": {
      const day = `The gym is closed on ${dayAndDate(problem.date)}`;
      return action === "restore"
        ? {
            form: `${day}, the day it was moved from: ${problem.note} It stays where it is. Open that day first, or move it to another one.`,
          }
        : { date: `${day}: ${problem.note} Choose another day, or open that one first.` };
    }
    case "same-time":
      return { date: "It is at that time already. Choose another day or time." };
    case "same-trainer":
      return { trainer: "They teach it already. Choose somebody else." };
    case "trainer-unknown":
      return { trainer: "Choose who teaches it." };
    case "class-unknown":
      return { class: "Choose a class." };
    case "exists":
      return {
        form: `${problem.session.className} is on at that time already, with ${problem.session.trainerName}. Nothing was added.`,
      };
    case "reason-missing":
      return { reason: "Say why it is cancelled: visitors read it." };
    case "reason-too-long":
      return { reason: `This may have ${problem.max} characters at most.` };
    case "begun":
      return { form: "It has begun meanwhile, so it stays as it is." };
    case "nothing-to-restore":
      return { form: "There is nothing to take back: it is as it was planned." };
    case "stale":
      return { form: `${meanwhile(problem, now, "has changed it")} Nothing was done. This is how it stands now.` };
    case "cancelled":
      return {
        form: problem.session.isClosed
          ? "The gym is closed that day, so it is cancelled already."
          : `${meanwhile(problem, now, "has cancelled it")} Take that back first.`,
      };
  }
}

/** Who did what in the meantime, and when. Nobody by name where the weekly timetable has changed. */
function meanwhile({ by, at }: { by: string | null; at: string | null }, now: Date, what: string): string {
  if (by === null || at === null) return "The weekly timetable has changed meanwhile.";
  return `${by} ${what} (${shortMoment(new Date(at), now)}).`;
}

/** The sentence of a question about something that may be meant. */
export function questionInWords(question: SessionQuestion): Question {
  if (question.code === "outside-hours") {
    return {
      code: question.code,
      sentence: `That is outside the opening hours: ${question.hours.join(", ")}.`,
    };
  }
  const there = question.sessions.map(({ className, time }) => `${className}, ${time.from}-${time.to}`).join(", and ");
  const [{ trainerName = "" } = {}] = question.sessions;
  return { code: question.code, sentence: `${trainerName} teaches at that time: ${there}.` };
}
