/** Backup files: their names, their retention, and the commands that send them off site and fetch them. */
import { spawn } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { DAY_MS } from "../app/platform/durations.ts";
import { StartProblem } from "../app/platform/start-problem.server.ts";

/** The folder in which backups are made. */
export function backupFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, "backups");
}

const NAME = /^nguvu-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)\.(?:sqlite|dump)$/;

/** The suffix of a backup in progress. */
export const PART = ".part";

/** The name of a backup; names sort by time. */
export function backupName(moment: Date, kind: "sqlite" | "dump"): string {
  return `nguvu-${moment.toISOString().replaceAll(":", "-")}.${kind}`;
}

/** Reads the time of a backup from its name; undefined for other files. */
export function momentOfBackup(file: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(basename(file)) ?? [];
  return day === undefined ? undefined : new Date(`${day}${hour}:${minute}:${second}`);
}

/** The newest backup in a folder and those below it. */
export async function newestBackup(folder: string): Promise<string | undefined> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  const names = paths.filter((name) => momentOfBackup(name) !== undefined);
  const [newest] = names.sort((one, other) => (basename(one) < basename(other) ? 1 : -1));
  return newest === undefined ? undefined : join(folder, newest);
}

const ALL_MS = 2 * DAY_MS;
const DAILY_MS = 31 * DAY_MS;

/** Lists backups to delete: all are kept for two days, the newest of each day for a month, and the newest of all forever. */
export function backupsToDelete(names: readonly string[], now: Date): string[] {
  const days = new Set<number>();
  const newestFirst = names
    .filter((name) => momentOfBackup(name) !== undefined)
    .toSorted()
    .toReversed();
  return newestFirst.filter((name, index) => {
    const moment = momentOfBackup(name)?.getTime() ?? 0;
    const age = now.getTime() - moment;
    const day = Math.floor(moment / DAY_MS);
    const isNewestOfDay = !days.has(day);
    days.add(day);
    return index > 0 && age >= ALL_MS && !(age < DAILY_MS && isNewestOfDay);
  });
}

/** Deletes old backups, and the remains of interrupted backups. */
export async function thinBackups(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder);
  const dayAgo = backupName(new Date(now.getTime() - DAY_MS), "sqlite");
  const left = names.filter((name) => name.endsWith(PART) && name < dayAgo);
  for (const name of [...backupsToDelete(names, now), ...left]) await rm(join(folder, name), { force: true });
}

/** Creates an empty folder in the data folder: the system's temporary folder may be in memory, too small for a copy. */
export async function emptyFolder(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Characters without special meaning in a shell, even in quotes. */
const PLAIN = /^[\w./:\\+-]+$/;

/**
 * Runs the owner's command in the system's shell. Its output goes to standard error, and so into the service's log.
 * @param name the setting, for the message
 * @param path replaces `{}`
 * @throws StartProblem when its exit code isn't 0
 */
export async function runCommand(name: string, command: string, path: string): Promise<void> {
  const word = PLAIN.test(path)
    ? path
    : process.platform === "win32"
      ? `"${path}"`
      : `'${path.replaceAll("'", "'\\''")}'`;
  const child = spawn(
    command.replaceAll("{}", () => word),
    { shell: true, stdio: ["ignore", 2, 2] },
  );
  const end = await new Promise<number | string | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  if (end !== 0) throw new StartProblem(`${name} exited with ${end}; its output is in the log.`);
}

/** Fetches the newest remote copy into an empty folder. @returns its path @throws StartProblem when none arrives */
export async function fetchNewest(command: string, folder: string): Promise<string> {
  await runCommand("BACKUP_CHECK_COMMAND", command, folder);
  const newest = await newestBackup(folder);
  if (newest === undefined) throw new StartProblem("BACKUP_CHECK_COMMAND fetched no backup.");
  return newest;
}
