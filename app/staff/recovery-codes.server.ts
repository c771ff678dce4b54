/** Recovery codes: ten, each used once. Stored as slow hashes. */

import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Retention } from "../platform/retention.server.ts";
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import type { StaffSignIn } from "./roles.ts";
import {
  decryptSecret,
  encryptSecret,
  isKeyedHash,
  recoveryCodeHash,
  recoveryCodeHashes,
} from "./stored-secrets.server.ts";

/** Without letters and digits that look alike. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARACTERS = 10;

/** A random code in two halves, out of 590 trillion. */
export function makeReadableCode(): string {
  const letters = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${letters.slice(0, CODE_CHARACTERS / 2)}-${letters.slice(CODE_CHARACTERS / 2)}`;
}

/** A typed code in the form that is hashed: capitals and digits only. */
export function normalizedCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

const RECOVERY_CODES = 10;

/** New codes are shown no longer than this, in milliseconds; a page that is never left must not show them all day. */
const SHOWN_FOR_MS = 15 * 60_000;

/** A form that used a code and is sent again within this time succeeds again. */
const SAME_FORM_MS = 60_000;

export async function makeRecoveryCodes(change: Change, { member, signInId }: StaffSignIn): Promise<void> {
  const { services, transaction, at } = change;
  const userId = member.id;
  const codes = Array.from({ length: RECOVERY_CODES }, makeReadableCode);
  const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(userId, normalizedCode(code))));
  await transaction.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const unused = { user_id: userId, used_at: null, used_session: null };
  await transaction
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ ...unused, code_hash })))
    .execute();
  const result = {
    encrypted_codes: encryptSecret(services, "recovery codes", signInId, codes.join(" ")),
    made_at: at.toISOString(),
  };
  await transaction
    .insertInto("shown_recovery_codes")
    .values({ session_id: signInId, ...result })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet(result))
    .execute();
}

/** New codes that aren't confirmed as saved yet; undefined if missing or too old. */
export async function findShownCodes(services: Services, signInId: string): Promise<string[] | undefined> {
  const row = await services.db
    .selectFrom("shown_recovery_codes")
    .select("encrypted_codes")
    .where("session_id", "=", signInId)
    .where("made_at", ">", shownSince(services.now()))
    .executeTakeFirst();
  return row && decryptSecret(services, "recovery codes", signInId, row.encrypted_codes)?.split(" ");
}

/** Deletes the readable codes, which the person has saved. Their hashes stay. */
export async function deleteShownCodes({ db }: Services, signInId: string): Promise<void> {
  await db.deleteFrom("shown_recovery_codes").where("session_id", "=", signInId).execute();
}

export const SHOWN_CODE_RETENTION: Retention = {
  table: "shown_recovery_codes",
  key: ["session_id"],
  old: (now) => sql`made_at <= ${shownSince(now)}`,
};

function shownSince(now: Date): string {
  return new Date(now.getTime() - SHOWN_FOR_MS).toISOString();
}

export async function countRecoveryCodes({ db }: Pick<Services, "db">, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Uses up a code.
 * @param typed case, blanks and hyphens are ignored
 * @returns `used`, `same` within a minute, or undefined
 */
export async function consumeRecoveryCode(
  { services, transaction, at }: Change,
  { member: { id: userId }, signInId }: StaffSignIn,
  typed: string,
): Promise<"used" | "same" | undefined> {
  const hashes = await recoveryCodeHashes(services, userId, normalizedCode(typed));
  const { numUpdatedRows } = await transaction
    .updateTable("recovery_codes")
    .set({ used_at: at.toISOString(), used_session: signInId })
    .where("user_id", "=", userId)
    .where("code_hash", "in", hashes)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return "used";
  const again = await transaction
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("user_id", "=", userId)
    .where("code_hash", "in", hashes)
    .where("used_session", "=", signInId)
    .where("used_at", ">", new Date(at.getTime() - SAME_FORM_MS).toISOString())
    .executeTakeFirst();
  return again && "same";
}

/** Whether codes may have been made with a lost secret, judging by unreadable app keys. */
export async function areCodesOfLostSecret(services: Services, userId: string): Promise<boolean> {
  const { db } = services;
  const left = await db
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  if (!left.some(({ code_hash }) => isKeyedHash(code_hash))) return false;
  const keys = await db.selectFrom("totp_keys").select(["user_id", "encrypted_key"]).execute();
  const own = keys.filter(({ user_id }) => user_id === userId);
  return (own.length > 0 ? own : keys).some(
    (key) => decryptSecret(services, "totp", key.user_id, key.encrypted_key) === undefined,
  );
}
