/**
 * Instances of the booking core in separate processes on one database: two connections to an SQLite file within one process
 * would block each other.
 */
import { join } from "node:path";
import { ROOT } from "../../tools/spawn.ts";
import { spawnGroup } from "../support/process-groups.ts";
import type { Calls } from "./booking-worker.ts";

/** A call of `booking-worker.ts`, with its arguments. `afterMs` delays its start. */
export type BookingCall = { afterMs?: number } & {
  [Do in keyof Calls]: { do: Do } & Parameters<Calls[Do]>[0];
}[keyof Calls];

/** The outcome: the core's code, or `unavailable` when the database failed. `error` is unexpected. */
export type BookingReport = { code: string; bookingId?: string | undefined; error?: string | undefined };

/** Reads of one session's page while calls run, each due `READ_EVERY_MS` after the previous read has ended. */
export type ReaderRequest = { userId: string; sessionId: string };

export const READ_EVERY_MS = 25;

export type WorkerSettings = { dataDir: string; databaseUrl: string | undefined };

/** A message to a process: calls that start at once, at a moment of the site's clock. */
export type Assignment = { number: number; now: string; calls: readonly BookingCall[]; reader?: ReaderRequest };

/** The outcomes of calls. `reads`: milliseconds that each read took, from when it was due. */
type AssignmentResult = { reports: BookingReport[]; reads: number[]; seconds: number };

/** A message from a process: that it is ready, or the result of an assignment. */
export type WorkerMessage = "ready" | (AssignmentResult & { number: number });

export type BookingProcess = {
  /** Runs calls and resolves when all have ended. @throws when the process exits first */
  run: (assignment: Omit<Assignment, "number">) => Promise<AssignmentResult>;
  kill: () => Promise<void>;
  /** Makes the process close its database and exit. */
  stop: () => Promise<void>;
};

/** Starts a process on a migrated database. */
export async function startBookingProcess({ dataDir, databaseUrl }: WorkerSettings): Promise<BookingProcess> {
  const settings: WorkerSettings = { dataDir, databaseUrl };
  const worker = join(ROOT, "test", "bookings", "booking-worker.ts");
  const child = spawnGroup(process.execPath, [worker, JSON.stringify(settings)], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const assignments = new Map<number, PromiseWithResolvers<AssignmentResult>>();
  let assigned = 0;
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      for (const { reject } of assignments.values()) reject(new Error("The booking process has exited"));
      assignments.clear();
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.on("message", (message: WorkerMessage) => {
      if (message === "ready") return resolve();
      assignments.get(message.number)?.resolve(message);
      assignments.delete(message.number);
    });
    void ended.then(() => reject(new Error("The booking process exited at startup")));
  });
  return {
    run: (assignment) => {
      assigned += 1;
      const answer = Promise.withResolvers<AssignmentResult>();
      assignments.set(assigned, answer);
      // Sending fails if the process has exited.
      child.send({ ...assignment, number: assigned }, (error) => error && answer.reject(error));
      return answer.promise;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
