/**
 * Mail that was not delivered. Mail given up is shown to staff who can act on it, and removed after a time. Stuck mail
 * means that none is being sent.
 */
import { type SelectQueryBuilder, sql, type Transaction } from "kysely";
import { type Actor, recordActivity } from "./activity.server.ts";
import { daysBefore, MINUTE_MS } from "./durations.ts";
import { isAboutRecipient, type MailState, mailState } from "./mail-messages.ts";
import { MAIL_PRIORITY, readMailText } from "./outbox.server.ts";
import type { Retention } from "./retention.server.ts";
import type { Tables } from "./schema.ts";
import type { Db, Services } from "./services.ts";
import { transact } from "./transact.server.ts";

/** How long a mail that was given up is stored, in days: long enough to try again, or to reach the person another way. */
export const UNDELIVERED_MAIL_DAYS = 30;

export type MailScope = "desk" | "all";

/** Undelivered emails that are still useful, newest first, with their number. `error`: the last code. */
export async function listUndelivered(services: Services, scope: MailScope, limit: number) {
  const undelivered = undeliveredMail(services.db, scope, services.now());
  const mails = await undelivered
    .select(["id", "recipient as to", "subject", "created_at as writtenAt", "enquiry_id as enquiryId"])
    .select(({ fn, val }) => fn.coalesce("last_error", val("")).as("error"))
    .orderBy("given_up_at", "desc")
    .limit(limit)
    .execute();
  if (mails.length < limit) return { mails, count: mails.length };
  const { count } = await undelivered
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return { mails, count: Number(count) };
}

/** Each address's last email, if it failed. `error`: the last code. @param kind a prefix of kinds */
export async function findFailedMail(services: Services, addresses: readonly string[], kind: string) {
  if (addresses.length === 0) return new Map<string, FailedMail>();
  const { db } = services;
  const oldestFirst = await db
    .selectFrom("outbox")
    .select(["id", "recipient", "created_at", "body_text", "encrypted_text", "sent_at", "last_error", "given_up_at"])
    .where("recipient", "in", addresses)
    .where("kind", "like", `${kind}%`)
    .where("sent_at", "is", null)
    .where("last_error", "is not", null)
    .orderBy("created_at")
    .execute();
  const [first] = oldestFirst;
  if (first === undefined) return new Map<string, FailedMail>();
  const sent = await db
    .selectFrom("outbox")
    .select(["recipient", "created_at"])
    .where("sent_at", ">", first.created_at)
    .where("recipient", "in", addresses)
    .where("kind", "like", `${kind}%`)
    .execute();
  const isLast = (mail: typeof first) =>
    !sent.some(({ recipient, created_at: at }) => recipient === mail.recipient && at > mail.created_at);
  return new Map<string, FailedMail>(
    oldestFirst
      .filter(isLast)
      .map((mail) => [
        mail.recipient,
        { state: mailState(mail), error: mail.last_error ?? "", text: readMailText(services, mail) ?? "" },
      ]),
  );
}

type FailedMail = { state: MailState; error: string; text: string };

function undeliveredMail(db: Db, scope: MailScope, now: Date): SelectQueryBuilder<Tables, "outbox", object> {
  return db
    .selectFrom("outbox")
    .where("given_up_at", "is not", null)
    .where("sent_at", "is", null)
    .where(({ eb, or }) => or([eb("discard_after", "is", null), eb("discard_after", ">", now.toISOString())]))
    .$if(scope === "desk", (query) =>
      query.where(({ eb, or }) =>
        or([eb("enquiry_id", "is not", null), eb("person_id", "is not", null), eb("kind", "like", "booking-%")]),
      ),
    );
}

/** Makes undelivered emails due at once. @param id one of them; all if omitted @returns whether there were any */
export async function retryUndelivered(services: Services, scope: MailScope, id?: string): Promise<boolean> {
  const now = services.now();
  const ids = undeliveredMail(services.db, scope, now).select("id");
  const { numUpdatedRows } = await services.db
    .updateTable("outbox")
    .set({ given_up_at: null, attempts: 0, due_at: now.toISOString() })
    .where("id", "in", id === undefined ? ids : ids.where("id", "=", id))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) services.events.emit("mailQueued");
  return numUpdatedRows > 0n;
}

/** Removes an email that was given up. @returns whether there was one */
export async function removeUndelivered(
  services: Services,
  actor: Actor,
  scope: MailScope,
  id: string,
): Promise<boolean> {
  const now = services.now();
  return transact(services, async ({ transaction }) => {
    const ids = undeliveredMail(transaction, scope, now).select("id").where("id", "=", id);
    const removed = await deleteUndelivered(transaction, ids);
    // Without its recipient and its subject, which may be a name.
    if (removed.length > 0) await recordActivity(transaction, now, actor, { action: "mail-removed" });
    return removed.length > 0;
  });
}

export const UNDELIVERED_RETENTION: Retention = {
  table: "outbox",
  old: (now) => sql`given_up_at < ${daysBefore(now, UNDELIVERED_MAIL_DAYS)}`,
  remove: ({ transaction }, ids) => deleteUndelivered(transaction, ids),
};

type Ids = SelectQueryBuilder<Tables, "outbox", { id: string }> | string[];

/** Deletes mails; replies that used them then count as undelivered. @returns the ids of the mails */
async function deleteUndelivered(transaction: Transaction<Tables>, selected: Ids): Promise<string[]> {
  const deleted = await transaction.deleteFrom("outbox").where("id", "in", selected).returning("id").execute();
  const ids = deleted.map(({ id }) => id);
  if (ids.length > 0)
    await transaction.updateTable("enquiry_replies").set({ mail_id: null }).where("mail_id", "in", ids).execute();
  return ids;
}

/** How long mail waits before it counts as stuck. */
const STUCK_AFTER_MS = 15 * MINUTE_MS;

/**
 * The waiting mail, if none was sent for 15 minutes; mail for full mailboxes doesn't count.
 * `error` and `answer` are of the last failure, or empty.
 */
export async function findStuckMail({ db, now }: Pick<Services, "db" | "now">) {
  const at = now().toISOString();
  const byError = await waitingMail(db, at)
    .select("last_error")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .select(({ fn }) => fn.agg<string>("min", ["created_at"]).as("first"))
    .select(({ fn }) => fn.agg<string | null>("max", ["failed_at"]).as("failedAt"))
    .groupBy("last_error")
    .execute();
  const waiting = byError.filter(({ last_error: error }) => error === null || !isAboutRecipient(error));
  const first = waiting.map((group) => group.first).sort()[0];
  if (first === undefined || !isLongAgo(first, at)) return undefined;
  const lastSent = await findLastSent(db);
  const [, since = first] = [first, lastSent].sort();
  if (!isLongAgo(since, at)) return undefined;
  const latest = waiting.toSorted((a, b) => ((a.failedAt ?? "") < (b.failedAt ?? "") ? 1 : -1))[0];
  const failed =
    latest?.failedAt &&
    (await waitingMail(db, at).select("last_answer").where("failed_at", "=", latest.failedAt).executeTakeFirst());
  return {
    since,
    count: waiting.reduce((sum, { count }) => sum + Number(count), 0),
    error: latest?.last_error ?? "",
    answer: (failed || undefined)?.last_answer ?? "",
  };
}

function waitingMail(db: Db, at: string) {
  return (
    db
      .selectFrom("outbox")
      .where("sent_at", "is", null)
      .where("given_up_at", "is", null)
      // Matches all of them, and uses the index of waiting mails.
      .where("priority", ">=", MAIL_PRIORITY.urgent)
      .where(({ eb, or }) => or([eb("discard_after", "is", null), eb("discard_after", ">", at)]))
      .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", at)]))
  );
}

async function findLastSent(db: Db): Promise<string> {
  const sent = db.selectFrom("outbox").select("sent_at").where("sent_at", "is not", null);
  return (await sent.orderBy("sent_at", "desc").limit(1).executeTakeFirst())?.sent_at ?? "";
}

function isLongAgo(moment: string, at: string): boolean {
  return Date.parse(at) - Date.parse(moment) >= STUCK_AFTER_MS;
}
