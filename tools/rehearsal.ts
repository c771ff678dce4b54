/** Rehearses a restore: starts the site on a restored backup in a temporary folder, and sends no mail. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import pg from "pg";
import { type Config, settingsSchema } from "../app/platform/config.ts";
import { errorCode } from "../app/platform/errors.ts";
import { StartProblem } from "../app/platform/start-problem.server.ts";
import { emptyFolder } from "./backup-files.ts";
import { type Restored, restoreBackup, withClient } from "./restore-backup.ts";
import { ROOT } from "./spawn.ts";

/** Requested paths, and their expected statuses. */
const CHECKS: readonly [path: string, status: number][] = [
  ["/readyz", 200],
  ["/", 200],
  ["/classes", 200],
  ["/schedule/week", 200],
  ["/pricing", 200],
  ["/about", 200],
  ["/contact", 200],
  ["/login", 200],
  ["/sitemap.xml", 200],
  // Redirects, because nobody is signed in.
  ["/account/bookings", 302],
];

/** Restores a backup into a temporary folder, starts the site on it and checks its responses. @throws StartProblem */
export async function rehearse(config: Config, file: string, moment: Date): Promise<Restored> {
  const dataDir = await emptyFolder(config.dataDir, "rehearsal");
  const made = config.databaseUrl === undefined ? undefined : await makeDatabase(config.databaseUrl);
  const rehearsed = { ...config, dataDir, databaseUrl: made?.url };
  try {
    const restored = await restoreBackup(rehearsed, file, moment);
    await checkSite(rehearsed);
    return restored;
  } finally {
    await made?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function makeDatabase(databaseUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `nguvu_rehearsal_${process.pid}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  try {
    await withClient(databaseUrl, (client) => client.query(`create database ${name}`));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || errorCode(error) !== "42501") throw error;
    throw new StartProblem(
      "A rehearsal creates a database of its own. Allow it for the user of DATABASE_URL: alter role … createdb.",
    );
  }
  const drop = () => withClient(databaseUrl, async (client) => void (await client.query(`drop database ${name}`)));
  return { url: url.href, drop };
}

/** Starts the site on a free port and checks its responses. @throws StartProblem when it doesn't start or a response is wrong */
async function checkSite({ dataDir, databaseUrl, secret }: Config): Promise<void> {
  const environment = { ...process.env };
  // No mail server, address or backups: it must not act as the real site.
  for (const name of Object.keys(settingsSchema.shape)) delete environment[name];
  const site = spawn(process.execPath, [join(ROOT, "server.ts")], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...environment,
      ...{ NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir },
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...(secret !== undefined && { SECRET: secret }),
    },
  });
  const ended = new Promise((resolve) => site.once("close", resolve));
  try {
    const port = await portOf(site);
    for (const [path, status] of CHECKS) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
      await response.arrayBuffer();
      if (response.status !== status) throw new StartProblem(`The site answered ${response.status} to ${path}.`);
    }
  } finally {
    site.kill();
    await ended;
  }
}

/** Waits for the port that the site listens on. @throws StartProblem with the site's output when it ends instead */
function portOf({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    createInterface(stdout).on("line", (line) => {
      const port = /"event":"listening".*"port":(\d+)/.exec(line)?.[1];
      if (port !== undefined) resolve(port);
    });
    stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    stderr.once("close", () => reject(new StartProblem(`The site did not start. ${output.trim()}`)));
  });
}
