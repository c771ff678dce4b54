/**
 * Merges two records of one person permanently. The first stays, with the owner's choice of values; the stricter
 * consent applies.
 */
import { sql } from "kysely";
import { etagOf } from "../forms/read-form.server.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transactUnlessBusy } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { endDoorNumber, findDoorNumber } from "./door-numbers.server.ts";
import { findPerson, keepFormerPhone, logOfPerson, type Person } from "./people.server.ts";
import { isChildOn } from "./person.ts";
import { personMerged } from "./person-hooks.server.ts";
import { indexPerson } from "./person-index.server.ts";
import { insertMarketingConsent, marketingConsent } from "./person-notes.server.ts";

/** The tables whose rows belong to a person by `person_id`. */
const TABLES_OF_PEOPLE = [
  ...(["bookings", "passes", "pass_acts", "pass_days", "person_notes", "person_consents"] as const),
  ...(["person_invitations", "door_numbers", "outbox", "merged_people"] as const),
  ...(["sales", "sale_lines"] as const),
] as const;

/** Tables that the merge page shows: their row counts are part of its etag. */
const TABLES_SHOWN = ["bookings", "passes", "person_notes", "person_consents", "door_numbers"] as const;

const COLUMNS = {
  name: ["name", "plain_name"],
  phone: ["phone"],
  email: ["email"],
  bornOn: ["born_on", "is_child"],
  guardian: ["guardian_id"],
  heardOf: ["heard_of"],
} as const satisfies Record<string, readonly (keyof Person)[]>;

export type MergeField = keyof typeof COLUMNS;

export const MERGE_FIELDS = Object.keys(COLUMNS) as MergeField[];

const CONSENT_OF_MERGE = "two records made one";

/** Why two records can’t be merged. */
export type MergeProblem = "same-record" | "both-accounts" | "guardian-of-other" | "child-and-adult";

export function mergeProblem(first: Person, second: Person, today: string): MergeProblem | undefined {
  if (first.id === second.id) return "same-record";
  if (first.user_id !== null && second.user_id !== null) return "both-accounts";
  if (first.guardian_id === second.id || second.guardian_id === first.id) return "guardian-of-other";
  return isChildOn(first, today) === isChildOn(second, today) ? undefined : "child-and-adult";
}

function isBlank(value: unknown): boolean {
  return value === null || value === "";
}

export function differences(first: Person, second: Person): MergeField[] {
  return MERGE_FIELDS.filter((field) => {
    const [a, b] = [first[COLUMNS[field][0]], second[COLUMNS[field][0]]];
    return a !== b && !isBlank(a) && !isBlank(b);
  });
}

/** Columns taken from the second record. @param chosen differing fields to take */
function columnsTaken(first: Person, second: Person, chosen: ReadonlySet<string>): Partial<Person> {
  const different = differences(first, second);
  const isTaken = (field: MergeField) =>
    different.includes(field)
      ? chosen.has(field)
      : isBlank(first[COLUMNS[field][0]]) && !isBlank(second[COLUMNS[field][0]]);
  return Object.fromEntries(
    MERGE_FIELDS.filter(isTaken).flatMap((field) => COLUMNS[field].map((column) => [column, second[column]])),
  );
}

/** Whether offers may be sent to the merged person: both must have agreed. */
export async function isOfferAllowed(db: Db, first: Person, second: Person): Promise<boolean> {
  const [a, b] = [await marketingConsent(db, first.id), await marketingConsent(db, second.id)];
  return (a?.isGiven ?? false) && (b?.isGiven ?? false);
}

export async function mergeEtag(db: Db, first: Person, second: Person, today: string): Promise<string> {
  const facts = async ({ id, version, mails }: Person) => [id, version, mails, await countRows(db, id)];
  return etagOf([today, await facts(first), await facts(second)]);
}

/** Counts a person's rows in each shown table, and the children whose guardian they are. */
async function countRows(db: Db, id: string): Promise<number[]> {
  const count = sql<number | string>`count(*)`.as("count");
  const queries = [
    ...TABLES_SHOWN.map((table) => db.selectFrom(table).select(count).where("person_id", "=", id)),
    db.selectFrom("people").select(count).where("guardian_id", "=", id),
  ];
  const counts: number[] = [];
  // PostgreSQL returns a count as a string.
  for (const query of queries) counts.push(Number((await query.executeTakeFirstOrThrow()).count));
  return counts;
}

/** `same`: they are already merged, for example after a double click. `conflict`: the form was stale. */
export type MergeOutcome = { code: "done" | "same" | "unknown" | "conflict" | "busy" | MergeProblem };

/**
 * Merges two people; the first stays.
 * @param form.seen the page's etag @param form.chosen the fields to take from the second
 */
export async function mergePeople(
  services: Services,
  actor: Actor,
  id: string,
  form: { withId: string; seen: string; chosen: ReadonlySet<string> },
): Promise<MergeOutcome> {
  return transactUnlessBusy(services, async (change): Promise<MergeOutcome> => {
    const { transaction, at } = change;
    await change.lock("people");
    const first = await findPerson(transaction, id);
    const second = await findPerson(transaction, form.withId);
    if (first === undefined || first.erased_at !== null) return { code: "unknown" };
    if (second === undefined || second.erased_at !== null) return { code: "unknown" };
    if (first.id === second.id && form.withId !== id) return { code: "same" };
    const today = dateInNairobi(at);
    const problem = mergeProblem(first, second, today);
    if (problem !== undefined) return { code: problem };
    if ((await mergeEtag(transaction, first, second, today)) !== form.seen) return { code: "conflict" };
    await mergeWithin(change, actor, first, second, form.chosen);
    await logOfPerson(change, actor, "records-merged", first, { with: second.id });
    return { code: "done" };
  });
}

/** Moves all rows of the second person to the first and deletes the second, under the locks of the timetable and of people. */
export async function mergeWithin(
  change: Change,
  actor: Actor,
  first: Person,
  second: Person,
  chosen: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { transaction } = change;
  const isAllowed = await isOfferAllowed(transaction, first, second);
  if ((await findDoorNumber(transaction, first.id)) !== undefined) await endDoorNumber(change, second.id);
  for (const table of TABLES_OF_PEOPLE) {
    await transaction.updateTable(table).set({ person_id: first.id }).where("person_id", "=", second.id).execute();
  }
  await transaction
    .updateTable("people")
    .set(({ eb }) => ({ guardian_id: first.id, version: eb("version", "+", 1) }))
    .where("guardian_id", "=", second.id)
    .execute();
  const mustRefuse = !isAllowed && (await marketingConsent(transaction, first.id))?.isGiven;
  if (mustRefuse) await insertMarketingConsent(change, actor, first.id, { isGiven: false, how: CONSENT_OF_MERGE });
  await mergeCallList(transaction, first.id, second.id);
  await moveFormerPhones(transaction, first.id, second.id);
  // Deleted before the update: an account belongs to one person, and keys are unique.
  await transaction.deleteFrom("people").where("id", "=", second.id).execute();
  const merged = await transaction
    .updateTable("people")
    .set({
      ...columnsTaken(first, second, chosen),
      ...accountColumns(first, second, change.at),
      mails_key: first.mails_key ?? second.mails_key,
      unsubscribe_key: first.unsubscribe_key ?? second.unsubscribe_key,
      mails: Math.min(first.mails, second.mails),
      reminders: Math.min(first.reminders, second.reminders),
      enquiry_id: first.enquiry_id ?? second.enquiry_id,
      ...(second.made_at < first.made_at && {
        ...{ made_at: second.made_at, made_by_id: second.made_by_id, made_by: second.made_by },
      }),
      // Higher than the version on any page of either record, so that all their forms are stale.
      version: Math.max(first.version, second.version) + 1,
    })
    .where("id", "=", first.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("merged_people")
    .values({
      ...{ id: second.id, person_id: first.id },
      mails_key: first.mails_key === null ? null : second.mails_key,
      unsubscribe_key: first.unsubscribe_key === null ? null : second.unsubscribe_key,
    })
    .execute();
  await keepFormerPhone(transaction, merged, first.phone);
  await keepFormerPhone(transaction, merged, second.phone);
  await indexPerson(transaction, merged);
  await personMerged(change, { fromId: second.id, intoId: first.id });
}

/** The merged record's account, and whether it still waits for the owner's decision: a record in use doesn't. */
function accountColumns(first: Person, second: Person, at: Date): Partial<Person> {
  const { user_id, joined_at } = first.user_id === null ? second : first;
  const isWaiting = first.account_deleted_at !== null && second.account_deleted_at !== null;
  return {
    user_id,
    joined_at: user_id === null ? null : (joined_at ?? at.toISOString()),
    account_deleted_at: isWaiting && user_id === null ? first.account_deleted_at : null,
  };
}

/** A person can have only one open row for a class session: the newest stays. */
async function mergeCallList(db: Db, firstId: string, secondId: string): Promise<void> {
  const open = await db
    .selectFrom("people_to_tell")
    .select(["id", "session_id"])
    .where("person", "in", [firstId, secondId])
    .where("told_at", "is", null)
    .orderBy("made_at", "desc")
    .orderBy("id")
    .execute();
  const newest = new Map(open.toReversed().map((row) => [row.session_id, row.id]));
  const older = open.filter((row) => newest.get(row.session_id) !== row.id).map((row) => row.id);
  if (older.length > 0) await db.deleteFrom("people_to_tell").where("id", "in", older).execute();
  await db.updateTable("people_to_tell").set({ person: firstId }).where("person", "=", secondId).execute();
}

async function moveFormerPhones(db: Db, firstId: string, secondId: string): Promise<void> {
  const known = db.selectFrom("former_phones").select("phone").where("person_id", "=", firstId);
  await db
    .insertInto("former_phones")
    .columns(["person_id", "phone"])
    .expression(
      db
        .selectFrom("former_phones")
        .select([sql<string>`${firstId}`.as("person_id"), "phone"])
        .where("person_id", "=", secondId)
        .where("phone", "not in", known),
    )
    .execute();
}
