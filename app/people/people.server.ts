/** People: one record for everybody who books or trains. */

import { randomBytes, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { hasLink } from "../forms/link-in-name.ts";
import { readPhone } from "../forms/read-phone.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine, plainText } from "../platform/text.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { isChildOn, PERSON_NAME_MAX } from "./person.ts";
import { indexPerson } from "./person-index.server.ts";

export type Person = Selectable<Tables["people"]>;

export type Contact = { name: string; phone: string };

export type ContactProblem = { code: "name-missing" | "name-long" | "name-link" | "phone-invalid" };

export function readContact(typed: {
  name?: string | undefined;
  phone?: string | undefined;
}): Contact | ContactProblem {
  const name = asLine(typed.name ?? "").replaceAll(/\s+/g, " ");
  if (name === "") return { code: "name-missing" };
  if (name.length > PERSON_NAME_MAX) return { code: "name-long" };
  if (hasLink(name)) return { code: "name-link" };
  if (asLine(typed.phone ?? "") === "") return { name, phone: "" };
  const phone = readPhone(typed.phone ?? "");
  return phone === undefined ? { code: "phone-invalid" } : { name, phone };
}

/** Finds a person by their id, or by the id of a record merged into theirs. Finds erased people whose passes are kept. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const person = await db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirst();
  if (person !== undefined) return person;
  return db
    .selectFrom("people")
    .selectAll()
    .where("id", "=", (merged) => merged.selectFrom("merged_people").select("person_id").where("id", "=", id))
    .executeTakeFirst();
}

/** The person of an account; undefined before its first booking. */
export async function personOfAccount(db: Db, userId: string): Promise<Person | undefined> {
  return db.selectFrom("people").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

export async function childrenOf(db: Db, guardianId: string, today: string): Promise<Person[]> {
  const rows = await db
    .selectFrom("people")
    .selectAll()
    .where("guardian_id", "=", guardianId)
    .where("erased_at", "is", null)
    .orderBy("plain_name")
    .execute();
  return rows.filter((row) => isChildOn(row, today));
}

/** The email address of a person: their account's, else the one the desk has; empty if there is neither. */
export async function addressOf(
  db: Db,
  { user_id: userId, email }: Pick<Person, "user_id" | "email">,
): Promise<string> {
  if (userId === null) return email;
  const account = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return account?.email ?? email;
}

type NewPerson = Pick<Person, "name"> & Partial<Omit<Person, "plain_name" | "made_at" | "made_by_id" | "made_by">>;

/** Adds a person, with the lock on people. */
export async function insertPerson(change: Change, by: Actor, fields: NewPerson): Promise<Person> {
  const { transaction } = change;
  const values = personRow(change, by, fields);
  const row = await transaction.insertInto("people").values(values).returningAll().executeTakeFirstOrThrow();
  await indexPerson(transaction, row);
  return row;
}

export function personRow({ at }: Pick<Change, "at">, by: Actor, fields: NewPerson) {
  return {
    ...{ id: randomUUID(), phone: "", email: "", heard_of: "", born_on: null, guardian_id: null, enquiry_id: null },
    ...{ user_id: null, joined_at: null, account_deleted_at: null, erased_at: null },
    ...{ mails_key: null, unsubscribe_key: null },
    ...fields,
    plain_name: plainText(fields.name),
    ...{ made_at: at.toISOString(), made_by_id: by.id, made_by: by.name },
  };
}

/**
 * Finds or creates the person of an account when it books. Typed values replace stored values.
 * @returns a problem if the contact is invalid, or no name is known
 */
export async function ensurePersonOfAccount(
  change: Change,
  userId: string,
  typed: { name?: string | undefined; phone?: string | undefined },
): Promise<Person | ContactProblem> {
  const person = await personOfAccount(change.transaction, userId);
  if (person !== undefined && person.name !== "" && typed.name === undefined) return person;
  const contact = readContact(typed);
  if ("code" in contact) return contact;
  return person === undefined ? addPersonOfAccount(change, userId, contact) : setContact(change, person, contact);
}

/** Adds the person of an account, whose name may not be known. */
export async function addPersonOfAccount(change: Change, userId: string, contact: Contact): Promise<Person> {
  await change.lock("people");
  const fields = { ...contact, user_id: userId, unsubscribe_key: newUnsubscribeKey() };
  return insertPerson(change, { id: userId, name: "" }, fields);
}

export function newUnsubscribeKey(): string {
  return randomBytes(24).toString("base64url");
}

export async function setContact(change: Change, person: Person, contact: Contact): Promise<Person> {
  await change.lock("people");
  return updatePerson(change, person, { name: contact.name, phone: contact.phone });
}

export async function updatePerson({ transaction }: Change, person: Person, columns: Partial<Person>): Promise<Person> {
  const row = await transaction
    .updateTable("people")
    .set(({ eb }) => ({
      ...columns,
      ...(columns.name !== undefined && { plain_name: plainText(columns.name) }),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", person.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepFormerPhone(transaction, row, person.phone);
  await indexPerson(transaction, row);
  return row;
}

export async function keepFormerPhone(
  db: Db,
  { id, phone }: Pick<Person, "id" | "phone">,
  before: string,
): Promise<void> {
  if (before === "" || before === phone) return;
  await db
    .insertInto("former_phones")
    .values({ person_id: id, phone: before })
    .onConflict((conflict) => conflict.columns(["person_id", "phone"]).doNothing())
    .execute();
}

/** Makes open forms about a person stale, after a change of the person or their passes. */
export async function touchPerson(
  { transaction }: Pick<Change, "transaction">,
  { id }: Pick<Person, "id">,
): Promise<void> {
  await transaction
    .updateTable("people")
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export function changePeople<T>(services: Services, work: (change: Change) => Promise<T>): Promise<T> {
  return transact(services, work, { lock: "people" });
}

/** Changes a person with the lock on people. @returns `unknown` if missing or erased */
export async function changePerson<Outcome>(
  services: Services,
  id: string,
  work: (change: Change, person: Person) => Promise<Outcome>,
): Promise<Outcome | { code: "unknown" }> {
  return changePeople(services, async (change) => {
    const person = await findPerson(change.transaction, id);
    return person === undefined || person.erased_at !== null ? { code: "unknown" } : work(change, person);
  });
}

/** Records an action in the activity log by the person's id: a name would outlive the record. */
export async function logOfPerson(
  { transaction, at }: Change,
  actor: Actor | null,
  action: string,
  { id }: Pick<Person, "id">,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordActivity(transaction, at, actor, { action, type: "member", slug: id, details });
}
