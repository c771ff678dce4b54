/**
 * `npm run backup` copies the database while the site runs, and BACKUP_COMMAND copies the backup off site. If it is set, the
 * site runs this once an hour. `-- FOLDER` makes the copy in a folder, and `-- --check` verifies the newest remote copy.
 */
import { rm } from "node:fs/promises";
import { setPriority } from "node:os";
import { basename, join } from "node:path";
import { BACKUP_OLD_MS, type BackupState, recordBackup } from "../app/platform/backup-state.server.ts";
import { type Config, readConfig } from "../app/platform/config.ts";
import { openDatabase, SQLITE_FILE } from "../app/platform/database.server.ts";
import { HOUR_MS } from "../app/platform/durations.ts";
import { createLog } from "../app/platform/log.server.ts";
import { SECRET_FILE } from "../app/platform/secret.server.ts";
import { StartProblem, startProblem } from "../app/platform/start-problem.server.ts";
import {
  backupFolder,
  emptyFolder,
  fetchNewest,
  momentOfBackup,
  runCommand,
  thinBackups,
} from "../tools/backup-files.ts";
import { type CopyFacts, copyDatabaseTo, openSource, readCopy } from "../tools/database-copy.ts";

/** A low priority, so that the site's processes go first. */
const LOW_PRIORITY = 10;

/**
 * Copies the database, stores the time, and runs BACKUP_COMMAND.
 * @param folder another folder, whose copies are neither sent off site nor deleted
 * @returns the path of the copy
 * @throws when no copy was made, or it could not be sent off site
 */
export async function backUp(config: Config, moment: Date, folder?: string): Promise<string> {
  const isDefaultFolder = folder === undefined;
  // Stored first, so that the copy contains its own start time.
  await note(config, { begun_at: moment.toISOString() });
  try {
    const copy = await copyDatabaseTo(config, folder ?? backupFolder(config), moment);
    await note(config, { made_at: moment.toISOString() });
    if (isDefaultFolder && config.backupCommand !== undefined) {
      await thinBackups(backupFolder(config), moment);
      await runCommand("BACKUP_COMMAND", config.backupCommand, copy);
      await note(config, { away_at: moment.toISOString(), problem: null });
    }
    return copy;
  } catch (error) {
    await note(config, { problem: sentenceOf(error, config) });
    throw error;
  }
}

/** Fetches the newest remote copy, verifies it and stores the result. @throws StartProblem when the copy is not sound */
export async function checkBackup(config: Config, now: Date): Promise<CopyFacts & { name: string }> {
  const checked = { check_begun_at: now.toISOString(), checked_at: now.toISOString() };
  try {
    const facts = await lookAtNewest(config, now);
    const newest = facts.begunAt ?? null;
    await note(config, { ...checked, check_problem: null, checked_rows: facts.rows, checked_newest: newest });
    return facts;
  } catch (error) {
    await note(config, { ...checked, check_problem: sentenceOf(error, config) });
    throw error;
  }
}

async function lookAtNewest({ backupCheckCommand, dataDir }: Config, now: Date): Promise<CopyFacts & { name: string }> {
  if (backupCheckCommand === undefined) throw new StartProblem("BACKUP_CHECK_COMMAND is not set.");
  const folder = await emptyFolder(dataDir, "fetched-to-check");
  try {
    const file = await fetchNewest(backupCheckCommand, folder);
    const facts = await readCopy(file);
    const asOf = facts.begunAt === undefined ? momentOfBackup(file) : new Date(facts.begunAt);
    const age = now.getTime() - (asOf?.getTime() ?? 0);
    if (age > BACKUP_OLD_MS) {
      throw new StartProblem(`The newest off-site copy is ${Math.round(age / HOUR_MS)} hours old.`);
    }
    return { ...facts, name: basename(file) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores the result in the database. A failure, such as a full disk, doesn't fail the backup. */
async function note(config: Config, change: Partial<BackupState>): Promise<void> {
  try {
    if (config.databaseUrl === undefined) (await openSource(join(config.dataDir, SQLITE_FILE))).close();
    const database = await openDatabase(config, createLog("silent"));
    try {
      await recordBackup(database, change);
    } finally {
      await database.close();
    }
  } catch {
    // No database, or an older version's.
  }
}

function sentenceOf(error: unknown, config: Config): string {
  return startProblem(error, config, SQLITE_FILE) ?? (error instanceof Error ? error.message : String(error));
}

/** A sentence about the site's secret, which a copy contains only when it is encrypted. */
function secretNotice({ backupPassphrase, dataDir, secret }: Config): string {
  if (backupPassphrase !== undefined) return "The secret is in it, encrypted with BACKUP_PASSPHRASE.";
  const advice = secret === undefined ? `Copy ${join(dataDir, SECRET_FILE)} once, to` : "Store SECRET in";
  return `The secret is not in it. ${advice} a place apart from the backups: without it a restored site signs everybody out, and authenticator apps don't work.`;
}

if (import.meta.main) {
  const outcome = readConfig(process.env);
  const [command] = process.argv.slice(2);
  const doing = command === "--check" ? "check the backup" : "back up";
  if (!outcome.ok) {
    for (const problem of outcome.problems) console.error(`Cannot ${doing}: ${problem}`);
    process.exit(1);
  }
  const { config } = outcome;
  setPriority(LOW_PRIORITY);
  try {
    if (command === "--check") {
      const { name, rows, begunAt } = await checkBackup(config, new Date());
      console.log(
        `The newest off-site copy is sound: ${name}, ${rows.toLocaleString("en")} rows, as of ${begunAt ?? "its name"}.`,
      );
    } else {
      console.log(`Backed up to ${await backUp(config, new Date(), command)}`);
      if (command === undefined && config.backupCommand !== undefined) console.log("BACKUP_COMMAND has copied it.");
      console.log(secretNotice(config));
    }
  } catch (error) {
    console.error(`Cannot ${doing}: ${sentenceOf(error, config)}`);
    process.exit(1);
  }
}
