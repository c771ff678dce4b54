/**
 * Joining the record that the desk has of somebody with their account: by a link that the desk sends, or a code that it tells. Both
 * serve once. Nothing is joined by an equal number or address: nobody has proved that it is theirs.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { Actor } from "../platform/activity.server.ts";
import { DAY_MS, HOUR_MS } from "../platform/durations.ts";
import { addressGroup, countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import { makeReadableCode, normalizedCode } from "../platform/readable-code.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { TEST_ACCOUNT } from "../platform/test-account.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { memberOfAccount } from "./cover.server.ts";
import { currentRecord, formerRecords } from "./former-records.server.ts";
import { touchMember } from "./give-pass.server.ts";
import { queueMembershipMail } from "./member-mail.server.ts";
import { changeRecord, findMember, logOfMember, type Member } from "./members.server.ts";
import { actsOfMember, countingActs } from "./pass-rows.server.ts";

/** How long a link and a code can be used. */
const INVITATION_MS = 3 * DAY_MS;

/** Codes are short enough to be guessed by many accounts at many addresses; past the limit of the site only links work. */
const CODES_PER_ACCOUNT: RateLimit = { name: "member-code/account", max: 10, windowMs: HOUR_MS };
const CODES_PER_ADDRESS: RateLimit = { name: "member-code/address", max: 20, windowMs: HOUR_MS };
const CODES_OF_SITE: RateLimit = { name: "member-code/site", max: 300, windowMs: HOUR_MS };

/** The token of a link, which nobody guesses: 192 bits. */
const TOKEN = /^[\w-]{32}$/;

/** A link and a code are stored as keyed hashes: whoever reads the database can use neither. */
function hashOf({ config }: Services, text: string): string {
  return createHmac("sha256", config.secret ?? "")
    .update(`member-invitation\n${text}`)
    .digest("base64url");
}

/** Makes a link and a code for somebody; those before end. @returns undefined: there is nobody, or they have joined */
export async function inviteMember(
  services: Services,
  actor: Actor,
  memberId: string,
): Promise<{ token: string; code: string } | undefined> {
  const token = randomBytes(24).toString("base64url");
  const code = makeReadableCode();
  return transact(
    services,
    async (change) => {
      const { transaction, at } = change;
      const member = await findMember(transaction, memberId);
      if (member === undefined || member.erased_at !== null || member.user_id !== null) return undefined;
      await endInvitations(transaction, memberId);
      await transaction
        .insertInto("member_invitations")
        .values({
          member_id: memberId,
          token_hash: hashOf(services, token),
          code_hash: hashOf(services, normalizedCode(code)),
          made_at: at.toISOString(),
          expires_at: new Date(at.getTime() + INVITATION_MS).toISOString(),
        })
        .execute();
      await logOfMember(change, actor, "member-invited", member);
      return { token, code };
    },
    { lock: "members" },
  );
}

/** Links and codes of a record serve no more, nor do those of records that were made one with it. */
async function endInvitations(db: Db, memberId: string): Promise<void> {
  const records = [memberId, ...(await formerRecords(db, memberId)).map(({ id }) => id)];
  await db.deleteFrom("member_invitations").where("member_id", "in", records).execute();
}

export type JoinOutcome = {
  /** `other-record`: the account has joined another record. `limited`: too many codes were tried. */
  code: "joined" | "same" | "wrong" | "other-record" | "limited" | "links-only" | "unconfirmed" | "test-account";
};

/** Whether a link or a code was typed. */
export function isJoinLink(typed: string): boolean {
  return TOKEN.test(typed.trim());
}

/** Joins an account with the record of a link or a code. The bookings of the account are the member's from then on. */
export async function joinAccount(
  services: Services,
  { id: userId, clientAddress }: { id: string; clientAddress: string },
  typed: string,
): Promise<JoinOutcome> {
  const { db, now } = services;
  const user = await db
    .selectFrom("users")
    .select(["email", "emailVerified"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user === undefined || user.email === TEST_ACCOUNT.email) return { code: "test-account" };
  if (!user.emailVerified) return { code: "unconfirmed" };
  const isLink = isJoinLink(typed);
  if (!isLink) {
    if (!(await countAttempt(services, CODES_PER_ACCOUNT, userId))) return { code: "limited" };
    if (!(await countAttempt(services, CODES_PER_ADDRESS, addressGroup(clientAddress)))) return { code: "limited" };
    if (!(await countAttempt(services, CODES_OF_SITE, ""))) return { code: "links-only" };
  }
  const hash = hashOf(services, isLink ? typed.trim() : normalizedCode(typed));
  // Guesses take no lock, for which the desk would wait.
  const own = await memberOfAccount(db, userId);
  if ((await findInvitation(db, hash, now())) === undefined) return { code: own === undefined ? "wrong" : "same" };
  return transact(services, (change) => joinWithin(change, { userId, address: user.email, hash }), { lock: "members" });
}

function findInvitation(db: Db, hash: string, at: Date) {
  return db
    .selectFrom("member_invitations")
    .selectAll()
    .where(({ or, eb }) => or([eb("token_hash", "=", hash), eb("code_hash", "=", hash)]))
    .where("expires_at", ">", at.toISOString())
    .executeTakeFirst();
}

async function joinWithin(
  change: Change,
  { userId, address, hash }: { userId: string; address: string; hash: string },
): Promise<JoinOutcome> {
  const { transaction, at } = change;
  const own = await memberOfAccount(transaction, userId);
  const invitation = await findInvitation(transaction, hash, at);
  // A link that is pressed twice was used by the first press.
  if (invitation === undefined) return { code: own === undefined ? "wrong" : "same" };
  // Links of a merged record lead to the record that is left.
  const memberId = await currentRecord(transaction, invitation.member_id);
  if (own !== undefined) return { code: own === memberId ? "same" : "other-record" };
  const member = await findMember(transaction, memberId);
  if (member === undefined || member.erased_at !== null || member.user_id !== null) return { code: "wrong" };
  await transaction
    .updateTable("members")
    .set({ user_id: userId, joined_at: at.toISOString(), account_deleted_at: null })
    .where("id", "=", member.id)
    .execute();
  await touchMember(change, member);
  await endInvitations(transaction, member.id);
  await transaction
    .updateTable("bookings")
    .set({ member_id: member.id })
    .where("user_id", "=", userId)
    .where("member_id", "is", null)
    .execute();
  await logOfMember(change, null, "member-joined", member);
  if (member.email !== "" && member.email !== address) {
    const reader = { member, to: member.email, userId: null };
    await queueMembershipMail(change, "account-joined", { about: member, reader }, {});
  }
  return { code: "joined" };
}

/** Takes the account off a record, as the desk does where the wrong one was joined. */
export async function leaveAccount(
  services: Services,
  actor: Actor,
  memberId: string,
): Promise<{ code: "done" | "same" | "unknown" }> {
  return changeRecord(services, memberId, async (change, member) => {
    if (member.user_id === null) return { code: "same" };
    await unlinkAccount(change, member);
    await logOfMember(change, actor, "member-left", member);
    return { code: "done" };
  });
}

/** Takes the account off a record. Its bookings leave with it, but for those that have used a visit: they say who trained with the pass. */
export async function unlinkAccount(change: Change, member: Member): Promise<void> {
  const { transaction } = change;
  const { visits } = countingActs(await actsOfMember(transaction, member.id));
  const kept = visits.flatMap(({ act }) => act.booking_id ?? []);
  await transaction
    .updateTable("bookings")
    .set({ member_id: null, cover: null, pass_id: null })
    .where("user_id", "=", member.user_id)
    .where("member_id", "=", member.id)
    .where("id", "not in", [...kept, ""])
    .execute();
  await transaction
    .updateTable("members")
    .set({ user_id: null, joined_at: null })
    .where("id", "=", member.id)
    .execute();
  await touchMember(change, member);
}
