/** The forms of the desk: checking people in, walk-ins, and booking or cancelling for somebody. */
import { data, redirect } from "react-router";
import { z } from "zod";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { isProblem, type ProblemRow, type ReturnedForm } from "../../forms/problems.ts";
import { type PeopleChoice, SOMEBODY_ELSE } from "../../people/person.ts";
import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/roles.ts";
import type { StaffForm } from "../../staff/staff-request.server.ts";
import { shortDate } from "../../time/dates.server.ts";
import { type AttendanceOutcome, saveAttendance } from "../attendance.server.ts";
import type { BookedOutcome } from "../book.server.ts";
import {
  addWalkIn,
  type BookForOutcome,
  bookFor,
  cancelFor,
  checkIn,
  type DeskActor,
  type DeskPerson,
  excuseLate,
  markMissed,
  type RecordOutcome,
  removeWalkIn,
  undoCheckIn,
} from "../desk-actions.server.ts";
import { findDeskSession } from "../desk-day.server.ts";
import { findPeopleToBook, readPeopleChoice } from "../person-view.server.ts";
import { DESK_PROBLEMS } from "../problems.ts";
import { CHECK_IN_ACTIONS, type CheckInAction, type ReturnedCheckIn } from "./desk-page.tsx";
import { deskSessionView } from "./desk-session-view.server.ts";

export const DESK_DONE = new Map(
  Object.entries({
    "walk-in": "Added and checked in.",
    "walk-in-here": "This person is already here. Nothing was changed.",
    booked: "Booked.",
    waiting: "The class is full: added to the waiting list.",
    "booked-alone": "One place was free: they are booked, but their guest has no place.",
    "waiting-alone": "The class is full: added to the waiting list alone, without their guest.",
    same: "They were already booked. Nothing was changed.",
    "same-waiting":
      "They are already on the waiting list, and no place is free. Once a place is free, book for them here again.",
    cancelled: "Cancelled free of charge.",
    late: "Recorded as a late cancellation.",
    left: "Removed from the waiting list.",
    removed: "The walk-in is removed.",
    "all-came": "Recorded: everybody else came.",
    "all-missed":
      "Recorded: those not checked in missed the class. They get an email and can say that they were there.",
    excused: "The late cancellation is excused.",
    told: "Marked as told.",
    "told-before": "Somebody else has already told them: see below who, and how.",
    untold: "Undone: they are back on the call list.",
  }),
);

const RECORD: Record<CheckInAction, typeof checkIn> = { here: checkIn, undo: undoCheckIn, missed: markMissed };

/** `script`: sent by JavaScript, which updates the page in place. */
const checkInInputs = { session: z.string(), booking: z.string(), script: z.string() };

export const checkInForm = z.object({ do: fixedValue(CHECK_IN_ACTIONS), ...checkInInputs });

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
  person: z.string(),
  find: z.string(),
  guest: z.string().trim(),
  name: z.string().trim(),
  phone: z.string().trim(),
  formId: z.string(),
  /** The page to return to: the first page, the day, or the session's own. */
  back: z.enum(["today", "day", ""]).catch(""),
});

/** Trainers record only the sessions they teach. */
export function deskActor(member: StaffMember): DeskActor {
  return { id: member.id, name: member.name, trainerSlug: ownTrainer(member) };
}

/** Runs a check-in action and returns the session; 503 when busy. @param page where to go without JavaScript */
export async function doCheckIn(
  services: Services,
  member: StaffMember,
  { do: action, session, booking, script }: z.output<typeof checkInForm>,
  page: string,
  { withDetails = false }: { withDetails?: boolean } = {},
) {
  const { code } = await RECORD[action](services, booking, deskActor(member));
  // The moment of reading: a page with several actions in progress shows the newest copy.
  const now = services.now();
  const deskSession = await findDeskSession(services, session, ownTrainer(member));
  if (deskSession === undefined) throw data(null, { status: 404 });
  const isDone = code === "done" || code === "same";
  if (isDone && script === "") throw redirect(page, 303);
  const typed = { do: action, session, booking };
  const form = isDone ? data<ReturnedForm>({ errors: {}, typed }) : problemResponse(DESK_PROBLEMS, code, typed);
  const isRefused = !isDone && code !== "busy";
  const returned: ReturnedCheckIn = {
    ...form.data,
    session: deskSessionView(deskSession, now, { withDetails }),
    isRefused,
  };
  return data(returned, form.init ?? undefined);
}

/** A code of `DESK_DONE`, or the returned form. `choice`: people to choose from. */
type DeskResult = string | ReturnType<typeof data<ReturnedForm & { choice?: PeopleChoice }>>;

type SentDeskForm = StaffForm<typeof sessionDeskForm>;

/**
 * Runs the action of any other form of a session.
 * @throws 404 for a session that doesn't exist, or is not the trainer's own
 */
export async function changeDeskSession(form: SentDeskForm, session: string): Promise<DeskResult> {
  const { services, member, values, typed } = form;
  if ((await findDeskSession(services, session, ownTrainer(member))) === undefined) throw data(null, { status: 404 });
  const actor = deskActor(member);
  switch (values.do) {
    case "walk-in":
      return submitWalkIn(form, session);
    case "book":
      return bookChosen(form, session);
    case "book-name":
      return submitBooking(form, session, typedPerson(values));
    case "excuse":
      return correctionResult(await excuseLate(services, values.booking, actor), "excused", typed);
    case "all-came":
    case "all-missed":
      return correctionResult(await saveAttendance(services, session, values.do, actor), values.do, typed);
    case "remove":
      return correctionResult(await removeWalkIn(services, values.booking, actor), "removed", typed);
    default:
      return submitCancellation(form);
  }
}

function typedPerson({ person, name, phone }: SentDeskForm["values"]): DeskPerson {
  return person === "" || person === SOMEBODY_ELSE ? { name, phone, isOther: person !== "" } : { person, phone };
}

async function submitWalkIn(form: SentDeskForm, session: string): Promise<DeskResult> {
  const { services, member, values, typed } = form;
  const who = { ...typedPerson(values), formId: values.formId };
  const outcome = await addWalkIn(services, session, who, deskActor(member));
  if (outcome.code === "done" || outcome.code === "same") return "walk-in";
  if (outcome.code === "here") return "walk-in-here";
  if (outcome.code === "unknown") throw data(null, { status: 404 });
  if (outcome.code === "who") return askWho(form, outcome.ids);
  return problemResponse(DESK_PROBLEMS, outcome.code, typed);
}

async function askWho({ services, member, values, typed }: SentDeskForm, ids: readonly string[]): Promise<DeskResult> {
  const choice = await readPeopleChoice(services, member, values.name, ids);
  const problem = problemResponse(DESK_PROBLEMS, "who", typed);
  return data({ ...problem.data, choice }, problem.init ?? undefined);
}

/** Books for the chosen person; without a choice, offers the matches. */
async function bookChosen(form: SentDeskForm, session: string): Promise<DeskResult> {
  const { services, member, values, typed } = form;
  const { who, person, find, guest } = values;
  if (who === "") return problemResponse(DESK_PROBLEMS, "nobody-named", typed);
  const choice = await findPeopleToBook(services, member, who);
  if (find !== "") return data({ errors: {}, typed, choice });
  // A person found by an earlier search doesn't count.
  if (choice.people.some(({ id }) => id === person)) {
    return submitBooking(form, session, { person, ...(guest !== "" && { guest }) });
  }
  const code = choice.people.length === 0 ? "nobody-found" : "nobody-chosen";
  const problem = problemResponse(DESK_PROBLEMS, code, typed);
  return data({ ...problem.data, choice }, problem.init ?? undefined);
}

async function submitBooking(form: SentDeskForm, session: string, who: DeskPerson): Promise<DeskResult> {
  const { services, member, values, typed } = form;
  const outcome = await bookFor(services, session, { ...who, formId: values.formId }, deskActor(member));
  switch (outcome.code) {
    case "booked":
    case "waiting":
      return "guest" in who && outcome.booking.guest === null ? `${outcome.code}-alone` : outcome.code;
    case "same":
      return outcome.booking.state === "waiting" ? "same-waiting" : "same";
    case "who":
      return askWho(form, outcome.ids);
    default:
      return bookForResponse(outcome, typed);
  }
}

export function bookForResponse(
  outcome: Exclude<BookForOutcome, BookedOutcome>,
  typed: Partial<Record<string, string>>,
) {
  return problemResponse({ refused: bookForProblem(outcome) }, "refused", typed);
}

export function bookForProblem(outcome: Exclude<BookForOutcome, BookedOutcome>): ProblemRow {
  const { code } = outcome;
  if (code !== "overlap") return DESK_PROBLEMS[isProblem(DESK_PROBLEMS, code) ? code : "refused"];
  const { className, date, time } = outcome.other;
  const there = `${className}, ${shortDate(date)}, ${time.from}-${time.to}`;
  return { field: "who", status: 422, sentence: `They have a booking at that time: ${there}. Cancel that one first.` };
}

async function submitCancellation({ services, member, values, typed }: SentDeskForm): Promise<DeskResult> {
  const isLate = values.do === "cancel-late";
  const { code } = await cancelFor(services, values.booking, { free: !isLate }, deskActor(member));
  if (code === "done") return isLate ? "late" : values.do === "leave" ? "left" : "cancelled";
  return problemResponse(DESK_PROBLEMS, code === "busy" || code === "cancel-too-late" ? code : "changed", typed);
}

function correctionResult(
  { code }: RecordOutcome | AttendanceOutcome,
  done: string,
  typed: SentDeskForm["typed"],
): DeskResult {
  if (code === "done" || code === "same") return done;
  const hasMessage = code === "busy" || code === "too-late" || code === "not-over";
  return problemResponse(DESK_PROBLEMS, hasMessage ? code : "changed", typed);
}
