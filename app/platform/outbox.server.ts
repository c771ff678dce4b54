/**
 * Mail is a row, written in the transaction of what it reports, and sent afterwards by a worker: whatever the mail
 * server does, nothing that was acknowledged is lost, and nobody waits for it.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { decryptText, encryptText } from "./encryption.server.ts";
import { type MailTransport, SEND_TIMEOUT_MS, SENT_MAIL_RETENTION_DAYS } from "./mail.server.ts";
import type { OutboxTable, Tables } from "./schema.ts";
import type { Services } from "./services.ts";

/** What goes into the outbox. All of it is one line but for the text. */
export type NewMail = {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  /** The account that the mail is about. Deleting the account deletes the mail. */
  userId?: string;
  /** When the link in the text stops working. Such a text is stored encrypted, and not sent after this moment. */
  expiresAt?: Date;
};

/** Queues a mail in the transaction it was given with. */
export type QueueMail = (mail: NewMail) => Promise<void>;

export type Outbox = {
  /** Takes no other mail, and finishes the one in hand if that takes no longer than a moment. */
  stop: () => Promise<void>;
};

/** What a stop waits for a mail in hand: the site has ten seconds in all, and its visitors come first. */
const STOP_WAIT_MS = 800;

/** How often the worker polls, for mail that other instances left and for retries. Its own instance's mail wakes it. */
const POLL_INTERVAL_MS = 2000;

/** How long one instance has a mail to itself. Longer than a sending may take, or two would send it. */
const LEASE_MS = 2 * SEND_TIMEOUT_MS;

/** The pauses after the first, second, ... failure; the last one goes on. */
const PAUSES_MS = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000] as const;

/** About five days of hourly tries. The row stays for a person to look at. */
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
      await insertMail(services, transaction, mail);
      hasMail = true;
    }),
  );
  if (hasMail) services.events.emit("mailQueued");
  return result;
}

async function insertMail(services: Services, transaction: Transaction<Tables>, mail: NewMail): Promise<void> {
  const now = services.now().toISOString();
  const id = randomUUID();
  const isSecret = mail.expiresAt !== undefined;
  const domain = services.config.staffEmail.split("@").at(-1);
  await transaction
    .insertInto("outbox")
    .values({
      id,
      created_at: now,
      // Made here and not when it is sent, so that a repeated mail has the same one and is recognised.
      message_id: `<${randomUUID()}@${domain}>`,
      recipient: mail.to,
      reply_to: mail.replyTo ?? "",
      subject: mail.subject,
      body_text: isSecret ? "" : mail.text,
      encrypted_text: isSecret ? encryptText(secretOf(services), id, mail.text) : null,
      user_id: mail.userId ?? null,
      expires_at: mail.expiresAt?.toISOString() ?? null,
      due_at: now,
      sent_at: null,
      last_error: null,
    })
    .execute();
}

/** Starts the worker of this instance. */
export function startOutbox(services: Services, transport: MailTransport): Outbox {
  let stopped = false;
  // Set by a poll or an event during a run, however many there were: one more run finds all their mail.
  let again = false;
  let inHand: Promise<void> | undefined;

  const wake = () => {
    if (stopped) return;
    again = true;
    inHand ??= work().finally(() => {
      inHand = undefined;
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
        // The database is away; the next poll tries again.
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
      // Cut off, a mail goes again after its lease, with the same Message-ID; a mail server may take a minute over it.
      await Promise.race([inHand, pause(STOP_WAIT_MS)]);
    },
  };
}

/** Takes the mail that has waited longest and sends it. @returns whether there was one */
async function sendNext(services: Services, transport: MailTransport): Promise<boolean> {
  const mail = await takeNext(services);
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
  // When the process ends here, the lease runs out and the mail goes again, with the same Message-ID.
  await services.db
    .updateTable("outbox")
    .set({
      sent_at: services.now().toISOString(),
      last_error: null,
      // A link that works is stored as its hash alone, from now on.
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

async function deleteMail({ db }: Services, { id }: { id: string }): Promise<void> {
  await db.deleteFrom("outbox").where("id", "=", id).execute();
}

function secretOf({ config }: Services): string {
  if (config.secret === undefined) throw new Error("Encrypting mail needs a secret: complete the settings first");
  return config.secret;
}

/** The mail due first, for this instance alone: whoever moves its moment has it. */
async function takeNext(services: Services): Promise<OutboxRow | undefined> {
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
    const taken = await services.db
      .updateTable("outbox")
      .set({ due_at: new Date(now.getTime() + LEASE_MS).toISOString(), attempts: sql`attempts + 1` })
      .where("id", "=", due.id)
      .where("due_at", "=", due.due_at)
      .where("sent_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (taken !== undefined) return taken;
  }
}

type OutboxRow = Omit<OutboxTable, "attempts"> & { attempts: number };

/** A refusal that says "never" is tried again as well: mail servers say it while they are being set up. */
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

/** A short word for the log; a mail server's own words may quote the recipient. */
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
