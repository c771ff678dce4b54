/** The page that gives closed days back: which there are, what giving them back does, and what was given before. */
import { href } from "react-router";
import { sentenceFor } from "../../forms/messages.ts";
import type { Services } from "../../platform/services.ts";
import { calendarDay, dayNumber } from "../../time/days.ts";
import { closuresToGive, type GivenPass, listGivenDays, previewGivenDays } from "../given-days.server.ts";
import { dayText } from "./member-words.server.ts";
import { MEMBER_MESSAGES } from "./messages.ts";

/** How many people are named. */
const NAMED = 3;

/** The reason where the timetable has none. */
const CLOSED = "Closed";

export type GivenDaysPage = Awaited<ReturnType<typeof readGivenDaysPage>>;

/** @param query the days that are to be counted */
export async function readGivenDaysPage(services: Services, query: URLSearchParams) {
  const today = calendarDay(services.now());
  const firstDay = query.get("firstDay") ?? "";
  // One day needs one field.
  const lastDay = query.get("lastDay") || firstDay;
  const text = (from: string, to: string) =>
    [...new Set([from, to])].map((date) => dayText(dayNumber(date), today)).join(" to ");
  const count = query.get("firstDay") === null ? undefined : await countOf(services, { firstDay, lastDay }, today);
  const closed = (await closuresToGive(services)).map(({ firstDay: from, lastDay: to, note }) => ({
    note: note === "" ? CLOSED : note,
    text: text(from, to),
    to: givenDaysPath(from, to),
    isShown: from === firstDay && to === lastDay,
  }));
  return {
    firstDay,
    lastDay,
    reason: closed.find(({ isShown }) => isShown)?.note ?? "",
    days: count === undefined || "problem" in count ? "" : text(firstDay, lastDay),
    closed,
    count,
    before: (await listGivenDays(services.db)).map(({ id, firstDay: from, lastDay: to, reason, ...given }) => ({
      ...{ id, text: `${text(from, to)}, ${reason}` },
      ...{ passes: given.passes, by: given.by, isTakenBack: given.isTakenBack },
    })),
  };
}

/** The address at which the page says what it does to give some days back. */
export function givenDaysPath(firstDay: string, lastDay: string): string {
  return `${href("/staff/members/days")}?${new URLSearchParams({ firstDay, lastDay })}`;
}

async function countOf(services: Services, range: { firstDay: string; lastDay: string }, today: number) {
  const preview = await previewGivenDays(services, range);
  if ("code" in preview) {
    return {
      problem:
        preview.code === "given-before" && preview.day !== undefined
          ? `${dayText(dayNumber(preview.day), today)} was given back already.`
          : sentenceFor(preview, MEMBER_MESSAGES),
    };
  }
  const { longer, moved, seen } = preview;
  const groups = [...Map.groupBy(longer, ({ days }) => days)]
    .map(([days, passes]) => ({ days, passes: passes.length }))
    .toSorted((one, other) => other.days - one.days);
  const revived = longer.filter(({ before, after }) => dayNumber(before) < today && today <= dayNumber(after));
  const examples = examplesOf(longer, revived);
  const names = await namesOf(services, [...revived.slice(0, NAMED), ...examples]);
  const nameOf = ({ memberId }: GivenPass) => names.get(memberId) ?? "";
  const others = revived.length - NAMED;
  return {
    seen,
    longer: longer.length,
    groups,
    most: groups[0]?.days ?? 0,
    moved: moved.length,
    revived: {
      count: revived.length,
      names: `${revived.slice(0, NAMED).map(nameOf).join(", ")}${others > 0 ? ` and ${others} more` : ""}`,
    },
    examples: examples.map((pass) => ({
      id: pass.passId,
      name: nameOf(pass),
      from: dayText(dayNumber(pass.before), today),
      to: dayText(dayNumber(pass.after), today),
    })),
  };
}

/** Passes of different people, by which the count can be judged: one that runs again first, and those with different days. */
function examplesOf(longer: readonly GivenPass[], revived: readonly GivenPass[]): GivenPass[] {
  const unlike = [...new Map(longer.map((pass) => [pass.days, pass])).values()];
  const examples = new Map<string, GivenPass>();
  for (const pass of [...revived.slice(0, 1), ...unlike, ...longer.slice(0, 3 * NAMED)]) {
    if (examples.size < NAMED && !examples.has(pass.memberId)) examples.set(pass.memberId, pass);
  }
  return [...examples.values()];
}

async function namesOf({ db }: Services, passes: readonly GivenPass[]): Promise<Map<string, string>> {
  if (passes.length === 0) return new Map();
  const ids = passes.map(({ memberId }) => memberId);
  const people = await db.selectFrom("members").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(people.map(({ id, name }) => [id, name === "" ? "A deleted record" : name]));
}
