/** The worker of the outbox: each instance has one. It claims due mails one by one, and sends them. */
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import { type MailTransport, mailFailure, SEND_TIMEOUT_MS } from "./mail.server.ts";
import { isAddressUnknown } from "./mail-messages.ts";
import { readMailText } from "./outbox.server.ts";
import type { Tables } from "./schema.ts";
import type { Services } from "./services.ts";
import { findStuckMail } from "./undelivered-mail.server.ts";
import { startWorker, type Worker } from "./worker.server.ts";

/** How long a stop waits for the mail being sent: a shutdown has ten seconds in all, mostly for requests. */
const STOP_WAIT_MS = 800;

/** How often the worker polls for retries and for mail left by other instances. New mail of its own instance wakes it. */
const POLL_INTERVAL_MS = 2000;

/** How long one instance holds the lease of a mail. Longer than sending can take, or two instances would send the mail. */
const LEASE_MS = 2 * SEND_TIMEOUT_MS;

/** The pauses of an email after its first, second, ... failure; the last one repeats. */
const PAUSES_MS = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000] as const;

/** The pauses of the worker after the first, second, ... failure that concerns all mail. */
const WORKER_PAUSES_MS = PAUSES_MS.slice(0, 4);

/** About five days of hourly attempts; then the mail is given up, and shown in the console. */
const MAX_ATTEMPTS = 125;

/** Attempts for an address unknown to the mail server. More than one: servers reply this while they are being set up. */
const MAX_REFUSALS = 3;

/** The worker's view of the mail server, in memory: each instance has its own. */
type ServerState = {
  /** Failures in a row that concern all mail. */
  failures: number;
  pausedUntil: Date;
  /** Whether the log has the line about stuck mail. */
  isStuckLogged: boolean;
};

const newServerState = (): ServerState => ({ failures: 0, pausedUntil: new Date(0), isStuckLogged: false });

/** Starts the worker of this instance. After a stop it claims no further mail. */
export function startOutbox(services: Services, transport: Pick<MailTransport, "send">): Worker {
  const settings = {
    intervalMs: POLL_INTERVAL_MS,
    wokenBy: "mailQueued",
    failure: "outbox-unreadable",
    // An interrupted mail is sent again after its lease, with the same Message-ID; a mail server may take a minute.
    stopWaitMs: STOP_WAIT_MS,
  } as const;
  const state = newServerState();
  return startWorker(services, settings, (isStopped) => sendDueMail(services, transport, isStopped, state));
}

/** Sends all due mail until `isStopped`, or until the mail server accepts none. @throws errors of the database */
export async function sendDueMail(
  services: Services,
  transport: Pick<MailTransport, "send">,
  isStopped = () => false,
  state = newServerState(),
): Promise<void> {
  const canSend = () => !isStopped() && services.now() >= state.pausedUntil;
  while (canSend() && (await sendNext(services, transport, state))) {
    // Mails leave one after the other, over one connection: the gym sends few.
  }
}

/** Claims the next due mail and sends it. @returns whether there was one */
async function sendNext(
  services: Services,
  transport: Pick<MailTransport, "send">,
  state: ServerState,
): Promise<boolean> {
  const mail = await claimNext(services);
  if (mail === undefined) return false;
  const isPast = (moment: string | null) => moment !== null && moment <= services.now().toISOString();
  if (isPast(mail.expires_at)) return drop(services, mail, "mail-expired", "the link in it has expired");
  if (isPast(mail.discard_after)) return drop(services, mail, "mail-discarded", "it was too late to be useful");
  const text = readMailText(services, mail);
  if (text === undefined) {
    const why = "it could not be decrypted: SECRET has changed since it was queued";
    return drop(services, mail, "mail-unreadable", why, "error");
  }
  try {
    await transport.send({ ...mail, body_text: text });
  } catch (error) {
    await postpone(services, mail, error, state);
    return true;
  }
  // If the process ends here, the lease expires and the mail is sent again, with the same Message-ID.
  await services.db
    .updateTable("outbox")
    .set({
      sent_at: services.now().toISOString(),
      ...{ last_error: null, failed_at: null, last_answer: null },
      body_html: null,
      // From now on a valid link is stored only as its hash.
      ...(mail.expires_at === null ? {} : { body_text: "", encrypted_text: null }),
    })
    .where("id", "=", mail.id)
    .execute();
  services.log.info({ event: "mail-sent", ...logFacts(mail), attempts: mail.attempts }, "sent an email");
  await noteSent(services, state);
  return true;
}

/** Ends the pauses after a mail was sent. */
async function noteSent(services: Services, state: ServerState): Promise<void> {
  const { failures, isStuckLogged } = state;
  Object.assign(state, newServerState());
  if (failures > 0 || isStuckLogged) services.log.info({ event: "mail-resumed" }, "mail is sent again");
  // After long pauses, all waiting mail is due at once, so that the most urgent goes first.
  if (failures < WORKER_PAUSES_MS.length) return;
  const now = services.now().toISOString();
  await services.db
    .updateTable("outbox")
    .set({ due_at: now })
    .where("sent_at", "is", null)
    .where("given_up_at", "is", null)
    // Null while an instance sends the mail.
    .where("last_error", "is not", null)
    .where("due_at", ">", now)
    .execute();
}

/** Deletes a mail unsent. @returns true, as there was a mail */
async function drop(
  { db, log }: Services,
  mail: OutboxRow,
  event: string,
  why: string,
  level: "warn" | "error" = "warn",
): Promise<boolean> {
  await db.deleteFrom("outbox").where("id", "=", mail.id).execute();
  log[level]({ event, ...logFacts(mail) }, `dropped an email: ${why}`);
  return true;
}

/** Claims the first due email without an earlier one to wait for; compare-and-set on `due_at` is the lease. */
async function claimNext(services: Services): Promise<OutboxRow | undefined> {
  for (;;) {
    const now = services.now();
    const due = await services.db
      .selectFrom("outbox")
      .select(["id", "due_at"])
      .where("sent_at", "is", null)
      .where("due_at", "<=", now.toISOString())
      .where("given_up_at", "is", null)
      .where((eb) => eb.not(hasEarlier(eb, now)))
      .orderBy("priority")
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

/** Whether an earlier mail to the same person about the same thing is being sent, or will be. */
function hasEarlier({ exists, selectFrom }: ExpressionBuilder<Tables, "outbox">, now: Date) {
  const at = now.toISOString();
  return exists(
    selectFrom("outbox as earlier")
      .select("earlier.id")
      .whereRef("earlier.about", "=", "outbox.about")
      .whereRef("earlier.recipient", "=", "outbox.recipient")
      .whereRef("earlier.about_order", "<", "outbox.about_order")
      .where("earlier.sent_at", "is", null)
      .where(({ and, eb, or }) => {
        const canBeTried = eb("earlier.given_up_at", "is", null);
        const isUseful = or([eb("earlier.discard_after", "is", null), eb("earlier.discard_after", ">", at)]);
        const isBeingSent = and([eb("earlier.last_error", "is", null), eb("earlier.due_at", ">", at)]);
        return or([and([canBeTried, isUseful]), isBeingSent]);
      }),
  );
}

type OutboxRow = Selectable<Tables["outbox"]>;

/**
 * Postpones an email, or gives it up. Permanent failures are retried too, as servers return them during set-up. Failures
 * that concern all mail pause the worker.
 */
async function postpone(services: Services, mail: OutboxRow, error: unknown, state: ServerState): Promise<void> {
  const pauseMs = pauseAfter(PAUSES_MS, mail.attempts);
  const { code, reply, concernsAllMail } = mailFailure(error);
  const now = services.now();
  const isGivenUp = mail.attempts >= (isAddressUnknown(code) ? MAX_REFUSALS : MAX_ATTEMPTS);
  await services.db
    .updateTable("outbox")
    .set({
      due_at: new Date(now.getTime() + pauseMs).toISOString(),
      last_error: code,
      failed_at: now.toISOString(),
      last_answer: reply.replaceAll(mail.recipient, "…"),
      given_up_at: isGivenUp ? now.toISOString() : null,
    })
    .where("id", "=", mail.id)
    .execute();
  // The mail server's reply may quote the recipient: only the code is logged.
  const facts = { event: "mail-failed", ...logFacts(mail), attempts: mail.attempts, code };
  if (isGivenUp) services.log.error(facts, "gave up a mail; the console shows it");
  else if (!concernsAllMail) services.log.warn({ ...facts, pauseMs }, "could not send a mail yet");
  if (concernsAllMail) pauseWorker(services, state, code);
  await logStuckMail(services, state);
}

/** Pauses before the next mail. Only the first pause in a row is logged. */
function pauseWorker({ log, now }: Services, state: ServerState, code: string): void {
  state.failures += 1;
  state.pausedUntil = new Date(now().getTime() + pauseAfter(WORKER_PAUSES_MS, state.failures));
  if (state.failures > 1) return;
  log.warn({ event: "mail-paused", code }, "the mail server accepts no mail; will retry with increasing pauses");
}

async function logStuckMail(services: Services, state: ServerState): Promise<void> {
  if (state.isStuckLogged) return;
  const stuck = await findStuckMail(services);
  if (stuck === undefined) return;
  state.isStuckLogged = true;
  const { since, count, error } = stuck;
  services.log.error(
    { event: "mail-stuck", since, waiting: count, code: error },
    "no mail is being sent; the console shows it",
  );
}

function pauseAfter(pauses: readonly number[], failures: number): number {
  return pauses[Math.min(failures, pauses.length) - 1] ?? PAUSES_MS[0];
}

/** Identifies an email in the log, never its recipient. */
function logFacts({ id, kind }: OutboxRow): { mail: string; kind?: string } {
  return kind === "" ? { mail: id } : { mail: id, kind };
}
