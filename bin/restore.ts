/**
 * `npm run restore -- FILE` replaces the database of a stopped site with a backup; `latest` is the newest remote copy.
 * With `--rehearse` it restores into a temporary folder, starts a site on it, and checks the responses.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Config, readConfig } from "../app/platform/config.ts";
import { SQLITE_FILE } from "../app/platform/database.server.ts";
import { StartProblem, startProblem } from "../app/platform/start-problem.server.ts";
import { dateInNairobi, relativeTime } from "../app/time/dates.server.ts";
import { backupFolder, emptyFolder, fetchNewest, newestBackup } from "../tools/backup-files.ts";
import { rehearse } from "../tools/rehearsal.ts";
import { type Restored, restoreBackup } from "../tools/restore-backup.ts";
import { buildFirst } from "../tools/spawn.ts";

const USAGE = "Usage: npm run restore -- FILE|latest [--rehearse]";

/** Runs `work` with the named backup, or with the newest for `latest`. */
async function withBackup<T>(config: Config, name: string, work: (file: string) => Promise<T>): Promise<T> {
  if (name !== "latest") return work(name);
  const { backupCheckCommand, dataDir } = config;
  if (backupCheckCommand === undefined) {
    const newest = await newestBackup(backupFolder(config));
    if (newest === undefined) throw new StartProblem(`There is no backup in ${backupFolder(config)}.`);
    return work(newest);
  }
  const folder = await emptyFolder(dataDir, "fetched-to-restore");
  try {
    return await work(await fetchNewest(backupCheckCommand, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function newestBooking({ newestBooking: moment }: Restored): string {
  if (moment === undefined) return "It has no bookings.";
  return `Newest booking: ${relativeTime(new Date(moment), dateInNairobi(new Date()))}.`;
}

/** A sentence about what to do with the secret. */
function secretNotice({ hasSecret }: Restored, { dataDir }: Config): string {
  if (hasSecret) return "The secret of the copy is restored.";
  const without = `Without the secret of that time in ${join(dataDir, "secret")} everybody is signed out, and authenticator apps don't work.`;
  return hasSecret === undefined
    ? `The copy has no secret. ${without}`
    : `The copy has its secret, encrypted: set BACKUP_PASSPHRASE and restore it again. ${without}`;
}

async function run(config: Config, name: string, isRehearsal: boolean): Promise<string[]> {
  const now = new Date();
  if (isRehearsal) {
    buildFirst();
    const restored = await withBackup(config, name, (file) => rehearse(config, file, now));
    const lacks = restored.hasSecret ? [] : [secretNotice(restored, config)];
    return [`This backup works. ${newestBooking(restored)}`, ...lacks];
  }
  const restored = await withBackup(config, name, (file) => restoreBackup(config, file, now));
  const aside = restored.aside.length > 0 ? [`The previous data is now in ${restored.aside.join(", ")}.`] : [];
  return [`Restored. ${newestBooking(restored)}`, ...aside, secretNotice(restored, config), "Start the site."];
}

if (import.meta.main) {
  const outcome = readConfig({ ...process.env, PORT: undefined });
  if (!outcome.ok) {
    for (const problem of outcome.problems) console.error(`Cannot restore: ${problem}`);
    process.exit(1);
  }
  const args = process.argv.slice(2);
  const [name, ...others] = args.filter((arg) => arg !== "--rehearse");
  if (name === undefined || others.length > 0) {
    console.error(USAGE);
    process.exit(2);
  }
  try {
    for (const line of await run(outcome.config, name, args.includes("--rehearse"))) console.log(line);
  } catch (error) {
    const problem = startProblem(error, outcome.config, SQLITE_FILE);
    console.error(`Nothing was restored: ${problem ?? (error instanceof Error ? error.message : String(error))}`);
    process.exit(1);
  }
}
