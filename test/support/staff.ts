/** Members of staff for tests, signed in and past the second step, written directly into the database. */
import { argon2Sync, randomBytes, randomUUID } from "node:crypto";
import { SESSION_DAYS, sessionCookie, tokenHash } from "../../app/accounts/sign-in.server.ts";
import { readConfig } from "../../app/platform/config.ts";
import { openDatabase } from "../../app/platform/database.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { withSecret } from "../../app/platform/secret.server.ts";
import type { Services } from "../../app/platform/services.ts";
import type { Role, StaffMember } from "../../app/staff/roles.ts";
import { encryptSecret } from "../../app/staff/stored-secrets.server.ts";
import { makeTotpKey } from "../../app/staff/totp.server.ts";
import { dateInNairobi } from "../../app/time/dates.server.ts";
import { PASSWORD } from "./http-client.ts";
import { insertRows } from "./insert-rows.ts";

type Store = Pick<Services, "db" | "config" | "now">;

export type SignedInStaff = Awaited<ReturnType<typeof addStaffMember>>;

export type StaffOptions = {
  name?: string;
  email?: string;
  trainerSlug?: string;
  /** `passed` by default. `missing`: they have no factor. `waiting`: they have one and have not used it. */
  secondStep?: "passed" | "waiting" | "missing";
};

const DAY_SECONDS = 24 * 60 * 60;

/** Creates a member of staff with a signed-in browser. */
export async function addStaffMember(
  services: Store,
  role: Role,
  { name, email, trainerSlug, secondStep = "passed" }: StaffOptions = {},
) {
  const { db, now } = services;
  const at = now().toISOString();
  const address = email ?? `${role}-${randomUUID().slice(0, 8)}@nguvu.example`;
  const id = await addAccount(services, { email: address, password: PASSWORD });
  const member: StaffMember = {
    ...{ id, name: name ?? `${role} ${id.slice(0, 4)}`, email: address, role, trainerSlug: trainerSlug ?? null },
  };
  const added = { name: member.name, role, trainer_slug: member.trainerSlug, added_at: at, added_by: "A test" };
  await insertRows(db, "staff", [{ user_id: id, ...added }]);
  const totpKey = makeTotpKey();
  if (secondStep !== "missing") {
    const encrypted_key = encryptSecret(services, "totp", id, totpKey);
    const unused = { last_step: 0, last_session: null };
    await insertRows(db, "totp_keys", [{ user_id: id, encrypted_key, ...unused, confirmed_at: at }]);
  }
  const { signInId, cookie } = await addSession(services, id, secondStep === "passed");
  return {
    member,
    /** The `Cookie` header of their browser. */
    cookie,
    signInId,
    /** The password of the account. */
    password: PASSWORD,
    /** The key of their authenticator app in base32; `totpCode` makes its codes. */
    totpKey,
  };
}

/** Creates an account. Its password's hash has little work, and is checked as fast. @returns its id */
export async function addAccount(
  { db, now }: Pick<Store, "db" | "now">,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const id = randomUUID();
  const at = now().toISOString();
  const moments = { createdAt: at, updatedAt: at };
  await insertRows(db, "users", [{ id, name: "", email, emailVerified: 0, image: null, ...moments }]);
  const own = { id: randomUUID(), userId: id, accountId: id, providerId: "credential", password: quickHash(password) };
  await insertRows(db, "accounts", [{ ...own, ...moments }]);
  return id;
}

/** Adds a recovery code that nobody can enter. Without one, a first factor makes ten, which is slow. */
export async function addRecoveryCode({ db }: Pick<Store, "db">, user_id: string): Promise<void> {
  const row = { user_id, code_hash: "of no code", used_at: null, used_session: null };
  await db.insertInto("recovery_codes").values(row).execute();
}

/** An Argon2id hash with the least memory and one pass. */
export function quickHash(password: string): string {
  const nonce = randomBytes(16);
  const parameters = { message: password, nonce, parallelism: 1, tagLength: 32, memory: 8, passes: 1 };
  const [salt, hash] = [nonce, argon2Sync("argon2id", parameters)].map((bytes) =>
    bytes.toString("base64").replace(/=+$/, ""),
  );
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`;
}

/** Signs an account in with another browser. */
export async function addSession(
  { db, config, now }: Store,
  userId: string,
  hasPassed = false,
): Promise<{ signInId: string; setCookie: string; cookie: string }> {
  const at = now().toISOString();
  const [signInId, token] = [randomUUID(), randomBytes(24).toString("base64url")];
  const expiresAt = new Date(now().getTime() + SESSION_DAYS * DAY_SECONDS * 1000).toISOString();
  const moments = { createdAt: at, updatedAt: at, expiresAt };
  const passed = { secondStepAt: hasPassed ? at : null, consoleUsedAt: hasPassed ? at : null };
  const own = { id: signInId, userId, token: tokenHash(token), usedOn: dateInNairobi(now()), hasOldCookie: 0 };
  await insertRows(db, "sessions", [{ ...own, ...moments, ...passed }]);
  const setCookie = sessionCookie(config, token, SESSION_DAYS * DAY_SECONDS);
  return { signInId, setCookie, cookie: setCookie.split(";")[0] ?? "" };
}

/** Works on the database of a site that runs in a process of its own, with these settings. */
export async function withStore<T>(
  environment: Record<string, string>,
  work: (services: Store) => Promise<T>,
): Promise<T> {
  const outcome = readConfig(environment);
  if (!outcome.ok) throw new Error(outcome.problems.join(" "));
  const config = await withSecret(outcome.config);
  const database = await openDatabase(config, createLog("silent"));
  try {
    return await work({ db: database.db, config, now: () => new Date() });
  } finally {
    await database.close();
  }
}
