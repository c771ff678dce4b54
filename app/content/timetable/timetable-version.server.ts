/** The version of the dated timetable, and the turn by which its changes run one after the other. */
import { sql, type Transaction } from "kysely";
import type { Tables } from "../../platform/schema.ts";
import type { Db, Services } from "../../platform/services.ts";

/** Reads the version from the database, to notice changes made by other instances. */
export async function pollTimetableVersion(services: Services): Promise<void> {
  noticeTimetableVersion(services, await timetableVersion(services.db));
}

/** A number that grows with every change that dated pages show and the content version doesn't, by any instance. */
async function timetableVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom("schedule_state")
    .select("version")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  return version;
}

/** Says which version this instance has seen. A poll that started before a change made here must not decrease it. */
export function noticeTimetableVersion({ timetable }: Services, version: number): void {
  timetable.version = Math.max(timetable.version, version);
}

/**
 * Waits for other transactions that write to the timetable, and has the later ones wait for this. It comes before anything
 * else in a transaction, except that a change of content takes content's own lock first, always.
 * @returns the number of the turn, greater than those before it
 */
export async function takeTurn(transaction: Transaction<Tables>): Promise<number> {
  const { turn } = await transaction
    .updateTable("schedule_state")
    .set({ turn: sql`turn + 1` })
    .where("id", "=", 1)
    .returning("turn")
    .executeTakeFirstOrThrow();
  return turn;
}

/** Has dated pages rendered again. @returns the version to be noticed once the transaction has committed */
export async function incrementTimetableVersion(transaction: Transaction<Tables>): Promise<number> {
  const { version } = await transaction
    .updateTable("schedule_state")
    .set({ version: sql`version + 1` })
    .where("id", "=", 1)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}
