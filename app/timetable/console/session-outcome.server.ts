import { data } from "react-router";
import type { TimeRange } from "../../cms/fields.ts";
import type { Warning } from "../../console/kit/actions.ts";
import type { Refusal } from "../../console/kit/staff-actions.server.ts";
import type { ProblemRow } from "../../forms/problems.ts";
import type { Services } from "../../platform/services.ts";
import { dayAndDate, longDate, shortMoment } from "../../time/dates.server.ts";
import type { SESSION_PROBLEMS } from "../problems.ts";
import type { SessionOutcome } from "../session-actions.server.ts";
import { type ConfirmedWarnings, type SessionWarning, sessionTimeField } from "../session-checks.server.ts";

type Done = { code: "done"; session: string };

/** Explains the outcome of an action on a class session. @throws a 404 when there is no such session */
export function explained({ now }: Services, outcome: SessionOutcome): Done | Refusal<keyof typeof SESSION_PROBLEMS> {
  const problem = (field: string, sentence: string, status: ProblemRow["status"] = 422) =>
    ({ code: "explained", problem: { field, status, sentence } }) as const;
  switch (outcome.code) {
    case "done":
    case "same":
      return { code: "done", session: outcome.session.id };
    case "unknown":
      throw data(null, { status: 404 });
    case "questions":
      return { code: "questions", questions: outcome.questions.map(warningText) };
    case "too-far":
      return problem("date", `That is more than a year ahead. Choose a date up to ${longDate(outcome.last)}.`);
    case "closed":
      return problem(
        "date",
        `The gym is closed on ${dayAndDate(outcome.date)}: ${outcome.note} Choose another day, or reopen that one first.`,
      );
    case "planned-day-closed":
      return problem(
        "form",
        `The gym is closed on ${dayAndDate(outcome.date)}, the day it was moved from: ${outcome.note} Nothing was changed. Reopen that day first, or move it to another one.`,
      );
    case "exists": {
      const { className, trainerName } = outcome.session;
      return problem("form", `${className} already takes place at that time, with ${trainerName}. Nothing was added.`);
    }
    case "stale": {
      const change = describeConflict(outcome, now(), "has changed it");
      return problem("form", `${change} Nothing was done. Here is the current state.`, 409);
    }
    case "cancelled": {
      const sentence = outcome.session.isClosed
        ? "The gym is closed that day, so it is already cancelled."
        : `${describeConflict(outcome, now(), "has cancelled it")} Undo that first.`;
      return problem("form", sentence, 409);
    }
    default:
      return outcome;
  }
}

export function confirmedWarnings(anyway: string): ConfirmedWarnings {
  return (["outside-hours", "trainer-busy"] as const).filter((code) => anyway.split(" ").includes(code));
}

/** Normalises two typed times. Unreadable times are returned unchanged, for the action to refuse. */
export function readTimes({ from, to }: { from: string; to: string }): TimeRange {
  const form = new FormData();
  form.set("time.from", from);
  form.set("time.to", to);
  const read = sessionTimeField.schema.safeParse(sessionTimeField.fromForm(form, "time"));
  return read.success ? read.data : { from, to };
}

/** Describes a concurrent change; without a name it came from the weekly timetable. */
function describeConflict({ by, at }: { by: string | null; at: string | null }, now: Date, what: string): string {
  if (by === null || at === null) return "The weekly timetable has changed in the meantime.";
  return `${by} ${what} (${shortMoment(new Date(at), now)}).`;
}

function warningText(question: SessionWarning): Warning {
  if (question.code === "outside-hours") {
    return {
      code: question.code,
      sentence: `That is outside the opening hours: ${question.hours.join(", ")}.`,
    };
  }
  const classes = question.sessions
    .map(({ className, time }) => `${className}, ${time.from}-${time.to}`)
    .join(", and ");
  const [{ trainerName = "" } = {}] = question.sessions;
  return { code: question.code, sentence: `${trainerName} teaches at that time: ${classes}.` };
}
