/** When the last backup of the SQLite database was made: a file in the data folder, wherever the copy itself was put. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "last-backup";

/** Notes that a backup is complete. One that can't be noted, as the disk of the data folder is full, is complete all the same. */
export async function noteBackup(dataDir: string, moment: Date): Promise<void> {
  await writeFile(join(dataDir, FILE), `${moment.toISOString()}\n`, { mode: 0o600 }).catch(() => {});
}

/** The moment of the last backup; undefined when none was made, or when the file can't be read. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(join(dataDir, FILE), "utf8").catch(() => "");
  const moment = new Date(text.trim());
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
