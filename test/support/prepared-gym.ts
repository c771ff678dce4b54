/** The data of the demo gym and of a new site, of which each test gets a copy: made once for all workers of a run. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { dateInNairobi } from "../../app/time/dates.server.ts";
import { withBuildLock } from "../../tools/build-lock.ts";
import { ROOT } from "../../tools/spawn.ts";
import { startSiteProcess } from "./site-process.ts";

/** Playwright empties this folder before each run. */
const FOLDER = join(ROOT, "test-results", "browser", "gyms");

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
  const folder = join(FOLDER, name);
  const makeOnce = async () => {
    if (!existsSync(folder)) await make(folder);
  };
  await withBuildLock(makeOnce, join(FOLDER, `${name}.lock.sqlite`), "");
  const copy = await mkdtemp(join(tmpdir(), `nguvu-${name}-`));
  await cp(folder, copy, { recursive: true });
  return copy;
}
