/** What the forms on the page of a session do: walk-ins, and booking or cancelling for somebody. */
import { z } from "zod";
import { fixedValue } from "../../forms/field-schemas.ts";
import type { FormErrors } from "../../forms/form-state.ts";
import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { shortDate } from "../../time/date-texts.server.ts";
import { type BookingRefusal, MAX_STAFF_BOOKINGS_A_DAY } from "../booking.ts";
import {
  addWalkIn,
  bookFor,
  cancelFor,
  type DeskActor,
  excuseLate,
  type RecordOutcome,
  removeWalkIn,
} from "../desk-actions.server.ts";
import { findDeskSession } from "../desk-day.server.ts";
import { type DeskProblem, problemOfDesk } from "./messages.ts";
import { deskActor, pressInputs } from "./presses.server.ts";

/** The inputs of all forms on the page of a session, its presses included. */
export const sessionDeskForm = z.object({
  do: fixedValue(["here", "undo", "missed", "walk-in", "book", "cancel", "cancel-late", "leave", "excuse", "remove"]),
  ...pressInputs,
  email: z.string().trim(),
  name: z.string().trim(),
  phone: z.string().trim(),
  formId: z.string(),
});

export type SessionDeskForm = z.output<typeof sessionDeskForm>;

export type DeskActionResult =
  | { ok: true; done: string }
  | { ok: false; gone: true }
  | { ok: false; status: 409 | 422 | 503; errors: FormErrors };

/** Does what the form says about a session. A trainer does it only for those they teach. */
export async function actOnSession(
  services: Services,
  member: StaffMember,
  session: string,
  form: SessionDeskForm,
): Promise<DeskActionResult> {
  if ((await findDeskSession(services, session, ownTrainer(member))) === undefined) return { ok: false, gone: true };
  const actor = deskActor(member);
  switch (form.do) {
    case "walk-in":
      return walkIn(services, actor, session, form);
    case "book":
      return book(services, actor, session, form);
    case "excuse":
      return corrected(await excuseLate(services, form.booking, actor), "excused");
    case "remove":
      return corrected(await removeWalkIn(services, form.booking, actor), "removed");
    default:
      return cancel(services, actor, form);
  }
}

async function walkIn(services: Services, actor: DeskActor, session: string, form: SessionDeskForm) {
  const { name, phone, formId } = form;
  const { code } = await addWalkIn(services, session, { name, phone, formId }, actor);
  if (code === "done" || code === "same") return done("walk-in");
  if (code === "unknown") return { ok: false, gone: true } as const;
  if (code === "too-late") return problem("walk-in-over");
  return problem(code === "full" || code === "too-early" ? `walk-in-${code}` : code);
}

async function book(services: Services, actor: DeskActor, session: string, form: SessionDeskForm) {
  const { email, name, phone, formId } = form;
  if (email === "" && name === "") return problem("nobody-named");
  if (email !== "" && name + phone !== "") return problem("email-and-name");
  const who = email === "" ? { name, phone, formId } : { email, formId };
  const outcome = await bookFor(services, session, who, actor);
  switch (outcome.code) {
    case "booked":
    case "waiting":
      return done(outcome.code);
    case "same":
      return done(outcome.booking.state === "waiting" ? "same-waiting" : "same");
    case "busy":
    case "name-missing":
    case "name-long":
    case "phone-invalid":
    case "email-unknown":
    case "email-not-theirs":
      return problem(outcome.code);
    default:
      return refused(problemOfBooking(outcome));
  }
}

async function cancel(services: Services, actor: DeskActor, { do: act, booking }: SessionDeskForm) {
  const isLate = act === "cancel-late";
  const { code } = await cancelFor(services, booking, { free: !isLate }, actor);
  if (code === "done") return done(isLate ? "late" : act === "leave" ? "left" : "cancelled");
  return problem(code === "busy" || code === "begun" ? code : "changed");
}

/** A correction is the same whether it was made now or before. */
function corrected({ code }: RecordOutcome, said: string): DeskActionResult {
  if (code === "done" || code === "same") return done(said);
  return problem(code === "busy" || code === "too-late" ? code : "changed");
}

function done(code: string): DeskActionResult {
  return { ok: true, done: code };
}

function problem(code: DeskProblem): DeskActionResult {
  const status = code === "busy" ? 503 : code === "changed" ? 409 : 422;
  return refused(problemOfDesk(code), status);
}

function refused(errors: FormErrors, status: 409 | 422 | 503 = 422): DeskActionResult {
  return { ok: false, status, errors };
}

/** Why the desk can't book for somebody. */
function problemOfBooking(refusal: BookingRefusal): FormErrors {
  switch (refusal.code) {
    case "unknown":
      return { form: "There is no such class any more." };
    case "test-account":
      return { email: "This is the test account, which everybody can sign in with. It can’t book." };
    case "not-bookable":
      return problemOfDesk("not-bookable");
    case "begun":
      return { form: "This class has begun. Whoever is here is added as a walk-in." };
    case "cancelled":
      return problemOfDesk("cancelled");
    case "overlap": {
      const { className, date, time } = refusal.other;
      const there = `${className}, ${shortDate(date)}, ${time.from}-${time.to}`;
      return { email: `They have a place at that time: ${there}. Cancel that one first.` };
    }
    case "not-open":
    case "too-often":
      return {
        email: `Staff have booked for them ${MAX_STAFF_BOOKINGS_A_DAY} times within a day, and each time they got a mail. Please go on tomorrow.`,
      };
    case "too-many":
    case "unconfirmed":
    case "too-many-new":
    case "no-shows":
      return { form: "A rule for booking online is in the way. Nobody was booked." };
  }
}
