/** The closed days, the class sessions that a closure cancels, and the actions of the page. */
import { data, href, redirect } from "react-router";
import { z } from "zod";
import { fixedValue } from "../../forms/field-schemas.ts";
import type { FormErrors, ReturnedForm } from "../../forms/form-state.ts";
import { areMembersOn } from "../../members/cover.server.ts";
import { givenDaysSince } from "../../members/given-days.server.ts";
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import type { StaffForm } from "../../staff/staff-request.server.ts";
import { dayAndDate, longDate, shortDate } from "../../time/date-texts.server.ts";
import { datesBetween } from "../../time/dates.server.ts";
import { dayNumber } from "../../time/days.ts";
import {
  type ClosureRefusal,
  closeDays,
  closureHits,
  closureSpans,
  type DateRange,
  listClosures,
  openDays,
  problemOfClosing,
} from "../special-hours.server.ts";
import { listSessions } from "./affected-questions.server.ts";
import { openAgainForVisitors, seenByVisitors } from "./seen-by-visitors.server.ts";

export const closureForm = z.object({
  do: fixedValue(["look", "close", "open"]),
  /** The first and the last day of what is opened. */
  days: z.string(),
  from: z.string(),
  to: z.string(),
  note: z.string(),
  /** The days whose classes were shown. */
  shown: z.string(),
});

export type ClosurePreview = Awaited<ReturnType<typeof previewOf>>;

/** The form that came back, with what a closure would cancel. */
export type ReturnedClosure = ReturnedForm & { preview?: ClosurePreview };

/** The closed days from today on: those in a row with one note are one, with each of its days where there are several. */
export async function readClosuresPage(services: Services) {
  return closureSpans(await listClosures(services)).map(({ from, to, note }) => ({
    ...{ from, to, note, text: daysInWords(from, to) },
    days: from === to ? [] : datesBetween(from, to).map((date) => ({ date, text: shortDate(date) })),
  }));
}

/** "Saturday 28 November", or "Thu 24 Dec to Sat 26 Dec". */
export function daysInWords(from: string, to: string): string {
  return from === to ? dayAndDate(from) : `${shortDate(from)} to ${shortDate(to)}`;
}

/** What was just done with some days, and from when visitors see it. */
export function doneInWords(done: "closed" | "opened", range: DateRange, today: string) {
  const days = daysInWords(range.from, range.to);
  return done === "closed"
    ? { days, what: "closed.", seen: seenByVisitors(range, today) }
    : { days, what: "open again.", seen: openAgainForVisitors(range, today) };
}

/** What is left to do for members after days were closed or opened, for who may do it. */
export async function membersNextStep(
  services: Services,
  { role }: StaffMember,
  done: "closed" | "opened",
  { from, to }: DateRange,
) {
  if (!can(role, "publish", "members") || !(await areMembersOn(services))) return undefined;
  const isGiven = (await givenDaysSince(services.db, from)).some(({ day }) => day <= dayNumber(to));
  const page = href("/staff/members/days");
  if (done === "opened") {
    return isGiven
      ? { text: "Passes keep the days that were given back for it.", label: "Undo that", to: page }
      : undefined;
  }
  const asked = new URLSearchParams({ firstDay: from, lastDay: to });
  return isGiven ? undefined : { text: "", label: "Give members these days", to: `${page}?${asked}` };
}

/** Does what the button says. Nothing is closed before its class sessions were shown. @throws the redirect once it is done */
export async function changeClosures({ services, member, values, typed }: StaffForm<typeof closureForm>) {
  const done = (what: "closed" | "opened", range: DateRange) =>
    redirect(`${href("/staff/timetable/closures")}?done=${what}+${range.from}+${range.to}`, 303);
  const returned = (status: 200 | 422, errors: FormErrors, preview?: ClosurePreview) =>
    data<ReturnedClosure>({ errors, typed, ...(preview && { preview }) }, { status });
  if (values.do === "open") {
    const [from = "", to = from] = values.days.split(" ");
    const outcome = await openDays(services, { from, to }, member);
    if (outcome.code === "done" || outcome.code === "same") throw done("opened", { from, to });
    return returned(422, { form: Object.values(problemOfClosure(outcome)).join(" ") });
  }
  const { from, note } = values;
  const range = { from, to: values.to === "" ? from : values.to };
  const problem = problemOfClosing({ at: services.now() }, range);
  if (problem !== undefined) return returned(422, problemOfClosure(problem));
  if (values.do === "look" || values.shown !== `${range.from} ${range.to}`)
    return returned(200, {}, await previewOf(services, range));
  const outcome = await closeDays(services, { ...range, note }, member);
  if (outcome.code === "done" || outcome.code === "same") throw done("closed", range);
  return returned(422, problemOfClosure(outcome), await previewOf(services, range));
}

/** A closure before it is confirmed; `shown` is what the form says of it then. */
async function previewOf(services: Services, { from, to }: DateRange) {
  const affected = await listSessions(services, await closureHits(services, from, to));
  return { days: daysInWords(from, to), ...affected, shown: `${from} ${to}` };
}

/** The sentence for why days are not closed or opened, at the field it is about. */
function problemOfClosure(problem: ClosureRefusal): FormErrors {
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
