/** Records of people who train: made, corrected and found by the desk. */
import { randomInt, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import { isFormId } from "../forms/form-id.server.ts";
import { hasLink } from "../forms/link-in-name.ts";
import { readPhone } from "../forms/read-phone.ts";
import { personWords } from "../people/person-words.ts";
import { type Actor, nextId, recordActivity } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine, plainText, trimmed } from "../platform/text.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { dateInNairobi, isCalendarDate } from "../time/dates.server.ts";
import { DOOR_NUMBERS, doorNumber, isDoorNumber } from "./door-number.ts";
import { currentRecord, formerRecords, recordsThatSay } from "./former-records.server.ts";
import {
  HEARD_OF_MAX,
  isChildOn,
  isUnderAge,
  type MARKETING_CONSENT_WAYS,
  MEMBER_NAME_MAX,
  type MemberProblem,
  NOTE_MAX,
  type ReadMember,
} from "./member.ts";

export type Member = Selectable<Tables["members"]>;

/** What is typed of somebody. */
export type TypedMember = {
  name: string;
  phone: string;
  email: string;
  /** `on`: they are a child, also without a date of birth. */
  isChild: string;
  bornOn: string;
  guardianId: string;
  heardOf: string;
};

export type MakeOutcome =
  | { code: "done" | "same"; id: string }
  /** Others with this number or address, or of this name: the desk says whether it is one of them. */
  | { code: "double"; ids: string[] }
  | MemberProblem;

/**
 * Makes the record of somebody.
 * @param form.formId of the form's page: sent twice it makes one record
 * @param form.isOther the desk has said that it is none of those with the same number, address or name
 */
export async function makeMember(
  services: Services,
  actor: Actor,
  typed: TypedMember,
  { formId, isOther, enquiryId }: { formId: string; isOther: boolean; enquiryId?: string },
): Promise<MakeOutcome> {
  return transact(
    services,
    async (change): Promise<MakeOutcome> => {
      const { transaction, at } = change;
      const id = isFormId(formId) ? formId : randomUUID();
      const made = await findMember(transaction, id);
      if (made !== undefined) return { code: "same", id };
      const fields = await readMember(transaction, typed, dateInNairobi(at));
      if ("code" in fields) return fields;
      const doubles = isOther ? [] : await likeMembers(transaction, { id, ...fields });
      if (doubles.length > 0) return { code: "double", ids: doubles };
      await transaction
        .insertInto("members")
        .values({
          id,
          ...columnsOf(fields),
          enquiry_id: enquiryId ?? null,
          user_id: null,
          joined_at: null,
          erased_at: null,
          made_at: at.toISOString(),
          made_by_id: actor.id,
          made_by: actor.name,
        })
        .execute();
      await indexMember(transaction, { id, ...fields });
      await giveDoorNumber(change, id);
      await logOfMember(change, actor, "member-made", { id });
      return { code: "done", id };
    },
    { lock: "members" },
  );
}

/** Changes the record of somebody under the lock of members. @returns `unknown` where there is none, or it was erased */
export async function changeRecord<Outcome>(
  services: Services,
  id: string,
  work: (change: Change, member: Member) => Promise<Outcome>,
): Promise<Outcome | { code: "unknown" }> {
  return transact(
    services,
    async (change) => {
      const member = await findMember(change.transaction, id);
      return member === undefined || member.erased_at !== null ? { code: "unknown" } : work(change, member);
    },
    { lock: "members" },
  );
}

export type ChangeOutcome = { code: "done" | "same" | "unknown" | "conflict" } | MemberProblem;

/** Corrects the record of somebody. @param version of the record that the form was filled in from */
export async function changeMember(
  services: Services,
  actor: Actor,
  id: string,
  typed: TypedMember,
  version: number,
): Promise<ChangeOutcome> {
  return changeRecord<ChangeOutcome>(services, id, async (change, member) => {
    const { transaction, at } = change;
    const fields = await readMember(transaction, typed, dateInNairobi(at), id);
    if ("code" in fields) return fields;
    const columns = columnsOf(fields);
    const isSame = Object.entries(columns).every(([column, value]) => member[column as keyof Member] === value);
    if (isSame) return { code: "same" };
    if (member.version !== version) return { code: "conflict" };
    await transaction
      .updateTable("members")
      .set({ ...columns, version: member.version + 1 })
      .where("id", "=", id)
      .execute();
    await indexMember(transaction, { id, ...fields });
    await logOfMember(change, actor, "member-changed", { id });
    return { code: "done" };
  });
}

function columnsOf({ name, phone, email, isChild, bornOn, guardianId, heardOf }: ReadMember) {
  return {
    name,
    plain_name: plainText(name),
    phone,
    email,
    is_child: isChild ? 1 : 0,
    born_on: bornOn,
    guardian_id: guardianId,
    heard_of: heardOf,
  };
}

/** Reads what was typed of somebody. A child needs a guardian, who is none. @param id theirs, when they are here already */
async function readMember(db: Db, typed: TypedMember, today: string, id?: string): Promise<ReadMember | MemberProblem> {
  const name = asLine(typed.name).replaceAll(/\s+/g, " ");
  if (name === "") return { code: "name-missing" };
  if (name.length > MEMBER_NAME_MAX) return { code: "name-long" };
  if (hasLink(name)) return { code: "name-link" };
  const phone = asLine(typed.phone) === "" ? "" : readPhone(typed.phone);
  if (phone === undefined) return { code: "phone-invalid" };
  const email = asLine(typed.email).toLowerCase();
  if (email !== "" && !z.email().safeParse(email).success) return { code: "email-malformed" };
  const heardOf = asLine(typed.heardOf);
  if (heardOf.length > HEARD_OF_MAX) return { code: "heard-of-long" };
  const bornOn = asLine(typed.bornOn) || null;
  if (bornOn !== null && !isCalendarDate(bornOn)) return { code: "born-invalid" };
  if (bornOn !== null && bornOn > today) return { code: "born-ahead" };
  const isChild = typed.isChild === "on" || isUnderAge(bornOn, today);
  const guardian = isChild ? await findMember(db, await currentRecord(db, typed.guardianId)) : undefined;
  if (isChild && typed.guardianId === "") return { code: "guardian-missing" };
  if (isChild && (guardian === undefined || guardian.erased_at !== null || guardian.id === id))
    return { code: "guardian-unknown" };
  if (guardian !== undefined && isChildOn(guardian, today)) return { code: "guardian-child" };
  return { name, phone, email, isChild, bornOn, guardianId: guardian?.id ?? null, heardOf };
}

/** Records like another one. At most a few: the desk looks at each. */
const DOUBLES_SHOWN = 5;

/** The ids of other records with the same number or address, or of the same name; a record says what those say that were made one with it. */
export async function likeMembers(
  db: Db,
  { id, name, phone, email }: Pick<Member, "id" | "name" | "phone" | "email">,
): Promise<string[]> {
  const like = await recordsThatSay(db, "plain_name", plainText(name));
  if (phone !== "") for (const other of await recordsThatSay(db, "phone", phone)) like.add(other);
  if (email !== "") for (const other of await recordsThatSay(db, "email", email)) like.add(other);
  like.delete(id);
  const rows = await db
    .selectFrom("members")
    .select("id")
    .where("id", "in", [...like, ""])
    .where("erased_at", "is", null)
    .orderBy("plain_name")
    .limit(DOUBLES_SHOWN)
    .execute();
  return rows.map((row) => row.id);
}

export async function findMember(db: Db, id: string): Promise<Member | undefined> {
  return db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Indexes the words by which somebody is found, in the transaction that changed them; those of records merged into this one as well. */
export async function indexMember(db: Db, member: Pick<Member, "id" | "name" | "phone" | "email">): Promise<void> {
  const { id } = member;
  await db.deleteFrom("member_words").where("member_id", "=", id).execute();
  const words = new Set([member, ...(await formerRecords(db, id))].flatMap(personWords));
  const rows = [...words].map((word) => ({ word, member_id: id }));
  if (rows.length > 0) await db.insertInto("member_words").values(rows).execute();
}

/** Gives somebody a door number in place of the one they have: one that nobody ever had. */
export async function giveDoorNumber({ transaction, at }: Change, memberId: string): Promise<string> {
  await transaction
    .updateTable("door_numbers")
    .set({ ended_at: at.toISOString() })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .execute();
  for (;;) {
    const number = doorNumber(randomInt(DOOR_NUMBERS));
    const given = transaction.selectFrom("door_numbers").select("number").where("number", "=", number);
    if ((await given.executeTakeFirst()) === undefined) {
      await transaction
        .insertInto("door_numbers")
        .values({ number, member_id: memberId, given_at: at.toISOString(), ended_at: null })
        .execute();
      return number;
    }
  }
}

/** Who has a door number now. @param typed with or without the blank between its halves */
export async function findByDoorNumber(db: Db, typed: string): Promise<Member | undefined> {
  const number = typed.replaceAll(/\s/g, "");
  if (!isDoorNumber(number)) return undefined;
  return db
    .selectFrom("members")
    .selectAll()
    .where("erased_at", "is", null)
    .where("id", "in", (numbers) =>
      numbers.selectFrom("door_numbers").select("member_id").where("number", "=", number).where("ended_at", "is", null),
    )
    .executeTakeFirst();
}

/** The door number that somebody has; undefined: theirs went with their record. */
export async function findDoorNumber(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("door_numbers")
    .select("number")
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row?.number;
}

/**
 * A new door number for somebody; the one before ends.
 * @param seen the number that the page showed
 * @returns `same`: they have another one since, as after a double click
 */
export async function renewDoorNumber(
  services: Services,
  actor: Actor,
  memberId: string,
  seen: string,
): Promise<{ code: "done" | "same" | "unknown" }> {
  return changeRecord(services, memberId, async (change, member) => {
    if ((await findDoorNumber(change.transaction, memberId)) !== seen) return { code: "same" };
    await giveDoorNumber(change, memberId);
    await logOfMember(change, actor, "door-number-renewed", member);
    return { code: "done" };
  });
}

/** Writes a note of the desk about somebody. @param form.formId the id of the note: sent twice it is one */
export async function addMemberNote(
  services: Services,
  actor: Actor,
  memberId: string,
  form: { formId: string; text: string },
): Promise<{ code: "done" | "same" | "unknown" | "note-missing" | "note-long" }> {
  const text = trimmed(form.text);
  if (text === "") return { code: "note-missing" };
  if (text.length > NOTE_MAX) return { code: "note-long" };
  // Of a page that is older than a merge: what was written is not lost.
  const current = await currentRecord(services.db, memberId);
  return changeRecord(services, current, async (change, member) => {
    const { transaction, at } = change;
    const id = isFormId(form.formId) ? form.formId : randomUUID();
    const made = await transaction.selectFrom("member_notes").select("id").where("id", "=", id).executeTakeFirst();
    if (made !== undefined) return { code: "same" };
    await transaction
      .insertInto("member_notes")
      .values({
        id,
        member_id: member.id,
        at: at.toISOString(),
        by_id: actor.id,
        by: actor.name,
        text,
        today_until: null,
      })
      .execute();
    await logOfMember(change, actor, "member-noted", member);
    return { code: "done" };
  });
}

/** The notes about somebody, the newest first. */
export async function listMemberNotes(db: Db, memberId: string) {
  return db
    .selectFrom("member_notes")
    .select(["id", "at", "by", "text"])
    .where("member_id", "=", memberId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
}

/** Records what somebody said to marketing. @returns `same`: they had said so before */
export async function recordMarketingConsent(
  services: Services,
  actor: Actor,
  memberId: string,
  { isGiven, how }: { isGiven: boolean; how: (typeof MARKETING_CONSENT_WAYS)[number] },
): Promise<{ code: "done" | "same" | "unknown" }> {
  return changeRecord(services, memberId, async (change, member) => {
    const { transaction, at } = change;
    const last = await marketingConsent(transaction, memberId);
    if (last?.isGiven === isGiven) return { code: "same" };
    await transaction
      .insertInto("member_consents")
      .values({
        ...{ id: nextId(), member_id: memberId, at: at.toISOString(), by_id: actor.id, by: actor.name },
        ...{ is_given: isGiven ? 1 : 0, how },
      })
      .execute();
    await logOfMember(change, actor, isGiven ? "marketing-allowed" : "marketing-refused", member);
    return { code: "done" };
  });
}

/** What somebody said to marketing last; undefined: nobody has asked them. */
export async function marketingConsent(db: Db, memberId: string) {
  const row = await db
    .selectFrom("member_consents")
    .selectAll()
    .where("member_id", "=", memberId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { isGiven: row.is_given === 1, how: row.how, at: row.at, by: row.by };
}

/** Records an act in the activity log, which names nobody who trains: their names go with their records. */
export async function logOfMember(
  { transaction, at }: Change,
  actor: Actor | null,
  action: string,
  { id }: Pick<Member, "id">,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordActivity(transaction, at, actor, { action, type: "member", slug: id, details });
}
