import type { Db, Services } from "../platform/services.ts";
import { listPasskeys } from "./passkeys.server.ts";
import { countRecoveryCodes } from "./recovery-codes.server.ts";
import { can, isRole, type StaffMember, storedRole } from "./roles.ts";

/** The member of staff with this account; undefined when it isn't staff's. */
export async function findStaffMember({ db }: Services, userId: string): Promise<StaffMember | undefined> {
  const row = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select(["users.id", "staff.name", "users.email", "staff.role", "staff.trainer_slug as trainerSlug"])
    .where("staff.user_id", "=", userId)
    .executeTakeFirst();
  return row && { ...row, role: storedRole(row.role) };
}

/** The members of staff whose role allows answering enquiries, by name. A gym has tens of them at most. */
export async function listStaffForEnquiries({ db }: Services): Promise<{ id: string; name: string }[]> {
  const rows = await db.selectFrom("staff").select(["user_id", "name", "role"]).orderBy("name").execute();
  return rows
    .filter(({ role }) => isRole(role) && can(role, "edit", "enquiries"))
    .map(({ user_id: id, name }) => ({ id, name }));
}

/**
 * Exports an account's staff data, without keys and codes; undefined for visitors.
 * @returns also `activity`, oldest first
 */
export async function exportStaffData(db: Db, userId: string) {
  const row = await db
    .selectFrom("staff")
    .leftJoin("totp_keys", "totp_keys.user_id", "staff.user_id")
    .select(["name", "role", "trainer_slug as trainer", "added_at as addedAt", "added_by as addedBy"])
    .select("totp_keys.confirmed_at as authenticatorAppSince")
    .where("staff.user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const activity = await db
    .selectFrom("audit_log")
    .select(["at", "action", "type", "label"])
    .where("who_id", "=", userId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const passkeys = await listPasskeys({ db }, userId);
  return {
    ...row,
    passkeys: passkeys.map(({ name, addedAt, lastUsedAt }) => ({ name, addedAt, lastUsedAt })),
    recoveryCodesLeft: await countRecoveryCodes({ db }, userId),
    activity,
  };
}
