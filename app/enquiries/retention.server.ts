/** How long enquiries are stored, and their deletion with notes, replies, search words, mails and fingerprints. */
import { sql, type Transaction } from "kysely";
import { countUpcoming } from "../bookings/erasure.server.ts";
import { eraseOnlyBooked, isOnlyBooked } from "../people/erase-person.server.ts";
import type { Person } from "../people/people.server.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { removeDeletedFromLog } from "../platform/deleted-content.server.ts";
import { daysBefore } from "../platform/durations.ts";
import { removeMailFiles } from "../platform/mail.server.ts";
import { deleteMailAbout } from "../platform/outbox.server.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transactUnlessBusy } from "../platform/transact.server.ts";
import { addMonths } from "../time/dates.server.ts";
import { fingerprintOf } from "./enquiries.server.ts";
import type { State } from "./states.ts";

export const ENQUIRY_RETENTION_MONTHS = 24;

export const SPAM_RETENTION_DAYS = 30;

export const ENQUIRY_RETENTION: readonly Retention[] = [
  {
    table: "enquiries",
    old: (now) => sql`received_at < ${addMonths(now, -ENQUIRY_RETENTION_MONTHS).toISOString()}`,
    remove: async ({ transaction }, ids) => (await deleteEnquiries(transaction, ids)).mails,
  },
  {
    table: "enquiries",
    old: (now) => sql`state = 'spam' and state_at < ${daysBefore(now, SPAM_RETENTION_DAYS)}`,
    remove: async ({ transaction }, ids) => (await deleteEnquiries(transaction, ids, "spam")).mails,
  },
];

export function deletedOn(receivedAt: Date): Date {
  return addMonths(receivedAt, ENQUIRY_RETENTION_MONTHS);
}

/** Deletes an enquiry for good (Data Protection Act, 2019, section 40), and its sender if known only from its trial. */
export async function deleteEnquiry(
  services: Services,
  actor: Actor,
  id: string,
): Promise<{ code: "done" | "trial-busy" }> {
  const outcome = await transactUnlessBusy(services, async (change) => {
    const { transaction, at } = change;
    const enquirer = await personOfTrial(transaction, id);
    const deleted = await deleteEnquiries(transaction, [id]);
    const personMails = enquirer === undefined ? [] : await eraseOnlyBooked(change, actor, enquirer.id);
    if (deleted.count > 0) {
      await recordActivity(transaction, at, actor, { action: "enquiry-deleted", type: "enquiry", slug: id });
    }
    return [...personMails, ...deleted.mails];
  });
  if ("code" in outcome) return { code: "trial-busy" };
  await removeMailFiles(services, outcome);
  await removeDeletedFromLog(services);
  return { code: "done" };
}

async function personOfTrial(db: Db, enquiryId: string): Promise<Person | undefined> {
  return db
    .selectFrom("enquiries")
    .innerJoin("bookings", "bookings.id", "trial_booking_id")
    .innerJoin("people", "people.id", "bookings.person_id")
    .selectAll("people")
    .where("enquiries.id", "=", enquiryId)
    .executeTakeFirst();
}

/** The consequence of a deletion for the trial's person; undefined without one. */
export async function trialAfterDeletion(
  services: Services,
  enquiryId: string,
): Promise<{ isErased: boolean; upcoming: number } | undefined> {
  const person = await personOfTrial(services.db, enquiryId);
  if (person === undefined) return undefined;
  return { isErased: await isOnlyBooked(services.db, person), upcoming: await countUpcoming(services, person.id) };
}

/**
 * Deletes enquiries in the caller's transaction. @param onlyIn the expected state @returns their number, and the ids
 * of their emails
 */
async function deleteEnquiries(
  transaction: Transaction<Tables>,
  ids: readonly string[],
  onlyIn?: State,
): Promise<{ count: number; mails: string[] }> {
  let deletion = transaction.deleteFrom("enquiries").where("id", "in", ids);
  if (onlyIn !== undefined) deletion = deletion.where("state", "=", onlyIn);
  const deleted = await deletion.returning(["id", "name", "email", "phone", "class", "comment"]).execute();
  if (deleted.length === 0) return { count: 0, mails: [] };
  await transaction.deleteFrom("enquiry_fingerprints").where("fingerprint", "in", deleted.map(fingerprintOf)).execute();
  const mails = await deleteMailAbout(
    transaction,
    "enquiry_id",
    deleted.map(({ id }) => id),
  );
  return { count: deleted.length, mails };
}

/** Deletes, before a person is erased, the enquiries that they or their trials came from. @returns the ids of the deleted mails */
export async function deleteEnquiriesOf(
  { transaction }: Change,
  person: Pick<Person, "id" | "enquiry_id">,
): Promise<string[]> {
  const trials = await transaction
    .selectFrom("enquiries")
    .innerJoin("bookings", "bookings.id", "trial_booking_id")
    .select("enquiries.id")
    .where("person_id", "=", person.id)
    .execute();
  const ids = [...trials.map(({ id }) => id), ...(person.enquiry_id === null ? [] : [person.enquiry_id])];
  return ids.length === 0 ? [] : (await deleteEnquiries(transaction, ids)).mails;
}
