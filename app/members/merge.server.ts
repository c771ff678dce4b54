/**
 * Two records of one person made one, and taken apart again. Everything of the second record goes to the first: rows of its passes,
 * bookings and notes change hands, and its number for the door ends. Its own row of `members` stays, out of all lists, and keeps what
 * the first one does not say: where the second one's word is to stay, the two rows exchange it. So nothing is lost, and taking them
 * apart is the same once more, the other way.
 */
import { type Selectable, sql } from "kysely";
import { changeBookings } from "../bookings/booking-change.server.ts";
import { factsHash } from "../forms/form-id.server.ts";
import { type Actor, nextId } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { formerRecords } from "./former-records.server.ts";
import { isChildOn } from "./member.ts";
import {
  findDoorNumber,
  findMember,
  indexMember,
  logOfMember,
  type Member,
  marketingConsent,
} from "./members.server.ts";
import { refreshDays } from "./pass-rows.server.ts";

/** The tables whose rows belong to a record by their `member_id`, with their keys. */
const MOVED = {
  passes: "id",
  pass_acts: "id",
  pass_days: "pass_id",
  member_notes: "id",
  member_consents: "id",
  door_numbers: "number",
  bookings: "id",
} as const;

type MovedTable = keyof typeof MOVED;

/** What changes hands: rows by their tables, children whose guardian the person is, and records that were made one with it before. */
type Moved = Record<MovedTable | "children" | "records", string[]> & {
  /** The number for the door that has ended by it, and the consent that was written. */
  door: string | null;
  consent: string | null;
};

/** Columns that go from one row to the other together. */
const COLUMNS = {
  name: ["name", "plain_name"],
  phone: ["phone"],
  email: ["email"],
  bornOn: ["born_on", "is_child"],
  guardian: ["guardian_id"],
  heardOf: ["heard_of"],
  enquiry: ["enquiry_id"],
  account: ["user_id", "joined_at"],
  waiting: ["account_deleted_at"],
  mails: ["mails"],
  made: ["made_at", "made_by_id", "made_by"],
} as const satisfies Record<string, readonly (keyof Member)[]>;

type Columns = keyof typeof COLUMNS;

/** What two records may say differently. The owner chooses which of both stays; where one says nothing the other one's does. */
export const SAID = ["name", "phone", "email", "bornOn", "guardian", "heardOf"] as const satisfies readonly Columns[];

export type Said = (typeof SAID)[number];

/** What is written as the way of a consent that was taken back because the other record had none. */
const CONSENT_OF_MERGE = "two records made one";

/** Why two records can't be made one. */
export type MergeProblem =
  | "same-record"
  | "both-accounts"
  /** One of the two is the guardian of the other. */
  | "guardian-of-other"
  /** One is a child and the other grown up. */
  | "child-and-adult";

export function mergeProblem(first: Member, second: Member, today: string): MergeProblem | undefined {
  if (first.id === second.id) return "same-record";
  if (first.user_id !== null && second.user_id !== null) return "both-accounts";
  if (first.guardian_id === second.id || second.guardian_id === first.id) return "guardian-of-other";
  return isChildOn(first, today) === isChildOn(second, today) ? undefined : "child-and-adult";
}

function saysNothing(value: unknown): boolean {
  return value === null || value === "";
}

/** What both say, and each says differently. */
export function differences(first: Member, second: Member, today: string): Said[] {
  return SAID.filter((said) => {
    if (said === "guardian" && !isChildOn(first, today)) return false;
    const [one, other] = [first[COLUMNS[said][0]], second[COLUMNS[said][0]]];
    return one !== other && !saysNothing(one) && !saysNothing(other);
  });
}

/** The columns that the two rows exchange, so that the first one says what stays. @param chosen of what differs, that of the second */
function exchangedBy(first: Member, second: Member, chosen: ReadonlySet<string>, today: string): Columns[] {
  const different = differences(first, second, today);
  const isTaken = (name: Columns) => {
    if (name === "made") return second.made_at < first.made_at;
    // The stricter of both: who wants no mails in one of them gets none.
    if (name === "mails") return first.mails === 1 && second.mails === 0;
    // A record that is still in use is not deleted with the account of its double.
    if (name === "waiting") return first.account_deleted_at !== null && second.account_deleted_at === null;
    if (name === "guardian" && !isChildOn(second, today)) return false;
    const [column] = COLUMNS[name];
    return saysNothing(first[column]) && !saysNothing(second[column]);
  };
  const isChosen = (name: Columns) => different.some((said) => said === name) && chosen.has(name);
  return (Object.keys(COLUMNS) as Columns[]).filter((name) => isTaken(name) || isChosen(name));
}

function columnsOf(row: Member, names: readonly Columns[]): Partial<Member> {
  return Object.fromEntries(names.flatMap((name) => COLUMNS[name].map((column) => [column, row[column]])));
}

/** Whether offers may be sent once two records are one: the stricter of both, so that both have to have said yes. */
export async function isOfferAllowed(db: Db, first: Member, second: Member): Promise<boolean> {
  const [one, other] = [await marketingConsent(db, first.id), await marketingConsent(db, second.id)];
  return (one?.isGiven ?? false) && (other?.isGiven ?? false);
}

/**
 * What a page shows of two records, as a hash: the press finds another one when something has been added or changed since, in either of
 * them, or when it is another day.
 */
export async function seenOfBoth(db: Db, first: Member, second: Member, today: string): Promise<string> {
  const of = async (member: Member) => [
    member.id,
    member.version,
    await factsOf(db, member),
    member.mails,
    await keysOf(db, "bookings", member.id),
  ];
  return factsHash([today, await of(first), await of(second)]);
}

/** Columns whose change is no reason for two records to stay one: mails are their person's alone, and keeping a record adds nothing. */
const NO_FACTS: readonly Columns[] = ["mails", "waiting"];
const COLUMNS_OF_FACTS = (Object.keys(COLUMNS) as Columns[]).filter((name) => !NO_FACTS.includes(name));

/** All that belongs to a record, as a hash, but for its bookings, which go with time. */
async function factsOf(db: Db, member: Member): Promise<string> {
  const { id } = member;
  const former = (await formerRecords(db, id)).map((one) => one.id);
  const tables = (Object.keys(MOVED) as MovedTable[]).filter((table) => table !== "bookings" && table !== "pass_days");
  const keys: string[][] = [];
  for (const table of tables) keys.push(await keysOf(db, table, id));
  // Stored hashes counted freeze requests too, a table that is gone.
  keys.push([]);
  const invitations = await db
    .selectFrom("member_invitations")
    .select("token_hash")
    .where("member_id", "in", [id, ...former])
    .orderBy("token_hash")
    .execute();
  return factsHash([
    columnsOf(member, COLUMNS_OF_FACTS),
    ...[keys, await childrenIds(db, id), former],
    [await findDoorNumber(db, id), invitations.map(({ token_hash: hash }) => hash)],
  ]);
}

async function keysOf(db: Db, table: MovedTable, memberId: string): Promise<string[]> {
  const key = sql.ref<string>(MOVED[table]);
  const rows = await db.selectFrom(table).select(key.as("key")).where("member_id", "=", memberId).execute();
  return rows.map((row) => row.key).toSorted();
}

async function childrenIds(db: Db, guardianId: string): Promise<string[]> {
  const rows = await db.selectFrom("members").select("id").where("guardian_id", "=", guardianId).execute();
  return rows.map(({ id }) => id).toSorted();
}

/** `same`: they were one before, as after a double click. `conflict`: the page was older than one of the records. */
export type MergeOutcome = { code: "done" | "same" | "unknown" | "conflict" | "busy" | MergeProblem };

/**
 * Makes two records one: the first stays.
 * @param form.withId the second
 * @param form.seen of what the page showed of both
 * @param form.chosen what of the second stays where both say something
 */
export async function mergeRecords(
  services: Services,
  actor: Actor,
  id: string,
  form: { withId: string; seen: string; chosen: ReadonlySet<string> },
): Promise<MergeOutcome> {
  return changeBookings(services, async (change): Promise<MergeOutcome> => {
    const { transaction, at } = change;
    await change.lock("members");
    const before = await findMerge(transaction, form.withId);
    if (before?.into_id === id) return { code: "same" };
    const first = await findMember(transaction, id);
    const second = await findMember(transaction, form.withId);
    if (first === undefined || first.erased_at !== null) return { code: "unknown" };
    if (second === undefined || second.erased_at !== null) return { code: "unknown" };
    const today = dateInNairobi(at);
    const problem = mergeProblem(first, second, today);
    if (problem !== undefined) return { code: problem };
    if ((await seenOfBoth(transaction, first, second, today)) !== form.seen) return { code: "conflict" };
    const isAllowed = await isOfferAllowed(transaction, first, second);
    const moved = await moveAll(change, second.id, first.id);
    if (!isAllowed) moved.consent = await refuseOffers(change, actor, first.id);
    const exchanged = exchangedBy(first, second, form.chosen, today);
    await exchange(change, first, second, exchanged, at.toISOString());
    await refreshDays(change, first.id);
    const merged = await findMember(transaction, first.id);
    if (merged === undefined) throw new Error("The record is gone in the transaction that has changed it");
    await transaction
      .insertInto("member_merges")
      .values({
        member_id: second.id,
        into_id: first.id,
        exchanged: JSON.stringify(exchanged),
        moved: JSON.stringify(moved),
        facts: "",
        ticket: change.ticket(),
        ...{ at: at.toISOString(), by_id: actor.id, by: actor.name },
      })
      .execute();
    const facts = await factsOf(transaction, merged);
    await transaction.updateTable("member_merges").set({ facts }).where("member_id", "=", second.id).execute();
    await transaction.deleteFrom("member_words").where("member_id", "=", second.id).execute();
    await indexMember(transaction, merged);
    await logOfMember(change, actor, "records-merged", first);
    return { code: "done" };
  });
}

/** Gives all that belongs to a record to another one. */
async function moveAll({ transaction, at }: Change, from: string, to: string): Promise<Moved> {
  const door = (await findDoorNumber(transaction, from)) ?? null;
  // Of one person one number has not ended.
  await setDoorEnd(transaction, door, at.toISOString());
  const rows: Partial<Record<MovedTable, string[]>> = {};
  for (const table of Object.keys(MOVED) as MovedTable[]) {
    const keys = await keysOf(transaction, table, from);
    await giveRows(transaction, table, keys, to);
    rows[table] = keys;
  }
  const children = await childrenIds(transaction, from);
  await setGuardian(transaction, children, to);
  const records = (await formerRecords(transaction, from)).map(({ id }) => id);
  await lead(transaction, records, to);
  return { ...(rows as Record<MovedTable, string[]>), children, records, door, consent: null };
}

async function giveRows(db: Db, table: MovedTable, keys: readonly string[], to: string): Promise<void> {
  const key = sql.ref<string>(MOVED[table]);
  if (keys.length > 0) await db.updateTable(table).set({ member_id: to }).where(key, "in", keys).execute();
}

async function setDoorEnd(db: Db, number: string | null, at: string | null): Promise<void> {
  if (number !== null)
    await db.updateTable("door_numbers").set({ ended_at: at }).where("number", "=", number).execute();
}

/** Also has pages of the children that are open elsewhere notice it. */
async function setGuardian(db: Db, children: readonly string[], guardianId: string): Promise<void> {
  await db
    .updateTable("members")
    .set(({ eb }) => ({ guardian_id: guardianId, version: eb("version", "+", 1) }))
    .where("id", "in", [...children, ""])
    .execute();
}

async function lead(db: Db, records: readonly string[], to: string): Promise<void> {
  await db
    .updateTable("member_merges")
    .set({ into_id: to })
    .where("member_id", "in", [...records, ""])
    .execute();
}

/** Writes down that no offer is to be sent, where the last word of two records is a yes. @returns the id of what was written */
async function refuseOffers({ transaction, at }: Change, actor: Actor, memberId: string): Promise<string | null> {
  if (!(await marketingConsent(transaction, memberId))?.isGiven) return null;
  const id = nextId();
  await transaction
    .insertInto("member_consents")
    .values({
      ...{ id, member_id: memberId, at: at.toISOString(), by_id: actor.id, by: actor.name },
      ...{ is_given: 0, how: CONSENT_OF_MERGE },
    })
    .execute();
  return id;
}

/** Exchanges columns of two rows. @param goneAt when the second one was made one with the first; null: it is there again */
async function exchange(
  { transaction }: Change,
  first: Member,
  second: Member,
  names: readonly Columns[],
  goneAt: string | null,
): Promise<void> {
  // Higher than any page of either shows: none of them passes for one of the other's.
  const version = Math.max(first.version, second.version) + 1;
  // No two rows have one account, in between neither.
  await transaction.updateTable("members").set({ user_id: null }).where("id", "in", [first.id, second.id]).execute();
  const write = (row: Member, other: Member, erasedAt: string | null) =>
    transaction
      .updateTable("members")
      .set({ user_id: row.user_id, ...columnsOf(other, names), version, erased_at: erasedAt })
      .where("id", "=", row.id)
      .execute();
  await write(first, second, null);
  await write(second, first, goneAt);
}

type Merge = Selectable<Tables["member_merges"]>;

async function findMerge(db: Db, secondId: string): Promise<Merge | undefined> {
  return db.selectFrom("member_merges").selectAll().where("member_id", "=", secondId).executeTakeFirst();
}

/** The last record that was made one with somebody's: those before it are taken apart after it. */
export async function lastMerge(db: Db, id: string): Promise<Merge | undefined> {
  return db
    .selectFrom("member_merges")
    .selectAll()
    .where("into_id", "=", id)
    .orderBy("ticket", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Whether two records can be taken apart: nothing was added to the one that they are since, and nothing in it changed. */
export async function mayTakeApart(db: Db, { member_id, into_id, facts, ticket }: Merge): Promise<boolean> {
  const [first, second] = [await findMember(db, into_id), await findMember(db, member_id)];
  if (first === undefined || second === undefined || (await factsOf(db, first)) !== facts) return false;
  const booked = await db
    .selectFrom("bookings")
    .select("id")
    .where("member_id", "=", into_id)
    .where("ticket", ">", ticket)
    .limit(1)
    .executeTakeFirst();
  if (booked !== undefined) return false;
  // The one that they would have again may be gone.
  const guardians = [first, second].flatMap(({ guardian_id: id }) => id ?? []);
  for (const id of guardians) if ((await findMember(db, id))?.erased_at !== null) return false;
  return true;
}

/** `changed-since`: something was added since they were made one. */
export type ApartOutcome = { code: "done" | "same" | "unknown" | "conflict" | "busy" | "changed-since" };

/**
 * Takes two records apart that were made one: each has what it had, and mails the stricter of both.
 * @param form.version of the record that the page showed
 */
export async function takeApart(
  services: Services,
  actor: Actor,
  id: string,
  form: { secondId: string; version: number },
): Promise<ApartOutcome> {
  return changeBookings(services, async (change): Promise<ApartOutcome> => {
    const { transaction } = change;
    await change.lock("members");
    const merge = await lastMerge(transaction, id);
    const first = await findMember(transaction, id);
    const second = await findMember(transaction, form.secondId);
    if (first === undefined || second === undefined || first.erased_at !== null) return { code: "unknown" };
    if (second.erased_at === null) return { code: "same" };
    if (merge?.member_id !== second.id || !(await mayTakeApart(transaction, merge))) return { code: "changed-since" };
    if (first.version !== form.version) return { code: "conflict" };
    const moved: Moved = JSON.parse(merge.moved);
    if (moved.consent !== null)
      await transaction.deleteFrom("member_consents").where("id", "=", moved.consent).execute();
    for (const table of Object.keys(MOVED) as MovedTable[]) {
      await giveRows(transaction, table, moved[table], second.id);
    }
    await setDoorEnd(transaction, moved.door, null);
    await setGuardian(transaction, moved.children, second.id);
    await lead(transaction, moved.records, second.id);
    await transaction.deleteFrom("member_merges").where("member_id", "=", second.id).execute();
    await exchange(change, first, second, JSON.parse(merge.exchanged), null);
    // Whoever has switched them off since may be either: the stricter of both.
    const mails = Math.min(first.mails, second.mails);
    await transaction.updateTable("members").set({ mails }).where("id", "in", [first.id, second.id]).execute();
    for (const one of [first, second]) {
      await refreshDays(change, one.id);
      const row = await findMember(transaction, one.id);
      if (row !== undefined) await indexMember(transaction, row);
    }
    await logOfMember(change, actor, "records-parted", first);
    return { code: "done" };
  });
}
