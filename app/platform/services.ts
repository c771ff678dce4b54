/** What the site runs on. Passed, never imported, so that a test makes its own. */
import type { AsyncLocalStorage } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Tables } from "./schema.ts";

export type Db = Kysely<Tables>;

/** What parts of this instance tell each other, each event with its arguments. */
export type ServiceEvents = {
  /** A transaction that queued mail has committed. */
  mailQueued: [];
};

export type Services = {
  config: Config;
  db: Db;
  log: Logger;
  /** The id of the request that is being answered, wherever its work has led to; the log puts it into each line. */
  requestId: AsyncLocalStorage<string>;
  /** The present moment; a test sets its own. */
  now: () => Date;
  /** Events of this instance alone; nothing crosses to another one. */
  events: EventEmitter<ServiceEvents>;
  content: {
    /**
     * The content version last seen. A change of content on this instance moves it at once; the host looks about once a
     * second for changes made by others.
     */
    version: number;
    /**
     * The entries each content type has from the start, by the type's name: what a type that is new to the database is
     * filled with, and what the site's settings fall back to.
     */
    seeds: ReadonlyMap<string, readonly { slug: string }[]>;
    /** How often content from before that version had to do, because the database was away. */
    olderReads: number;
  };
};
