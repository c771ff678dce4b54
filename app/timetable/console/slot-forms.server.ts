/** Reads the form of weekly slots, and responds to its outcomes. */
import { data } from "react-router";
import { fieldProblemSentence } from "../../cms/editing/messages.server.ts";
import { readEffectiveFrom } from "../../cms/editing/schedules.server.ts";
import { CONTENT_PROBLEMS } from "../../cms/problems.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { type FormErrors, messageFor, type ReturnedForm } from "../../forms/problems.ts";
import type { StaffForm } from "../../staff/staff-request.server.ts";
import { dayAndDate, shortMoment } from "../../time/dates.server.ts";
import { isDay } from "../../time/days.ts";
import { MAX_REASON } from "../class-session.ts";
import { SLOT_PROBLEMS, SLOT_UNDO_PROBLEMS } from "../problems.ts";
import { sessionTimeField } from "../session-checks.server.ts";
import type { AffectedAnswer, SlotOutcome } from "../slot-changes.server.ts";
import type { SlotValues } from "../slot-periods.server.ts";
import { type AffectedQuestion, answerIn } from "./affected-sessions.tsx";
import { DAYS_CONTROLS } from "./days-field.tsx";
import { readTimes } from "./session-outcome.server.ts";
import { listSessions } from "./timetable-pages.server.ts";

/** `seen` is the id of the slot's last change, `act` of the act to undo. */
export const slotForm = textFields(
  ...(["do", "seen", "act", "day", "from", "to", "class", "trainer", "effectiveFrom"] as const),
  ...(["affected", "affectedIds", "affectedReason"] as const),
  ...DAYS_CONTROLS,
);

type SentSlotForm = StaffForm<typeof slotForm>;

export type ReturnedSlotForm = ReturnedForm & { affected?: AffectedQuestion };

/** A slot's values and first day: `from` is null for at once, and undefined if invalid. */
export function readSlotForm({ services, values }: SentSlotForm, day: string | undefined) {
  const { effectiveFrom } = values;
  const first = readEffectiveFrom({ effectiveFrom }, services.now());
  const from = first.code !== "read" ? undefined : effectiveFrom.trim() === "" ? null : first.date;
  const times = readTimes(values);
  const time = sessionTimeField.publishSchema?.safeParse(times);
  const errors: FormErrors = {
    ...(!isDay(day) && { day: "Choose a day of the week." }),
    ...(time?.success === false &&
      Object.fromEntries(
        time.error.issues.map(({ path, message }) => {
          const part = path[0] === undefined ? undefined : String(path[0]);
          return [part ?? "to", fieldProblemSentence(sessionTimeField, times, message, part)];
        }),
      )),
    ...(values.from === "" && { from: "Enter a time, such as 9:00am." }),
    ...(values.to === "" && { to: "Enter a time, such as 10:00am." }),
    ...(values.class === "" && { class: "Choose a class." }),
    ...(values.trainer === "" && { trainer: "Choose a trainer." }),
  };
  const isRead = isDay(day) && time?.success === true && Object.keys(errors).length === 0;
  const slot: SlotValues | undefined = isRead
    ? { day, time: time.data, gymClass: values.class, trainer: values.trainer }
    : undefined;
  if (first.code !== "read") errors.effectiveFrom = messageFor(first, CONTENT_PROBLEMS);
  return { slot, from, errors };
}

export function readAnswer({ values }: SentSlotForm): AffectedAnswer | undefined {
  const answer = answerIn(values);
  return answer && { ...answer, listed: values.affectedIds.split(" ") };
}

export function refusedSlotForm({ typed }: SentSlotForm, errors: FormErrors, status: 409 | 422 = 422) {
  return data<ReturnedSlotForm>({ errors, typed }, { status });
}

/** The response to a refused form. @throws a 404 when there is no such slot */
export async function slotResponse(outcome: Exclude<SlotOutcome, { code: "done" | "same" }>, form: SentSlotForm) {
  const { services, typed, values } = form;
  switch (outcome.code) {
    case "unknown":
      throw data(null, { status: 404 });
    case "conflict": {
      const when = shortMoment(new Date(outcome.at), services.now());
      const sentence = `${outcome.by} changed this class in the meantime (${when}). Nothing was changed. Here is how it is now.`;
      return refusedSlotForm(form, { form: sentence }, 409);
    }
    case "change-pending": {
      const sentence = `A change from ${dayAndDate(outcome.first)} is scheduled. Undo it first.`;
      return refusedSlotForm(form, { form: sentence }, 409);
    }
    case "class-unknown":
    case "trainer-unknown":
      return problemResponse(values.do === "undo" ? SLOT_UNDO_PROBLEMS : SLOT_PROBLEMS, outcome.code, typed);
    case "affected": {
      const answer = answerIn(values);
      const problem =
        answer?.reason === ""
          ? "Enter a reason: visitors see it."
          : `Enter a reason of at most ${MAX_REASON} characters.`;
      const affected: AffectedQuestion = {
        ...(await listSessions(services, outcome.sessions)),
        choices: outcome.canFollow ? ["leave", "follow", "cancel"] : ["leave", "cancel"],
        answer,
        ...(answer?.choice === "cancel" && (answer.reason === "" || answer.reason.length > MAX_REASON) && { problem }),
      };
      return data<ReturnedSlotForm>({ errors: {}, typed, affected }, { status: 422 });
    }
  }
}
