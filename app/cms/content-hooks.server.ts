/** Hooks for what follows from a change of content in other domains. */
import type { Actor } from "../platform/activity.server.ts";
import { createHook } from "../platform/hook.ts";
import type { Db } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ContentType } from "./content-type.ts";

type Key = { type: string; slug: string };

type Entry = { slug: string } & Record<string, unknown>;
type Entries = <E extends Entry>(db: Db, type: ContentType, entries: readonly E[]) => Promise<readonly E[]>;

/** Leaves out entries that may not be shown. */
export const showableEntries = createHook<Entries>("showableEntries");

/** Adds to the pictures that entries name what is stored of them. */
export const picturedEntries = createHook<Entries>("picturedEntries");

/** Runs `write`, which changes an entry of the site, with what comes before and after it in the transaction. */
export const entryChange =
  createHook<<T>(change: Change, key: Key, actor: Actor, write: () => Promise<T>) => Promise<T>>("entryChange");

/** The same for what is scheduled for an entry. */
export const scheduledChange =
  createHook<(change: Change, key: Key, actor: Actor, write: () => Promise<unknown>) => Promise<void>>(
    "scheduledChange",
  );

/** Before changes that are due are claimed. */
export const dueChanges = createHook<(change: Change) => Promise<void>>("dueChanges");
