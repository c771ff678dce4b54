/**
 * Instances of the booking core in processes of their own, on one database: what several instances do at once can only be
 * tested so, as two connections to an SQLite file within one process block each other.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../tools/spawn.ts";

/** Something a booking process is asked to do. `afterMs` delays its start. */
export type BookingCall = { afterMs?: number } & (
  | { do: "book"; userId: string; sessionId: string }
  | { do: "cancel"; userId: string; bookingId: string }
  | { do: "close"; date: string }
  /** A pass of a plan, as from a page that is up to date. `passId` is the id that its form has made. */
  | { do: "give"; personId: string; planSlug: string; passId: string }
  | { do: "freeze"; passId: string; firstDay: string; lastDay: string }
  | { do: "check-in"; bookingId: string }
  /** A list of members, as from a page that is up to date. */
  | { do: "import-list" | "undo-import"; importId: string }
  /** A sale of one plan, as from a page that is up to date, paid in cash or with a code. `amount` is empty for all of it. */
  | { do: "sell"; personId: string; planSlug: string; saleId: string; amount: string; code: string }
  | { do: "take-owed"; saleId: string; paymentId: string }
  | { do: "undo-sale"; saleId: string }
  /** Mails those whose passes end. */
  | { do: "mail-ends" }
  /** Rows into the table `bare_rows`, one transaction after another. */
  | { do: "insert"; rows: number }
);

/** The outcome: the code of the core, or `unavailable` for a database that could not do its work. */
export type BookingReport = {
  code: string;
  bookingId?: string | undefined;
  /** On the waiting list, from 1. */
  position?: number | null | undefined;
  /** From the call to its outcome. */
  ms: number;
  /** An error that is none of the outcomes. */
  error?: string | undefined;
};

/** Reads for the page of one session while the calls run, each due `READ_EVERY_MS` after the one before it has ended. */
export type ReaderRequest = { userId: string; sessionId: string };

export const READ_EVERY_MS = 25;

export type WorkerSettings = { dataDir: string; databaseUrl: string | undefined };

/** To a process: calls, all begun at once, at a moment of the site's clock. */
export type Assignment = { number: number; now: string; calls: readonly BookingCall[]; reader?: ReaderRequest };

/** From a process. */
export type WorkerMessage =
  | { kind: "ready" }
  | { kind: "outcome"; number: number; index: number; report: BookingReport }
  /** Milliseconds that each read took, from when it was due. */
  | { kind: "done"; number: number; reads: number[]; seconds: number };

export type AssignmentResult = { reports: BookingReport[]; reads: number[]; seconds: number };

export type BookingProcess = {
  /**
   * Runs calls and resolves when all have ended.
   * @param onReport is called with each outcome as it comes
   * @throws when the process ends before
   */
  run: (
    assignment: Omit<Assignment, "number">,
    onReport?: (report: BookingReport, index: number) => void,
  ) => Promise<AssignmentResult>;
  /** Ends it at once, whatever it is doing. */
  kill: () => Promise<void>;
  /** Has it close its database and end. */
  stop: () => Promise<void>;
};

type Running = {
  reports: BookingReport[];
  onReport: ((report: BookingReport, index: number) => void) | undefined;
  resolve: (result: AssignmentResult) => void;
  reject: (error: Error) => void;
};

const children = new Set<ChildProcess>();
// None outlives the tests, whatever happens to them.
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts a process on a migrated database. */
export async function startBookingProcess({ dataDir, databaseUrl }: WorkerSettings): Promise<BookingProcess> {
  const settings: WorkerSettings = { dataDir, databaseUrl };
  // Without the flags of the process that starts it, which may be a test runner's.
  const child = fork(join(ROOT, "test", "bookings", "booking-worker.ts"), [JSON.stringify(settings)], {
    cwd: ROOT,
    execArgv: [],
  });
  children.add(child);
  const assignments = new Map<number, Running>();
  let assigned = 0;
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      children.delete(child);
      for (const { reject } of assignments.values()) reject(new Error("The booking process has ended"));
      assignments.clear();
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.on("message", (message: WorkerMessage) => {
      if (message.kind === "ready") resolve();
      else hear(assignments, message);
    });
    void ended.then(() => reject(new Error("The booking process ended at its start")));
  });
  return {
    run: (assignment, onReport) =>
      new Promise((resolve, reject) => {
        assigned += 1;
        assignments.set(assigned, { reports: [], onReport, resolve, reject });
        // One that has ended rejects it; a failure to send says nothing more.
        child.send({ ...assignment, number: assigned }, (error) => error && reject(error));
      }),
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

function hear(assignments: Map<number, Running>, message: Exclude<WorkerMessage, { kind: "ready" }>): void {
  const running = assignments.get(message.number);
  if (running === undefined) return;
  if (message.kind === "outcome") {
    running.reports[message.index] = message.report;
    running.onReport?.(message.report, message.index);
    return;
  }
  assignments.delete(message.number);
  running.resolve({ reports: running.reports, reads: message.reads, seconds: message.seconds });
}
