/** The forms of the desk: checking people in, walk-ins, and booking or cancelling for somebody. */
import { data, redirect } from "react-router";
import { z } from "zod";
import { fixedValue } from "../../forms/field-schemas.ts";
import type { FormErrors } from "../../forms/form-state.ts";
import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { answerAttendance } from "../attendance.server.ts";
import {
  addWalkIn,
  bookFor,
  cancelFor,
  checkIn,
  type DeskActor,
  excuseLate,
  markMissed,
  type RecordOutcome,
  removeWalkIn,
  undoCheckIn,
} from "../desk-actions.server.ts";
import { findDeskSession } from "../desk-day.server.ts";
import { deskSessionView } from "./desk-session-view.server.ts";
import { CHECK_IN_ACTIONS, type CheckInAction, type ReturnedCheckIn } from "./desk-session-view.ts";
import { bookingProblem, CHECK_IN_PROBLEMS, DESK_PROBLEMS } from "./messages.server.ts";
import { findAccountsToBook, type PeopleChoice } from "./people-choice.server.ts";

const RECORD: Record<CheckInAction, typeof checkIn> = { here: checkIn, undo: undoCheckIn, missed: markMissed };

/** `script`: the page stays as it is, and shows what comes back. */
const checkInInputs = { session: z.string(), booking: z.string(), script: z.string() };

export const checkInForm = z.object({ do: fixedValue(CHECK_IN_ACTIONS), ...checkInInputs });

/** The inputs of all forms on the page of a session. */
export const sessionDeskForm = z.object({
  do: fixedValue([
    ...CHECK_IN_ACTIONS,
    "walk-in",
    "book",
    "book-name",
    "cancel",
    "cancel-late",
    "leave",
    "excuse",
    "remove",
    "all-came",
    "all-missed",
  ]),
  ...checkInInputs,
  who: z.string().trim(),
  account: z.string(),
  find: z.string(),
  guest: z.string().trim(),
  name: z.string().trim(),
  phone: z.string().trim(),
  formId: z.string(),
  /** The page to return to: the first page, the day, or the session's own. */
  back: z.enum(["today", "day", ""]).catch(""),
});

type SessionDeskForm = z.output<typeof sessionDeskForm>;

/** A trainer records only the sessions they teach. */
export function deskActor(member: StaffMember): DeskActor {
  return { id: member.id, name: member.name, trainerSlug: ownTrainer(member) };
}

/**
 * Records who was there. The session comes back as it is afterwards, also when nothing was done; 503 when it may work later.
 * @param page where the browser is sent once it is done, without script
 * @throws that redirect; 404 for a session that doesn't exist, or is not the trainer's own
 */
export async function doCheckIn(
  services: Services,
  member: StaffMember,
  { do: action, session, booking, script }: z.output<typeof checkInForm>,
  page: string,
  { withDetails = false }: { withDetails?: boolean } = {},
) {
  const { code } = await RECORD[action](services, booking, deskActor(member));
  // By its moment a page with several actions under way shows the newest copy.
  const now = services.now();
  const found = await findDeskSession(services, session, ownTrainer(member));
  if (found === undefined) throw data(null, { status: 404 });
  const isDone = code === "done" || code === "same";
  if (isDone && script === "") throw redirect(page, 303);
  const returned: ReturnedCheckIn = {
    errors: isDone ? {} : { form: CHECK_IN_PROBLEMS[code] },
    typed: { do: action, session, booking },
    session: deskSessionView(found, now, { withDetails }),
    isRefused: !isDone && code !== "busy",
  };
  return data(returned, { status: isDone ? 200 : code === "busy" ? 503 : 422 });
}

type DeskResult =
  | { done: string }
  /** `choice`: accounts of which the member chooses one. */
  | { errors: FormErrors; status: 200 | 409 | 422 | 503; choice?: PeopleChoice };

/**
 * Does the action of another form of a session.
 * @returns a code of `DESK_DONE`, or why nothing was done
 * @throws 404 for a session that doesn't exist, or is not the trainer's own
 */
export async function changeDeskSession(
  services: Services,
  member: StaffMember,
  session: string,
  form: SessionDeskForm,
): Promise<DeskResult> {
  if ((await findDeskSession(services, session, ownTrainer(member))) === undefined) throw data(null, { status: 404 });
  const actor = deskActor(member);
  switch (form.do) {
    case "walk-in":
      return walkIn(services, actor, session, form);
    case "book":
      return bookAccount(services, member, session, form);
    case "book-name":
      return book(services, actor, session, { name: form.name, phone: form.phone }, form);
    case "excuse":
      return corrected(await excuseLate(services, form.booking, actor), "excused");
    case "all-came":
    case "all-missed":
      return corrected(await answerAttendance(services, session, form.do, actor), form.do);
    case "remove":
      return corrected(await removeWalkIn(services, form.booking, actor), "removed");
    default:
      return cancel(services, actor, form);
  }
}

async function walkIn(services: Services, actor: DeskActor, session: string, form: SessionDeskForm) {
  const { name, phone, formId } = form;
  const { code } = await addWalkIn(services, session, { name, phone, formId }, actor);
  if (code === "done" || code === "same") return { done: "walk-in" };
  if (code === "unknown") throw data(null, { status: 404 });
  if (code === "too-late") return problem("walk-in-over");
  return problem(code === "full" || code === "too-early" ? `walk-in-${code}` : code);
}

/** For an account that was chosen among those who fit what was typed; without a choice they are offered. */
async function bookAccount(
  services: Services,
  member: StaffMember,
  session: string,
  form: SessionDeskForm,
): Promise<DeskResult> {
  const { who, account, find, guest } = form;
  if (who === "") return problem("nobody-named");
  const choice = await findAccountsToBook(services, member, who);
  if (find !== "") return { errors: {}, status: 200, choice };
  // One whom another text had found is not the one that is meant now.
  if (choice.people.some(({ id }) => id === account)) {
    return book(services, deskActor(member), session, { account, ...(guest !== "" && { guest }) }, form);
  }
  return { errors: DESK_PROBLEMS[choice.people.length === 0 ? "nobody-found" : "nobody-chosen"], status: 422, choice };
}

async function book(
  services: Services,
  actor: DeskActor,
  session: string,
  who: { account: string; guest?: string } | { name: string; phone: string },
  { formId }: { formId: string },
): Promise<DeskResult> {
  const outcome = await bookFor(services, session, { ...who, formId }, actor);
  switch (outcome.code) {
    case "booked":
    case "waiting":
      return { done: "guest" in who && outcome.booking.guest === null ? `${outcome.code}-alone` : outcome.code };
    case "same":
      return { done: outcome.booking.state === "waiting" ? "same-waiting" : "same" };
    default:
      return bookingProblem(outcome);
  }
}

async function cancel(services: Services, actor: DeskActor, { do: action, booking }: SessionDeskForm) {
  const isLate = action === "cancel-late";
  const { code } = await cancelFor(services, booking, { free: !isLate }, actor);
  if (code === "done") return { done: isLate ? "late" : action === "leave" ? "left" : "cancelled" };
  return problem(code === "busy" || code === "begun" ? code : "changed");
}

/** A correction is the same whether it was made now or before. */
function corrected({ code }: RecordOutcome, done: string): DeskResult {
  if (code === "done" || code === "same") return { done };
  return problem(code === "busy" || code === "too-late" || code === "too-early" ? code : "changed");
}

function problem(code: keyof typeof DESK_PROBLEMS): DeskResult {
  return { errors: DESK_PROBLEMS[code], status: code === "busy" ? 503 : code === "changed" ? 409 : 422 };
}
