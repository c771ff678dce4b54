/**
 * Links an account to the desk's record of its owner, by a link that the desk sends or a code that it reads out. Each
 * works once. A matching number or address links nothing, since neither proves who the visitor is.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { Actor } from "../platform/activity.server.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { DAY_MS, HOUR_MS } from "../platform/durations.ts";
import { addressGroup, countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transactUnlessBusy } from "../platform/transact.server.ts";
import { makeReadableCode, normalizedCode } from "../staff/recovery-codes.server.ts";
import { hasDeskRecord } from "./erase-person.server.ts";
import { mergeWithin } from "./merge-people.server.ts";
import {
  changePeople,
  findPerson,
  insertPerson,
  logOfPerson,
  newUnsubscribeKey,
  type Person,
  personOfAccount,
  touchPerson,
} from "./people.server.ts";
import { accountLinked, accountUnlinked } from "./person-hooks.server.ts";

const INVITATION_MS = 3 * DAY_MS;

/** Many accounts at many addresses could guess a code; past the site's limit only links work. */
const CODES_PER_ACCOUNT: RateLimit = { name: "member-code/account", max: 10, windowMs: HOUR_MS };
const CODES_PER_ADDRESS: RateLimit = { name: "member-code/address", max: 20, windowMs: HOUR_MS };
const CODES_OF_SITE: RateLimit = { name: "member-code/site", max: 300, windowMs: HOUR_MS };

/** The token of a link: 192 bits, too many to guess. */
const TOKEN = /^[\w-]{32}$/;

/** Hashes a token or code with the site's secret: a reader of the database can use neither. */
function hashOf({ config }: Services, text: string): string {
  return createHmac("sha256", config.secret ?? "")
    .update(`member-invitation\n${text}`)
    .digest("base64url");
}

/** Creates a link and a code for a person, and revokes earlier ones. @returns undefined if the person is gone or has an account */
export async function inviteToLink(
  services: Services,
  actor: Actor,
  personId: string,
): Promise<{ token: string; code: string } | undefined> {
  const token = randomBytes(24).toString("base64url");
  const code = makeReadableCode();
  return changePeople(services, async (change) => {
    const { transaction, at } = change;
    const person = await findPerson(transaction, personId);
    if (person === undefined || person.erased_at !== null || person.user_id !== null) return undefined;
    await deleteInvitations(transaction, person.id);
    await transaction
      .insertInto("person_invitations")
      .values({
        person_id: person.id,
        token_hash: hashOf(services, token),
        code_hash: hashOf(services, normalizedCode(code)),
        made_at: at.toISOString(),
        expires_at: new Date(at.getTime() + INVITATION_MS).toISOString(),
      })
      .execute();
    await logOfPerson(change, actor, "member-invited", person);
    return { token, code };
  });
}

async function deleteInvitations(db: Db, personId: string): Promise<void> {
  await db.deleteFrom("person_invitations").where("person_id", "=", personId).execute();
}

export type LinkOutcome = {
  /** `other-record`: the account is linked to another record. `limited`: too many codes were tried. */
  code:
    | "joined"
    | "same"
    | "wrong"
    | "other-record"
    | "limited"
    | "links-only"
    | "unconfirmed"
    | "test-account"
    | "busy";
};

export function isLinkToken(typed: string): boolean {
  return TOKEN.test(typed.trim());
}

/** Links an account to the record of a link or code, and merges the account's own person into that record. */
export async function linkAccount(
  services: Services,
  { id: userId, clientAddress }: { id: string; clientAddress: string },
  typed: string,
): Promise<LinkOutcome> {
  const { db, now } = services;
  const user = await db
    .selectFrom("users")
    .select(["email", "emailVerified"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user === undefined || user.email === TEST_ACCOUNT.email) return { code: "test-account" };
  if (!user.emailVerified) return { code: "unconfirmed" };
  const isLink = isLinkToken(typed);
  if (!isLink) {
    if (!(await countAttempt(services, CODES_PER_ACCOUNT, userId))) return { code: "limited" };
    if (!(await countAttempt(services, CODES_PER_ADDRESS, addressGroup(clientAddress)))) return { code: "limited" };
    if (!(await countAttempt(services, CODES_OF_SITE, ""))) return { code: "links-only" };
  }
  const hash = hashOf(services, isLink ? typed.trim() : normalizedCode(typed));
  // Guesses take no lock that the desk would wait for.
  if ((await findInvitation(db, hash, now())) === undefined) return outcomeWithoutInvitation(db, userId);
  return transactUnlessBusy(services, (change) => linkWithin(change, { userId, address: user.email, hash }));
}

/** `same` after a double click: the first used the link up. */
async function outcomeWithoutInvitation(db: Db, userId: string): Promise<LinkOutcome> {
  return { code: (await personOfAccount(db, userId))?.joined_at == null ? "wrong" : "same" };
}

function findInvitation(db: Db, hash: string, at: Date) {
  return db
    .selectFrom("person_invitations")
    .selectAll()
    .where(({ or, eb }) => or([eb("token_hash", "=", hash), eb("code_hash", "=", hash)]))
    .where("expires_at", ">", at.toISOString())
    .executeTakeFirst();
}

async function linkWithin(
  change: Change,
  { userId, address, hash }: { userId: string; address: string; hash: string },
): Promise<LinkOutcome> {
  const { transaction, at } = change;
  await change.lock("people");
  const own = await personOfAccount(transaction, userId);
  const invitation = await findInvitation(transaction, hash, at);
  if (invitation === undefined) return outcomeWithoutInvitation(transaction, userId);
  const person = await findPerson(transaction, invitation.person_id);
  if (own !== undefined && own.id !== person?.id && (await hasDeskRecord(transaction, own))) {
    return { code: "other-record" };
  }
  if (person === undefined || person.erased_at !== null) return { code: "wrong" };
  const isOwn = person.user_id === userId;
  // The record of the link was merged into the account's record.
  if (isOwn && person.joined_at !== null) return { code: "same" };
  if (person.user_id !== null && !isOwn) return { code: "wrong" };
  if (own !== undefined && !isOwn) await mergeWithin(change, { id: userId, name: "" }, person, own);
  await transaction
    .updateTable("people")
    .set(({ fn, val }) => ({
      user_id: userId,
      joined_at: at.toISOString(),
      account_deleted_at: null,
      unsubscribe_key: fn.coalesce("unsubscribe_key", val(newUnsubscribeKey())),
    }))
    .where("id", "=", person.id)
    .execute();
  await touchPerson(change, person);
  await deleteInvitations(transaction, person.id);
  await logOfPerson(change, null, "member-joined", person);
  await accountLinked(change, person, address);
  return { code: "joined" };
}

/** Unlinks an account from a record, for example when the wrong account was linked. */
export async function unlinkAccount(
  services: Services,
  actor: Actor,
  personId: string,
): Promise<{ code: "done" | "same" | "unknown" | "busy" }> {
  return transactUnlessBusy(services, async (change): Promise<{ code: "done" | "same" | "unknown" }> => {
    const { transaction } = change;
    await change.lock("people");
    const person = await findPerson(transaction, personId);
    if (person === undefined || person.erased_at !== null) return { code: "unknown" };
    if (person.user_id === null || person.joined_at === null) return { code: "same" };
    await unlinkWithin(change, person, person.user_id);
    await logOfPerson(change, actor, "member-left", person);
    return { code: "done" };
  });
}

/** Gives the account its own person and bookings again. Bookings that the record's passes cover stay with the record. */
async function unlinkWithin(change: Change, person: Person, userId: string): Promise<void> {
  const { transaction } = change;
  await transaction
    .updateTable("people")
    .set({ user_id: null, joined_at: null, unsubscribe_key: null })
    .where("id", "=", person.id)
    .execute();
  await touchPerson(change, person);
  const own = await insertPerson(
    change,
    { id: userId, name: "" },
    {
      name: "",
      user_id: userId,
      unsubscribe_key: person.unsubscribe_key ?? newUnsubscribeKey(),
      reminders: person.reminders,
    },
  );
  await accountUnlinked(change, { fromId: person.id, intoId: own.id });
}
