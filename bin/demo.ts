/**
 * `npm run demo`: builds when sources changed, makes a gym in its eighth week where there is none yet, and serves it from a data folder
 * of its own. `-- --new` makes it anew; `-- --in FOLDER` has it in another folder; `-- --host ADDRESS` listens beyond this machine.
 */
import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { settingsSchema } from "../app/platform/config.ts";
import { findDemonstration } from "../app/platform/demonstration.server.ts";
import { StartProblem } from "../app/platform/start-problem.server.ts";
import { buildFirst } from "../tools/build-first.ts";
import { withBuildLock } from "../tools/build-lock.ts";
import { ROOT } from "../tools/spawn.ts";

/** The only setting taken from the environment; the address, data, database, mail and secret of a real site are ignored. */
const SETTING = "PORT";

/** Says why it does not start, and ends this process. */
function refuse(why: string): never {
  console.error(`Cannot start the demonstration: ${why}`);
  process.exit(1);
}

function readOptions() {
  try {
    const options = { new: { type: "boolean" }, in: { type: "string" }, host: { type: "string" } } as const;
    const { values } = parseArgs({ options });
    return { isNew: values.new === true, folder: resolve(values.in ?? join(ROOT, "demo-data")), host: values.host };
  } catch {
    return refuse("its options are --new, --in with a folder, and --host with an address.");
  }
}

/** Makes the gym where there is none, or is to be another. @throws StartProblem */
async function makeWhereMissing(folder: string, isNew: boolean): Promise<void> {
  const isThere = (await findDemonstration(folder)) !== undefined;
  if (isThere && !isNew) return;
  const others = isThere ? [] : await readdir(folder).catch(() => []);
  if (others.length > 0) throw new StartProblem(`${folder} has something else in it. Name another folder with --in.`);
  console.log("Making a gym in its eighth week …");
  const made = spawnSync(process.execPath, [join(ROOT, "demo", "make-demonstration.ts"), folder], { stdio: "inherit" });
  if (made.status !== 0) throw new StartProblem("the gym could not be made. What is printed above says why.");
}

const { isNew, folder, host } = readOptions();
if (process.env.PUBLIC_URL)
  refuse("PUBLIC_URL is set. Everybody may know its passwords, so it has no address for visitors.");
process.env.NODE_ENV = "production";
buildFirst();
try {
  await withBuildLock(() => makeWhereMissing(folder, isNew));
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  refuse(error.message);
}
for (const name of Object.keys(settingsSchema.shape)) if (name !== SETTING) delete process.env[name];
process.env.DATA_DIR = folder;
// Its passwords are published, so the network needs an explicit option.
if (host !== undefined) process.env.HOST = host;
await import("../server.ts");
