/** Staff: list, change roles, remove. The last owner stays. */
import { sql, type Transaction } from "kysely";
import { findEntry } from "../cms/entries.server.ts";
import { trainerType } from "../content-types/trainer.ts";
import { emailAddress, personName } from "../forms/field-schemas.ts";
import { type Actor, type NewActivity, recordActivity } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import type { StaffOutcome, StaffProblem } from "./problems.ts";
import { ROLES, type Role, type RoleChoice, roleChoiceIn, storedRole } from "./roles.ts";
import { endOtherSecondSteps, removeFactors, resetAttempts, secondStepNotice } from "./second-step.server.ts";
import { isAppKeyReadable } from "./stored-secrets.server.ts";

export type ChangedBy = Actor | null;

/** Staff by role and name. `lastSeenAt`: the last use by a current sign-in. `isAppLost`: its key is unreadable. */
export async function listPeople(services: Pick<Services, "db" | "config">) {
  const rows = await services.db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .leftJoin("totp_keys", "totp_keys.user_id", "staff.user_id")
    .select(["users.id", "staff.name", "users.email", "staff.role", "staff.trainer_slug as trainerSlug"])
    .select([
      "totp_keys.encrypted_key",
      sql<
        string | null
      >`(select max(sessions."consoleUsedAt") from sessions where sessions."userId" = staff.user_id)`.as("lastSeenAt"),
      sql<number | string>`(select count(*) from passkeys where passkeys.user_id = staff.user_id)`.as("passkeys"),
    ])
    .orderBy("staff.name")
    // Not `users.id`, or SQLite would read all users.
    .orderBy("staff.user_id")
    .execute();
  const people = rows.map(({ role, encrypted_key, passkeys, ...row }) => ({
    ...row,
    role: storedRole(role),
    hasApp: encrypted_key !== null,
    isAppLost: encrypted_key !== null && !isAppKeyReadable(services, row.id, encrypted_key),
    passkeys: Number(passkeys),
  }));
  return people.sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}

export async function findPersonByEmail({ db }: Pick<Services, "db">, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select("users.id")
    .where("users.email", "=", email)
    .executeTakeFirst();
  return row?.id;
}

export async function hasOwner({ db }: Pick<Services, "db">): Promise<boolean> {
  const owner = await db.selectFrom("staff").select("user_id").where("role", "=", "owner").executeTakeFirst();
  return owner !== undefined;
}

/**
 * Changes a role and the linked trainer, idempotently; sign-ins must verify again.
 * @param trainerSlug null for none; undefined keeps it
 */
export function changeRole(
  services: Services,
  by: ChangedBy,
  userId: string,
  role: Role,
  trainerSlug?: string | null,
): Promise<StaffOutcome> {
  return changePerson(services, by, userId, async ({ transaction }, person) => {
    const trainer_slug = role === "trainer" ? (trainerSlug === undefined ? person.trainer_slug : trainerSlug) : null;
    const isSameRole = person.role === role;
    if (isSameRole && person.trainer_slug === trainer_slug) return "unchanged";
    if (!isSameRole && (await isLastOwner(transaction, person))) return "last-owner";
    await transaction.updateTable("staff").set({ role, trainer_slug }).where("user_id", "=", userId).execute();
    if (isSameRole) return { action: "trainer-set", details: { from: person.trainer_slug, to: trainer_slug } };
    await endOtherSecondSteps(transaction, userId);
    const trainer = trainer_slug === null ? {} : { trainer: trainer_slug };
    return { action: "role-changed", details: { from: person.role, to: role, ...trainer } };
  });
}

/** Removes somebody from the staff, with their second step. Their account stays: they are a visitor from the next request. */
export async function removePerson(services: Services, by: ChangedBy, userId: string): Promise<StaffOutcome> {
  return changePerson(services, by, userId, async ({ transaction }, person) => {
    if (await isLastOwner(transaction, person)) return "last-owner";
    await transaction.deleteFrom("staff").where("user_id", "=", userId).execute();
    await removeFactors(transaction, userId);
    return { action: "removed-person" };
  });
}

/**
 * Removes lost factors and signs out everywhere, as a lost device may be signed in. Attempts are reset and a notice
 * is queued.
 */
export async function resetSecondStep(services: Services, by: ChangedBy, userId: string): Promise<StaffOutcome> {
  const notice = await secondStepNotice(services, "second-step-reset");
  const outcome = await changePerson(services, by, userId, async ({ transaction, queueMail }, person) => {
    await removeFactors(transaction, userId);
    await transaction.deleteFrom("sessions").where("userId", "=", userId).execute();
    await queueMail({ to: person.email, userId, ...notice });
    return { action: "second-step-reset" };
  });
  if (outcome.code === "done") await resetAttempts(services, userId);
  return outcome;
}

/**
 * Changes a member of staff in a transaction, which locks their row and all owners'.
 * @param work returns the entry for the log, or why nothing changes
 */
async function changePerson(
  services: Services,
  by: ChangedBy,
  userId: string,
  work: (
    change: Change,
    person: LockedPerson,
  ) => Promise<Pick<NewActivity, "action" | "details"> | "unchanged" | StaffProblem>,
): Promise<StaffOutcome> {
  return transact(services, async (change): Promise<StaffOutcome> => {
    const person = await lockPerson(change.transaction, userId);
    if (person === undefined) return { code: "not-staff" };
    const done = await work(change, person);
    if (done === "unchanged") return { code: "done" };
    if (typeof done === "string") return { code: done };
    await recordActivity(change.transaction, change.at, by, { ...aboutPerson(userId, person.name), ...done });
    return { code: "done" };
  });
}

/** The subject of a log entry about a person: a member of staff, or somebody who is invited. */
export function aboutPerson(id: string, label: string): { type: string; slug: string; label: string } {
  return { type: "person", slug: id, label };
}

/** The name of somebody who was removed from the staff; undefined for anybody else. */
export async function findRemovedName({ db }: Pick<Services, "db">, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("audit_log")
    .select(["action", "label"])
    .where("type", "=", "person")
    .where("slug", "=", userId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.action === "removed-person" ? (row.label ?? undefined) : undefined;
}

/** Logs that a member leaves, before the account is deleted. @returns false, unchanged, for the last owner */
export async function leaveStaff({ transaction, at }: Change, userId: string): Promise<boolean> {
  const person = await lockPerson(transaction, userId);
  if (person === undefined) return true;
  if (await isLastOwner(transaction, person)) return false;
  const who = { id: userId, name: person.name };
  await recordActivity(transaction, at, who, { ...aboutPerson(userId, person.name), action: "left" });
  return true;
}

type LockedPerson = { user_id: string; name: string; email: string; role: string; trainer_slug: string | null };

/**
 * Locks a person's and all owners' rows, so that two owners can't remove each other. An update, as SQLite has no read
 * lock.
 */
async function lockPerson(transaction: Transaction<Tables>, userId: string): Promise<LockedPerson | undefined> {
  await transaction
    .updateTable("staff")
    .set({ name: sql`name` })
    .where(({ or, eb }) => or([eb("role", "=", "owner"), eb("user_id", "=", userId)]))
    .execute();
  return transaction
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select(["staff.user_id", "staff.name", "users.email", "staff.role", "staff.trainer_slug"])
    .where("staff.user_id", "=", userId)
    .executeTakeFirst();
}

async function isLastOwner(transaction: Transaction<Tables>, { user_id, role }: LockedPerson): Promise<boolean> {
  if (role !== "owner") return false;
  const other = await transaction
    .selectFrom("staff")
    .select("user_id")
    .where("role", "=", "owner")
    .where("user_id", "<>", user_id)
    .executeTakeFirst();
  return other === undefined;
}

const NAME_MAX_CHARACTERS = 80;

export function staffName() {
  return personName({ max: NAME_MAX_CHARACTERS, missing: "person-name-missing" satisfies StaffProblem });
}

export function accountEmail() {
  return emailAddress().transform((email) => email.toLowerCase());
}

export async function listTrainerAccounts(db: Db) {
  const rows = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select(["users.id", "users.email", "staff.trainer_slug as trainerSlug"])
    .where("staff.role", "=", "trainer")
    .where("staff.trainer_slug", "is not", null)
    .orderBy("staff.user_id")
    .execute();
  return rows.flatMap(({ trainerSlug, ...account }) => (trainerSlug === null ? [] : [{ ...account, trainerSlug }]));
}

/** The chosen role, with the trainer that the person is on the site; or the problem. */
export async function readRoleChoice(
  services: Services,
  value: string,
): Promise<{ code: "done"; choice: RoleChoice } | { code: StaffProblem }> {
  const choice = roleChoiceIn(value);
  if (choice === undefined) return { code: "role-unknown" };
  const { trainerSlug } = choice;
  const isKnown = trainerSlug === null || (await findEntry(services, trainerType, trainerSlug)) !== undefined;
  return isKnown ? { code: "done", choice } : { code: "trainer-unknown" };
}
