/** The data that class sessions are computed from: classes, trainers, and the records of their dates. */
import type { Transaction } from "kysely";
import type { EntryOf } from "../cms/content-type.ts";
import { listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { trainerType } from "../content-types/trainer.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { SessionRow } from "./session-rows.server.ts";
import {
  type Closure,
  cachedRecords,
  readClosures,
  readRecords,
  readWrittenUntil,
  type TimetableRecords,
} from "./timetable-records.server.ts";

/** Clock differences between instances up to this are tolerated. */
const CLOCK_TOLERANCE_MS = 60_000;

export type WeekSources = Omit<TimetableRecords, "closures"> & {
  classes: ReadonlyMap<string, EntryOf<typeof classType>>;
  trainers: ReadonlyMap<string, EntryOf<typeof trainerType>>;
  closureNotes: ReadonlyMap<string, string>;
};

export type RowSources = Pick<WeekSources, "writtenUntil" | "classes" | "trainers" | "closureNotes">;

export async function sourcesOfRows(services: Services, rows: readonly SessionRow[]): Promise<RowSources> {
  const { db } = services;
  const dates = rows.map(({ date }) => date).sort();
  const closures = await readClosures(db, dates[0] ?? "", dates.at(-1) ?? "");
  return {
    writtenUntil: effectiveWrittenUntil(await readWrittenUntil(db), services.now()),
    ...(await readClassesAndTrainers(services)),
    closureNotes: notesOf(closures),
  };
}

/** Cached sources for reading: entries and records as of the versions that this instance has seen. */
export async function cachedSources(services: Services, from: string, to: string): Promise<WeekSources> {
  return sourcesOf(services, await cachedRecords(services, from, to));
}

/** The sources as a transaction sees them, including its own writes. */
export async function freshSources(
  services: Services,
  transaction: Transaction<Tables>,
  from: string,
  to: string,
): Promise<WeekSources> {
  const fresh = servicesIn(services, transaction);
  return sourcesOf(fresh, await readRecords(transaction, from, to));
}

/** Services that read in a transaction. Their `content` is a new object, so that nothing cached is used. */
export function servicesIn(services: Services, db: Db): Services {
  return { ...services, db, content: { ...services.content } };
}

async function sourcesOf(services: Services, records: TimetableRecords): Promise<WeekSources> {
  const { closures, rows, weekly, writtenUntil } = records;
  return {
    rows,
    weekly,
    writtenUntil: effectiveWrittenUntil(writtenUntil, services.now()),
    ...(await readClassesAndTrainers(services)),
    closureNotes: notesOf(closures),
  };
}

export async function readClassesAndTrainers(services: Services): Promise<Pick<WeekSources, "classes" | "trainers">> {
  // Sequential: in a transaction they share a connection.
  const classes = await listEntries(services, classType);
  const trainers = await listEntries(services, trainerType);
  return {
    classes: new Map(classes.map((entry) => [entry.slug, entry])),
    trainers: new Map(trainers.map((entry) => [entry.slug, entry])),
  };
}

function notesOf(closures: readonly Closure[]): ReadonlyMap<string, string> {
  return new Map(closures.map(({ date, note }) => [date, note]));
}

/** Until when sessions count as stored: never later than now, in case the clock was set back. */
export function effectiveWrittenUntil(writtenUntil: string | null, now: Date): string | null {
  const isAhead = writtenUntil !== null && Date.parse(writtenUntil) > now.getTime() + CLOCK_TOLERANCE_MS;
  return isAhead ? now.toISOString() : writtenUntil;
}
