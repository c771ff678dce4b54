/** How the site starts, and its error messages when it can't. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSiteBy } from "../test/support/site-process.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, test } from "./fixtures.ts";

let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "nguvu-starting-"));
});

test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a start that must fail. Resolves to its exit code and what it wrote to the standard error. */
async function fail(environment: Record<string, string>, command: readonly string[] = []) {
  const [program = "", ...args] = [...command, process.execPath, "server.ts"];
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, "close");
  return { code, output };
}

test("a start that fails logs one line with the reason, and exits with 1", async () => {
  const { code, output } = await fail({ DATABASE_URL: "postgres://u:hush@127.0.0.1:1/n" });
  expect(output).toMatch(/^Cannot start: DATABASE_URL: .+ accepts no connections.+\.\n$/);
  expect(output).not.toContain("hush");
  expect(code).toBe(1);
});

test("a start on a full disk fails with a message", async () => {
  // A limit of 24 blocks of 512 bytes for files simulates a full disk.
  const { code, output } = await fail({}, ["sh", "-c", 'ulimit -f 24; exec "$@"', "sh"]);
  expect(output).toMatch(/^Cannot start: DATA_DIR: .+ disk .+\.\n$/);
  expect(code).toBe(1);
});

/** Paths that other processes write to: packages, pictures, and the results of other tests. */
const NOT_COMPARED = /^(node_modules|\.git|test-results|data|demo-data|public\/(pictures|share))$/;

/** The modification times of the project's files and folders below a folder. */
async function changes(folder = ""): Promise<[name: string, time: number][]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<[string, number][]> => {
      const name = join(folder, entry.name);
      if (NOT_COMPARED.test(name)) return [];
      const { mtimeMs } = await stat(join(ROOT, name));
      return [[name, mtimeMs], ...(entry.isDirectory() ? await changes(name) : [])];
    }),
  );
  return found.flat();
}

test("starting an installed and built site writes only pictures into the project's folder", async () => {
  const before = new Map(await changes());
  const site = await startSiteBy([process.execPath, "bin/with-node.mjs", "bin/start.ts"], { DATA_DIR: folder });
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  site.signal("SIGINT");
  await site.ended;
  expect((await changes()).filter(([name, time]) => before.get(name) !== time)).toEqual([]);
});
