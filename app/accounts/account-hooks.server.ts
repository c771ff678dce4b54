/** Hooks for other domains to follow an account. */
import { createHook } from "../platform/hook.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";

/**
 * Runs before an account is deleted, in its transaction. @returns false, having changed nothing, when the account has
 * to stay
 */
export const accountErased = createHook<(change: Change, userId: string) => Promise<boolean>>("accountErased");

export const accountExported =
  createHook<(db: Db, userId: string) => Promise<Readonly<Record<string, unknown>>>>("accountExported");

/** All sign-ins of an account have ended: addresses that could be read with one end too. */
export const signInsEnded =
  createHook<(change: Pick<Change, "transaction">, userId: string) => Promise<void>>("signInsEnded");

export const addressChanged =
  createHook<(change: Pick<Change, "transaction">, userId: string) => Promise<void>>("addressChanged");

/** An account has a new password, which its owner has just chosen. Called after the commit. */
export const passwordChosen = createHook<(services: Services, userId: string) => Promise<void>>("passwordChosen");
