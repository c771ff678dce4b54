/** Hooks for what follows from a change of content in other domains. */
import { createHook } from "../platform/hook.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ContentType } from "./content-type.ts";

type Key = { type: string; slug: string };

type Entry = { slug: string } & Record<string, unknown>;
type Entries = <E extends Entry>(db: Db, type: ContentType, entries: readonly E[]) => Promise<readonly E[]>;

/** Leaves out entries that may not be shown. */
export const showableEntries = createHook<Entries>("showableEntries");

export const addPictureData = createHook<Entries>("picturedEntries");

/** Runs `write`, which changes an entry of the site, with what comes before it in the transaction. */
export const entryChange =
  createHook<<T>(change: Change, key: Key, write: () => Promise<T>) => Promise<T>>("entryChange");

export type OutsideUse = Key & { title: string; label: string; to: string };

/** Finds what uses an entry outside content, such as weekly slots of a class. An entry that is used stays on the site. */
export const outsideUses = createHook<(services: Services, db: Db, key: Key) => Promise<OutsideUse[]>>("outsideUses");
