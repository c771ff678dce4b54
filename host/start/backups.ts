/** Schedules backups: an hourly process makes a backup and copies it off site; a daily process checks the newest copy. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { readBackupState, type Stores } from "../../app/platform/backup-state.server.ts";
import { HOUR_MS, MINUTE_MS } from "../../app/platform/durations.ts";
import type { Services } from "../../app/platform/services.ts";
import { startWorker, type Worker } from "../../app/platform/worker.server.ts";

/** With the minutes of copying it off site, at most an hour of data is lost with the machine. */
const EVERY_MS = 55 * MINUTE_MS;

const CHECK_EVERY_MS = 24 * HOUR_MS;

/** Claims a due backup. Of several instances, one gets it. */
export async function takeBackupTurn(services: Stores): Promise<boolean> {
  const { begun_at: last } = await readBackupState(services);
  return takeTurn(services, "begun_at", last, EVERY_MS);
}

export async function takeCheckTurn(services: Stores): Promise<boolean> {
  const { away_at: away, check_begun_at: last } = await readBackupState(services);
  return away !== null && takeTurn(services, "check_begun_at", last, CHECK_EVERY_MS);
}

async function takeTurn(
  { db, now }: Stores,
  column: "begun_at" | "check_begun_at",
  last: string | null,
  everyMs: number,
): Promise<boolean> {
  const at = now();
  if (last !== null && at.getTime() - Date.parse(last) < everyMs) return false;
  const { numUpdatedRows } = await db
    .updateTable("backup_state")
    .set({ [column]: at.toISOString() })

    .where(column, last === null ? "is" : "=", last)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const ROOT = join(import.meta.dirname, "..", "..");
const COMMAND = join(ROOT, "bin", "backup.ts");

/** Starts them if `BACKUP_COMMAND` is set. A stop ends the process; the next start makes a new backup. */
export function startBackups(services: Services): Worker {
  const { config, log } = services;
  if (config.backupCommand === undefined) return { stop: async () => {} };
  const ending = new AbortController();

  async function run(event: string, args: readonly string[]): Promise<void> {
    const started = performance.now();
    const code = await runBackup(args, ending.signal);
    if (ending.signal.aborted) return;
    const facts = { seconds: Math.round((performance.now() - started) / 1000) };
    if (code === 0) {
      log.info({ event, ...facts }, "done");
      return;
    }
    const { problem, check_problem: checkProblem } = await readBackupState(services);
    const why = (event === "backup" ? problem : checkProblem) ?? "The process exited early.";
    log.error({ event: `${event}-failed`, ...facts, problem: why }, "failed; its output is above");
  }

  const worker = startWorker(services, { intervalMs: MINUTE_MS, failure: "backups-not-run" }, async () => {
    if (await takeBackupTurn(services)) await run("backup", []);
    if (config.backupCheckCommand !== undefined && (await takeCheckTurn(services)))
      await run("backup-check", ["--check"]);
  });
  return {
    stop: () => {
      ending.abort();
      return worker.stop();
    },
  };
}

/** Runs the command with this process's settings and logs its errors. @returns its exit code */
function runBackup(args: readonly string[], signal: AbortSignal): Promise<number | null> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    signal,
  });
  return new Promise((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
}
