/** How somebody becomes a member of staff: the one-time owner link of a new site, and invitations. */
import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { makeToken, tokenHash } from "../accounts/sign-in.server.ts";
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { type NewActivity, recordActivity } from "../platform/activity.server.ts";
import { siteOrigin, TEST_ACCOUNT } from "../platform/config.ts";
import { daysBefore, HOUR_MS } from "../platform/durations.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { INVITATION_VALID_HOURS, invitationMail } from "./messages.ts";
import { aboutPerson, type ChangedBy, findPersonByEmail, hasOwner } from "./people.server.ts";
import type { StaffOutcome, StaffProblem } from "./problems.ts";
import { type Role, storedRole } from "./roles.ts";
import { encryptSecret } from "./stored-secrets.server.ts";

/** The pages that the links lead to, with the token as `?token=`. */
export const WELCOME_PATH = "/staff/welcome";
export const INVITATION_PATH = "/staff/invitation";

export const INVITATION_MAIL = "staff-invitation";

/** A form that is sent again within this time, by a double click, invites once. */
const SAME_INVITATION_MS = 60_000;

export type Account = { id: string; email: string };

/**
 * The owner link: the same at each start and on each instance, so that every printed link works.
 * @returns undefined when there is an owner
 */
export async function makeOwnerLink(services: Services): Promise<string | undefined> {
  if (await hasOwner(services)) return undefined;
  return `${siteOrigin(services.config)}${WELCOME_PATH}?token=${await ownerToken(services)}`;
}

/** The stored link's token; a new one when missing, or made with another secret. */
async function ownerToken(services: Services): Promise<string> {
  const { config, db, now } = services;
  // Derived with the secret, so that the database alone reveals no token.
  const tokenMadeAt = (moment: string) =>
    createHmac("sha256", config.secret ?? "")
      .update(`owner link ${moment}`)
      .digest("base64url");
  const stored = await db.selectFrom("owner_link").select(["token_hash", "made_at"]).executeTakeFirst();
  if (stored !== undefined && tokenHash(tokenMadeAt(stored.made_at)) === stored.token_hash) {
    return tokenMadeAt(stored.made_at);
  }
  const made_at = now().toISOString();
  const row = { token_hash: tokenHash(tokenMadeAt(made_at)), made_at };
  const written = await db
    .insertInto("owner_link")
    .values({ id: 1, ...row })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet(row)
        // Does not overwrite another instance's new token.
        .where("owner_link.token_hash", "=", stored?.token_hash ?? ""),
    )
    .returning("id")
    .executeTakeFirst();
  return written === undefined ? ownerToken(services) : tokenMadeAt(made_at);
}

/** The problem of an owner link, for the page it leads to; undefined when it works. */
export async function findOwnerLinkProblem(services: Services, token: string) {
  if (await hasOwner(services)) return "owner-link-void";
  const link = await services.db
    .selectFrom("owner_link")
    .select("id")
    .where("token_hash", "=", tokenHash(token))
    .executeTakeFirst();
  return link === undefined ? "owner-link-wrong" : undefined;
}

/** Whether the same form, sent twice, has just made this address the owner. */
export async function isNewOwner({ db, now }: Services, email: string): Promise<boolean> {
  const owner = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select("users.id")
    .where("users.email", "=", email.trim().toLowerCase())
    .where("staff.role", "=", "owner")
    .where("staff.added_at", ">", new Date(now().getTime() - SAME_INVITATION_MS).toISOString())
    .executeTakeFirst();
  return owner !== undefined;
}

/** Makes an account the owner's by the one-time link. The same form sent twice succeeds twice. */
export async function becomeOwner(
  services: Services,
  token: string,
  account: Account,
  name: string,
): Promise<StaffOutcome> {
  if (account.email === TEST_ACCOUNT.email) return { code: "test-account-staff" };
  return transact(services, async (change): Promise<StaffOutcome> => {
    const { transaction } = change;
    // First, because it takes the row's lock: of two people using the link at once, only one becomes owner.
    const link = await transaction
      .deleteFrom("owner_link")
      .where("token_hash", "=", tokenHash(token))
      .returning("id")
      .executeTakeFirst();
    const owners = await transaction.selectFrom("staff").select("user_id").where("role", "=", "owner").execute();
    if (owners.some(({ user_id }) => user_id === account.id)) return { code: "done" };
    if (owners.length > 0) return { code: "owner-link-void" };
    if (link === undefined) return { code: "owner-link-wrong" };
    const isNew = await addPerson(change, account, {
      ...{ name, role: "owner", trainer_slug: null, added_by: "the start’s link" },
    });
    if (!isNew) {
      await transaction.updateTable("staff").set({ name, role: "owner" }).where("user_id", "=", account.id).execute();
    }
    await recordEntry(change, account, name, { action: "became-owner" });
    return { code: "done" };
  });
}

/**
 * Invites an address, replacing an earlier invitation; a double click counts once.
 * @returns the link, which the command prints
 */
export async function invite(
  services: Services,
  by: ChangedBy,
  email: string,
  role: Role,
  trainerSlug: string | null = null,
): Promise<{ code: "done"; link: string | undefined } | { code: StaffProblem }> {
  if (email === TEST_ACCOUNT.email) return { code: "test-account-staff" };
  if ((await findPersonByEmail(services, email)) !== undefined) return { code: "already-staff" };
  const token = makeToken();
  const now = services.now();
  const expiresAt = new Date(now.getTime() + INVITATION_VALID_HOURS * HOUR_MS);
  const invitedBy = by?.name ?? "The team";
  const link = `${siteOrigin(services.config)}${INVITATION_PATH}?token=${token}`;
  const row = {
    role,
    trainer_slug: trainerSlug,
    encrypted_link: encryptSecret(services, "invitation", email, link),
    token_hash: tokenHash(token),
    invited_at: now.toISOString(),
    invited_by: invitedBy,
    expires_at: expiresAt.toISOString(),
  };
  const oldest = new Date(now.getTime() - SAME_INVITATION_MS).toISOString();
  // Read before the transaction, which holds SQLite's only connection.
  const settings = await findSingleEntry(services, settingsType);
  const isNew = await transact(services, async ({ transaction, queueMail }) => {
    const stored = await transaction
      .insertInto("staff_invitations")
      .values({ id: randomUUID(), email, ...row })
      .onConflict((conflict) =>
        conflict
          .column("email")
          .doUpdateSet(row)
          .where(({ or, eb }) =>
            or([
              eb("staff_invitations.invited_at", "<=", oldest),
              eb("staff_invitations.role", "<>", role),
              eb("staff_invitations.trainer_slug", "is distinct from", trainerSlug),
            ]),
          ),
      )
      .returning("id")
      .executeTakeFirst();
    if (stored === undefined) return false;
    const about = aboutPerson(stored.id, email);
    await recordActivity(transaction, now, by, { ...about, action: "invited", details: { role } });
    await queueMail({ to: email, expiresAt, kind: INVITATION_MAIL, ...invitationMail(settings.name, role, link) });
    return true;
  });
  return { code: "done", link: isNew ? link : undefined };
}

export async function resendInvitation(services: Services, by: ChangedBy, id: string): Promise<StaffOutcome> {
  const invitation = (await listInvitations(services)).find((open) => open.id === id);
  if (invitation === undefined) return { code: "invitation-gone" };
  return invite(services, by, invitation.email, invitation.role, invitation.trainerSlug);
}

/** Invitations that were not accepted, newest first; expired ones as well, so that they can be sent again. */
export async function listInvitations({ db }: Pick<Services, "db">) {
  return (await invitations(db).orderBy("invited_at", "desc").orderBy("id").execute()).map(withRole);
}

/** The invitation of a link; undefined when the link is wrong, used or expired. */
export async function findInvitation({ db, now }: Pick<Services, "db" | "now">, token: string) {
  const row = await invitations(db)
    .where("token_hash", "=", tokenHash(token))
    .where("expires_at", ">", now().toISOString())
    .executeTakeFirst();
  return row && withRole(row);
}

function invitations(db: Db) {
  return db
    .selectFrom("staff_invitations")
    .select(["id", "email", "role", "trainer_slug as trainerSlug"])
    .select(["invited_by as invitedBy", "invited_at as invitedAt", "expires_at as expiresAt"]);
}

function withRole<Row extends { role: string }>(row: Row): Row & { role: Role } {
  return { ...row, role: storedRole(row.role) };
}

/** Withdraws an invitation: its link stops working. */
export async function revokeInvitation(
  services: Services,
  by: ChangedBy,
  id: string,
): Promise<{ code: "done" | "same" }> {
  return transact(services, async ({ transaction, at }) => {
    const deletion = transaction.deleteFrom("staff_invitations").where("id", "=", id);
    const row = await deletion.returning("email").executeTakeFirst();
    if (row === undefined) return { code: "same" };
    await recordActivity(transaction, at, by, { ...aboutPerson(id, row.email), action: "invitation-revoked" });
    return { code: "done" };
  });
}

/**
 * Accepts an invitation, for the invited address only, since links can be shared. Idempotent. An existing role stays:
 * it may be the only owner's.
 */
export async function acceptInvitation(
  services: Services,
  token: string,
  account: Account,
  name: string,
): Promise<StaffOutcome> {
  if (account.email === TEST_ACCOUNT.email) return { code: "test-account-staff" };
  return transact(services, async (change): Promise<StaffOutcome> => {
    const used = await change.transaction
      .deleteFrom("staff_invitations")
      .where("token_hash", "=", tokenHash(token))
      .where("expires_at", ">", change.at.toISOString())
      .where("email", "=", account.email)
      .returning(["role", "trainer_slug", "invited_by"])
      .executeTakeFirst();
    if (used === undefined) return outcomeWithoutInvitation(change, token, account);
    const role = storedRole(used.role);
    const { trainer_slug, invited_by: added_by } = used;
    const isNew = await addPerson(change, account, { name, role, trainer_slug, added_by });
    if (!isNew) return { code: "already-staff" };
    await recordEntry(change, account, name, { action: "joined", details: { role } });
    return { code: "done" };
  });
}

/** The outcome without a usable invitation: done already, for another address, or wrong. */
async function outcomeWithoutInvitation(change: Change, token: string, account: Account): Promise<StaffOutcome> {
  const { services, transaction, at } = change;
  const invitation = await findInvitation({ db: transaction, now: services.now }, token);
  if (invitation !== undefined) return { code: "other-address" };
  const person = await transaction
    .selectFrom("staff")
    .select("added_at")
    .where("user_id", "=", account.id)
    .where("added_at", ">", new Date(at.getTime() - SAME_INVITATION_MS).toISOString())
    .executeTakeFirst();
  return person === undefined ? { code: "invitation-wrong" } : { code: "done" };
}

async function recordEntry(
  { transaction, at }: Change,
  { id }: Account,
  name: string,
  entry: Pick<NewActivity, "action" | "details">,
): Promise<void> {
  await recordActivity(transaction, at, { id, name }, { ...aboutPerson(id, name), ...entry });
}

/** Makes an account staff. @returns false, having changed nothing, when it already is */
async function addPerson(
  { transaction, at }: Change,
  { id }: Account,
  person: { name: string; role: Role; trainer_slug: string | null; added_by: string },
): Promise<boolean> {
  const added = await transaction
    .insertInto("staff")
    .values({ user_id: id, added_at: at.toISOString(), ...person })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Deletes invitations a month after they expired; a clean-up job runs it. */
export const INVITATION_RETENTION: Retention = {
  table: "staff_invitations",
  old: (now) => sql`expires_at < ${daysBefore(now, 30)}`,
};
