/** Who works for the gym: listed, given another role, removed. The last owner stays. */
import { sql, type Transaction } from "kysely";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { isRole, ROLES, type Role } from "./roles.ts";
import { endOtherSecondSteps, forgetTries, noticeOf, removeFactors } from "./second-step.server.ts";

/** Who changes something: a member of staff, or null for the command on the server. */
export type ChangedBy = Actor | null;

/** `not-staff`: they are none, or no longer. */
export type PeopleOutcome = { ok: true } | { ok: false; code: "last-owner" | "not-staff" | "not-trainer" };

/** A member of staff as listed. Moments are ISO 8601. */
export type ListedPerson = {
  id: string;
  name: string;
  email: string;
  role: Role;
  trainerSlug: string | null;
  /** When one of their sessions last used the console, as far as sessions are still there. */
  lastSeenAt: string | null;
  hasApp: boolean;
  passkeys: number;
};

/** Everybody who works here, by role and name. */
export async function listPeople({ db }: Pick<Services, "db">): Promise<ListedPerson[]> {
  const rows = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .leftJoin("totp_keys", "totp_keys.user_id", "staff.user_id")
    .select(["users.id", "staff.name", "users.email", "staff.role", "staff.trainer_slug", "totp_keys.confirmed_at"])
    .select([
      sql<
        string | null
      >`(select max(sessions."consoleUsedAt") from sessions where sessions."userId" = staff.user_id)`.as("lastSeenAt"),
      sql<number | string>`(select count(*) from passkeys where passkeys.user_id = staff.user_id)`.as("passkeys"),
    ])
    .orderBy("staff.name")
    // Not that of users, by which SQLite would rather read all users than the staff.
    .orderBy("staff.user_id")
    .execute();
  const people = rows.map(({ role, trainer_slug, confirmed_at, passkeys, ...row }) => {
    if (!isRole(role)) throw new Error(`The role "${role}" of a member of staff is unknown`);
    return { ...row, role, trainerSlug: trainer_slug, hasApp: confirmed_at !== null, passkeys: Number(passkeys) };
  });
  return people.sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role));
}

/** The account of a member of staff with this address; undefined when there is none. */
export async function findPersonByEmail({ db }: Pick<Services, "db">, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select("users.id")
    .where("users.email", "=", email)
    .executeTakeFirst();
  return row?.id;
}

/** Whether the gym's console has an owner. */
export async function hasOwner({ db }: Pick<Services, "db">): Promise<boolean> {
  const owner = await db.selectFrom("staff").select("user_id").where("role", "=", "owner").executeTakeFirst();
  return owner !== undefined;
}

/** Gives somebody another role. Their sessions need the second step again. The same role again changes nothing. */
export async function changeRole(
  services: Services,
  by: ChangedBy,
  userId: string,
  role: Role,
): Promise<PeopleOutcome> {
  return transact(services, async ({ transaction }) => {
    const person = await lockPerson(transaction, userId);
    if (person === undefined) return { ok: false, code: "not-staff" };
    if (person.role === role) return { ok: true };
    if (await isLastOwner(transaction, person)) return { ok: false, code: "last-owner" };
    await transaction
      .updateTable("staff")
      .set({ role, ...(role === "trainer" ? {} : { trainer_slug: null }) })
      .where("user_id", "=", userId)
      .execute();
    await endOtherSecondSteps(transaction, userId);
    const details = { from: person.role, to: role };
    await recordActivity(transaction, services.now(), by, { ...about(person), action: "role-changed", details });
    return { ok: true };
  });
}

/** Says which trainer of the site somebody is; null for none. The caller knows that there is such a trainer. */
export async function setTrainer(
  services: Services,
  by: ChangedBy,
  userId: string,
  trainerSlug: string | null,
): Promise<PeopleOutcome> {
  return transact(services, async ({ transaction }) => {
    const person = await lockPerson(transaction, userId);
    if (person === undefined) return { ok: false, code: "not-staff" };
    if (person.trainer_slug === trainerSlug) return { ok: true };
    if (person.role !== "trainer" && trainerSlug !== null) return { ok: false, code: "not-trainer" };
    await transaction.updateTable("staff").set({ trainer_slug: trainerSlug }).where("user_id", "=", userId).execute();
    const details = { from: person.trainer_slug, to: trainerSlug };
    await recordActivity(transaction, services.now(), by, { ...about(person), action: "trainer-set", details });
    return { ok: true };
  });
}

/** Removes somebody from the staff, with their second step. Their account stays: they are a visitor from the next request. */
export async function removePerson(services: Services, by: ChangedBy, userId: string): Promise<PeopleOutcome> {
  return transact(services, async ({ transaction }) => {
    const person = await lockPerson(transaction, userId);
    if (person === undefined) return { ok: false, code: "not-staff" };
    if (await isLastOwner(transaction, person)) return { ok: false, code: "last-owner" };
    await transaction.deleteFrom("staff").where("user_id", "=", userId).execute();
    await removeFactors(transaction, userId);
    await recordActivity(transaction, services.now(), by, { ...about(person), action: "removed-person" });
    return { ok: true };
  });
}

/** What somebody was called who was removed from the staff; undefined for anybody else. */
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

/**
 * Removes the factors of somebody who has lost them, and signs them out everywhere: what they have lost may still be signed
 * in. They set up new ones when they next sign in. Codes that were tried are forgotten. A notice is mailed.
 */
export async function resetSecondStep(services: Services, by: ChangedBy, userId: string): Promise<PeopleOutcome> {
  const notice = await noticeOf(services, "second-step-reset");
  const outcome = await transact<PeopleOutcome>(services, async ({ transaction, queueMail }) => {
    const person = await lockPerson(transaction, userId);
    if (person === undefined) return { ok: false, code: "not-staff" };
    await removeFactors(transaction, userId);
    await transaction.deleteFrom("sessions").where("userId", "=", userId).execute();
    await recordActivity(transaction, services.now(), by, { ...about(person), action: "second-step-reset" });
    await queueMail({ to: person.email, userId, ...notice });
    return { ok: true };
  });
  if (outcome.ok) await forgetTries(services, userId);
  return outcome;
}

/**
 * What the deletion of an account does first, in its transaction, when it is a member's.
 * @returns false, and nothing has changed, when it is the last owner's
 */
export async function leaveStaff(
  { now }: Services,
  transaction: Transaction<Tables>,
  userId: string,
): Promise<boolean> {
  const person = await lockPerson(transaction, userId);
  if (person === undefined) return true;
  if (await isLastOwner(transaction, person)) return false;
  await recordActivity(transaction, now(), { id: userId, name: person.name }, { ...about(person), action: "left" });
  return true;
}

type LockedPerson = { user_id: string; name: string; email: string; role: string; trainer_slug: string | null };

/**
 * Somebody's row, and all owners' rows, locked until the transaction ends: of two owners who remove each other at the same
 * moment the second finds themself the last. An update, because SQLite has no lock for reading.
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

function about({ user_id, name }: LockedPerson): { type: string; slug: string; label: string } {
  return { type: "person", slug: user_id, label: name };
}
