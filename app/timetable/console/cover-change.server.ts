/** Acts about cover by the forms of its page: what they do, and what they say by the codes of their outcomes. */
import { data, href, redirect } from "react-router";
import type { ReturnedAction } from "../../console/confirm-form.tsx";
import type { FormErrors } from "../../forms/form-state.ts";
import type { Services } from "../../platform/services.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import {
  acceptRequest,
  askForCover,
  type CoverOutcome,
  declineRequest,
  reportUnable,
  withdrawRequest,
} from "../cover-requests.server.ts";
import { confirmedIn, questionInWords } from "./session-change.server.ts";

type CoverAction = "unable" | "ask" | "withdraw" | "accept" | "decline";

type CoverValues = { do: CoverAction; request: string; reason: string; anyway: string; everybody: string };

/** The name of the field by which a colleague is chosen. */
export function colleagueField(slug: string): string {
  return `colleague.${slug}`;
}

/** Does the act that the form names. @param slugs whom a form can choose */
export async function changeCover(
  services: Services,
  member: StaffMember,
  sessionId: string,
  values: CoverValues & Readonly<Record<string, unknown>>,
  slugs: readonly string[],
): Promise<CoverOutcome> {
  const { request: requestId, reason } = values;
  switch (values.do) {
    case "unable":
      return reportUnable(services, { sessionId, reason }, member);
    case "ask": {
      const chosen = slugs.filter((slug) => values[colleagueField(slug)] === "yes");
      const colleagues = values.everybody === "yes" ? "everybody" : chosen;
      return askForCover(services, { sessionId, colleagues, reason }, member);
    }
    case "withdraw":
      return withdrawRequest(services, sessionId, member);
    case "accept":
      return acceptRequest(services, { sessionId, requestId, confirmed: confirmedIn(values.anyway) }, member);
    case "decline":
      return declineRequest(services, { sessionId, requestId }, member);
  }
}

/**
 * The response to an act: the form, with why it was not done or with what is asked first.
 * @throws the redirect to the page that shows what was done, a 404 when there is no such session or request, and a 403 for who has
 *   nothing to do with it
 */
export function coverResponse(
  outcome: CoverOutcome,
  { session, action }: { session: string; action: CoverAction },
  typed: Partial<Record<string, string>>,
) {
  switch (outcome.code) {
    case "done":
    case "same": {
      // Who has accepted leads it: the page of the class is theirs.
      const page = action === "accept" ? "/staff/timetable/:session" : "/staff/timetable/:session/cover";
      throw redirect(`${href(page, { session })}?done=${action}`, 303);
    }
    case "unknown":
      throw data(null, { status: 404 });
    case "not-asked":
      throw data(null, { status: 403 });
    case "questions":
      return data<ReturnedAction>(
        { errors: {}, questions: outcome.questions.map(questionInWords), typed },
        { status: 422 },
      );
    default: {
      const isConflict = ["not-yours", "over", "begun", "cancelled"].includes(outcome.code);
      return data<ReturnedAction>({ errors: problemOfCover(outcome), typed }, { status: isConflict ? 409 : 422 });
    }
  }
}

type CoverProblem = Exclude<CoverOutcome, { code: "done" | "same" | "unknown" | "not-asked" | "questions" }>;

/** The sentence of a problem, at the field it is about. */
function problemOfCover(problem: CoverProblem): FormErrors {
  switch (problem.code) {
    case "begun":
      return { form: "The class has begun meanwhile, so nothing was done." };
    case "cancelled":
      return { form: "The class is cancelled, so nobody needs to lead it." };
    case "not-yours":
      return { form: `${problem.session.trainerName} leads this class by now, so nothing was done.` };
    case "over":
      return { form: `The request is over, so nothing was done.${problem.by && ` ${problem.by} leads the class.`}` };
    case "nobody-chosen":
      return { colleagues: "Choose whom to ask." };
    case "not-free":
      return { colleagues: `Not free any more: ${problem.names.join(", ")}. Choose somebody else.` };
    case "reason-too-long":
      return { reason: `This may have ${problem.max} characters at most.` };
  }
}
