/** The content version: one number that increases with every change of what is on the site, by any instance. */
import { sql, type Transaction } from "kysely";
import { type QueueMail, transactionWithMail } from "../platform/outbox.server.ts";
import type { StoredMoment, Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { incrementTimetableVersions, noticeTimetableVersions } from "./timetable/timetable-version.server.ts";

/** A number that increases with every change of content, by any instance. */
export async function contentVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom("content_version")
    .select("version")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  return version;
}

/** Reads the content version from the database, to notice changes made by other instances. */
export async function pollContentVersion(services: Services): Promise<void> {
  noticeVersion(services, await contentVersion(services.db));
}

/** A poll that started before a change made by this instance must not decrease the version. */
function noticeVersion({ content }: Services, version: number): void {
  content.version = Math.max(content.version, version);
}

/**
 * When the site's content last changed: the newest writing of an entry, or removal of one; undefined when neither ever
 * happened.
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
        // Written out, as in the index: SQLite doesn't use a partial index for a parameter.
        .where(sql<boolean>`last_number > 0`)
        .as("removed"),
    ])
    .executeTakeFirstOrThrow();
  return [written, removed]
    .filter((moment) => moment !== null)
    .sort()
    .at(-1);
}

/** A transaction that may change what is on the site. */
export type ContentChange = {
  services: Services;
  transaction: Transaction<Tables>;
  /** The moment of the change; the same for all it writes. */
  at: Date;
  queueMail: QueueMail;
  /** Has the content version increase at the end of the transaction, once however often it is called. */
  siteChanged: () => void;
  /** The same for the version of the timetable; the transaction has taken its turn there (`takeTurn`). */
  timetableChanged: () => void;
  /** The same for the version of what pages say of free places. */
  placesChanged: () => void;
  /** Undoes the whole transaction and makes `outcome` the result of `changeContent`. */
  abandon: (outcome: unknown) => never;
};

/** What follows from a change in the same transaction, once it is written. */
export type AfterChange = (change: ContentChange) => Promise<void>;

class Abandoned extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super("The change was abandoned");
    this.outcome = outcome;
  }
}

/**
 * Runs a change of what is on the site in one transaction. Changes of content run one after the other, also those of
 * several instances: each sees what the one before it has written.
 * @throws what `work` or the database throws; nothing is stored then
 */
export async function changeContent<T>(services: Services, work: (change: ContentChange) => Promise<T>): Promise<T> {
  try {
    const { result, version, versions } = await transactionWithMail(services, async (transaction, queueMail) => {
      // First, because a write takes the row's lock: of two concurrent writers the second waits here.
      await lockContent(transaction);
      let isChanged = false;
      const changes = { timetable: false, places: false };
      const result = await work({
        services,
        transaction,
        at: services.now(),
        queueMail,
        siteChanged: () => {
          isChanged = true;
        },
        timetableChanged: () => {
          changes.timetable = true;
        },
        placesChanged: () => {
          changes.places = true;
        },
        abandon: (outcome) => {
          throw new Abandoned(outcome);
        },
      });
      return {
        result,
        version: isChanged ? await incrementContentVersion(transaction) : undefined,
        versions: await incrementTimetableVersions(transaction, changes),
      };
    });
    if (version !== undefined) noticeVersion(services, version);
    if (versions !== undefined) noticeTimetableVersions(services, versions);
    return result;
  } catch (error) {
    // Only `abandon` throws it, with an outcome of the caller's own type.
    if (error instanceof Abandoned) return error.outcome as T;
    throw error;
  }
}

/** Waits for other changes of content to commit. */
async function lockContent(transaction: Transaction<Tables>): Promise<void> {
  await transaction.updateTable("content_version").set({ version: sql`version` }).where("id", "=", 1).execute();
}

async function incrementContentVersion(transaction: Transaction<Tables>): Promise<number> {
  const { version } = await transaction
    .updateTable("content_version")
    .set({ version: sql`version + 1` })
    .where("id", "=", 1)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}
