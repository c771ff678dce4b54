/** The list of members: by state, by passes that end within a week, and by search terms. */

import type { ExpressionBuilder } from "kysely";
import { findByDoorNumber } from "../people/door-numbers.server.ts";
import type { Person } from "../people/people.server.ts";
import { isChildOn } from "../people/person.ts";
import { findByWords } from "../people/person-index.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { calendarDay, dateOfDay } from "../time/days.ts";
import { isDayPassRow, type Pass, passesOf, readPassDays } from "./pass-rows.server.ts";
import {
  endsWithin,
  expiresOn,
  GRACE_DAYS,
  isMemberOn,
  isPeriod,
  type MemberState,
  type PassDays,
  personStateOn,
  SOON_DAYS,
  stateOn,
} from "./passes.ts";

export const MEMBERS_SHOWN = 50;

export const MEMBER_FILTERS = ["all", "running", "new", "ending", "grace", "frozen", "over", "ended", "never"] as const;

export type MemberFilter = (typeof MEMBER_FILTERS)[number];

export type MemberListItem = {
  id: string;
  name: string;
  phone: string;
  email: string;
  isChild: boolean;
  state: MemberState;
  pass?: Pass;
  isLast: boolean;
  /** The last day of the passes that follow. */
  paidTo?: number;
};

/** The days of the filters `ending`, the coming week, and `over`, the past week. */
export function endingWeeks(today: number): { ending: readonly [number, number]; over: readonly [number, number] } {
  return { ending: [today, today + SOON_DAYS], over: [today - 7, today - 1] };
}

/** The pass that decides a person's state: the last to end of their passes in this state. */
export function passOfState(passes: readonly Pass[], state: MemberState, today: number): Pass | undefined {
  return passes
    .filter((pass) => pass.end !== "void" && stateOn(pass, today) === state)
    .toSorted((a, b) => b.lastDay - a.lastDay)[0];
}

export function listed(member: Person, passes: readonly Pass[], today: number): MemberListItem {
  const { id, name, phone, email } = member;
  const state = personStateOn(passes, today);
  const pass = passOfState(passes, state, today);
  const isLast = pass !== undefined && endsWithin(passes, pass, [today, expiresOn(pass)]);
  const periods = passes.filter((pass) => pass.end === undefined && isPeriod(pass.pass));
  const last = Math.max(...periods.map(({ lastDay }) => lastDay));
  const isChild = isChildOn(member, dateOfDay(today));
  const hasMore = pass !== undefined && isPeriod(pass.pass) && last > pass.lastDay;
  return { id, name, phone, email, isChild, state, isLast, ...(pass && { pass }), ...(hasMore && { paidTo: last }) };
}

/**
 * Lists the members of a filter, by name or last day. @param page from 0 @returns also the counts of the filters that are
 * quick to count
 */
export async function listMembers(
  { db, now }: Services,
  filter: MemberFilter,
  page: number,
): Promise<{ members: MemberListItem[]; counts: Partial<Record<MemberFilter, number>>; hasMore: boolean }> {
  const today = calendarDay(now());
  const people = await currentPeople(db, today);
  const byFilter = peopleOfFilters(people, today);
  const offset = page * MEMBERS_SHOWN;
  const ids = byFilter[filter as keyof typeof byFilter]?.slice(offset, offset + MEMBERS_SHOWN + 1);
  const rows =
    ids === undefined
      ? await byName(db)
          .where(isRecord)
          .$if(filter === "never", (query) => query.where((member) => member.not(hasPass(member))))
          .$if(filter === "ended", (query) =>
            query.where(hasPass).where("id", "not in", [...people.filter(isCurrent).map(({ id }) => id), ""]),
          )
          .offset(offset)
          .limit(MEMBERS_SHOWN + 1)
          .execute()
      : inOrder(
          ids,
          await byName(db)
            .where("id", "in", [...ids, ""])
            .execute(),
        );
  return {
    members: await withPasses(db, rows.slice(0, MEMBERS_SHOWN), today),
    counts: Object.fromEntries(Object.entries(byFilter).map(([name, matches]) => [name, matches.length])),
    hasMore: rows.length > MEMBERS_SHOWN,
  };
}

function byName(db: Db) {
  return db.selectFrom("people").selectAll().where("erased_at", "is", null).orderBy("plain_name").orderBy("id");
}

/** Whether the desk has a record of a person: others have only booked. */
function isRecord({ exists, selectFrom }: ExpressionBuilder<Tables, "people">) {
  return exists(
    selectFrom("door_numbers")
      .select("number")
      .whereRef("door_numbers.person_id", "=", "people.id")
      .where("ended_at", "is", null),
  );
}

function inOrder(ids: readonly string[], members: readonly Person[]): Person[] {
  const known = new Map(members.map((member) => [member.id, member]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

export async function membersById({ db, now }: Services, ids: readonly string[]): Promise<MemberListItem[]> {
  const rows = await byName(db)
    .where("id", "in", [...ids, ""])
    .execute();
  return withPasses(db, inOrder(ids, rows), calendarDay(now()));
}

async function withPasses(db: Db, members: readonly Person[], today: number): Promise<MemberListItem[]> {
  const passes = await passesOf(
    db,
    members.map(({ id }) => id),
    { openOn: dateOfDay(today) },
  );
  return members.map((member) => listed(member, passes.get(member.id) ?? [], today));
}

type CurrentPerson = { id: string; plainName: string; passes: PassDays[]; state: MemberState };

/** Reads everybody with a current or recent pass: few enough to read at once. */
async function currentPeople(db: Db, today: number): Promise<CurrentPerson[]> {
  // A week and a grace period ago; `grace_day` has an index.
  const since = dateOfDay(today - 7 - GRACE_DAYS);
  const rows = await db
    .selectFrom("pass_days")
    .innerJoin("people", "people.id", "pass_days.person_id")
    .selectAll("pass_days")
    .select(["people.plain_name", isDayPassRow.as("is_day_pass")])
    .where("grace_day", ">=", since)
    .where("people.erased_at", "is", null)
    .execute();
  return [...Map.groupBy(rows, ({ person_id: id }) => id)]
    .map(([id, own]) => {
      // The filters only distinguish day passes: reading what was sold would take most of the page's time.
      const passes = own.map(({ is_day_pass: isDayPass, ...row }) =>
        readPassDays({ ...row, days: isDayPass ? 1 : 30, visits: null, grace_days: 0 }),
      );
      return { id, plainName: own[0]?.plain_name ?? "", passes, state: personStateOn(passes, today) };
    })
    .toSorted((a, b) => (a.plainName < b.plainName ? -1 : a.plainName > b.plainName ? 1 : 0));
}

function isCurrent({ state }: CurrentPerson): boolean {
  return state !== "ended" && state !== "never";
}

function peopleOfFilters(people: readonly CurrentPerson[], today: number) {
  const weeks = endingWeeks(today);
  const inState = (state: MemberState) => people.filter((person) => person.state === state).map(({ id }) => id);
  const inWeek = (week: readonly [number, number]) =>
    people
      .flatMap(({ id, passes }) => {
        const pass = passes.find((pass) => endsWithin(passes, pass, week));
        return pass === undefined ? [] : { id, lastDay: expiresOn(pass) };
      })
      .toSorted((a, b) => a.lastDay - b.lastDay)
      .map(({ id }) => id);
  return {
    running: inState("running"),
    new: people.filter(({ passes }) => isMemberOn(passes, today) && !isMemberOn(passes, today - 7)).map(({ id }) => id),
    ending: inWeek(weeks.ending),
    grace: inState("grace"),
    frozen: inState("frozen"),
    over: inWeek(weeks.over),
  };
}

function hasPass({ exists, selectFrom }: ExpressionBuilder<Tables, "people">) {
  return exists(
    selectFrom("pass_days")
      .select("pass_id")
      .whereRef("pass_days.person_id", "=", "people.id")
      .where(({ or, eb }) => or([eb("end_kind", "is", null), eb("end_kind", "<>", "void")])),
  );
}

/** Finds members who match all terms, or a door number, by name. */
export async function searchMembers(
  services: Services,
  typed: string,
  { shown }: { shown: number },
): Promise<{ members: MemberListItem[]; hasMore: boolean }> {
  const { db } = services;
  const holder = await findByDoorNumber(db, typed);
  const match = await findByWords(db, typed, { limit: shown + 1, isByName: true });
  const ids = holder === undefined ? match : [holder.id, ...match.filter((id) => id !== holder.id)];
  return { members: await membersById(services, ids.slice(0, shown)), hasMore: ids.length > shown };
}
