/** Creates, updates or deletes the shared test account, depending on the setting `TEST_ACCOUNT`. */
import { randomUUID } from "node:crypto";
import { TEST_ACCOUNT } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";

/**
 * With `TEST_ACCOUNT=on`, creates the account; with `off`, deletes it and its sign-ins. Several instances can run
 * this at once.
 */
export async function ensureTestAccount(services: Services): Promise<void> {
  if (services.config.testAccount) await makeTestAccount(services);
  else await services.db.deleteFrom("users").where("email", "=", TEST_ACCOUNT.email).execute();
}

async function makeTestAccount(services: Services): Promise<void> {
  const stored = await services.db
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.userId")
    .select("accounts.password")
    .where("users.email", "=", TEST_ACCOUNT.email)
    .executeTakeFirst();
  if (stored?.password && (await verifyPassword(stored.password, TEST_ACCOUNT.password))) return;
  const password = await hashPassword(TEST_ACCOUNT.password);
  const now = services.now().toISOString();
  const timestamps = { createdAt: now, updatedAt: now };
  await transact(services, async ({ transaction }) => {
    await transaction
      .insertInto("users")
      // 0, not false: SQLite has no booleans, and PostgreSQL accepts 0.
      .values({ id: randomUUID(), name: "", email: TEST_ACCOUNT.email, emailVerified: 0, image: null, ...timestamps })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .execute();
    const { id } = await transaction
      .selectFrom("users")
      .select("id")
      .where("email", "=", TEST_ACCOUNT.email)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto("accounts")
      .values({ id: randomUUID(), userId: id, accountId: id, providerId: "credential", password, ...timestamps })
      .onConflict((conflict) => conflict.columns(["userId", "providerId"]).doUpdateSet({ password, updatedAt: now }))
      .execute();
  });
}
