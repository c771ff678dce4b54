/** What is stored of an account because it is a member of staff's, as the member downloads it. */
import type { Services } from "../platform/services.ts";
import { listPasskeys } from "./passkeys.server.ts";
import { countRecoveryCodes } from "./recovery-codes.server.ts";

/** Moments are ISO 8601 in UTC. The keys and the codes themselves are not in it. */
export type MembershipExport = {
  name: string;
  role: string;
  trainer: string | null;
  addedAt: string;
  addedBy: string;
  authenticatorAppSince: string | null;
  passkeys: { name: string; addedAt: string; lastUsedAt: string | null }[];
  recoveryCodesLeft: number;
  /** What the log of the console says they did, oldest first. */
  activity: { at: string; action: string; type: string | null; label: string | null }[];
};

/** The data of a member of staff; undefined for everybody else. */
export async function exportMembership(services: Services, userId: string): Promise<MembershipExport | undefined> {
  const { db } = services;
  const row = await db
    .selectFrom("staff")
    .leftJoin("totp_keys", "totp_keys.user_id", "staff.user_id")
    .select(["name", "role", "trainer_slug", "added_at", "added_by", "totp_keys.confirmed_at"])
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
  const passkeys = await listPasskeys(services, userId);
  return {
    name: row.name,
    role: row.role,
    trainer: row.trainer_slug,
    addedAt: row.added_at,
    addedBy: row.added_by,
    authenticatorAppSince: row.confirmed_at,
    passkeys: passkeys.map(({ name, addedAt, lastUsedAt }) => ({ name, addedAt, lastUsedAt })),
    recoveryCodesLeft: await countRecoveryCodes(services, userId),
    activity,
  };
}
