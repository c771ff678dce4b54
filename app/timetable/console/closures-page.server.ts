/** The closed days, the class sessions that a closure cancels, and the actions of the page. */
import { data, href, redirect } from "react-router";
import { z } from "zod";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { FormErrors, ReturnedForm } from "../../forms/form-state.ts";
import type { Services } from "../../platform/services.ts";
import { can, type Role } from "../../staff/roles.ts";
import type { StaffForm } from "../../staff/staff-request.server.ts";
import { dayAndDate, longDate, shortDate } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi, datesBetween, isCalendarDate } from "../../time/dates.server.ts";
import { CLOSURE_PROBLEMS } from "../problems.ts";
import {
  addClosedDaysToPasses,
  type ClosureRefusal,
  closeDays,
  closureHits,
  closureSpans,
  listClosures,
  openDays,
  problemOfClosing,
} from "../special-hours.server.ts";
import { type DateRange, type DaysOnPasses, daysOnPasses } from "../timetable-change.server.ts";
import { readClosures } from "../timetable-records.server.ts";
import { listSessions } from "./listed-sessions.server.ts";
import { openAgainForVisitors, seenByVisitors } from "./seen-by-visitors.server.ts";

export const closureForm = z.object({
  do: fixedValue(["look", "close", "open", "add"]),
  /** The first and the last day of what is opened or added to passes. */
  days: z.string(),
  from: z.string(),
  to: z.string(),
  note: z.string(),
  /** The days whose classes were shown. */
  shown: z.string(),
  addToPasses: z.string(),
});

export type ClosurePreview = Awaited<ReturnType<typeof previewOf>>;

/** The form that came back, with what a closure would cancel. */
export type ReturnedClosure = ReturnedForm & { preview?: ClosurePreview };

/** Days after a closure within which it can be added to passes. */
const ADDED_LATER_DAYS = 60;

/**
 * The closed days from today on: those in a row with one note are one, with each of its days where there are several. `past`: those
 * by which passes would get longer still. What concerns passes is only for who may add days to them.
 */
export async function readClosuresPage(services: Services, role: Role) {
  const today = dateInNairobi(services.now());
  const yesterday = addDays(today, -1);
  const past = closureSpans(await readClosures(services.db, addDays(today, -ADDED_LATER_DAYS), yesterday));
  const closures = closureSpans(await listClosures(services));
  const onPasses = await daysOnPasses(services, role, [...past, ...closures]);
  const viewOf = ({ from, to, note }: (typeof past)[number], index: number) => ({
    ...{ from, to, note, text: daysInWords(from, to), passes: passesView({ from, to }, onPasses?.[index]) },
    days: from === to ? [] : datesBetween(from, to).map((date) => ({ date, text: shortDate(date) })),
  });
  return {
    past: past.map(viewOf).filter((_, index) => (onPasses?.[index]?.longer ?? 0) > 0),
    closures: closures.map((closure, index) => viewOf(closure, past.length + index)),
  };
}

/** The effect of a closure on passes, in words. */
function passesView({ from, to }: DateRange, passes: DaysOnPasses | undefined) {
  if (passes === undefined) return undefined;
  const { isAdded, longer } = passes;
  return {
    isAdded,
    label: `Add ${from === to ? "this day" : "these days"} to running passes`,
    count: `${longer === 0 ? "No pass gets" : longer === 1 ? "1 pass gets" : `${longer} passes get`} longer.`,
  };
}

/** "Saturday 28 November", or "Thu 24 Dec to Sat 26 Dec". */
export function daysInWords(from: string, to: string): string {
  return from === to ? dayAndDate(from) : `${shortDate(from)} to ${shortDate(to)}`;
}

/** Outcomes of a press, by the code in the address. */
const DONE = {
  closed: "closed.",
  "closed-added": "closed, and added to running passes.",
  added: "added to running passes.",
  opened: "open again.",
  "opened-taken-back": "open again, and taken back from passes.",
  "opened-asked": "open again. Passes keep what was added until the owner decides on it, on Today.",
} as const;

type Done = keyof typeof DONE;

const OPENED = { none: "opened", "taken-back": "opened-taken-back", asked: "opened-asked" } as const;

/** What was just done with some days, and from when visitors see it. */
export function doneInWords(query: URLSearchParams, today: string) {
  const [done = "", from = "", to = ""] = query.get("done")?.split(" ") ?? [];
  if (!Object.hasOwn(DONE, done) || !isCalendarDate(from) || !isCalendarDate(to)) return null;
  const range = { from, to };
  const seen = done.startsWith("closed")
    ? seenByVisitors(range, today)
    : done.startsWith("opened")
      ? openAgainForVisitors(range, today)
      : "";
  return { days: daysInWords(from, to), what: DONE[done as Done], seen, range };
}

/** Does what the button says. Nothing is closed before its class sessions were shown. @throws the redirect once it is done */
export async function changeClosures({ services, member, values, typed }: StaffForm<typeof closureForm>) {
  const { role } = member;
  const done = (what: Done, range: DateRange) =>
    redirect(`${href("/staff/timetable/closures")}?done=${what}+${range.from}+${range.to}`, 303);
  const canAdd = async () => (await daysOnPasses(services, role, [])) !== undefined;
  if (values.do === "open" || values.do === "add") {
    const [from = "", to = from] = values.days.split(" ");
    const range = { from, to };
    if (values.do === "add") {
      if (!(await canAdd())) return problemResponse(CLOSURE_PROBLEMS, "adding-not-allowed", typed);
      const { code } = await addClosedDaysToPasses(services, range, member);
      if (code === "done") throw done("added", range);
      return problemResponse(CLOSURE_PROBLEMS, code, typed);
    }
    const outcome = await openDays(services, { ...range, canTakeBack: can(role, "publish", "members") }, member);
    if (outcome.code === "same") throw done("opened", range);
    if (outcome.code === "done") throw done(OPENED[outcome.passes], range);
    const response = closureResponse(outcome, typed);
    response.data.errors = { form: Object.values(response.data.errors).join(" ") };
    return response;
  }
  const { from, note } = values;
  const range = { from, to: values.to === "" ? from : values.to };
  const problem = problemOfClosing({ at: services.now() }, range);
  if (problem !== undefined) return closureResponse(problem, typed);
  const withPreview = async (response: ReturnType<typeof closureResponse>) => {
    response.data.preview = await previewOf(services, role, range);
    return response;
  };
  if (values.do === "look" || values.shown !== `${range.from} ${range.to}`) {
    return withPreview(data({ errors: {}, typed }));
  }
  const isAddedToPasses = values.addToPasses === "on";
  if (isAddedToPasses && !(await canAdd())) {
    return withPreview(problemResponse(CLOSURE_PROBLEMS, "adding-not-allowed", typed));
  }
  const outcome = await closeDays(services, { ...range, note, isAddedToPasses }, member);
  if (outcome.code === "done" || outcome.code === "same")
    throw done(isAddedToPasses ? "closed-added" : "closed", range);
  return withPreview(closureResponse(outcome, typed));
}

/** A closure before it is confirmed; `shown` is what the form says of it then. */
async function previewOf(services: Services, role: Role, { from, to }: DateRange) {
  const affected = await listSessions(services, await closureHits(services, from, to));
  const [onPasses] = (await daysOnPasses(services, role, [{ from, to }])) ?? [];
  const passes = passesView({ from, to }, onPasses);
  return { days: daysInWords(from, to), ...affected, shown: `${from} ${to}`, passes };
}

/** The response when days are not closed or opened. */
function closureResponse(
  outcome: ClosureRefusal,
  typed: ReturnedForm["typed"],
): ReturnType<typeof data<ReturnedClosure>> {
  const returned = (errors: FormErrors) => data({ errors, typed }, { status: 422 });
  switch (outcome.code) {
    case "too-many-days":
      return returned({ to: `This closes ${outcome.max} days at most at once.` });
    case "too-far":
      return returned({ to: `That is more than a year ahead. Choose days up to ${longDate(outcome.last)}.` });
    case "already-closed": {
      const days = outcome.closures.map(({ date, note, by }) => `${shortDate(date)} (${note} ${by})`).join(", ");
      return returned({
        form: `Some of these days are closed already: ${days}. Open them first, or choose other days.`,
      });
    }
    default:
      return problemResponse(CLOSURE_PROBLEMS, outcome.code, typed);
  }
}
