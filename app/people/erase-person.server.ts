/**
 * Erases people: deletes details and consents, makes bookings anonymous, and gives free places to the waiting list.
 * Passes stay for five years (Tax Procedures Act, 2015, section 23).
 */
import { deleteAccountWithin } from "../accounts/account-settings.server.ts";
import type { Actor } from "../platform/activity.server.ts";
import { removeDeletedFromLog } from "../platform/deleted-content.server.ts";
import { removeMailFiles } from "../platform/mail.server.ts";
import { deleteMailAbout } from "../platform/outbox.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transactUnlessBusy, transactWith } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { calendarDay } from "../time/days.ts";
import { endDoorNumber } from "./door-numbers.server.ts";
import {
  changePerson,
  childrenOf,
  findPerson,
  logOfPerson,
  type Person,
  personOfAccount,
  touchPerson,
} from "./people.server.ts";
import { beforePersonErased, beforePersonLeaves } from "./person-hooks.server.ts";

export type EraseOutcome = { code: "done" | "same" | "unknown" | "is-guardian" | "on-team" | "busy" };

/** Erases a person with their account, except guardians of a child and current members of staff. */
export async function erasePerson(services: Services, actor: Actor, personId: string): Promise<EraseOutcome> {
  const outcome = await transactUnlessBusy(
    services,
    async (change): Promise<EraseOutcome | { code: "done"; emailIds: string[] }> => {
      await change.lock("people");
      const person = await findPerson(change.transaction, personId);
      // A person merged since the page was opened needs a new confirmation.
      if (person === undefined || person.id !== personId) return { code: "unknown" };
      if (person.erased_at !== null) return { code: "same" };
      const children = await childrenOf(change.transaction, personId, dateInNairobi(change.at));
      if (children.length > 0) return { code: "is-guardian" };
      if (await isOnTeam(change.transaction, person.user_id)) return { code: "on-team" };
      await logOfPerson(change, actor, "member-deleted", person);
      const emailIds = await eraseWithin(change, person);
      const accountEmailIds = person.user_id === null ? [] : await deleteAccountWithin(change, person.user_id);
      return { code: "done", emailIds: [...emailIds, ...(accountEmailIds ?? [])] };
    },
  );
  if ("emailIds" in outcome) {
    await removeMailFiles(services, outcome.emailIds);
    await removeDeletedFromLog(services);
  }
  return { code: outcome.code };
}

/** Whether a person is known only from bookings, without an account or a record of the desk. */
export async function isOnlyBooked(db: Db, person: Person): Promise<boolean> {
  return person.user_id === null && person.erased_at === null && !(await hasDeskRecord(db, person));
}

/**
 * Erases a person known only from bookings, under the timetable's lock. @returns the ids of their emails for
 * `removeMailFiles`
 */
export async function eraseOnlyBooked(change: Change, actor: Actor, personId: string): Promise<string[]> {
  await change.lock("people");
  const person = await findPerson(change.transaction, personId);
  if (person === undefined || !(await isOnlyBooked(change.transaction, person))) return [];
  await logOfPerson(change, actor, "member-deleted", person);
  return eraseWithin(change, person);
}

async function isOnTeam(db: Db, userId: string | null): Promise<boolean> {
  if (userId === null) return false;
  return (
    (await db.selectFrom("staff").select("user_id").where("user_id", "=", userId).executeTakeFirst()) !== undefined
  );
}

/**
 * Erases a person, under the locks of the timetable and of people.
 * @returns the ids of their deleted emails, for `removeMailFiles` after the commit
 */
async function eraseWithin(change: Change, person: Person): Promise<string[]> {
  const { transaction, at } = change;
  const { id } = person;
  const hookEmailIds = await beforePersonErased(change, person);
  await endDoorNumber(change, id);
  const emailIds = [...hookEmailIds, ...(await deleteMailAbout(transaction, "person_id", [id]))];
  if (!(await hadDoorNumber(transaction, id))) {
    await transaction.deleteFrom("people").where("id", "=", id).execute();
    return emailIds;
  }
  for (const table of ["person_words", "person_notes", "person_consents", "person_invitations"] as const) {
    await transaction.deleteFrom(table).where("person_id", "=", id).execute();
  }
  await transaction.deleteFrom("former_phones").where("person_id", "=", id).execute();
  await transaction
    .updateTable("people")
    .set(({ eb }) => ({
      ...{ name: "", plain_name: "", phone: "", email: "", heard_of: "", is_child: 0, born_on: null },
      ...{ guardian_id: null, enquiry_id: null, user_id: null, joined_at: null, account_deleted_at: null },
      ...{ mails_key: null, unsubscribe_key: null, erased_at: at.toISOString(), version: eb("version", "+", 1) },
    }))
    .where("id", "=", id)
    .execute();
  return emailIds;
}

/** Whether a person ever had a door number: their passes are then kept. */
async function hadDoorNumber(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("door_numbers")
    .select("number")
    .where("person_id", "=", personId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes unreferenced people, such as old walk-ins, with the lock on people. */
export async function removeUnusedPeople({ transaction }: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .deleteFrom("people")
    .where("id", "in", [...new Set(ids)])
    .where("user_id", "is", null)
    .where("erased_at", "is", null)
    .where(({ not, exists, selectFrom, and }) =>
      and([
        ...(["bookings", "passes", "sales", "sale_lines", "person_notes", "person_consents"] as const).map((table) =>
          not(exists(selectFrom(table).select(`${table}.id`).whereRef(`${table}.person_id`, "=", "people.id"))),
        ),
        not(
          exists(
            selectFrom("people as children").select("children.id").whereRef("children.guardian_id", "=", "people.id"),
          ),
        ),
      ]),
    )
    .execute();
}

/** For how many days the record of a deleted account waits for the owner's decision before a job erases it. */
export const RECORD_RETENTION_DAYS = 7;

/**
 * Runs before an account is deleted, under the timetable's lock. Erases its person, or cancels the bookings and leaves
 * a desk record to the owner.
 */
export async function detachPersonOfAccount(change: Change, userId: string): Promise<void> {
  const { transaction, at } = change;
  await change.lock("people");
  const person = await personOfAccount(transaction, userId);
  if (person === undefined) return;
  if (!(await hasDeskRecord(transaction, person))) {
    // Email to an account is deleted with the account.
    await eraseWithin(change, person);
    return;
  }
  await beforePersonLeaves(change, person);
  await transaction
    .updateTable("people")
    .set({ user_id: null, joined_at: null, account_deleted_at: at.toISOString() })
    .where("id", "=", person.id)
    .execute();
  await touchPerson(change, person);
  await logOfPerson(change, null, "member-account-deleted", person);
}

/** Whether the desk has a record of a person: a linked account, a door number that they have or had, or a note. */
export async function hasDeskRecord(db: Db, { id, joined_at: joinedAt }: Person): Promise<boolean> {
  if (joinedAt !== null || (await hadDoorNumber(db, id))) return true;
  const note = await db.selectFrom("person_notes").select("id").where("person_id", "=", id).limit(1).executeTakeFirst();
  return note !== undefined;
}

export async function keepRecord(
  services: Services,
  actor: Actor,
  personId: string,
): Promise<{ code: "done" | "same" | "unknown" }> {
  return changePerson(services, personId, async (change, person) => {
    if (person.account_deleted_at === null) return { code: "same" };
    await change.transaction
      .updateTable("people")
      .set({ account_deleted_at: null })
      .where("id", "=", person.id)
      .execute();
    await touchPerson(change, person);
    await logOfPerson(change, actor, "member-kept", person);
    return { code: "done" };
  });
}

export type WaitingRecord = {
  person: Person;
  lastDay: number;
  isGuardian: boolean;
};

/** Lists the records whose accounts were deleted, oldest first. */
export async function waitingRecords(db: Db, at: Date): Promise<WaitingRecord[]> {
  const people = await db
    .selectFrom("people")
    .selectAll()
    .where("account_deleted_at", "is not", null)
    .where("erased_at", "is", null)
    .orderBy("account_deleted_at")
    .execute();
  const today = dateInNairobi(at);
  return Promise.all(
    people.map(async (person) => ({
      person,
      lastDay: calendarDay(new Date(person.account_deleted_at ?? "")) + RECORD_RETENTION_DAYS,
      isGuardian: (await childrenOf(db, person.id, today)).length > 0,
    })),
  );
}

/** Erases expired records of deleted accounts; a job runs it. @param isKept whether a pass still needs the record */
export async function eraseWaitingRecords(
  services: Services,
  isKept: (db: Db, person: Person, at: Date) => Promise<boolean>,
): Promise<void> {
  const isExpired = async ({ person, lastDay, isGuardian }: WaitingRecord, db: Db, at: Date) =>
    lastDay < calendarDay(at) && !isGuardian && !(await isKept(db, person, at));
  for (const record of await waitingRecords(services.db, services.now())) {
    if (!(await isExpired(record, services.db, services.now()))) continue;
    const emailIds = await transactWith(services, "timetable", async (change) => {
      await change.lock("people");
      const waiting = await waitingRecords(change.transaction, change.at);
      const current = waiting.find(({ person }) => person.id === record.person.id);
      if (current === undefined || !(await isExpired(current, change.transaction, change.at))) return [];
      await logOfPerson(change, null, "member-deleted", current.person);
      return eraseWithin(change, current.person);
    });
    await removeMailFiles(services, emailIds);
    await removeDeletedFromLog(services);
  }
}
