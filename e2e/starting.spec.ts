/** How the site starts, and its error messages when it can't. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { failToStart, startSiteBy } from "../test/support/site-process.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, test } from "./fixtures.ts";

test("a start that fails logs one line with the reason, and exits with 1", async ({ emptyFolder }) => {
  const environment = { DATA_DIR: emptyFolder, DATABASE_URL: "postgres://u:hush@127.0.0.1:1/n" };
  const said = await failToStart([process.execPath, "server.ts"], environment);
  expect(said).toMatch(/^.+ exited with 1:\nCannot start: DATABASE_URL: .+ accepts no connections.+\.$/);
  expect(said).not.toContain("hush");
});

test("a start on a full disk fails with a message", async ({ emptyFolder }) => {
  // A limit of 24 blocks of 512 bytes for files simulates a full disk.
  const command = ["sh", "-c", 'ulimit -f 24; exec "$@"', "sh", process.execPath, "server.ts"];
  const said = await failToStart(command, { DATA_DIR: emptyFolder });
  expect(said).toMatch(/^.+ exited with 1:\n(?:.*\n)*Cannot start: DATA_DIR: .+ disk .+\.$/m);
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

test("starting an installed and built site writes only pictures into the project's folder", async ({ emptyFolder }) => {
  const before = new Map(await changes());
  const site = await startSiteBy([process.execPath, "bin/with-node.mjs", "bin/start.ts"], { DATA_DIR: emptyFolder });
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  site.signal("SIGINT");
  await site.ended;
  expect((await changes()).filter(([name, time]) => before.get(name) !== time)).toEqual([]);
});
