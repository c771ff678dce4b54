/** Keeps enquiries, and has the desk told of each one once. */
import { createHash, randomUUID } from "node:crypto";
import { enqueueMail } from "../platform/outbox.server.ts";
import type { Services } from "../platform/services.ts";
import { deskMail } from "./desk-mail.ts";
import type { EnquiryForm } from "./enquiry.ts";

/** The same form within a day is the same enquiry: a double click, a reload, a flaky network. */
const SAME_FORM_WITHIN_MS = 24 * 60 * 60_000;

/**
 * Keeps an enquiry and puts the desk's mail into the outbox, both or neither; when this returns they are on the disk.
 * @returns `again` when the same form had come within a day; nothing is kept or sent a second time then
 */
export async function recordEnquiry(services: Services, form: EnquiryForm): Promise<{ ok: true; again: boolean }> {
  const receivedAt = services.now();
  const dayAgo = new Date(receivedAt.getTime() - SAME_FORM_WITHIN_MS).toISOString();
  const isNew = await services.db.transaction().execute(async (transaction) => {
    // The unique fingerprint decides. Of posts at the same moment one writes it, and the others wait for her to finish:
    // they change nothing when she has, and the next takes her place when she failed.
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
    await transaction
      .insertInto("enquiries")
      .values({ id: randomUUID(), received_at: receivedAt.toISOString(), ...form })
      .execute();
    await enqueueMail(services, transaction, { to: services.config.staffEmail, ...deskMail(form, receivedAt) });
    return true;
  });
  services.log.info({ event: isNew ? "enquiry-received" : "enquiry-repeated" }, "took an enquiry");
  return { ok: true, again: !isNew };
}

/** Takes the fingerprints away that are too old to matter. */
export async function removeExpiredFingerprints(services: Services): Promise<void> {
  const dayAgo = new Date(services.now().getTime() - SAME_FORM_WITHIN_MS).toISOString();
  await services.db.deleteFrom("enquiry_fingerprints").where("seen_at", "<=", dayAgo).execute();
}

function fingerprintOf(form: EnquiryForm): string {
  const fields = [form.name, form.email.toLowerCase(), form.class, form.comment];
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}
