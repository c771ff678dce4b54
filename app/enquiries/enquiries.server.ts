/** Stores enquiries, and mails each to the desk once. */
import { createHash, randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { WORDS_VERSION } from "../forms/person-words.ts";
import { whatsAppAddress } from "../forms/phone.ts";
import { DAY_MS, HOUR_MS } from "../platform/durations.ts";
import { gymAddress } from "../platform/gym-mail.server.ts";
import { deleteInPortions } from "../platform/portions.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { fullDateAndTime } from "../time/date-texts.server.ts";
import type { EnquiryContext, SentEnquiry } from "./enquiry.ts";
import { enquiryNotificationMail } from "./messages.ts";
import { insertWords } from "./search.server.ts";
import type { State } from "./states.ts";

/** The same form within a day is the same enquiry: a double click, a reload, a flaky network. */
const SAME_FORM_WITHIN_MS = DAY_MS;

/** More mails in an hour than the desk can answer would be noise. The enquiries are stored all the same. */
const NOTIFICATIONS_PER_HOUR = { visitors: 60, suspects: 10 };

/**
 * Stores an enquiry and queues the notification to the desk, both or neither; when this returns they are on the disk.
 * The same form within a day is stored and sent once.
 */
export async function recordEnquiry(
  services: Services,
  form: SentEnquiry,
  context: EnquiryContext = {},
): Promise<void> {
  const { isSuspect = false } = context;
  const receivedAt = services.now();
  const dayAgo = new Date(receivedAt.getTime() - SAME_FORM_WITHIN_MS).toISOString();
  const isNew = await transact(services, async ({ transaction, queueMail }) => {
    // The unique fingerprint decides. Of posts at the same moment one writes it, and the others wait for its commit:
    // they change nothing after it, and the next one writes it after a rollback.
    const seen = await transaction
      .insertInto("enquiry_fingerprints")
      .values({ fingerprint: fingerprintOf(form), seen_at: receivedAt.toISOString() })
      .onConflict((conflict) =>
        conflict
          .column("fingerprint")
          .doUpdateSet({ seen_at: receivedAt.toISOString() })
          .where("enquiry_fingerprints.seen_at", "<=", dayAgo),
      )
      .returning("fingerprint")
      .executeTakeFirst();
    if (seen === undefined) return false;
    const enquiry = { id: randomUUID(), received_at: receivedAt.toISOString(), ...form };
    await transaction
      .insertInto("enquiries")
      .values({
        ...enquiry,
        suspect: isSuspect ? 1 : 0,
        state: (isSuspect ? "suspect" : "new") satisfies State,
        words_version: WORDS_VERSION,
      })
      .execute();
    await insertWords(transaction, [enquiry]);
    if (await mayNotify(services, transaction, isSuspect)) {
      const mail = enquiryNotification(form, receivedAt, context);
      await queueMail({ to: await gymAddress(services, transaction), enquiryId: enquiry.id, ...mail });
    }
    return true;
  });
  services.log.info({ suspect: isSuspect, event: isNew ? "enquiry-received" : "enquiry-repeated" }, "took an enquiry");
}

/** Whether the hourly limit of notifications allows another one. Suspect enquiries have a limit of their own. */
async function mayNotify(services: Services, transaction: Transaction<Tables>, isSuspect: boolean): Promise<boolean> {
  const max = isSuspect ? NOTIFICATIONS_PER_HOUR.suspects : NOTIFICATIONS_PER_HOUR.visitors;
  // The enquiry itself is among them already.
  const lately = await transaction
    .selectFrom("enquiries")
    .select("id")
    .where("received_at", ">", new Date(services.now().getTime() - HOUR_MS).toISOString())
    .where("suspect", "=", isSuspect ? 1 : 0)
    .limit(max + 1)
    .execute();
  if (lately.length > max) services.log.warn({ event: "desk-mail-capped" }, "stored an enquiry without a mail");
  return lately.length <= max;
}

/** Deletes fingerprints that are too old to matter. */
export async function removeExpiredFingerprints(services: Services): Promise<void> {
  const dayAgo = new Date(services.now().getTime() - SAME_FORM_WITHIN_MS).toISOString();
  await deleteInPortions(services.db, "enquiry_fingerprints", "fingerprint", sql`seen_at <= ${dayAgo}`);
}

/** Identifies a form by its content, without holding any of it. */
export function fingerprintOf(form: SentEnquiry): string {
  const fields = [form.name, form.email.toLowerCase(), form.class, form.comment];
  // Without a phone number, the fingerprint of versions that had no such field.
  if (form.phone !== "") fields.push(form.phone);
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}

/** The mail that notifies the desk of an enquiry; a reply to it goes to the visitor who has left an address. */
export function enquiryNotification(
  form: SentEnquiry,
  receivedAt: Date,
  { classTitle = form.class, isSuspect = false }: EnquiryContext = {},
): { subject: string; text: string; replyTo?: string } {
  const facts = { classTitle: form.class && classTitle, whatsApp: whatsAppAddress(form.phone), isSuspect };
  const mail = enquiryNotificationMail({ ...form, ...facts, sentAt: fullDateAndTime(receivedAt) });
  return { ...mail, ...(form.email !== "" && { replyTo: form.email }) };
}
