/** Hooks that let other domains react to changes of accounts. */
import { createHook } from "../platform/hook.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";

/**
 * Runs before an account is deleted, in the same transaction.
 * @returns false, having changed nothing, when the account has to stay
 */
export const beforeAccountErased =
  createHook<(change: Change, userId: string) => Promise<boolean>>("beforeAccountErased");

export const accountExported =
  createHook<(db: Db, userId: string) => Promise<Readonly<Record<string, unknown>>>>("accountExported");

/** Runs when all sign-ins of an account end, to revoke secret URLs that a signed-in visitor could see. */
export const signInsEnded =
  createHook<(change: Pick<Change, "transaction">, userId: string) => Promise<void>>("signInsEnded");

export const addressChanged =
  createHook<(change: Pick<Change, "transaction">, userId: string) => Promise<void>>("addressChanged");

/** Runs after the commit when an account's owner has chosen a new password. */
export const passwordChosen = createHook<(services: Services, userId: string) => Promise<void>>("passwordChosen");
