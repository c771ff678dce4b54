/** The content version: a number that increases with every change of published content, by any instance. */
import { sql } from "kysely";
import type { StoredMoment } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, noticeVersions, transact } from "../platform/transact.server.ts";

export async function contentVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom("content_version")
    .select("version")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  return version;
}

/** Reads the content version from the database, to notice changes by other instances. */
export async function pollContentVersion(services: Services): Promise<void> {
  noticeVersions(services, { content: await contentVersion(services.db) });
}

/**
 * When published content last changed: the newest publication or removal of an entry; undefined if there was
 * neither.
 */
export async function newestChange(db: Db): Promise<StoredMoment | undefined> {
  const { written, removed } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("entries")
        .select(({ fn }) => fn.max("updated_at").as("at"))
        .as("written"),
      eb
        .selectFrom("entry_bin")
        .select(({ fn }) => fn.max("removed_at").as("at"))
        // A literal, as in the partial index: SQLite doesn't use the index for a parameter.
        .where(sql<boolean>`last_number > 0`)
        .as("removed"),
    ])
    .executeTakeFirstOrThrow();
  return [written, removed]
    .filter((moment) => moment !== null)
    .sort()
    .at(-1);
}

export function changeContent<T>(services: Services, work: (change: Change) => Promise<T>): Promise<T> {
  return transact(services, work, { lock: "content" });
}
