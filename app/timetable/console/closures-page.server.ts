import type { Effect, Preview, SentValues } from "../../console/kit/actions.ts";
import type { Found, Refusal } from "../../console/kit/staff-actions.server.ts";
import { messageFor } from "../../forms/problems.ts";
import { etagOf } from "../../forms/read-form.server.ts";
import type { Db, Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { can, type Role, type StaffMember } from "../../staff/roles.ts";
import {
  addDays,
  dateInNairobi,
  datesBetween,
  dayAndDate,
  isCalendarDate,
  longDate,
  shortDate,
} from "../../time/dates.server.ts";
import type { ClassSession } from "../class-session.ts";
import { type ClosureRefusal, checkClosing, closureSpans } from "../closure-rules.server.ts";
import {
  addClosedDaysToPasses,
  closeDays,
  listClosures,
  openDays,
  sessionsAffectedByClosure,
} from "../closures.server.ts";
import { CLOSURE_PROBLEMS } from "../problems.ts";
import { type DateRange, type DaysOnPasses, daysOnPasses } from "../timetable-change.server.ts";
import { readClosures } from "../timetable-records.server.ts";
import type { CLOSURE_ACTIONS } from "./session-actions.ts";
import { listSessions, reopenedVisibilityText, visibilityText } from "./timetable-pages.server.ts";

const PAST_CLOSURE_DAYS = 60;

/**
 * Closed days, merged by note. `past`: days that could still be added to passes. Passes are shown only to people who
 * can extend them.
 */
export async function readClosuresPage(services: Services, role: Role) {
  const today = dateInNairobi(services.now());
  const yesterday = addDays(today, -1);
  const past = closureSpans(await readClosures(services.db, addDays(today, -PAST_CLOSURE_DAYS), yesterday));
  const closures = closureSpans(await listClosures(services));
  const onPasses = await daysOnPasses(services, role, [...past, ...closures]);
  const viewOf = ({ from, to, note }: (typeof past)[number], index: number) => ({
    ...{ from, to, note, text: daysText({ from, to }), passes: passesView({ from, to }, onPasses?.[index]) },
    days: from === to ? [] : datesBetween(from, to).map((date) => ({ date, text: shortDate(date) })),
  });
  return {
    past: past.map(viewOf).filter((_, index) => (onPasses?.[index]?.longer ?? 0) > 0),
    closures: closures.map((closure, index) => viewOf(closure, past.length + index)),
  };
}

function passesView({ from, to }: DateRange, passes: DaysOnPasses | undefined) {
  if (passes === undefined) return undefined;
  const { isAdded, longer } = passes;
  return {
    isAdded,
    label: `Add ${from === to ? "this day" : "these days"} to active passes`,
    count: `${longer === 0 ? "No pass is" : plural(longer, "pass is", "passes are")} extended.`,
  };
}

/** "Saturday 28 November", or "Thu 24 Dec to Sat 26 Dec". */
function daysText({ from, to }: DateRange): string {
  return from === to ? dayAndDate(from) : `${shortDate(from)} to ${shortDate(to)}`;
}

const DONE = {
  closed: "closed.",
  "closed-added": "closed, and added to active passes.",
  added: "added to active passes.",
  opened: "reopened.",
  "opened-taken-back": "reopened, and removed from passes.",
  "opened-asked": "reopened. Passes keep what was added until the owner decides on it, on Today.",
} as const;

type Done = keyof typeof DONE;

const OPENED = { none: "opened", "taken-back": "opened-taken-back", asked: "opened-asked" } as const;

export function readDoneNotice(query: URLSearchParams, today: string) {
  const [done = "", from = "", to = ""] = query.get("done")?.split(" ") ?? [];
  if (!Object.hasOwn(DONE, done) || !isCalendarDate(from) || !isCalendarDate(to)) return null;
  const range = { from, to };
  const visibility = done.startsWith("closed")
    ? visibilityText(range, today)
    : done.startsWith("opened")
      ? reopenedVisibilityText(range, today)
      : "";
  return { days: daysText({ from, to }), what: DONE[done as Done], visibility, range };
}

type Outcome = { code: "done"; what: Done; range: DateRange } | Refusal<keyof typeof CLOSURE_PROBLEMS>;

type CloseValues = SentValues<typeof CLOSURE_ACTIONS.close>;

/** The days of a form; a single day when the last day is empty. */
function rangeOf({ from, to }: Pick<CloseValues, "from" | "to">): DateRange {
  return { from, to: to === "" ? from : to };
}

/** Previews a closure: the cancelled sessions, the people who booked them, and the passes to extend. */
export async function previewClosure({ services, member }: Found, values: CloseValues) {
  const range = rangeOf(values);
  const problem = checkClosing({ at: services.now() }, range);
  if (problem !== undefined) return { problem: problemRow(problem) } satisfies Preview;
  const [onPasses] = (await daysOnPasses(services, member.role, [range])) ?? [];
  const { sessions, effects } = await closureEffects(
    services,
    range,
    await sessionsAffectedByClosure(services, range.from, range.to),
  );
  return {
    effects,
    seen: etagOf([effects, sessions]),
    submit: `Close ${daysText(range)}`,
    sessions,
    passes: passesView(range, onPasses),
  } satisfies Preview & Record<string, unknown>;
}

async function closureEffects(services: Services, range: DateRange, affected: readonly ClassSession[]) {
  const { sessions, booked } = await listSessions(services, affected);
  const count = sessions.length;
  const classes = count === 0 ? "no class is affected." : `${plural(count, "class is", "classes are")} cancelled.`;
  const effects: Effect[] = [{ text: `${daysText(range)}: ${classes}` }];
  if (booked !== null) {
    effects.push({
      text: `${booked} Everybody with an account gets an email with the note, and all of them go on the call list.`,
    });
  }
  return { sessions, effects };
}

export async function close(
  { services, member }: Found,
  { note, addToPasses, seen, ...values }: CloseValues,
): Promise<Outcome> {
  const range = rangeOf(values);
  const isAddedToPasses = addToPasses === "on";
  if (isAddedToPasses && !(await canAdd(services, member))) return { code: "adding-not-allowed" };
  const isSeen = async (affected: readonly ClassSession[], db: Db) => {
    const { sessions, effects } = await closureEffects({ ...services, db }, range, affected);
    return seen === etagOf([effects, sessions]);
  };
  const outcome = await closeDays(services, { ...range, note, isAddedToPasses, isSeen }, member);
  if (outcome.code === "done" || outcome.code === "same") {
    return { code: "done", what: isAddedToPasses ? "closed-added" : "closed", range };
  }
  return outcome.code === "effects-changed" ? outcome : { code: "explained", problem: problemRow(outcome) };
}

export async function addToPasses({ services, member }: Found, { days }: { days: string }): Promise<Outcome> {
  if (!(await canAdd(services, member))) return { code: "adding-not-allowed" };
  const range = daysIn(days);
  const { code } = await addClosedDaysToPasses(services, range, member);
  return code === "done" ? { code, what: "added", range } : { code };
}

async function canAdd(services: Services, { role }: StaffMember): Promise<boolean> {
  return (await daysOnPasses(services, role, [])) !== undefined;
}

export async function open({ services, member }: Found, { days }: { days: string }): Promise<Outcome> {
  const range = daysIn(days);
  const canTakeBack = can(member.role, "publish", "members");
  const outcome = await openDays(services, { ...range, canTakeBack }, member);
  if (outcome.code === "same") return { code: "done", what: "opened", range };
  if (outcome.code === "done") return { code: "done", what: OPENED[outcome.passes], range };
  return { code: "explained", problem: { ...problemRow(outcome), field: "form" } };
}

function daysIn(days: string): DateRange {
  const [from = "", to = from] = days.split(" ");
  return { from, to };
}

function problemRow(outcome: ClosureRefusal) {
  const problem = (field: string, sentence: string) => ({ field, status: 422, sentence }) as const;
  switch (outcome.code) {
    case "too-many-days":
      return problem("to", `You can close at most ${outcome.max} days at once.`);
    case "too-far":
      return problem("to", `That is more than a year ahead. Choose days up to ${longDate(outcome.last)}.`);
    case "already-closed": {
      const days = outcome.closures.map(({ date, note, by }) => `${shortDate(date)} (${note} ${by})`).join(", ");
      return problem(
        "form",
        `Some of these days are already closed: ${days}. Reopen them first, or choose other days.`,
      );
    }
    default:
      return { ...CLOSURE_PROBLEMS[outcome.code], sentence: messageFor(outcome, CLOSURE_PROBLEMS) };
  }
}
