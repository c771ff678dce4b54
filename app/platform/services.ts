/** The site's services. Passed as arguments, never imported, so that tests can create their own. */
import type { AsyncLocalStorage } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { DatabaseState } from "./database-state.server.ts";
import type { Demonstration } from "./demonstration.server.ts";
import type { ImageEncoder } from "./image-encoder.ts";
import type { Tables } from "./schema.ts";

export type Db = Kysely<Tables>;

export type ServiceEvents = {
  mailQueued: [];
  pictureQueued: [];
  /** People were added without their search words. */
  peopleImported: [];
  /** A line of level `warn` or above was logged. */
  logged: [line: LoggedLine];
  alertRaised: [];
};

/** A log line for listeners. `isJob`: a background job failed. */
export type LoggedLine = { level: number; event: string; isJob: boolean; id?: string; problem?: string };

/** Queues a task. @returns the task's result; undefined when the queue is full */
export type Queue = <T>(work: () => Promise<T>) => Promise<T> | undefined;

export type Services = {
  config: Config;
  db: Db;
  databaseState: DatabaseState;
  /** Set if the data folder is a demo's, which every console page shows. */
  demonstration?: Demonstration;
  version: string;
  log: Logger;
  /** The id of the current request, in all of its asynchronous work; the log adds it to each line. */
  requestId: AsyncLocalStorage<string>;
  /** The current time; a test sets its own. */
  now: () => Date;
  /** Events within this instance; other instances don't receive them. */
  events: EventEmitter<ServiceEvents>;
  imageEncoder: ImageEncoder;
  content: {
    /** The content types, read through `contentTypes`. */
    types: readonly { name: string }[];
    /**
     * The content version last seen. Changes made on this instance update it at once; changes of other
     * instances are polled once a second.
     */
    version: number;
    /**
     * The initial entries of each content type, by the type's name: inserted when a type is new to the database, and the
     * fallback for the site's settings.
     */
    seeds: ReadonlyMap<string, readonly { slug: string }[]>;
    /** How often older content was used because the database was unavailable. */
    olderReads: number;
    /** When the notice on every page appears and goes, by the clock, as of a version. */
    notice?: { version: number; moments: readonly number[] };
  };
  timetable: {
    /** The version of the dated timetable last seen, updated like the content version. */
    version: number;
    places: number;
    /** This instance's transactions that wait for the lock; here because jobs and routes share the queue. */
    queue?: Queue;
    /** The closures from today on, as last read; here because the poll and the page cache share them. */
    closures?: {
      timetableVersion: number;
      list: readonly { date: string; note: string }[];
      /** How many different lists this instance has read. */
      lists: number;
    };
  };
};
