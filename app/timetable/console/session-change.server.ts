/** Actions on class sessions by the forms of staff: what they do, and what they say by the codes of their outcomes. */
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { TimeRange } from "../../cms/fields.ts";
import type { Question, ReturnedAction } from "../../console/confirm-form.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { FormErrors } from "../../forms/form-state.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import type { StaffForm } from "../../staff/staff-request.server.ts";
import { dayAndDate, longDate, shortMoment } from "../../time/date-texts.server.ts";
import { sessionTime } from "../class-session.ts";
import { SESSION_PROBLEMS } from "../problems.ts";
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
  const returned = (errors: FormErrors, status: 409 | 422 = 422) => data<ReturnedAction>({ errors, typed }, { status });
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
    case "too-far":
      return returned({ date: `That is more than a year ahead. Choose a day up to ${longDate(outcome.last)}.` });
    case "closed":
      return returned({
        date: `The gym is closed on ${dayAndDate(outcome.date)}: ${outcome.note} Choose another day, or open that one first.`,
      });
    case "planned-day-closed":
      return returned({
        form: `The gym is closed on ${dayAndDate(outcome.date)}, the day it was moved from: ${outcome.note} It stays where it is. Open that day first, or move it to another one.`,
      });
    case "exists": {
      const { className, trainerName } = outcome.session;
      return returned({ form: `${className} is on at that time already, with ${trainerName}. Nothing was added.` });
    }
    case "stale": {
      const who = meanwhile(outcome, services.now(), "has changed it");
      return returned({ form: `${who} Nothing was done. This is how it stands now.` }, 409);
    }
    case "cancelled": {
      const form = outcome.session.isClosed
        ? "The gym is closed that day, so it is cancelled already."
        : `${meanwhile(outcome, services.now(), "has cancelled it")} Take that back first.`;
      return returned({ form }, 409);
    }
    default:
      return problemResponse(SESSION_PROBLEMS, outcome.code, typed);
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
