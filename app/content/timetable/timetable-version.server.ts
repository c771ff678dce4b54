/** The versions of the dated timetable, and the turn by which its changes run one after the other. */
import { sql, type Transaction } from "kysely";
import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";

/** What a transaction has changed of the dated timetable, and the versions that follow. */
type Versions = { timetable: number; places: number };

/** Reads the versions from the database, to notice changes made by other instances. */
export async function pollTimetableVersions(services: Services): Promise<void> {
  const versions = await services.db
    .selectFrom("schedule_state")
    .select(["version as timetable", "places_version as places"])
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  noticeTimetableVersions(services, versions);
}

/** Says which versions this instance has seen. A poll that started before a change made here must not decrease them. */
export function noticeTimetableVersions({ timetable }: Services, versions: Versions): void {
  timetable.version = Math.max(timetable.version, versions.timetable);
  timetable.places = Math.max(timetable.places, versions.places);
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

/** Which versions are to grow. */
export type TimetableChanges = { timetable: boolean; places: boolean };

/**
 * Has pages rendered again that show the dated timetable, or free places.
 * @returns the versions to be noticed once the transaction has committed; undefined when nothing changed
 */
export async function incrementTimetableVersions(
  transaction: Transaction<Tables>,
  changes: TimetableChanges,
): Promise<Versions | undefined> {
  if (!changes.timetable && !changes.places) return undefined;
  return transaction
    .updateTable("schedule_state")
    .set({
      version: sql`version + ${Number(changes.timetable)}`,
      places_version: sql`places_version + ${Number(changes.places)}`,
    })
    .where("id", "=", 1)
    .returning(["version as timetable", "places_version as places"])
    .executeTakeFirstOrThrow();
}
