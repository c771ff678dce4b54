/** Password hashes: Argon2id as OWASP advises (19 MiB, two passes), in PHC notation. */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import type { Services } from "../platform/services.ts";

const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Two leave half of Node's four threads for files and DNS, and take 38 MiB. */
const MAX_CONCURRENT = 2;

/** A longer queue would outlast a visitor's patience; a hash takes some 30 ms. */
const MAX_WAITING = 16;

/** Too many passwords at once. The form is returned as it was typed, with a request to try again. */
export class PasswordsBusyError extends Error {
  readonly code = "busy";

  constructor() {
    super("Too many passwords are being checked at once");
    this.name = "PasswordsBusyError";
  }
}

/** The hash to store, as `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. @throws PasswordsBusyError */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await inTurn(() => derive(password, salt, MEMORY_KIB, PASSES, HASH_BYTES));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${encode(salt)}$${encode(hash)}`;
}

/** Whether the password is the one that was hashed; it takes the same time either way. @throws PasswordsBusyError */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  if (parts === null) throw new Error("A stored password is not an Argon2id hash");
  const [, memory, passes, salt = "", hash = ""] = parts;
  const expected = Buffer.from(hash, "base64");
  const actual = await inTurn(() =>
    derive(password, Buffer.from(salt, "base64"), Number(memory), Number(passes), expected.length),
  );
  return timingSafeEqual(actual, expected);
}

/** Runs `work`. @returns `busy` when too many passwords are being hashed */
export async function orBusy<T>(work: () => Promise<T>): Promise<T | { code: "busy" }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordsBusyError) return { code: "busy" };
    throw error;
  }
}

export async function findPasswordHash(
  { db }: Pick<Services, "db">,
  userId: string,
): Promise<{ hash: string; storedAt: Date } | undefined> {
  const account = await db
    .selectFrom("accounts")
    .select(["password", "updatedAt"])
    .where("userId", "=", userId)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
  return account?.password ? { hash: account.password, storedAt: new Date(account.updatedAt) } : undefined;
}

function derive(password: string, nonce: Buffer, memory: number, passes: number, tagLength: number): Promise<Buffer> {
  // Keyboards write the same letter as one character or as two; both must be the same password.
  const message = password.normalize("NFC");
  const parameters = { message, nonce, parallelism: PARALLELISM, tagLength, memory, passes };
  return new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/={1,2}$/, "");
}

// A single queue, as threads and memory belong to the process.
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_CONCURRENT) running += 1;
  else if (waiting.length < MAX_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new PasswordsBusyError();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
