/** What the timetable's acts say in the console, by their codes: at a field of the form, or about the whole form. */

import type { Question } from "../../console/confirm-form.tsx";
import type { FormErrors } from "../../forms/form-state.ts";
import { dayAndDate, longDate, shortDate, shortMoment } from "../../time/date-texts.server.ts";
import type { AddOutcome } from "../add-session.server.ts";
import type { CloseOutcome, OpenOutcome } from "../closures.server.ts";
import type { MoveOutcome, RestoreSessionOutcome, SubstituteOutcome } from "../session-actions.server.ts";
import type { SessionQuestion } from "../session-checks.server.ts";

type ActionOutcome = AddOutcome | MoveOutcome | RestoreSessionOutcome | SubstituteOutcome;

/** What keeps an act on a class from being done. */
export type ActionProblem = Exclude<ActionOutcome, { code: "done" | "same" | "questions" | "unknown" }>;

/** The sentence of a problem, at the field it is about. */
export function problemOfAction(problem: ActionProblem, now: Date): FormErrors {
  switch (problem.code) {
    case "date-unreadable":
      return { date: "Choose a day of the calendar." };
    case "time-unreadable":
      return { from: "Write both times, like 9:00am and 10:00am. The second is when it ends." };
    case "too-long":
      return { to: `A class lasts ${problem.hours} hours at most. Write when it ends, like 10:00am.` };
    case "past":
      return "last" in problem ? {} : { date: "That time is past. Choose a later one." };
    case "too-far":
      return { date: `That is more than a year ahead. Choose a day up to ${longDate(problem.last)}.` };
    case "closed":
      return {
        date: `The gym is closed on ${dayAndDate(problem.date)}: ${problem.note} Choose another day, or open that one first.`,
      };
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

/** What is asked before something is done that may be meant. */
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

/** The sentence for what keeps days from being closed or opened, at the field it is about. */
export function problemOfClosure(problem: Exclude<CloseOutcome | OpenOutcome, { code: "done" | "same" }>): FormErrors {
  switch (problem.code) {
    case "date-unreadable":
      return { from: "Choose a day of the calendar." };
    case "reversed":
      return { to: "The last day is before the first." };
    case "past":
      return { from: "That day is past. Choose today or a later day." };
    case "too-many-days":
      return { to: `This closes ${problem.max} days at most at once.` };
    case "too-far":
      return { to: `That is more than a year ahead. Choose days up to ${longDate(problem.last)}.` };
    case "note-missing":
      return { note: "Say why: visitors read it." };
    case "note-too-long":
      return { note: `This may have ${problem.max} characters at most.` };
    case "already-closed": {
      const days = problem.closures.map(({ date, note, by }) => `${shortDate(date)} (${note} ${by})`).join(", ");
      return { form: `Some of these days are closed already: ${days}. Open them first, or choose other days.` };
    }
  }
}
