/** Finds out whether any mail is being sent, for the console and the log. */
import { MINUTE_MS } from "./durations.ts";
import { isAboutRecipient } from "./mail-messages.ts";
import { MAIL_PRIORITY } from "./outbox.server.ts";
import type { Db, Services } from "./services.ts";

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
