import { sql } from "kysely";
import { findDoorNumber } from "../people/door-numbers.server.ts";
import {
  eraseWaitingRecords,
  hasDeskRecord,
  type WaitingRecord,
  waitingRecords,
} from "../people/erase-person.server.ts";
import { type Person, personOfAccount } from "../people/people.server.ts";
import { listPersonNotes } from "../people/person-notes.server.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { addMonths } from "../time/dates.server.ts";
import { calendarDay } from "../time/days.ts";
import { passesOfPerson } from "./pass-rows.server.ts";
import { personStateOn } from "./passes.ts";

export const PASS_YEARS = 5;

/** Exports the desk's data about an account's person, with dates in Nairobi. */
export async function exportMember(db: Db, userId: string) {
  const person = await personOfAccount(db, userId);
  if (person === undefined || !(await hasDeskRecord(db, person))) return undefined;
  const personId = person.id;
  const passes = await db
    .selectFrom("passes")
    .innerJoin("pass_days", "pass_days.pass_id", "passes.id")
    .select(["passes.id", "plan_name as plan", "price_kes as priceKes", "given_at as givenAt", "paid_how as paidHow"])
    .select(["paid_note as paidNote", "pass_days.first_day as firstDay", "last_day as lastDay", "days", "visits"])
    .where("passes.person_id", "=", personId)
    .orderBy("given_at")
    .execute();
  const acts = await db
    .selectFrom("pass_acts")
    .select(["pass_id", "kind", "first_day as firstDay", "last_day as lastDay", "reason", "at"])
    .where("person_id", "=", personId)
    .orderBy("id")
    .execute();
  const notes = await listPersonNotes(db, personId);
  const consents = await db
    .selectFrom("person_consents")
    .select(["at", "is_given", "how"])
    .where("person_id", "=", personId)
    .orderBy("id")
    .execute();
  const expiryMails = await db
    .selectFrom("pass_mails")
    .innerJoin("passes", "passes.id", "pass_mails.pass_id")
    .select(["kind", "last_day as lastDay", "at"])
    .where("person_id", "=", personId)
    .orderBy("at")
    .execute();
  const { name, phone, email, born_on: bornOn, heard_of: heardOf, made_at: madeAt } = person;
  return {
    ...{ name, phone, email, bornOn, heardOf, madeAt },
    joinedAt: person.joined_at,
    doorNumber: (await findDoorNumber(db, personId)) ?? null,
    marketing: consents.map(({ at, is_given: isGiven, how }) => ({ at, allowed: isGiven === 1, how })),
    notes: notes.map(({ at, text }) => ({ at, text })),
    mailsWanted: person.mails === 1,
    mailsAboutEnds: expiryMails,
    passes: passes.map(({ id, ...pass }) => ({
      ...pass,
      acts: acts.filter((act) => act.pass_id === id).map(({ pass_id: _, ...act }) => act),
    })),
  };
}

/** Runs before a person is erased. Their passes are kept, without the desk's notes and reasons. */
export async function forgetPassesOf({ transaction }: Change, { id }: Pick<Person, "id">): Promise<void> {
  await transaction.updateTable("passes").set({ paid_note: "" }).where("person_id", "=", id).execute();
  await transaction.updateTable("pass_acts").set({ reason: "" }).where("person_id", "=", id).execute();
}

export async function hasOpenPass(db: Db, { id }: Pick<Person, "id">, at: Date): Promise<boolean> {
  const state = personStateOn(await passesOfPerson(db, id), calendarDay(at));
  return state !== "ended" && state !== "never";
}

export type WaitingMember = WaitingRecord & { hasPass: boolean };

/** Records of deleted accounts that wait for the owner's decision, and whether a pass still needs them. */
export async function waitingMembers({ db, now }: Services): Promise<WaitingMember[]> {
  const records = await waitingRecords(db, now());
  return Promise.all(
    records.map(async (record) => ({ ...record, hasPass: await hasOpenPass(db, record.person, now()) })),
  );
}

/** Erases waiting records without a current pass; a job runs it. */
export async function eraseWaitingMembers(services: Services): Promise<void> {
  await eraseWaitingRecords(services, hasOpenPass);
}

/** Deletes passes of erased people five years after the last one ended, once no sale names these people. */
export const PASS_RETENTION: Retention = {
  table: "people",
  orderBy: "erased_at",
  old: (now) => {
    const before = addMonths(now, -12 * PASS_YEARS).toISOString();
    const day = before.slice(0, "2026-11-25".length);
    return sql`erased_at < ${before}
      and not exists (select 1 from pass_days where person_id = people.id and grace_day >= ${day})
      and not exists (select 1 from sales where person_id = people.id)
      and not exists (select 1 from sale_lines where person_id = people.id)`;
  },
  lock: "people",
  parts: { pass_acts: "person_id", pass_days: "person_id", passes: "person_id" },
};
