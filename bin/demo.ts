/**
 * `npm run demo`: builds if sources have changed, makes a gym in its eighth week if there is none yet, and serves it from its own data
 * folder. `-- --new` makes a new gym; `-- --in FOLDER` uses another folder; `-- --host ADDRESS` listens beyond this machine.
 */
import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { settingsSchema } from "../app/platform/config.ts";
import { findDemonstration } from "../app/platform/demonstration.server.ts";
import { StartProblem } from "../app/platform/start-problem.server.ts";
import { withBuildLock } from "../tools/build-lock.ts";
import { buildFirst, ROOT } from "../tools/spawn.ts";

/** The only setting taken from the environment; the address, data, database, mail and secret of a real site are ignored. */
const SETTING = "PORT";

/** Prints why the demo can't start, and exits. */
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

/** Makes the gym if there is none, or a new one was requested. @throws StartProblem */
async function makeWhereMissing(folder: string, isNew: boolean): Promise<void> {
  const isThere = (await findDemonstration(folder)) !== undefined;
  if (isThere && !isNew) return;
  const files = isThere ? [] : await readdir(folder).catch(() => []);
  if (files.length > 0) throw new StartProblem(`${folder} has other files in it. Choose another folder with --in.`);
  console.log("Making a gym in its eighth week…");
  const result = spawnSync(process.execPath, [join(ROOT, "demo", "make-demonstration.ts"), folder], {
    stdio: "inherit",
  });
  if (result.status !== 0) throw new StartProblem("the gym could not be made; the reason is above.");
}

const { isNew, folder, host } = readOptions();
if (process.env.PUBLIC_URL)
  refuse("PUBLIC_URL is set, but the demo's passwords are no secret, so it can't have a public address.");
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
