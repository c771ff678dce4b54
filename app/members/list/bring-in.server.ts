/** Bringing a list in: the rehearsal, which says what each row would do now, and the transaction that does it. */

import { randomInt, randomUUID } from "node:crypto";
import { listEntries } from "../../cms/entries.server.ts";
import { planType } from "../../content-types/pricing.ts";
import { etagOf } from "../../forms/form-id.server.ts";
import { DOOR_NUMBERS, doorNumber } from "../../people/door-number.ts";
import type { Person } from "../../people/people.server.ts";
import { nameWords } from "../../people/person-name.ts";
import { indexWords, WORDS_VERSION } from "../../people/person-words.ts";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Db, Services } from "../../platform/services.ts";
import { plainText } from "../../platform/text.ts";
import type { Change } from "../../platform/transact.server.ts";
import { calendarDay } from "../../time/days.ts";
import { moneyText } from "../../time/money.ts";
import { lastDayOf } from "../pass-calendar.ts";
import {
  computeRows,
  dateOfDay,
  type Pass,
  type PassRow,
  passesOf,
  ROWS_AT_ONCE,
  readGivenDays,
  recomputePassDays,
  upsertDays,
} from "../pass-rows.server.ts";
import { graceOf, isPeriod, latestOpenPeriod } from "../passes.ts";
import { IMPORTED, type PlanTerms, termsOf } from "../plans.ts";
import {
  type HerePerson,
  type JudgedList,
  type JudgedRow,
  judgeList,
  type ListedPlan,
  type ListFacts,
  type ListSettings,
  nameOfCells,
  type RowPass,
} from "./judge-list.ts";
import { readListPhone } from "./list-values.ts";
import { changeList, type MemberList, rowsOfList, type StoredRow } from "./lists.server.ts";

/** Ids or words of one query. */
const KEYS_AT_ONCE = 500;

/** A plan as a pass of a list is brought in under it. */
type ListPlan = ListedPlan & { terms: PlanTerms; priceKes: number; days: number };

/** What would become of a list now. `seen` stands in the form: where another hash follows by then, nothing is brought in. */
export type Rehearsal = JudgedList & {
  list: MemberList;
  stored: StoredRow[];
  plans: ListPlan[];
  people: HerePerson[];
  today: number;
  seen: string;
};

/** Rehearses a list. */
export async function rehearseList(services: Services, list: MemberList): Promise<Rehearsal> {
  return rehearse(services, services.db, list, services.now());
}

async function rehearse(services: Services, db: Db, list: MemberList, at: Date): Promise<Rehearsal> {
  const today = calendarDay(at);
  const stored = await rowsOfList(db, list.id);
  const plans = (await listEntries({ ...services, db }, planType)).map((plan): ListPlan => {
    const terms = termsOf(plan);
    const days = lastDayOf(today, terms.length) - today + 1;
    const { slug, name, price: priceKes } = plan;
    const length = { days, visits: terms.visits, graceDays: graceOf(days) };
    return {
      slug,
      name,
      terms,
      priceKes,
      days,
      visits: terms.visits,
      isPack: terms.visits !== null,
      isPeriod: isPeriod(length),
    };
  });
  const waiting = stored.filter(({ isDone }) => !isDone);
  const people = await peopleLike(db, waiting, list.settings, today);
  const facts: ListFacts = { people, plans, today };
  const judged = judgeList(stored, list.settings, facts);
  const shown = judged.rows.map(({ line, verdict, values, personId, pass, reasons }) => [
    ...[line, verdict, values, personId, pass],
    reasons.map(({ code }) => code),
  ]);
  return { ...judged, list, stored, plans, people, today, seen: etagOf([today, plans, shown]) };
}

/** The people here with the numbers or names of some rows, found by what they are indexed by. */
async function peopleLike(
  db: Db,
  rows: readonly StoredRow[],
  { columns }: ListSettings,
  today: number,
): Promise<HerePerson[]> {
  const words = new Set<string>();
  const chosen = new Set<string>();
  for (const { cells, decision } of rows) {
    const typed = decision?.do === "bring" ? [decision.phone] : [];
    const phones = [...cells, ...typed].flatMap((cell) => {
      const read = readListPhone(cell);
      return "phone" in read ? read.phone : [];
    });
    for (const phone of phones) words.add(numberWord(phone));
    // Without a number the name alone tells who it may be.
    const name = decision?.do === "bring" ? decision.name : nameOfCells(cells, columns);
    const isWithout = decision?.do === "bring" ? decision.phone === "" : phones.length === 0;
    if (isWithout) words.add(longestWord(name));
    if (decision?.do === "bring" && decision.who !== "new" && !decision.who.startsWith("line:")) {
      chosen.add(decision.who);
    }
  }
  words.delete("");
  const members = new Map<string, Person>();
  const add = (found: readonly Person[]) => {
    for (const member of found) members.set(member.id, member);
  };
  const open = () => db.selectFrom("people").selectAll("people").where("erased_at", "is", null);
  for (const some of chunks(words, KEYS_AT_ONCE)) {
    const ids = db.selectFrom("person_words").select("person_id").where("word", "in", some);
    add(await open().where("id", "in", ids).execute());
  }
  for (const some of chunks(chosen, KEYS_AT_ONCE)) add(await open().where("id", "in", some).execute());
  const people: HerePerson[] = [];
  for (const some of chunks(members.values(), KEYS_AT_ONCE)) {
    const ids = some.map(({ id }) => id);
    const passes = await passesOf(db, ids);
    const former = await db.selectFrom("former_phones").selectAll().where("person_id", "in", ids).execute();
    const formerOf = Map.groupBy(former, ({ person_id: id }) => id);
    people.push(
      ...some.map((member) => ({
        ...herePerson(member, passes.get(member.id) ?? [], today),
        ...(formerOf.has(member.id) && {
          former: formerOf.get(member.id)?.map(({ phone }) => ({ name: member.name, phone })) ?? [],
        }),
      })),
    );
  }
  // In one order always: the first who is like a row stands on the page.
  return people.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The longest word of a name: the one that likely the fewest others have. People are indexed by each word of their names. */
function longestWord(name: string): string {
  return nameWords(name).toSorted((one, other) => other.length - one.length)[0] ?? "";
}

/** The word by which a number is indexed as a whole. */
function numberWord(phone: string): string {
  return phone.replaceAll(/\D/g, "");
}

function* chunks<One>(all: Iterable<One>, size: number): Generator<One[]> {
  const some = [...all];
  for (let start = 0; start < some.length; start += size) yield some.slice(start, start + size);
}

function herePerson({ id, name, phone }: Person, passes: readonly Pass[], today: number): HerePerson {
  const standing = passes.filter(({ end }) => end !== "void");
  const soldTo = ({ row, firstDay }: Pass) => firstDay + row.days - 1;
  return {
    ...{ id, name, phone },
    // As they are, and as they were sold: closed days that were given back since are no other last day.
    lastDays: standing.flatMap((pass) => [pass.lastDay, soldTo(pass)]),
    periodTo: latestOpenPeriod(standing, today)?.lastDay,
  };
}

export type BringInOutcome =
  | { code: "brought" | "same"; people: number }
  /** The page was older than what is so now. */
  | { code: "list-changed" }
  | { code: "nothing-new" | "list-gone" };

/**
 * Brings the new rows of a list in, and those that were decided on, all in one transaction; the others wait in the list.
 * @param seen of the rehearsal that the page showed
 */
export async function bringListIn(
  services: Services,
  actor: Actor,
  listId: string,
  seen: string,
): Promise<BringInOutcome> {
  return changeList<BringInOutcome>(services, listId, async (change, list) => {
    if (list.brought_seen === seen) return { code: "same", people: 0 };
    const rehearsal = await rehearse(services, change.transaction, list, change.at);
    if (rehearsal.seen !== seen) return { code: "list-changed" };
    const rows = rehearsal.rows.filter(({ verdict }) => verdict === "new");
    if (rows.length === 0) return { code: "nothing-new" };
    const brought = await writeRows(change, actor, rehearsal, rows);
    const ofLine = new Map(brought.map(({ line, personId }) => [line, personId]));
    const here = rehearsal.rows.flatMap(({ verdict, personId, sameAsLine, line, cells }) => {
      const id = personId ?? ofLine.get(sameAsLine ?? 0);
      return verdict === "here" && id !== undefined ? [{ line, cells, outcome: "here", personId: id }] : [];
    });
    await storeOutcomes(change, listId, [...brought, ...here]);
    await change.transaction
      .updateTable("member_lists")
      .set({ brought_at: change.at.toISOString(), brought_by: actor.name, brought_seen: seen })
      .where("id", "=", listId)
      .execute();
    const people = brought.filter(({ outcome }) => outcome === "person").length;
    await recordActivity(change.transaction, change.at, actor, {
      ...{ action: "list-brought-in", type: "member-list", slug: listId },
      details: { people, passes: brought.filter(({ passId }) => passId !== undefined).length },
    });
    return { code: "brought", people };
  });
}

type Outcome = Pick<JudgedRow, "line" | "cells"> & {
  outcome: string;
  personId: string;
  passId?: string | undefined;
  recordHash?: string;
};

/** Writes the people and passes of some rows. */
async function writeRows(
  change: Change,
  actor: Actor,
  { plans, today }: Rehearsal,
  rows: readonly JudgedRow[],
): Promise<Outcome[]> {
  const { transaction, at } = change;
  const closedDays = await readGivenDays(transaction);
  const people = rows.filter(({ personId }) => personId === undefined).map((row) => ({ row, id: randomUUID() }));
  const members = people.map(({ row: { values }, id }) => memberRow(id, values, actor, at));
  await insertRows(members, (some) => transaction.insertInto("people").values(some).execute());
  const words = members.flatMap((member) => indexWords(member).map((word) => ({ word, person_id: member.id })));
  await insertRows(words, (some) => transaction.insertInto("person_words").values(some).execute(), WORDS_AT_ONCE);
  await giveDoorNumbers(change, members);

  const planOf = (slug: string) => plans.find((plan) => plan.slug === slug);
  const idOf = new Map(people.map(({ row, id }) => [row.line, id]));
  const known = await passesOf(
    transaction,
    rows.flatMap(({ personId }) => personId ?? []),
  );
  const passes = rows.flatMap((row) => {
    const plan = planOf(row.pass?.planSlug ?? "");
    if (row.pass === undefined || plan === undefined) return [];
    const before = plan.isPeriod ? latestOpenPeriod(known.get(row.personId ?? "") ?? [], today) : undefined;
    const personId = row.personId ?? idOf.get(row.line) ?? "";
    const place = { firstDay: before === undefined ? today : before.lastDay + 1, behindId: before?.row.id ?? null };
    return [
      {
        line: row.line,
        pass: passRow(personId, plan, row.pass, { ...place, price: row.values.price, closedDays, actor, at }),
      },
    ];
  });
  const passRows = passes.map(({ pass }) => pass);
  await insertRows(passRows, (some) => transaction.insertInto("passes").values(some).execute());
  const ofNew = passRows.filter(({ person_id: id }) => !known.has(id));
  await upsertDays(transaction, computeRows(ofNew, [], closedDays));
  for (const id of known.keys()) {
    await recomputePassDays(change, id);
    await transaction
      .updateTable("people")
      .set(({ eb }) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
  }
  const passOf = new Map(passes.map(({ line, pass }) => [line, pass.id]));
  const hashOf = new Map(members.map((member) => [member.id, recordHash(member)]));
  return rows.map(({ line, cells, personId }): Outcome => {
    const id = personId ?? idOf.get(line) ?? "";
    const hash = hashOf.get(id);
    return {
      ...{ line, cells, personId: id, outcome: personId === undefined ? "person" : "pass", passId: passOf.get(line) },
      ...(hash !== undefined && { recordHash: hash }),
    };
  });
}

/** A statement of words has two values for each. */
const WORDS_AT_ONCE = 1000;

async function insertRows<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
  size = ROWS_AT_ONCE,
): Promise<void> {
  for (const some of chunks(rows, size)) await insert(some);
}

function memberRow(id: string, { name, phone, email }: JudgedRow["values"], actor: Actor, at: Date): Person {
  return {
    ...{ id, name, plain_name: plainText(name), phone, email, is_child: 0, born_on: null, guardian_id: null },
    ...{ heard_of: "", enquiry_id: null, user_id: null, joined_at: null, account_deleted_at: null, erased_at: null },
    version: 1,
    ...{ mails: 1, mails_key: null, reminders: 1, unsubscribe_key: null, words_version: WORDS_VERSION },
    ...{ made_at: at.toISOString(), made_by_id: actor.id, made_by: actor.name },
  };
}

/**
 * A hash of a record that a list has made: whoever corrects, joins, merges or deletes it changes it. Its version is none of it, as closed
 * days that are given back to everybody raise that and use nobody, nor the key of the link in a mail of the site.
 */
export function recordHash(person: Person): string {
  const { version: _1, mails_key: _2, reminders: _3, unsubscribe_key: _4, words_version: _5, ...record } = person;
  const said = Object.entries(record).filter(([, value]) => value !== null);
  return etagOf(said.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

type PassFacts = {
  firstDay: number;
  behindId: string | null;
  price: number | null;
  closedDays: ReadonlySet<number>;
  actor: Actor;
  at: Date;
};

/**
 * A pass of a list: it runs to the day that the list says, whatever closed days lie before it. Of one that is over its last day is all
 * that is known.
 */
function passRow(personId: string, plan: ListPlan, { lastDay, visits }: RowPass, facts: PassFacts): PassRow {
  const { behindId, price, closedDays, actor, at } = facts;
  let firstDay = Math.min(facts.firstDay, lastDay);
  // A closed day that was given back is no day of a pass.
  if (lastDay < facts.firstDay) while (closedDays.has(firstDay)) firstDay -= 1;
  let days = 0;
  for (let day = firstDay; day <= lastDay; day += 1) if (!closedDays.has(day)) days += 1;
  return {
    ...{ id: randomUUID(), person_id: personId, plan_slug: plan.slug, plan_name: plan.name },
    ...{ terms: JSON.stringify({ ...plan.terms, visits }), price_kes: plan.priceKes, days: Math.max(days, 1), visits },
    // Of the plan: what is left of a month is still a month.
    ...{
      grace_days: graceOf(plan.days),
      first_day: behindId === null ? dateOfDay(firstDay) : null,
      behind_id: behindId,
    },
    ...{ paid_how: IMPORTED, paid_note: price === null ? "" : `${moneyText(price)} in the list` },
    ...{ given_at: at.toISOString(), given_by_id: actor.id, given_by: actor.name },
  };
}

/** Gives each of some people who are new a door number: one that nobody ever had. */
async function giveDoorNumbers({ transaction, at }: Change, members: readonly Pick<Person, "id">[]): Promise<void> {
  const given: Tables["door_numbers"][] = [];
  const taken = new Set<string>();
  while (given.length < members.length) {
    const drawn = new Set<string>();
    if (taken.size + KEYS_AT_ONCE > DOOR_NUMBERS) throw new Error("There are no door numbers left");
    while (drawn.size < KEYS_AT_ONCE) {
      const number = doorNumber(randomInt(DOOR_NUMBERS));
      if (!taken.has(number)) drawn.add(number);
    }
    const numbers = [...drawn];
    const had = await transaction.selectFrom("door_numbers").select("number").where("number", "in", numbers).execute();
    const used = new Set(had.map(({ number }) => number));
    for (const number of numbers) {
      taken.add(number);
      const member = members[given.length];
      if (member === undefined || used.has(number)) continue;
      given.push({ number, person_id: member.id, given_at: at.toISOString(), ended_at: null });
    }
  }
  await insertRows(given, (some) => transaction.insertInto("door_numbers").values(some).execute());
}

async function storeOutcomes({ transaction }: Change, listId: string, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ line, cells, outcome, personId, passId, recordHash: hash }) => ({
    ...{ list_id: listId, line, cells: JSON.stringify(cells), decision: null, outcome },
    ...{ person_id: personId, pass_id: passId ?? null, record_hash: hash ?? null },
  }));
  await insertRows(rows, (some) =>
    transaction
      .insertInto("member_list_rows")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["list_id", "line"]).doUpdateSet(({ ref }) => ({
          outcome: ref("excluded.outcome"),
          person_id: ref("excluded.person_id"),
          pass_id: ref("excluded.pass_id"),
          record_hash: ref("excluded.record_hash"),
        })),
      )
      .execute(),
  );
}
