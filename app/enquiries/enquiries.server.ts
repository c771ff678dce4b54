/** Stores enquiries, and mails each to the desk once. */
import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { whatsAppAddress } from "../forms/phone.ts";
import { WORDS_VERSION } from "../people/person-words.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../platform/durations.ts";
import { gymAddress } from "../platform/gym-mail.server.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { fullDateAndTime } from "../time/dates.server.ts";
import type { EnquiryContext, SentEnquiry } from "./enquiry.ts";
import { type LockedEnquiry, lockEnquiry } from "./enquiry-changes.server.ts";
import { enquiryNotificationMail, SENT_AGAIN } from "./messages.ts";
import { insertWords } from "./search.server.ts";
import type { State } from "./states.ts";

/** Time within which an identical form belongs to the same enquiry: its sender has had no answer. */
const SAME_ENQUIRY_WITHIN_MS = DAY_MS;

/** Time within which an identical form is ignored: a double click, a reload, a flaky network. */
const DOUBLE_SUBMIT_WITHIN_MS = 10 * MINUTE_MS;

/** More emails in an hour than the desk can answer would be noise. The enquiries are still stored. */
const NOTIFICATIONS_PER_HOUR = { visitors: 60, suspects: 10 };

/** The author of a note that the site writes itself; members of staff have an id. */
const BY_VISITOR = "";

/** Stores an enquiry and queues the notification, both or neither. A form repeated on the same day becomes a note. */
export async function recordEnquiry(
  services: Services,
  form: SentEnquiry,
  context: EnquiryContext = {},
): Promise<void> {
  const event = await transact(services, async (change) => {
    if (!(await rememberForm(change, form))) return "enquiry-repeated";
    const earlier = await findSameEnquiry(change, form);
    if (earlier !== undefined) {
      await noteRepeat(change, earlier, form, context);
      return "enquiry-again";
    }
    await storeEnquiry(change, form, context);
    return "enquiry-received";
  });
  services.log.info({ suspect: context.isSuspect ?? false, event }, "received an enquiry");
}

/**
 * Stores when a form was last received. @returns false for a repeat. The unique fingerprint decides between concurrent posts.
 */
async function rememberForm({ transaction, at }: Change, form: SentEnquiry): Promise<boolean> {
  const seen = { seen_at: at.toISOString() };
  const row = await transaction
    .insertInto("enquiry_fingerprints")
    .values({ fingerprint: fingerprintOf(form), ...seen })
    .onConflict((conflict) =>
      conflict
        .column("fingerprint")
        .doUpdateSet(seen)
        .where("enquiry_fingerprints.seen_at", "<=", before(at, DOUBLE_SUBMIT_WITHIN_MS)),
    )
    .returning("fingerprint")
    .executeTakeFirst();
  return row !== undefined;
}

async function findSameEnquiry({ transaction, at }: Change, form: SentEnquiry): Promise<LockedEnquiry | undefined> {
  const rows = await transaction
    .selectFrom("enquiries")
    .select(["id", "name", "email", "phone", "class", "comment"])
    .where("received_at", ">", before(at, SAME_ENQUIRY_WITHIN_MS))
    .where("name", "=", form.name)
    .execute();
  const same = rows.find((row) => fingerprintOf(row) === fingerprintOf(form));
  return same && lockEnquiry(transaction, same.id);
}

async function storeEnquiry(change: Change, form: SentEnquiry, context: EnquiryContext): Promise<void> {
  const { isSuspect = false } = context;
  const { transaction, at } = change;
  const enquiry = { id: randomUUID(), received_at: at.toISOString(), ...form };
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
  await notifyDesk(change, enquiry.id, form, context);
}

/** Notes that an enquiry was sent again, and makes it new. Enquiries marked as spam stay spam. */
async function noteRepeat(
  change: Change,
  { id, state }: LockedEnquiry,
  form: SentEnquiry,
  context: EnquiryContext,
): Promise<void> {
  const { transaction } = change;
  const at = change.at.toISOString();
  const note = { id: randomUUID(), enquiry_id: id, at, by_id: BY_VISITOR, by_name: form.name, text: SENT_AGAIN };
  await transaction.insertInto("enquiry_notes").values(note).execute();
  if (state === ("spam" satisfies State)) return;
  const isSuspect = state === ("suspect" satisfies State) && context.isSuspect === true;
  if (!isSuspect && state !== ("new" satisfies State)) {
    await transaction
      .updateTable("enquiries")
      .set({ state: "new" satisfies State, state_before: state, suspect: 0 })
      .set({ state_at: at, state_by_id: null, state_by: form.name })
      .where("id", "=", id)
      .execute();
  }
  await notifyDesk(change, id, form, { ...context, isSuspect, isAgain: true });
}

async function notifyDesk(change: Change, enquiryId: string, form: SentEnquiry, context: EnquiryContext) {
  const { services, transaction, at } = change;
  if (!(await canNotify(change, context))) return;
  const mail = enquiryNotification(form, at, context);
  await change.queueMail({ to: await gymAddress(services, transaction), enquiryId, ...mail });
}

/** Whether the hourly limit of notifications allows another one. Suspect enquiries have a limit of their own. */
async function canNotify({ services, transaction, at }: Change, { isSuspect }: EnquiryContext): Promise<boolean> {
  const max = isSuspect ? NOTIFICATIONS_PER_HOUR.suspects : NOTIFICATIONS_PER_HOUR.visitors;
  const suspect = isSuspect ? 1 : 0;
  const hourAgo = before(at, HOUR_MS);
  // The counts include the enquiry itself, or its note.
  const received = await transaction
    .selectFrom("enquiries")
    .select("id")
    .where("received_at", ">", hourAgo)
    .where("suspect", "=", suspect)
    .limit(max + 1)
    .execute();
  const again = await transaction
    .selectFrom("enquiries")
    .innerJoin("enquiry_notes", "enquiry_notes.enquiry_id", "enquiries.id")
    .select("enquiries.id")
    .where("received_at", ">", before(at, SAME_ENQUIRY_WITHIN_MS + HOUR_MS))
    .where("suspect", "=", suspect)
    .where("by_id", "=", BY_VISITOR)
    .where("at", ">", hourAgo)
    .limit(max + 1)
    .execute();
  const isWithinLimit = received.length + again.length <= max;
  if (!isWithinLimit) services.log.warn({ event: "desk-mail-capped" }, "stored an enquiry without notifying the desk");
  return isWithinLimit;
}

function before(at: Date, ms: number): string {
  return new Date(at.getTime() - ms).toISOString();
}

export const FINGERPRINT_RETENTION: Retention = {
  table: "enquiry_fingerprints",
  key: ["fingerprint"],
  old: (now) => sql`seen_at <= ${before(now, SAME_ENQUIRY_WITHIN_MS)}`,
};

/** Identifies a form by its content, without holding any of it. */
export function fingerprintOf(form: SentEnquiry): string {
  const fields = [form.name, form.email.toLowerCase(), form.phone, form.class, form.comment];
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}

/** The mail that notifies the desk of an enquiry; replies to it go to the visitor, if they left an address. */
export function enquiryNotification(
  form: SentEnquiry,
  receivedAt: Date,
  { classTitle = form.class, isSuspect = false, isAgain = false }: EnquiryContext = {},
): { subject: string; text: string; replyTo?: string } {
  const facts = { classTitle: form.class && classTitle, whatsApp: whatsAppAddress(form.phone), isSuspect, isAgain };
  const mail = enquiryNotificationMail({ ...form, ...facts, sentAt: fullDateAndTime(receivedAt) });
  return { ...mail, ...(form.email !== "" && { replyTo: form.email }) };
}
