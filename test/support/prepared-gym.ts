/**
 * The data of the demo gym and of a new site for tests: made once for all processes, and reused by later runs until the sources
 * change. Each test works on a copy.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DAY_MS } from "../../app/platform/durations.ts";
import { dateInNairobi } from "../../app/time/dates.server.ts";
import { withBuildLock } from "../../tools/build-lock.ts";
import { ROOT } from "../../tools/spawn.ts";
import { startSiteProcess } from "./site-process.ts";

/** The folders with rules and content. */
const SOURCES = ["app", "db", "demo", "host", "seed", "test/bookings", "test/support", "tools"];

const FOLDER = join(tmpdir(), "nguvu-gyms");

/** The time of today at which the gym is made, so that all of today's classes are in the future. */
const MADE_AT = "06:00:00+03:00";

/** Copies the demonstration's data folder. The caller removes the copy. */
export function copyDemonstration(): Promise<string> {
  return copyPrepared("demonstration", async (unmade) => {
    const moment = `${dateInNairobi(new Date())}T${MADE_AT}`;
    await promisify(execFile)(process.execPath, [join(ROOT, "demo", "make-demonstration.ts"), unmade, moment]);
  });
}

/**
 * Copies the database and the secret of a site that has started once: its migrations and its seed take longer than a copy.
 * The caller removes the copy.
 */
export function copyNewSite(): Promise<string> {
  return copyPrepared("new-site", async (unmade) => {
    const site = await startSiteProcess({ DATA_DIR: unmade });
    await site.stop();
  });
}

async function copyPrepared(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(FOLDER, `${await fingerprint()}-${dateInNairobi(new Date())}-${name}`);
  const work = async () => {
    // Another process may have made the gym meanwhile.
    if (existsSync(folder)) return;
    await removeOld();
    await make(folder);
  };
  if (!existsSync(folder)) await withBuildLock(work, join(FOLDER, "lock.sqlite"), "");
  const copy = await mkdtemp(join(tmpdir(), `nguvu-${name}-`));
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** Removes gyms of earlier sources, except those of the last day, which another run may still read. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name);
    const { mtimeMs } = await stat(path);
    // The system's time, as for files' modification times.
    if (!name.startsWith("lock") && performance.timeOrigin + performance.now() - mtimeMs > DAY_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

let known: Promise<string> | undefined;

function fingerprint(): Promise<string> {
  known ??= hashSources();
  return known;
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const match = await readdir(join(ROOT, source), { recursive: true, withFileTypes: true });
    const files = match.filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name));
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      hash.update(file.slice(ROOT.length)).update(await readFile(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
