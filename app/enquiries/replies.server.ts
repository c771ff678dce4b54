/** Replies of the desk: by mail through the outbox, or handed to WhatsApp. Both move the enquiry on, and assign it to whoever replies. */
import { randomUUID } from "node:crypto";
import { listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { whatsAppAddress } from "../forms/phone.ts";
import { findPhone } from "../forms/read-phone.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { DAY_MS } from "../platform/durations.ts";
import { gymAddress } from "../platform/gym-mail.server.ts";
import { retryMail } from "../platform/outbox.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import {
  assignToActor,
  changeState,
  ENQUIRY_GONE,
  type LockedEnquiry,
  lockEnquiry,
  stateChanged,
} from "./enquiry-changes.server.ts";
import { replyMail } from "./messages.ts";
import type { DeskFailure, DeskOutcome } from "./problems.ts";
import type { State } from "./states.ts";

const SAME_REPLY_WITHIN_MS = DAY_MS;

/** The states that a reply changes; later states stay. */
const MOVED_BY_REPLY = {
  answered: ["suspect", "new", "not-now", "spam"],
  "trial-booked": ["suspect", "new", "not-now", "spam", "answered"],
} as const satisfies Partial<Record<State, readonly State[]>>;

const FAILED_REPLIES_MAX = 20;

/** While the mail server fails, the desk's notifications wait among the replies. */
const FAILED_MAILS_MAX = 200;

type Reply = {
  text: string;
  seen: string;
  becomes: keyof typeof MOVED_BY_REPLY;
};

/** Queues a reply and sets the state; the same text is sent once a day. @param gym the gym's name, for the subject */
export async function replyByMail(
  services: Services,
  actor: Actor,
  id: string,
  reply: Reply,
  gym: string,
): Promise<DeskOutcome> {
  // Read before the transaction, which holds SQLite's only connection.
  const classes = await listEntries(services, classType);
  return transact(services, async (change) => {
    const prepared = await prepareReply(change, actor, id, { ...reply, channel: "mail" });
    if (prepared.code !== "done" || prepared.isRepeated) return prepared;
    const { enquiry } = prepared;
    if (enquiry.email === "") return { code: "no-email" };
    const classTitle = classes.find(({ slug }) => slug === enquiry.class)?.title ?? enquiry.class;
    const mail = replyMail({ text: reply.text, classTitle, gym });
    const mailId = await change.queueMail({
      to: enquiry.email,
      replyTo: await gymAddress(services, change.transaction),
      enquiryId: id,
      ...mail,
    });
    await recordReply(change, actor, enquiry, { ...reply, channel: "mail", mailId });
    return { code: "done" };
  });
}

/** Records a WhatsApp reply and sets the state. @returns the chat's address with the text */
export async function replyByWhatsApp(
  services: Services,
  actor: Actor,
  id: string,
  reply: Reply,
): Promise<{ code: "done"; address: string } | DeskFailure> {
  return transact(services, async (change) => {
    const prepared = await prepareReply(change, actor, id, { ...reply, channel: "whatsapp" });
    if (prepared.code !== "done") return prepared;
    const { enquiry, isRepeated } = prepared;
    const phone = enquiry.phone === "" ? (findPhone(enquiry.comment) ?? "") : enquiry.phone;
    const address = whatsAppAddress(phone, reply.text);
    if (address === undefined) return { code: "no-whatsapp" };
    if (!isRepeated) await recordReply(change, actor, enquiry, { ...reply, channel: "whatsapp", mailId: null });
    return { code: "done", address };
  });
}

async function prepareReply(
  { transaction, at }: Change,
  actor: Actor,
  id: string,
  { text, seen, channel }: Reply & { channel: string },
): Promise<{ code: "done"; enquiry: LockedEnquiry; isRepeated: boolean } | DeskFailure> {
  const enquiry = await lockEnquiry(transaction, id);
  if (enquiry === undefined) return ENQUIRY_GONE;
  const same = await transaction
    .selectFrom("enquiry_replies")
    .select("id")
    .where("enquiry_id", "=", id)
    .where("at", ">", new Date(at.getTime() - SAME_REPLY_WITHIN_MS).toISOString())
    .where("channel", "=", channel)
    .where("text", "=", text)
    .executeTakeFirst();
  if (same !== undefined) return { code: "done", enquiry, isRepeated: true };
  return stateChanged(enquiry, actor, seen) ?? { code: "done", enquiry, isRepeated: false };
}

async function recordReply(
  change: Change,
  actor: Actor,
  enquiry: LockedEnquiry,
  { text, becomes, channel, mailId }: Reply & { channel: "mail" | "whatsapp"; mailId: string | null },
): Promise<void> {
  const { transaction, at } = change;
  const by = { by_id: actor.id, by_name: actor.name };
  const row = { id: randomUUID(), enquiry_id: enquiry.id, at: at.toISOString(), ...by, channel, text, mail_id: mailId };
  await transaction.insertInto("enquiry_replies").values(row).execute();
  const actId = randomUUID();
  const entry = { action: "enquiry-reply", type: "enquiry", slug: enquiry.id, details: { channel }, actId };
  await recordActivity(transaction, at, actor, entry);
  await moveOn(change, actor, enquiry, becomes, actId);
}

/** Moves a locked enquiry to a state, unless its state is later, and assigns an unassigned enquiry to the actor. */
export async function moveOn(
  change: Change,
  actor: Actor,
  enquiry: LockedEnquiry,
  becomes: Reply["becomes"],
  actId: string,
): Promise<void> {
  const moved: readonly string[] = MOVED_BY_REPLY[becomes];
  if (moved.includes(enquiry.state)) await changeState(change, actor, enquiry, becomes, actId);
  if (enquiry.assignee_id === null) await assignToActor(change, actor, enquiry.id, actId);
}

/**
 * Whether an email was sent. `failed` is retried automatically for about five days, then given up. `undelivered` was given
 * up, and is no longer stored.
 */
type MailStatus =
  | { id: string; status: "waiting" }
  | { id: string; status: "sent"; at: string | null }
  | { id: string; status: "failed"; error: string; attempts: number; isGivenUp: boolean }
  | { id: null; status: "undelivered" };

/** The replies to an enquiry, newest first. `mail` is undefined for WhatsApp, where the site can't know. */
export async function listReplies({ db }: Services, enquiryId: string) {
  const rows = await db
    .selectFrom("enquiry_replies")
    .leftJoin("outbox", "outbox.id", "enquiry_replies.mail_id")
    .select(["enquiry_replies.id", "at", "by_name as by", "channel", "text", "mail_id"])
    .select(["outbox.id as stored_mail", "sent_at", "last_error", "attempts", "given_up_at"])
    .where("enquiry_replies.enquiry_id", "=", enquiryId)
    .orderBy("at", "desc")
    .execute();
  return rows.map(({ id, at, by, text, channel, ...mail }) => ({
    ...{ id, at, by, text, channel },
    mail: channel === "mail" ? mailStatus(mail) : undefined,
  }));
}

type MailRow = Record<"mail_id" | "stored_mail" | "sent_at" | "last_error" | "given_up_at", string | null>;

function mailStatus({ mail_id: id, ...row }: MailRow & { attempts: number | null }): MailStatus {
  if (id === null) return { id, status: "undelivered" };
  // Removing an unsent email also clears its id here.
  if (row.stored_mail === null || row.sent_at !== null) return { id, status: "sent", at: row.sent_at };
  if (row.last_error === null) return { id, status: "waiting" };
  const isGivenUp = row.given_up_at !== null;
  return { id, status: "failed", error: row.last_error, attempts: row.attempts ?? 0, isGivenUp };
}

/** Replies whose email is being retried, oldest first. `error`: the last code of the mail server or network. */
export async function failedReplies({ db }: Services) {
  // Two queries: as one, SQLite would rather read all replies than the few mails that failed.
  const mails = await failedMailQuery(db).execute();
  if (mails.length === 0) return [];
  const ids = mails.map(({ id }) => id);
  const replies = await failedReplyQuery(db, ids).execute();
  return mails
    .flatMap(({ id: mailId, last_error, attempts }) => {
      const reply = replies.find(({ mail_id }) => mail_id === mailId);
      return reply ? [{ enquiryId: reply.id, name: reply.name, mailId, error: last_error ?? "", attempts }] : [];
    })
    .slice(0, FAILED_REPLIES_MAX);
}

function failedMailQuery(db: Db) {
  return (
    db
      .selectFrom("outbox")
      .select(["id", "last_error", "attempts"])
      .where("sent_at", "is", null)
      .where("given_up_at", "is", null)
      .where("last_error", "is not", null)
      .where("enquiry_id", "is not", null)
      // The order of the index of waiting mails; those about enquiries all have the same priority.
      .orderBy("priority")
      .orderBy("due_at")
      .limit(FAILED_MAILS_MAX)
  );
}

function failedReplyQuery(db: Db, mailIds: readonly string[]) {
  return db
    .selectFrom("enquiry_replies")
    .innerJoin("enquiries", "enquiries.id", "enquiry_replies.enquiry_id")
    .select(["enquiries.id", "enquiries.name", "mail_id"])
    .where("mail_id", "in", mailIds);
}

/** Retries a reply's email at once. @returns a problem when it is no longer waiting */
export async function retryReply(services: Services, enquiryId: string, mailId: string): Promise<DeskOutcome> {
  const reply = await services.db
    .selectFrom("enquiry_replies")
    .select("id")
    .where("mail_id", "=", mailId)
    .where("enquiry_id", "=", enquiryId)
    .executeTakeFirst();
  const isRetried = reply !== undefined && (await retryMail(services, mailId));
  return isRetried ? { code: "done" } : { code: "mail-not-waiting" };
}
