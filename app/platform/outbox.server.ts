/**
 * The transactional outbox: mail is a row, written in the transaction of the change it reports, and sent afterwards by a
 * worker (outbox-worker.server.ts). Whatever the mail server does, no committed mail is lost, and no request waits for it.
 */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { acceptedSecrets } from "./config.ts";
import { daysBefore } from "./durations.ts";
import { decryptText, encryptText } from "./encryption.server.ts";
import { SENT_MAIL_RETENTION_DAYS } from "./mail.server.ts";
import { type MailState, mailState } from "./mail-messages.ts";
import type { Retention } from "./retention.server.ts";
import type { Tables } from "./schema.ts";
import type { Db, Services } from "./services.ts";

/**
 * Email priorities. `urgent`: somebody is waiting, account security, or the desk. `ordinary`: one person's booking.
 * `bulk`: one change for many.
 */
export const MAIL_PRIORITY = { urgent: 0, ordinary: 10, bulk: 20 } as const;

export type NewMail = {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  /** The kind of mail, such as `booking-reminder`: for the log, and to find the mails of a kind. */
  kind?: string;
  priority?: number;
  /** The mail is useless after this moment, and deleted unsent. */
  discardAfter?: Date;
  /** The HTTPS address for the mail program's unsubscribe button, which accepts the POST of RFC 8058. */
  unsubscribeUrl?: string;
  /** Emails about one subject to one person are sent in order, whatever their priorities. */
  about?: string;
  userId?: string;
  enquiryId?: string;
  /** The person that the mail is about. Deleting the person deletes the mail. */
  personId?: string;
} & (
  | {
      /** When the link in the text expires. The text is stored encrypted, and not sent after this moment. */
      expiresAt?: Date;
      html?: never;
    }
  // HTML is stored unencrypted, so a mail with a secret link has none.
  | {
      expiresAt?: never;
      html?: string;
    }
);

/** Queues an email in the transaction passed along with this function. @returns the mail's id */
export type QueueMail = (mail: NewMail) => Promise<string>;

/** Writes an email into the outbox. Call `queueMail` instead: it also wakes the worker after the commit. @returns its id */
export async function insertMail(services: Services, transaction: Transaction<Tables>, mail: NewMail): Promise<string> {
  const now = services.now().toISOString();
  const id = randomUUID();
  const isSecret = mail.expiresAt !== undefined;
  const domain = services.config.staffEmail.split("@").at(-1);
  await transaction
    .insertInto("outbox")
    .values({
      id,
      created_at: now,
      // Generated before sending, so that a mail sent twice has the same id and is recognised.
      message_id: `<${randomUUID()}@${domain}>`,
      recipient: mail.to,
      reply_to: mail.replyTo ?? "",
      subject: mail.subject,
      body_text: isSecret ? "" : mail.text,
      encrypted_text: isSecret ? encryptText(secretOf(services), id, mail.text) : null,
      user_id: mail.userId ?? null,
      enquiry_id: mail.enquiryId ?? null,
      person_id: mail.personId ?? null,
      expires_at: mail.expiresAt?.toISOString() ?? null,
      due_at: now,
      sent_at: null,
      last_error: null,
      failed_at: null,
      last_answer: null,
      kind: mail.kind ?? "",
      priority: mail.priority ?? MAIL_PRIORITY.urgent,
      discard_after: mail.discardAfter?.toISOString() ?? null,
      body_html: mail.html ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      about: mail.about ?? null,
      about_order: mail.about === undefined ? null : await nextInOrder(transaction, mail.to, mail.about),
      given_up_at: null,
    })
    .execute();
  return id;
}

/** Numbers the mails about a subject: clocks of instances differ, and one transaction can queue several. */
async function nextInOrder(transaction: Transaction<Tables>, recipient: string, about: string): Promise<number> {
  const last = await transaction
    .selectFrom("outbox")
    .select("about_order")
    .where("about", "=", about)
    .where("recipient", "=", recipient)
    .where("sent_at", "is", null)
    .orderBy("about_order", "desc")
    .limit(1)
    .executeTakeFirst();
  return (last?.about_order ?? 0) + 1;
}

/** Makes a failed email due at once, with all attempts again. @returns whether it was waiting for a retry */
export async function retryMail(services: Services, id: string): Promise<boolean> {
  const now = services.now().toISOString();
  const retried = await services.db
    .updateTable("outbox")
    .set({ due_at: now, attempts: 0, given_up_at: null })
    .where("id", "=", id)
    .where("sent_at", "is", null)
    // Null before the first attempt and during each one: a retry then would send the mail twice.
    .where("last_error", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (retried !== undefined) services.events.emit("mailQueued");
  return retried !== undefined;
}

/** The text of a stored mail. @returns undefined when it is encrypted with another secret */
export function readMailText(
  services: Services,
  mail: Pick<Tables["outbox"], "id" | "body_text" | "encrypted_text">,
): string | undefined {
  if (mail.encrypted_text === null) return mail.body_text;
  return decryptText(acceptedSecrets(services.config), mail.id, mail.encrypted_text);
}

/** Deletes all emails about a subject, in its transaction. @returns their ids for `removeMailFiles` */
export async function deleteMailAbout(
  transaction: Transaction<Tables>,
  column: "user_id" | "enquiry_id" | "person_id",
  ids: readonly string[],
): Promise<string[]> {
  const deleted = await transaction.deleteFrom("outbox").where(column, "in", ids).returning("id").execute();
  return deleted.map(({ id }) => id);
}

function secretOf({ config }: Services): string {
  if (config.secret === undefined) throw new Error("Encrypting mail needs a secret: complete the settings first");
  return config.secret;
}

/** Sent mail about a future class session stays, so that the desk sees that it was sent. */
export const SENT_MAIL_RETENTION: Retention = {
  table: "outbox",
  old: (now) => sql`sent_at < ${daysBefore(now, SENT_MAIL_RETENTION_DAYS)} and
    not exists (select 1 from class_sessions where id = outbox.about and ends_at > ${now.toISOString()})`,
};

/** Reads email states by subject and recipient. @returns the state of the last email since a moment, if any */
export async function findMailStates(
  db: Db,
  about: readonly string[],
): Promise<(about: string, recipient: string, since?: string) => MailState | undefined> {
  if (about.length === 0) return () => undefined;
  const mails = await db
    .selectFrom("outbox")
    .select(["about", "recipient", "created_at", "sent_at", "given_up_at", "last_error"])
    .where("about", "in", about)
    .orderBy("created_at")
    .orderBy("about_order")
    .execute();
  return (thing, recipient, since = "") => {
    const matches = (mail: (typeof mails)[number]) => mail.about === thing && mail.recipient === recipient;
    const last = mails.findLast((mail) => matches(mail) && mail.created_at >= since);
    return last && mailState(last);
  };
}
