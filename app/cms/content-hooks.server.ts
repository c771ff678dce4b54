import { createHook } from "../platform/hook.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ContentType } from "./content-type.ts";

type Key = { type: string; slug: string };

type Entry = { slug: string } & Record<string, unknown>;
type Entries = <E extends Entry>(db: Db, type: ContentType, entries: readonly E[]) => Promise<readonly E[]>;

/** Removes entries that may not be shown, such as quotes without consent. */
export const showableEntries = createHook<Entries>("showableEntries");

export const addPictureData = createHook<Entries>("picturedEntries");

/** Runs `write`, which changes a published entry, after the preparations of other domains in the transaction. */
export const entryChange =
  createHook<<T>(change: Change, key: Key, write: () => Promise<T>) => Promise<T>>("entryChange");

export type OutsideUse = Key & { title: string; label: string; to: string };

/** Finds uses of an entry outside content, such as weekly slots of a class. A used entry can't be unpublished. */
export const outsideUses = createHook<(services: Services, db: Db, key: Key) => Promise<OutsideUse[]>>("outsideUses");
