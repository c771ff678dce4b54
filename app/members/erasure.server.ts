/**
 * Deleting somebody's record: name, number, address, notes and consents go at once. Their passes stay under the door number for five
 * years, as the books of a business do (Tax Procedures Act, 2015, section 23).
 */
import type { Actor } from "../platform/activity.server.ts";
import { removeMailFiles } from "../platform/mail.server.ts";
import { deleteMailAbout } from "../platform/outbox.server.ts";
import { inPortions, PORTION } from "../platform/portions.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { addMonths, dateInNairobi } from "../time/dates.server.ts";
import { calendarDay, dayNumber } from "../time/days.ts";
import { memberOfAccount } from "./cover.server.ts";
import { currentRecord, formerRecords } from "./former-records.server.ts";
import { touchMember } from "./give-pass.server.ts";
import { unlinkAccount } from "./join.server.ts";
import { forgetRowsAbout } from "./list/lists.server.ts";
import { isChildOn } from "./member.ts";
import {
  changeRecord,
  findDoorNumber,
  findMember,
  listMemberNotes,
  logOfMember,
  type Member,
} from "./members.server.ts";
import { passesOf } from "./pass-rows.server.ts";
import { personStateOn } from "./passes.ts";

/** How long passes are kept after they have ended, in years. */
export const PASS_YEARS = 5;

export type EraseOutcome = { code: "done" | "same" | "unknown" | "is-guardian" };

/** Deletes the record of somebody who is nobody's guardian. */
export async function eraseMember(services: Services, actor: Actor, memberId: string): Promise<EraseOutcome> {
  const { mails, ...outcome } = await transact(
    services,
    async (change): Promise<EraseOutcome & { mails?: string[] }> => {
      const member = await findMember(change.transaction, memberId);
      if (member === undefined) return { code: "unknown" };
      // One with another record since its page was opened, it is not deleted: that one is asked about.
      if ((await currentRecord(change.transaction, memberId)) !== memberId) return { code: "unknown" };
      if (member.erased_at !== null) return { code: "same" };
      if ((await childrenOf(change.transaction, memberId, dateInNairobi(change.at))).length > 0)
        return { code: "is-guardian" };
      const mails = await eraseWithin(change, member);
      await logOfMember(change, actor, "member-deleted", member);
      return { code: "done", mails };
    },
    { lock: "members" },
  );
  await removeMailFiles(services, mails ?? []);
  return outcome;
}

/** Those for whom somebody is the guardian on a day: who has grown up since needs none. */
export async function childrenOf(db: Db, memberId: string, today: string): Promise<Member[]> {
  const rows = await db
    .selectFrom("members")
    .selectAll()
    .where("guardian_id", "=", memberId)
    .where("erased_at", "is", null)
    .orderBy("plain_name")
    .execute();
  return rows.filter((row) => isChildOn(row, today));
}

/** @returns the ids of the mails that went with it, for `removeMailFiles` after the commit */
async function eraseWithin({ transaction, at }: Change, member: Member): Promise<string[]> {
  const { id } = member;
  const now = at.toISOString();
  // With it what is kept of the records that were made one with it.
  const former = await formerRecords(transaction, id);
  const records = [id, ...former.map((record) => record.id)];
  await forgetRowsAbout(transaction, [member, ...former]);
  for (const table of ["member_words", "member_notes", "member_consents", "member_invitations"] as const) {
    await transaction.deleteFrom(table).where("member_id", "in", records).execute();
  }
  // What it took to take them apart names rows that are gone.
  await transaction
    .updateTable("member_merges")
    .set({ exchanged: "[]", moved: "{}", facts: "" })
    .where("into_id", "=", id)
    .execute();
  await transaction
    .updateTable("door_numbers")
    .set({ ended_at: now })
    .where("member_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  // What the desk wrote may name somebody.
  await transaction.updateTable("passes").set({ paid_note: "" }).where("member_id", "=", id).execute();
  await transaction.updateTable("pass_acts").set({ reason: "" }).where("member_id", "=", id).execute();
  await transaction
    .updateTable("member_list_rows")
    .set({ cells: "[]", decision: null, record_hash: null })
    .where("member_id", "in", records)
    .execute();
  await transaction
    .updateTable("members")
    .set(({ eb }) => ({
      name: "",
      plain_name: "",
      phone: "",
      email: "",
      is_child: 0,
      born_on: null,
      guardian_id: null,
      heard_of: "",
      enquiry_id: null,
      user_id: null,
      joined_at: null,
      account_deleted_at: null,
      erased_at: now,
      mails_key: null,
      version: eb("version", "+", 1),
    }))
    .where("id", "in", records)
    .execute();
  return deleteMailAbout(transaction, "member_id", records);
}

/** Days that the record of a deleted account waits for the owner before it is deleted by itself. */
export const RECORD_WAITS_DAYS = 7;

/** Before an account is deleted, in the same transaction: its record waits for the owner, as only the owner deletes records. */
export async function unlinkDeletedAccount(change: Change, userId: string): Promise<void> {
  const { transaction, at } = change;
  const memberId = await memberOfAccount(transaction, userId);
  if (memberId === undefined) return;
  await change.lock("members");
  const member = await findMember(transaction, memberId);
  if (member?.user_id !== userId) return;
  await unlinkAccount(change, member);
  await transaction
    .updateTable("members")
    .set({ account_deleted_at: at.toISOString() })
    .where("id", "=", memberId)
    .execute();
  await logOfMember(change, null, "member-account-deleted", member);
}

/** Keeps a record whose account was deleted. */
export async function keepRecord(
  services: Services,
  actor: Actor,
  memberId: string,
): Promise<{ code: "done" | "same" | "unknown" }> {
  return changeRecord(services, memberId, async (change, member) => {
    if (member.account_deleted_at === null) return { code: "same" };
    await change.transaction
      .updateTable("members")
      .set({ account_deleted_at: null })
      .where("id", "=", memberId)
      .execute();
    await touchMember(change, member);
    await logOfMember(change, actor, "member-kept", member);
    return { code: "done" };
  });
}

export type WaitingRecord = {
  member: Member;
  /** The last day on which it waits. */
  lastDay: number;
  hasPass: boolean;
  isGuardian: boolean;
};

/** The records whose accounts were deleted, the oldest first. A pass that lets its person in and a child both keep one. */
export async function waitingRecords(db: Db, at: Date): Promise<WaitingRecord[]> {
  const rows = await db
    .selectFrom("members")
    .selectAll()
    .where("account_deleted_at", "is not", null)
    .where("erased_at", "is", null)
    .orderBy("account_deleted_at")
    .execute();
  const today = dateInNairobi(at);
  const passes = await passesOf(
    db,
    rows.map(({ id }) => id),
  );
  const waiting: WaitingRecord[] = [];
  for (const member of rows) {
    const state = personStateOn(passes.get(member.id) ?? [], dayNumber(today));
    waiting.push({
      member,
      lastDay: calendarDay(new Date(member.account_deleted_at ?? "")) + RECORD_WAITS_DAYS,
      hasPass: state !== "ended" && state !== "never",
      isGuardian: (await childrenOf(db, member.id, today)).length > 0,
    });
  }
  return waiting;
}

/** Deletes the records that have waited long enough; a clean-up job runs it. */
export async function eraseWaitingRecords(services: Services): Promise<void> {
  const isDue = ({ lastDay, hasPass, isGuardian }: WaitingRecord, at: Date) =>
    lastDay < calendarDay(at) && !hasPass && !isGuardian;
  const now = services.now();
  for (const due of (await waitingRecords(services.db, now)).filter((record) => isDue(record, now))) {
    const mails = await transact(
      services,
      async (change) => {
        const waiting = await waitingRecords(change.transaction, change.at);
        const record = waiting.find(({ member }) => member.id === due.member.id);
        if (record === undefined || !isDue(record, change.at)) return [];
        await logOfMember(change, null, "member-deleted", record.member);
        return eraseWithin(change, record.member);
      },
      { lock: "members" },
    );
    await removeMailFiles(services, mails);
  }
}

/** What the gym keeps of the member that an account has joined, for its download. Days are dates in Nairobi. */
export async function exportMember(db: Db, userId: string) {
  const member = await db.selectFrom("members").selectAll().where("user_id", "=", userId).executeTakeFirst();
  if (member === undefined) return undefined;
  const of = member.id;
  const passes = await db
    .selectFrom("passes")
    .innerJoin("pass_days", "pass_days.pass_id", "passes.id")
    .select(["passes.id", "plan_name as plan", "price_kes as priceKes", "given_at as givenAt", "paid_how as paidHow"])
    .select(["paid_note as paidNote", "pass_days.first_day as firstDay", "last_day as lastDay", "days", "visits"])
    .where("passes.member_id", "=", of)
    .orderBy("given_at")
    .execute();
  const acts = await db
    .selectFrom("pass_acts")
    .select(["pass_id", "kind", "first_day as firstDay", "last_day as lastDay", "reason", "at"])
    .where("member_id", "=", of)
    .orderBy("id")
    .execute();
  const notes = await listMemberNotes(db, of);
  const consents = await db
    .selectFrom("member_consents")
    .select(["at", "is_given", "how"])
    .where("member_id", "=", of)
    .orderBy("id")
    .execute();
  const mails = await db
    .selectFrom("pass_mails")
    .innerJoin("passes", "passes.id", "pass_mails.pass_id")
    .select(["kind", "last_day as lastDay", "at"])
    .where("member_id", "=", of)
    .orderBy("at")
    .execute();
  const former = await formerRecords(db, of);
  return {
    ...saidOf(member),
    joinedAt: member.joined_at,
    doorNumber: (await findDoorNumber(db, of)) ?? null,
    ...(former.length > 0 && { otherRecords: former.map(saidOf) }),
    marketing: consents.map(({ at, is_given: isGiven, how }) => ({ at, allowed: isGiven === 1, how })),
    notes: notes.map(({ at, text }) => ({ at, text })),
    mailsWanted: member.mails === 1,
    mailsAboutEnds: mails,
    passes: passes.map(({ id, ...pass }) => ({
      ...pass,
      acts: acts.filter((act) => act.pass_id === id).map(({ pass_id: _, ...act }) => act),
    })),
  };
}

/** What somebody's record says of them, for a download. */
function saidOf({ name, phone, email, born_on: bornOn, heard_of: heardOf, made_at: madeAt }: Member) {
  return { name, phone, email, bornOn, heardOf, madeAt };
}

/** Deletes the passes of people whose records are gone, five years after the last of them has ended; a clean-up job runs it. */
export async function removeOldPasses(services: Services): Promise<void> {
  const before = addMonths(services.now(), -12 * PASS_YEARS).toISOString();
  const gone = (db: Db) =>
    db
      .selectFrom("members")
      .select("id")
      .where("erased_at", "<", before)
      // What was made one with another record goes with that.
      .where("id", "not in", (merges) => merges.selectFrom("member_merges").select("member_id"))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("pass_days")
              .select("pass_id")
              .whereRef("pass_days.member_id", "=", "members.id")
              .where("grace_day", ">=", before.slice(0, "2026-11-25".length)),
          ),
        ),
      )
      .orderBy("erased_at")
      .limit(PORTION);
  await inPortions(async () =>
    transact(
      services,
      async ({ transaction }) => {
        const ids = (await gone(transaction).execute()).map(({ id }) => id);
        if (ids.length === 0) return 0;
        await transaction.deleteFrom("pass_acts").where("member_id", "in", ids).execute();
        await transaction.deleteFrom("pass_days").where("member_id", "in", ids).execute();
        await transaction.deleteFrom("passes").where("member_id", "in", ids).execute();
        const former = await transaction
          .deleteFrom("member_merges")
          .where("into_id", "in", ids)
          .returning("member_id")
          .execute();
        const records = [...ids, ...former.map(({ member_id: id }) => id)];
        await transaction.deleteFrom("member_list_rows").where("member_id", "in", records).execute();
        await transaction.deleteFrom("members").where("id", "in", records).execute();
        return ids.length;
      },
      { lock: "members" },
    ),
  );
}
