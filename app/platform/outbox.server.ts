/**
 * The transactional outbox: mail is a row, written in the transaction of the change it reports, and sent afterwards by a
 * worker. Whatever the mail server does, nothing that was acknowledged is lost, and no request waits for it.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Selectable, sql, type Transaction } from "kysely";
import { decryptText, encryptText } from "./encryption.server.ts";
import { type MailTransport, SEND_TIMEOUT_MS, SENT_MAIL_RETENTION_DAYS } from "./mail.server.ts";
import type { OutboxTable, Tables } from "./schema.ts";
import type { Services } from "./services.ts";

/** A mail for the outbox. All fields but the text are one line. */
export type NewMail = {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  /** The account that the mail is about. Deleting the account deletes the mail. */
  userId?: string;
  /** The enquiry that the mail quotes. Deleting the enquiry deletes the mail. */
  enquiryId?: string;
  /** When the link in the text stops working. Such a text is stored encrypted, and not sent after this moment. */
  expiresAt?: Date;
};

/** Queues a mail in the transaction passed along with this function. @returns the mail's id */
export type QueueMail = (mail: NewMail) => Promise<string>;

export type Outbox = {
  /** Claims no other mail, and waits up to `STOP_WAIT_MS` for the one being sent. */
  stop: () => Promise<void>;
};

/** How long a stop waits for the mail being sent: a shutdown has ten seconds in all, mostly for requests. */
const STOP_WAIT_MS = 800;

/** How often the worker polls for retries and for mail left by other instances. Mail of its own instance wakes it. */
const POLL_INTERVAL_MS = 2000;

/** How long one instance holds the lease of a mail. Longer than sending may take, or two instances would send it. */
const LEASE_MS = 2 * SEND_TIMEOUT_MS;

/** The pauses after the first, second, ... failure; the last one repeats. */
const PAUSES_MS = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000] as const;

/** About five days of hourly attempts. The row stays for the operator to look at. */
const MAX_ATTEMPTS = 125;

/**
 * Runs `work` in a transaction that may queue mail, and wakes this instance's worker once it has committed. A worker
 * woken earlier would find nothing, or on SQLite wait for the transaction.
 * @returns what `work` returns
 * @throws what `work` or the database throws; nothing is stored and no mail is sent then
 */
export async function transactionWithMail<T>(
  services: Services,
  work: (transaction: Transaction<Tables>, queueMail: QueueMail) => Promise<T>,
): Promise<T> {
  let hasMail = false;
  const result = await services.db.transaction().execute((transaction) =>
    work(transaction, async (mail) => {
      const id = await insertMail(services, transaction, mail);
      hasMail = true;
      return id;
    }),
  );
  if (hasMail) services.events.emit("mailQueued");
  return result;
}

async function insertMail(services: Services, transaction: Transaction<Tables>, mail: NewMail): Promise<string> {
  const now = services.now().toISOString();
  const id = randomUUID();
  const isSecret = mail.expiresAt !== undefined;
  const domain = services.config.staffEmail.split("@").at(-1);
  await transaction
    .insertInto("outbox")
    .values({
      id,
      created_at: now,
      // Generated here and not when it is sent, so that a mail sent twice has the same one and is recognised.
      message_id: `<${randomUUID()}@${domain}>`,
      recipient: mail.to,
      reply_to: mail.replyTo ?? "",
      subject: mail.subject,
      body_text: isSecret ? "" : mail.text,
      encrypted_text: isSecret ? encryptText(secretOf(services), id, mail.text) : null,
      user_id: mail.userId ?? null,
      enquiry_id: mail.enquiryId ?? null,
      expires_at: mail.expiresAt?.toISOString() ?? null,
      due_at: now,
      sent_at: null,
      last_error: null,
    })
    .execute();
  return id;
}

/**
 * Makes a mail that could not be sent due at once, with all its attempts before it.
 * @returns whether it was waiting; one that is being sent, was sent or was deleted is not
 */
export async function retryMail(services: Services, id: string): Promise<boolean> {
  const now = services.now().toISOString();
  const retried = await services.db
    .updateTable("outbox")
    .set({ due_at: now, attempts: 0 })
    .where("id", "=", id)
    .where("sent_at", "is", null)
    // Null before the first attempt and during each: two instances would send the mail at once.
    .where("last_error", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (retried !== undefined) services.events.emit("mailQueued");
  return retried !== undefined;
}

/** Starts the worker of this instance. */
export function startOutbox(services: Services, transport: MailTransport): Outbox {
  let stopped = false;
  // Set by a poll or an event during a run, however many there were: one more run finds all their mail.
  let again = false;
  let running: Promise<void> | undefined;

  const wake = () => {
    if (stopped) return;
    again = true;
    running ??= work().finally(() => {
      running = undefined;
      if (again) wake();
    });
  };

  const work = async () => {
    while (again && !stopped) {
      again = false;
      try {
        while (!stopped && (await sendNext(services, transport))) {
          // One after the other: the gym sends few mails, and a mail server counts connections.
        }
      } catch (error) {
        // The database is unavailable; the next poll tries again.
        services.log.warn({ event: "outbox-unreadable", code: codeOf(error) }, "could not read the outbox");
      }
    }
  };

  const timer = setInterval(wake, POLL_INTERVAL_MS);
  services.events.on("mailQueued", wake);
  wake();
  return {
    stop: async () => {
      stopped = true;
      services.events.off("mailQueued", wake);
      clearInterval(timer);
      // An interrupted mail is sent again after its lease, with the same Message-ID; a mail server may take a minute.
      await Promise.race([running, pause(STOP_WAIT_MS)]);
    },
  };
}

/** Claims the next due mail and sends it. @returns whether there was one */
async function sendNext(services: Services, transport: MailTransport): Promise<boolean> {
  const mail = await claimNext(services);
  if (mail === undefined) return false;
  if (mail.expires_at !== null && mail.expires_at <= services.now().toISOString()) {
    await deleteMail(services, mail);
    services.log.warn({ event: "mail-expired", mail: mail.id }, "dropped a mail: the link in it has expired");
    return true;
  }
  const text = readMailText(services, mail);
  if (text === undefined) {
    await deleteMail(services, mail);
    const facts = { event: "mail-unreadable", mail: mail.id };
    services.log.error(facts, "dropped a mail that could not be decrypted: SECRET has changed since it was written");
    return true;
  }
  try {
    await transport.send({ ...mail, body_text: text });
  } catch (error) {
    await postpone(services, mail, error);
    return true;
  }
  // If the process ends here, the lease expires and the mail is sent again, with the same Message-ID.
  await services.db
    .updateTable("outbox")
    .set({
      sent_at: services.now().toISOString(),
      last_error: null,
      // From now on a valid link is stored only as its hash.
      ...(mail.expires_at === null ? {} : { body_text: "", encrypted_text: null }),
    })
    .where("id", "=", mail.id)
    .execute();
  services.log.info({ event: "mail-sent", mail: mail.id, attempts: mail.attempts }, "sent a mail");
  return true;
}

/** The text of a stored mail. @returns undefined when it is encrypted with another secret */
export function readMailText(
  services: Services,
  mail: Pick<OutboxTable, "id" | "body_text" | "encrypted_text">,
): string | undefined {
  if (mail.encrypted_text === null) return mail.body_text;
  return decryptText(secretOf(services), mail.id, mail.encrypted_text);
}

/**
 * Deletes all mail about an account, sent or waiting, in the transaction that deletes the account.
 * @returns the ids of the mails, for `removeMailFiles` after the commit
 */
export async function deleteMailOfUser(transaction: Transaction<Tables>, userId: string): Promise<string[]> {
  const deleted = await transaction.deleteFrom("outbox").where("user_id", "=", userId).returning("id").execute();
  return deleted.map(({ id }) => id);
}

/**
 * Deletes all mail that quotes these enquiries, sent or waiting, in the transaction that deletes them.
 * @returns the ids of the mails, for `removeMailFiles` after the commit
 */
export async function deleteMailOfEnquiries(
  transaction: Transaction<Tables>,
  enquiryIds: readonly string[],
): Promise<string[]> {
  const deleted = await transaction
    .deleteFrom("outbox")
    .where("enquiry_id", "in", enquiryIds)
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

async function deleteMail({ db }: Services, { id }: { id: string }): Promise<void> {
  await db.deleteFrom("outbox").where("id", "=", id).execute();
}

function secretOf({ config }: Services): string {
  if (config.secret === undefined) throw new Error("Encrypting mail needs a secret: complete the settings first");
  return config.secret;
}

/** Claims the next due mail: compare-and-set on `due_at` is the lease. */
async function claimNext(services: Services): Promise<OutboxRow | undefined> {
  for (;;) {
    const now = services.now();
    const due = await services.db
      .selectFrom("outbox")
      .select(["id", "due_at"])
      .where("sent_at", "is", null)
      .where("due_at", "<=", now.toISOString())
      .where("attempts", "<", MAX_ATTEMPTS)
      .orderBy("due_at")
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const claimed = await services.db
      .updateTable("outbox")
      .set({ due_at: new Date(now.getTime() + LEASE_MS).toISOString(), attempts: sql`attempts + 1`, last_error: null })
      .where("id", "=", due.id)
      .where("due_at", "=", due.due_at)
      .where("sent_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (claimed !== undefined) return claimed;
  }
}

type OutboxRow = Selectable<OutboxTable>;

/** A permanent failure (5xx) is retried as well: mail servers respond so while they are being set up. */
async function postpone(services: Services, mail: OutboxRow, error: unknown): Promise<void> {
  const pauseMs = PAUSES_MS[Math.min(mail.attempts, PAUSES_MS.length) - 1] ?? PAUSES_MS[0];
  const code = codeOf(error);
  await services.db
    .updateTable("outbox")
    .set({ due_at: new Date(services.now().getTime() + pauseMs).toISOString(), last_error: code })
    .where("id", "=", mail.id)
    .execute();
  const facts = { event: "mail-failed", mail: mail.id, attempts: mail.attempts, code };
  if (mail.attempts >= MAX_ATTEMPTS) services.log.error(facts, "gave a mail up; its row stays in the outbox");
  else services.log.warn({ ...facts, pauseMs }, "could not send a mail yet");
}

/** A short code for the log; a mail server's own message may quote the recipient. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("responseCode" in error && typeof error.responseCode === "number") return String(error.responseCode);
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Removes mail that was sent more than 30 days ago. */
export async function removeSentMail(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - SENT_MAIL_RETENTION_DAYS * 24 * 60 * 60_000).toISOString();
  await services.db.deleteFrom("outbox").where("sent_at", "<", before).execute();
}
