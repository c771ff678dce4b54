/**
 * Runs an import: one transaction that adds people and passes. Matching is computed again under its lock. The people's
 * search words follow in the background: there are about forty rows per person.
 */
import { randomInt, randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { DOOR_NUMBER_COUNT, doorNumber } from "../../people/door-numbers.server.ts";
import { type Person, personRow, touchPerson } from "../../people/people.server.ts";
import { type Actor, nextId, recordActivity } from "../../platform/activity.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Db, Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { inChunks } from "../../platform/worker.server.ts";
import { calendarDay } from "../../time/days.ts";
import { listPlans, type OfferedPlan, passRow } from "../give-pass.server.ts";
import {
  computeRows,
  type PassRow,
  passesOf,
  readGivenDays,
  recomputePassDays,
  upsertDays,
} from "../pass-rows.server.ts";
import { isPeriod, latestOpenPeriod } from "../passes.ts";
import { IMPORTED } from "../plans.ts";
import { changeImport, readKnownPeople, seenOf } from "./imports.server.ts";
import { isClear, type JudgedRow, type Judgement, soldLength } from "./judge.ts";
import { matchKey, PeopleIndex } from "./match.ts";
import type { SourceRow } from "./read-rows.ts";

/** Ids of the rows that an import added, for undoing it. */
export type Made = { people: string[]; passes: string[]; notes: string[] };

type RunOutcome = { code: "done" | "same" | "import-changed" | "import-empty" };

/** Imports the clear rows of a list. The others are kept, for download. @param seen the page's etag */
export async function runImport(services: Services, actor: Actor, id: string, seen: string) {
  const outcome = await changeImport<RunOutcome>(services, id, async (change, stored) => {
    const { transaction, at } = change;
    if (stored.imported_at !== null) return { code: "same" };
    const isCurrent = seenOf(stored, { today: calendarDay(at) }) === seen;
    if (stored.judgement === null || !isCurrent) return { code: "import-changed" };
    const judgement: Judgement = JSON.parse(stored.judgement);
    const clear = judgement.rows.filter(isClear);
    if (clear.length === 0) return { code: "import-empty" };
    const plans = new Map((await listPlans({ ...services, db: transaction })).map((plan) => [plan.slug, plan]));
    const rows = matchAgain(clear, new PeopleIndex(await readKnownPeople(transaction)), plans);
    const made = { ...(await addPeople(change, actor, rows)), passes: await addPasses(change, actor, rows) };
    const imported = new Set(rows.map(({ row }) => row.line));
    const remaining = remainingRows(judgement, imported);
    const lines = new Set(remaining.map(({ line }) => line));
    const source = (JSON.parse(stored.source) as SourceRow[]).filter(({ line }) => lines.has(line));
    // Without values of columns: an erasure deletes rows only.
    const columns = judgement.columns.map((column) => ({ ...column, values: [] }));
    await transaction
      .updateTable("imports")
      .set({
        source: JSON.stringify(source),
        judgement: JSON.stringify({ ...judgement, columns, questions: [], rows: remaining }),
        ...{ imported_at: at.toISOString(), imported_by: actor.name, made: JSON.stringify(made) },
      })
      .where("id", "=", id)
      .execute();
    await recordActivity(transaction, at, actor, {
      ...{ action: "list-brought-in", type: "member-list", slug: id },
      details: { people: made.people.length, passes: made.passes.length },
    });
    return { code: "done" };
  });
  if (outcome.code === "done") services.events.emit("peopleImported");
  return outcome;
}

/** A row that is imported: its person, who may be added by an earlier row, and the plan of its pass. */
type ImportRow = { row: JudgedRow; personId: string; plan: OfferedPlan | undefined };

function matchAgain(clear: JudgedRow[], records: PeopleIndex, plans: ReadonlyMap<string, OfferedPlan>): ImportRow[] {
  const added = new Map<string, string>();
  return clear.flatMap((row) => {
    const match = records.match(row);
    const plan = plans.get(row.pass?.planSlug ?? "");
    const personId = row.verdict === "new" ? randomUUID() : (match.same?.id ?? added.get(row.person ?? ""));
    const isSame = matchKey(match) === row.match && (row.pass === undefined || plan !== undefined);
    if (personId === undefined || !isSame) return [];
    added.set(String(row.line), personId);
    return [{ row, personId, plan }];
  });
}

/** The rows that are not imported, including rows whose match has changed. */
function remainingRows({ rows }: Judgement, imported: ReadonlySet<number>): JudgedRow[] {
  return rows
    .filter((row) => (isClear(row) ? !imported.has(row.line) : row.verdict !== "here"))
    .map((row) => ({
      ...{ ...row, people: [] },
      ...(isClear(row) && { verdict: "review", reasons: [{ code: "record-changed", text: "" }] }),
    }));
}

async function addPeople(change: Change, actor: Actor, rows: readonly ImportRow[]): Promise<Omit<Made, "passes">> {
  const { transaction, at } = change;
  const added = rows.filter(({ row }) => row.verdict === "new");
  const people = added.map(({ row: { name, phones, mail }, personId: id }) =>
    personRow(change, actor, { id, name, phone: phones[0] ?? "", email: mail }),
  );
  const notes = added.flatMap(({ row, personId }) =>
    row.notes
      .filter(({ code }) => code === "phone-more")
      .map(({ text }) => ({
        ...{ id: nextId(), person_id: personId, text: `Phone in the list: ${text}` },
        ...{ at: at.toISOString(), by_id: actor.id, by: actor.name },
      })),
  );
  await insertAll(transaction, "people", people);
  await insertAll(transaction, "door_numbers", await newDoorNumbers(change, people));
  await insertAll(transaction, "person_notes", notes);
  return { people: people.map(({ id }) => id), notes: notes.map(({ id }) => id) };
}

/** Draws door numbers that nobody has ever had. */
async function newDoorNumbers({ transaction, at }: Change, people: readonly Pick<Person, "id">[]) {
  const rows = await transaction.selectFrom("door_numbers").select("number").execute();
  const taken = new Set(rows.map(({ number }) => number));
  if (taken.size + people.length > DOOR_NUMBER_COUNT) throw new Error("There are no door numbers left");
  return people.map(({ id }) => {
    let number = doorNumber(randomInt(DOOR_NUMBER_COUNT));
    while (taken.has(number)) number = doorNumber(randomInt(DOOR_NUMBER_COUNT));
    taken.add(number);
    return { number, person_id: id, given_at: at.toISOString(), ended_at: null };
  });
}

/** Adds the passes. A period begins after the person's open period, if any. */
async function addPasses(change: Change, actor: Actor, rows: readonly ImportRow[]): Promise<string[]> {
  const { transaction } = change;
  const today = calendarDay(change.at);
  const closedDays = await readGivenDays(transaction);
  const newcomers = new Set(rows.filter(({ row }) => row.verdict === "new").map(({ personId }) => personId));
  const recorded = rows.map(({ personId }) => personId).filter((id) => !newcomers.has(id));
  const lastOf = new Map<string, { id: string; lastDay: number }>();
  for (const [personId, passes] of await passesOf(transaction, recorded)) {
    const last = latestOpenPeriod(passes, today);
    if (last !== undefined) lastOf.set(personId, { id: last.row.id, lastDay: last.lastDay });
  }
  const passes = rows.flatMap(({ row: { pass }, personId, plan }): PassRow[] => {
    if (pass === undefined || plan === undefined) return [];
    const id = randomUUID();
    const sold = soldLength(plan, today);
    const before = isPeriod(sold) ? lastOf.get(personId) : undefined;
    const firstDay = before === undefined ? pass.firstDay : before.lastDay + 1;
    if (isPeriod(sold)) lastOf.set(personId, { id, lastDay: pass.lastDay });
    // A pass that would end on a closed day ends on the next open day, like a pass sold here.
    const closed = [...closedDays].filter((day) => day >= firstDay && day < pass.lastDay).length;
    const placing = {
      begins: before === undefined ? { day: firstDay } : { behind: before.id },
      days: Math.max(pass.lastDay - firstDay + 1 - closed, 1),
    };
    const offer = { ...plan, terms: { ...plan.terms, visits: pass.visits } };
    const given = { id, offer, placing, paidHow: IMPORTED, paidNote: "" } as const;
    return [{ ...passRow(change, actor, { id: personId }, given), grace_days: sold.graceDays }];
  });
  await insertAll(transaction, "passes", passes);
  const ofNewcomers = passes.filter(({ person_id: id }) => newcomers.has(id));
  await upsertDays(transaction, computeRows(ofNewcomers, [], closedDays));
  for (const id of new Set(recorded)) {
    await recomputePassDays(change, id);
    await touchPerson(change, { id });
  }
  return passes.map(({ id }) => id);
}

/** Values per statement: fewer would be slower, and more would make others wait. */
const VALUES_AT_ONCE = 6000;

async function insertAll<Table extends keyof Tables>(db: Db, table: Table, rows: readonly Insertable<Tables[Table]>[]) {
  const size = Math.floor(VALUES_AT_ONCE / Object.keys(rows[0] ?? [0]).length);
  for (const chunk of inChunks(rows, size)) {
    // Kysely can't follow the type of a table that is only named here.
    await db
      .insertInto(table)
      .values(chunk as never)
      .execute();
  }
}
