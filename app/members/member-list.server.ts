/** The list of people who train: by state, by who ends this week, and by what somebody types. */
import type { ExpressionBuilder } from "kysely";
import { searchTerms } from "../forms/person-words.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { calendarDay } from "../time/days.ts";
import { isDoorNumber } from "./door-number.ts";
import { isChildOn, type Member } from "./members.server.ts";
import { dateOf, type Pass, passesOf } from "./pass-rows.server.ts";
import { endsWithin, GRACE_DAYS, overOn, type PersonState, personStateOn, stateOn } from "./passes.ts";

/** People of one page of the list. */
export const MEMBERS_SHOWN = 50;

/** How many people a search compares. */
const MOST_COMPARED = 60;

/** What the list can be narrowed down to. `ending` and `over` are those of a week. */
export const MEMBER_FILTERS = ["all", "running", "ending", "grace", "frozen", "over", "ended", "never"] as const;

export type MemberFilter = (typeof MEMBER_FILTERS)[number];

/** Somebody in a list. */
export type ListedMember = {
  id: string;
  name: string;
  phone: string;
  email: string;
  isChild: boolean;
  state: PersonState;
  /** The pass that says so; undefined: none was ever given. */
  pass?: Pass;
  /** Nothing is behind that pass. */
  isLast: boolean;
};

/** How many people a filter has; undefined of those that have too many to be counted on each page. */
export type MemberCounts = Partial<Record<MemberFilter, number>>;

/** A week from today on, and the one before today, as the lists of endings have them. */
export function endingWeeks(today: number): { ending: readonly [number, number]; over: readonly [number, number] } {
  return { ending: [today, today + 6], over: [today - 7, today - 1] };
}

/** The pass that says the state of somebody: of those in it the one that lasts longest. */
export function passOfState(passes: readonly Pass[], state: PersonState, today: number): Pass | undefined {
  return passes
    .filter((one) => one.end !== "void" && stateOn(one, today) === state)
    .toSorted((one, other) => other.lastDay - one.lastDay)[0];
}

/** Somebody with the word that counts on a day. */
export function listed(member: Member, passes: readonly Pass[], today: number): ListedMember {
  const { id, name, phone, email } = member;
  const state = personStateOn(passes, today);
  const pass = passOfState(passes, state, today);
  const isLast = pass !== undefined && endsWithin(passes, pass, [today, overOn(pass)]);
  return { id, name, phone, email, isChild: isChildOn(member, dateOf(today)), state, isLast, ...(pass && { pass }) };
}

/** The people of a filter, by name; those of a week by their last day. @param page from 0 */
export async function listMembers(
  { db, now }: Services,
  filter: MemberFilter,
  page: number,
): Promise<{ members: ListedMember[]; counts: MemberCounts; hasMore: boolean }> {
  const today = calendarDay(now());
  const current = await currentStates(db, today);
  const counts = Object.fromEntries(Object.entries(current.of).map(([name, ids]) => [name, ids.length]));
  const ids = current.of[filter as keyof typeof current.of];
  const offset = page * MEMBERS_SHOWN;
  const rows =
    ids !== undefined
      ? await membersOf(db, isWeek(filter) ? ids.slice(offset, offset + MEMBERS_SHOWN + 1) : ids, {
          offset: isWeek(filter) ? 0 : offset,
          order: isWeek(filter) ? ids : undefined,
        })
      : await others(db, filter, current.all, offset);
  const shown = rows.slice(0, MEMBERS_SHOWN);
  const passes = await passesOf(
    db,
    shown.map(({ id }) => id),
  );
  return {
    members: shown.map((member) => listed(member, passes.get(member.id) ?? [], today)),
    counts,
    hasMore: rows.length > MEMBERS_SHOWN,
  };
}

function isWeek(filter: MemberFilter): boolean {
  return filter === "ending" || filter === "over";
}

/**
 * The states of all who have a pass that runs, is to come, is in its grace, or has ended in the last week: so few that they are read
 * whole. Everybody else has ended, or never had one.
 */
async function currentStates(db: Db, today: number) {
  // A week back, and the grace behind it: by the index of the last day on which a pass lets its person in.
  const since = dateOf(today - 7 - GRACE_DAYS);
  const rows = await db
    .selectFrom("pass_days")
    .innerJoin("members", "members.id", "pass_days.member_id")
    .select("member_id")
    .where("grace_day", ">=", since)
    .where("erased_at", "is", null)
    .execute();
  const passes = await passesOf(db, [...new Set(rows.map(({ member_id: id }) => id))]);
  const weeks = endingWeeks(today);
  const of: Record<"running" | "frozen" | "grace", string[]> & Record<"ending" | "over", string[]> = {
    running: [],
    frozen: [],
    grace: [],
    ending: [],
    over: [],
  };
  const all = new Set<string>();
  const lastDays = new Map<string, number>();
  for (const [id, own] of passes) {
    const state = personStateOn(own, today);
    if (state === "running" || state === "frozen" || state === "grace") of[state].push(id);
    if (state !== "ended" && state !== "never") all.add(id);
    for (const week of ["ending", "over"] as const) {
      const pass = own.find((one) => endsWithin(own, one, weeks[week]));
      if (pass === undefined) continue;
      of[week].push(id);
      lastDays.set(`${week} ${id}`, overOn(pass));
    }
  }
  for (const week of ["ending", "over"] as const) {
    of[week].sort((one, other) => (lastDays.get(`${week} ${one}`) ?? 0) - (lastDays.get(`${week} ${other}`) ?? 0));
  }
  return { of, all };
}

/** Whether somebody was given a pass that was not taken back. */
function hasPass({ exists, selectFrom }: ExpressionBuilder<Tables, "members">) {
  return exists(
    selectFrom("pass_days")
      .select("pass_id")
      .whereRef("pass_days.member_id", "=", "members.id")
      .where(({ or, eb }) => or([eb("end_kind", "is", null), eb("end_kind", "<>", "void")])),
  );
}

/** Some people by name, or in an order that is given. */
async function membersOf(
  db: Db,
  ids: readonly string[],
  { offset, order }: { offset: number; order: readonly string[] | undefined },
): Promise<Member[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("members")
    .selectAll()
    .where("id", "in", ids)
    .where("erased_at", "is", null)
    .orderBy("plain_name")
    .orderBy("id")
    .offset(offset)
    .limit(MEMBERS_SHOWN + 1)
    .execute();
  return order === undefined ? rows : rows.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

/** Everybody, those whose passes have all ended, or those who never had one; by name. */
async function others(db: Db, filter: MemberFilter, current: ReadonlySet<string>, offset: number): Promise<Member[]> {
  return db
    .selectFrom("members")
    .selectAll()
    .where("erased_at", "is", null)
    .$if(filter === "never", (query) => query.where((member) => member.not(hasPass(member))))
    .$if(filter === "ended", (query) => query.where(hasPass).where("id", "not in", [...current, ""]))
    .orderBy("plain_name")
    .orderBy("id")
    .offset(offset)
    .limit(MEMBERS_SHOWN + 1)
    .execute();
}

/** Nothing sorts after it. */
const LAST = "\u{10FFFF}";

/**
 * The people who have all that was typed: parts of a name or number, the door number, beginnings of the words of an address; by name.
 * @returns also whether there are more than are shown
 */
export async function searchMembers(
  { db, now }: Services,
  typed: string,
  { shown }: { shown: number },
): Promise<{ members: ListedMember[]; hasMore: boolean }> {
  const terms = searchTerms(typed);
  const door = typed.replaceAll(/\s/g, "");
  const byDoor = isDoorNumber(door)
    ? await db
        .selectFrom("door_numbers")
        .select("member_id")
        .where("number", "=", door)
        .where("ended_at", "is", null)
        .execute()
    : [];
  const ids = new Set([...byDoor.map(({ member_id: id }) => id), ...(await idsWith(db, terms))]);
  const rows = await membersOf(db, [...ids], { offset: 0, order: undefined });
  const passes = await passesOf(
    db,
    rows.slice(0, shown).map(({ id }) => id),
  );
  const today = calendarDay(now());
  const members = rows.slice(0, shown).map((member) => listed(member, passes.get(member.id) ?? [], today));
  return { members, hasMore: ids.size > members.length };
}

/** The ids of those with all the terms, beginning with the longest, which the fewest have. */
async function idsWith(db: Db, terms: readonly string[]): Promise<string[]> {
  const [first, ...others] = terms.toSorted((one, other) => other.length - one.length);
  if (first === undefined) return [];
  let query = db
    .selectFrom("member_words")
    .select("member_id")
    .distinct()
    .where("word", ">=", first)
    .where("word", "<", `${first}${LAST}`)
    .limit(MOST_COMPARED);
  for (const term of others) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("member_words as other")
          .select("other.word")
          .whereRef("other.member_id", "=", "member_words.member_id")
          .where("other.word", ">=", term)
          .where("other.word", "<", `${term}${LAST}`),
      ),
    );
  }
  return (await query.execute()).map(({ member_id: id }) => id);
}
