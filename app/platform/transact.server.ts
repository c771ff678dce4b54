/** Write transactions: their locks in a fixed order, and the versions that a change increments. */
import { sql, type Transaction } from "kysely";
import { TimetableBusyError } from "./errors.ts";
import { insertMail, type QueueMail } from "./outbox.server.ts";
import { queued } from "./queue.server.ts";
import type { Tables } from "./schema.ts";
import type { Services } from "./services.ts";

/**
 * Locks in the order they are taken, which prevents deadlocks: `content` for entries, `timetable` for sessions and
 * bookings, `people` with passes, and `sales`.
 */
const LOCKS = ["content", "timetable", "people", "sales"] as const;

export type Lock = (typeof LOCKS)[number];

export type Change = {
  services: Services;
  transaction: Transaction<Tables>;
  /** The moment of the change, the same for all its writes; taken after waiting for the lock, if any. */
  at: Date;
  queueMail: QueueMail;
  /**
   * Takes a lock, waiting for other transactions; no effect if this transaction holds it.
   * @throws Error for a lock that comes before a held lock
   */
  lock: (name: Lock) => Promise<void>;
  /**
   * The number from the timetable's lock; it increases from one transaction to the next.
   * @throws Error without that lock
   */
  ticket: () => number;
  /** A further number, greater than any of an earlier transaction and less than any of a later one. */
  nextTicket: () => Promise<number>;
  /** Increments the content version at the end of the transaction, only once for several calls. */
  siteChanged: () => void;
  timetableChanged: () => void;
  placesChanged: () => void;
  /** Undoes the whole transaction and makes `outcome` the result of `transact`. */
  abandon: (outcome: unknown) => never;
};

class Abandoned extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super("The change was abandoned");
    this.outcome = outcome;
  }
}

/**
 * Runs `work` in one transaction, then publishes versions and sends emails. @param options.lock taken first @throws
 * TimetableBusyError when the queue is full
 */
export async function transact<T>(
  services: Services,
  work: (change: Change) => Promise<T>,
  { lock }: { lock?: Lock | undefined } = {},
): Promise<T> {
  const run = () => services.db.transaction().execute((transaction) => runChange(services, transaction, work, lock));
  try {
    const { result, versions, hasMail } = await (lock === "timetable" ? queued(services, run) : run());
    noticeVersions(services, versions);
    if (hasMail) services.events.emit("mailQueued");
    return result;
  } catch (error) {
    // Only `abandon` throws it, with an outcome of the caller's own type.
    if (error instanceof Abandoned) return error.outcome as T;
    throw error;
  }
}

/** As `transact`, with a lock taken first. */
export function transactWith<T>(services: Services, lock: Lock, work: (change: Change) => Promise<T>): Promise<T> {
  return transact(services, work, { lock });
}

export async function unlessBusy<T>(work: () => Promise<T>): Promise<T | { code: "busy" }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TimetableBusyError) return { code: "busy" };
    throw error;
  }
}

/** Runs a transaction with the timetable's lock. @returns `busy` when its queue is full or too slow */
export async function transactUnlessBusy<T>(
  services: Services,
  work: (change: Change) => Promise<T>,
): Promise<T | { code: "busy" }> {
  return unlessBusy(() => transact(services, work, { lock: "timetable" }));
}

async function runChange<T>(
  services: Services,
  transaction: Transaction<Tables>,
  work: (change: Change) => Promise<T>,
  first: Lock | undefined,
) {
  const held = new Map<Lock, number>();
  const changed = new Set<keyof Versions>();
  let hasMail = false;
  const lock = async (name: Lock) => {
    if (held.has(name)) return;
    const later = [...held.keys()].find((lock) => LOCKS.indexOf(lock) > LOCKS.indexOf(name));
    if (later !== undefined) throw new Error(`The lock "${name}" must be taken before "${later}"`);
    held.set(name, await takeLock(transaction, name));
  };
  const ticket = () => {
    const number = held.get("timetable");
    if (number === undefined) throw new Error("This transaction does not hold the timetable's lock");
    return number;
  };
  if (first !== undefined) await lock(first);
  const result = await work({
    services,
    transaction,
    at: services.now(),
    queueMail: async (mail) => {
      const id = await insertMail(services, transaction, mail);
      hasMail = true;
      return id;
    },
    lock,
    ticket,
    nextTicket: async () => {
      ticket();
      held.set("timetable", await takeLock(transaction, "timetable"));
      return ticket();
    },
    siteChanged: () => void changed.add("content"),
    timetableChanged: () => void changed.add("timetable"),
    placesChanged: () => void changed.add("places"),
    abandon: (outcome) => {
      throw new Abandoned(outcome);
    },
  });
  return { result, versions: await incrementVersions(transaction, changed), hasMail };
}

const TURNS = { timetable: "schedule_state", people: "members_state", sales: "sales_state" } as const;

/** Each lock is a row: the second of two writers waits for the first to commit. @returns the row's number of turns */
async function takeLock(transaction: Transaction<Tables>, name: Lock): Promise<number> {
  if (name === "content") {
    await transaction.updateTable("content_version").set({ version: sql`version` }).where("id", "=", 1).execute();
    return 0;
  }
  const { turn } = await transaction
    .updateTable(TURNS[name])
    .set({ turn: sql`turn + 1` })
    .where("id", "=", 1)
    .returning("turn")
    .executeTakeFirstOrThrow();
  return turn;
}

export type Versions = { content: number; timetable: number; places: number };

async function incrementVersions(
  transaction: Transaction<Tables>,
  changed: ReadonlySet<keyof Versions>,
): Promise<Partial<Versions>> {
  const content = changed.has("content")
    ? await transaction
        .updateTable("content_version")
        .set({ version: sql`version + 1` })
        .where("id", "=", 1)
        .returning("version as content")
        .executeTakeFirstOrThrow()
    : {};
  if (!changed.has("timetable") && !changed.has("places")) return content;
  const timetable = await transaction
    .updateTable("schedule_state")
    .set({
      version: sql`version + ${Number(changed.has("timetable"))}`,
      places_version: sql`places_version + ${Number(changed.has("places"))}`,
    })
    .where("id", "=", 1)
    .returning(["version as timetable", "places_version as places"])
    .executeTakeFirstOrThrow();
  return { ...content, ...timetable };
}

/** Stores the versions that this instance has seen; a poll begun before a change made here must not decrease them. */
export function noticeVersions(services: Services, { content, timetable, places }: Partial<Versions>): void {
  if (content !== undefined) services.content.version = Math.max(services.content.version, content);
  if (timetable !== undefined) services.timetable.version = Math.max(services.timetable.version, timetable);
  if (places !== undefined) services.timetable.places = Math.max(services.timetable.places, places);
}
