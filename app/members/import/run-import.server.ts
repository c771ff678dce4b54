/** Runs an import: one transaction that adds people and passes. Matching is computed again under its lock. */
import { randomInt, randomUUID } from "node:crypto";
import { DOOR_NUMBERS, doorNumber } from "../../people/door-number.ts";
import { type Person, touchPerson } from "../../people/people.server.ts";
import { indexWords, WORDS_VERSION } from "../../people/person-words.ts";
import { type Actor, nextId, recordActivity } from "../../platform/activity.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { plainText } from "../../platform/text.ts";
import type { Change } from "../../platform/transact.server.ts";
import { calendarDay } from "../../time/days.ts";
import { lastDayOf } from "../pass-calendar.ts";
import { computeRows, dateOfDay, passesOf, readGivenDays, recomputePassDays, upsertDays } from "../pass-rows.server.ts";
import { graceOf, isPeriod, latestOpenPeriod } from "../passes.ts";
import { IMPORTED } from "../plans.ts";
import { changeImport, readKnownPeople, readPlans, seenOf } from "./imports.server.ts";
import type { JudgedRow, Judgement } from "./judge.ts";
import { matchKey, PeopleIndex } from "./match.ts";
import type { SourceRow } from "./read-rows.ts";

/** Ids of the rows that an import has added, for undoing it. */
export type Made = { people: string[]; passes: string[]; notes: string[] };

type Plan = Awaited<ReturnType<typeof readPlans>>[number];

/** Imports the clear rows of a list. The others stay, to be downloaded. @param seen of the page */
export async function runImport(
  services: Services,
  actor: Actor,
  id: string,
  seen: string,
): Promise<{ code: "done" | "same" | "import-gone" | "import-changed" | "import-empty" }> {
  return changeImport(services, id, async (change, stored) => {
    if (stored.imported_at !== null) return { code: "same" };
    const judgement: Judgement | null = stored.judgement === null ? null : JSON.parse(stored.judgement);
    const isSeen =
      judgement !== null && judgement.today === calendarDay(change.at) && seenOf(stored, judgement) === seen;
    if (!isSeen) return { code: "import-changed" };
    const plans = new Map((await readPlans(services, change.transaction)).map((plan) => [plan.slug, plan]));
    const index = new PeopleIndex(await readKnownPeople(change.transaction));
    const waiting = judgement.rows.filter(({ verdict, pass }) => verdict === "new" || (verdict === "here" && pass));
    if (waiting.length === 0) return { code: "import-empty" };
    const importer = new Importer(change, actor, plans);
    const changed = new Set<number>();
    for (const row of waiting) {
      const hasPlan = row.pass === undefined || plans.has(row.pass.planSlug);
      const isSame = matchKey(index.match({ name: row.name, phones: row.phones, mail: row.mail })) === row.match;
      if (!isSame || !hasPlan || !importer.add(row)) changed.add(row.line);
    }
    const made = await importer.write();
    const left = judgement.rows.filter(({ line, verdict }) => !["new", "here"].includes(verdict) || changed.has(line));
    const rows = left.map(
      (row): JudgedRow => ({
        ...row,
        people: [],
        ...(changed.has(row.line) && { verdict: "review", reasons: [{ code: "record-changed", text: "" }] }),
      }),
    );
    // An erasure deletes rows, and would not find the values of columns.
    const columns = judgement.columns.map((column) => ({ ...column, values: [] }));
    const lines = new Set(rows.map(({ line }) => line));
    const source = (JSON.parse(stored.source) as SourceRow[]).filter(({ line }) => lines.has(line));
    await change.transaction
      .updateTable("imports")
      .set({
        ...{
          source: JSON.stringify(source),
          judgement: JSON.stringify({ ...judgement, columns, questions: [], rows }),
        },
        ...{ imported_at: change.at.toISOString(), imported_by: actor.name, made: JSON.stringify(made) },
      })
      .where("id", "=", id)
      .execute();
    await recordActivity(change.transaction, change.at, actor, {
      ...{ action: "list-brought-in", type: "member-list", slug: id },
      details: { people: made.people.length, passes: made.passes.length },
    });
    return { code: "done" };
  });
}

/** Collects the rows of one import, and writes them together. */
class Importer {
  readonly #change: Change;
  readonly #actor: Actor;
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #rows: { row: JudgedRow; personId: string }[] = [];
  /** Ids of new people, by the line of their row. */
  readonly #added = new Map<string, string>();

  constructor(change: Change, actor: Actor, plans: ReadonlyMap<string, Plan>) {
    this.#change = change;
    this.#actor = actor;
    this.#plans = plans;
  }

  /** @returns false where the row is about the person of an earlier row that is not imported */
  add(row: JudgedRow): boolean {
    const isNew = row.verdict === "new";
    const personId = isNew ? randomUUID() : recordOf(row, this.#added);
    if (personId === undefined) return false;
    if (isNew) this.#added.set(String(row.line), personId);
    this.#rows.push({ row, personId });
    return true;
  }

  async write(): Promise<Made> {
    const { transaction } = this.#change;
    const added = this.#rows.filter(({ row }) => row.verdict === "new");
    // In the order of their index, words are written in half the time.
    const people = added
      .map(({ row, personId }) => this.#personRow(row, personId))
      .toSorted((person, next) => (person.id < next.id ? -1 : 1));
    await insertAll(people, (some) => transaction.insertInto("people").values(some).execute());
    const searchRows = people.flatMap((person) =>
      indexWords(person).map((part) => ({ word: part, person_id: person.id })),
    );
    await insertAll(searchRows, (some) => transaction.insertInto("person_words").values(some).execute());
    const numbers = await this.#doorNumbers(people);
    await insertAll(numbers, (some) => transaction.insertInto("door_numbers").values(some).execute());
    const notes = added.flatMap(({ row, personId }) => this.#noteRow(row, personId));
    await insertAll(notes, (some) => transaction.insertInto("person_notes").values(some).execute());
    const passes = await this.#writePasses();
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    return { people: idsOf(people), passes, notes: idsOf(notes) };
  }

  #personRow({ name, phones, mail }: JudgedRow, id: string): Person {
    const { id: made_by_id, name: made_by } = this.#actor;
    return {
      ...{ id, name, plain_name: plainText(name), phone: phones[0] ?? "", email: mail, is_child: 0, born_on: null },
      ...{
        guardian_id: null,
        heard_of: "",
        enquiry_id: null,
        user_id: null,
        joined_at: null,
        account_deleted_at: null,
      },
      ...{ erased_at: null, version: 1, mails: 1, mails_key: null, reminders: 1, unsubscribe_key: null },
      ...{ words_version: WORDS_VERSION, made_at: this.#change.at.toISOString(), made_by_id, made_by },
    };
  }

  /** A cell with more than its first number is kept as a note. */
  #noteRow({ notes }: JudgedRow, personId: string): Tables["person_notes"][] {
    const by = { at: this.#change.at.toISOString(), by_id: this.#actor.id, by: this.#actor.name };
    return notes
      .filter(({ code }) => code === "phone")
      .map(({ text }) => ({
        id: nextId(),
        person_id: personId,
        ...by,
        text: `Phone in the list: ${text}`,
        today_until: null,
      }));
  }

  /** Door numbers that nobody has ever had. */
  async #doorNumbers(people: readonly Person[]): Promise<Tables["door_numbers"][]> {
    const rows = await this.#change.transaction.selectFrom("door_numbers").select("number").execute();
    const taken = new Set(rows.map(({ number }) => number));
    if (taken.size + people.length > DOOR_NUMBERS) throw new Error("There are no door numbers left");
    return people.map(({ id }) => {
      let number = doorNumber(randomInt(DOOR_NUMBERS));
      while (taken.has(number)) number = doorNumber(randomInt(DOOR_NUMBERS));
      taken.add(number);
      return { number, person_id: id, given_at: this.#change.at.toISOString(), ended_at: null };
    });
  }

  /** Passes of people with a record begin after their last one. */
  async #writePasses(): Promise<string[]> {
    const { transaction, at } = this.#change;
    const closedDays = await readGivenDays(transaction);
    const newcomers = new Set(this.#added.values());
    const isOfRecord = ({ person_id: id }: { person_id: string }) => !newcomers.has(id);
    const withPass = this.#rows.filter(({ row }) => row.pass !== undefined);
    const ids = withPass.map(({ personId }) => personId).filter((id) => !newcomers.has(id));
    const lastOf = new Map<string, { id: string; lastDay: number }>();
    for (const [personId, passes] of ids.length === 0 ? [] : await passesOf(transaction, ids)) {
      const last = latestOpenPeriod(passes, calendarDay(at));
      if (last !== undefined) lastOf.set(personId, { id: last.row.id, lastDay: last.lastDay });
    }
    const passes = withPass.flatMap(({ row, personId }) => this.#passRow(row, personId, lastOf, closedDays));
    await insertAll(passes, (some) => transaction.insertInto("passes").values(some).execute());
    await upsertDays(
      transaction,
      computeRows(
        passes.filter((pass) => !isOfRecord(pass)),
        [],
        closedDays,
      ),
    );
    for (const id of new Set(passes.filter(isOfRecord).map(({ person_id }) => person_id))) {
      await recomputePassDays(this.#change, id);
      await touchPerson(this.#change, { id });
    }
    return passes.map(({ id }) => id);
  }

  #passRow(
    { pass }: JudgedRow,
    personId: string,
    lastOf: Map<string, { id: string; lastDay: number }>,
    closedDays: ReadonlySet<number>,
  ): Tables["passes"][] {
    const plan = this.#plans.get(pass?.planSlug ?? "");
    if (pass === undefined || plan === undefined) return [];
    const today = calendarDay(this.#change.at);
    const graceDays = graceOf(lastDayOf(today, plan.length) - today + 1);
    const { lastDay, visits } = pass;
    const id = randomUUID();
    const isForPeriod = isPeriod({ days: lastDayOf(today, plan.length) - today + 1, visits: plan.visits, graceDays });
    const before = isForPeriod ? lastOf.get(personId) : undefined;
    let firstDay = before === undefined ? Math.min(pass.firstDay, lastDay) : before.lastDay + 1;
    const runningDays = () =>
      lastDay - firstDay + 1 - [...closedDays].filter((day) => day >= firstDay && day <= lastDay).length;
    // A closed day that was given back is no day of a pass.
    if (before === undefined) while (runningDays() === 0) firstDay -= 1;
    if (runningDays() === 0) return [];
    if (isForPeriod) lastOf.set(personId, { id, lastDay });
    const { id: given_by_id, name: given_by } = this.#actor;
    return [
      {
        ...{ id, person_id: personId, plan_slug: plan.slug, plan_name: plan.name, price_kes: plan.priceKes },
        ...{ terms: JSON.stringify({ ...plan.terms, visits }), days: runningDays(), visits, grace_days: graceDays },
        ...{ first_day: before ? null : dateOfDay(firstDay), behind_id: before?.id ?? null },
        ...{ paid_how: IMPORTED, paid_note: "", given_at: this.#change.at.toISOString(), given_by_id, given_by },
      },
    ];
  }
}

/** The record of a row's person, who may be new with an earlier row. */
function recordOf({ person = "" }: JudgedRow, added: ReadonlyMap<string, string>): string | undefined {
  return /^\d+$/.test(person) ? added.get(person) : person;
}

/** Values of one statement: fewer are slower, and more let others wait. */
const VALUES_AT_ONCE = 6000;

async function insertAll<Row extends object>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  const size = Math.floor(VALUES_AT_ONCE / Object.keys(rows[0] ?? [0]).length);
  for (let start = 0; start < rows.length; start += size) await insert(rows.slice(start, start + size));
}
