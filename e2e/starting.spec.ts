/** How the site starts: on a database of version 0.1, as two instances, as `npm run demo`, and its messages when it can't. */
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findDemonstration } from "../app/platform/demonstration.server.ts";
import { makeVersion01, readVersion01 } from "../test/storage/version-0-1.ts";
import { createVisitor, PASSWORD } from "../test/support/http-client.ts";
import { queryPostgres, startPostgres } from "../test/support/postgres-server.ts";
import { copyDemonstration } from "../test/support/prepared-gym.ts";
import { failToStart, startSiteBy, startSiteProcess } from "../test/support/site-process.ts";
import { withStore } from "../test/support/staff.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, mailedLink, SCREEN_KINDS, test } from "./fixtures.ts";

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

// On one engine: `test/storage/upgrade.test.ts` checks the migrations on both.
test("a database of version 0.1 serves every page and loses nothing", async ({ emptyFolder }) => {
  const environment = { DATA_DIR: emptyFolder };
  await withStore(environment, async ({ db }) => makeVersion01(db, await readVersion01()));
  const site = await startSiteProcess(environment);
  const visitor = createVisitor(site.url);
  for (const path of SCREEN_KINDS) expect((await visitor.get(path)).status, path).toBe(200);
  expect((await visitor.get("/contact")).text).toMatch(/<option value="karate">Karate<\/option>/);
  await visitor.post("/login", { email: "wambui@nguvu.example", password: PASSWORD });
  const account = (await visitor.get("/account")).text;
  for (const saved of ["Boxing", "Yoga"]) expect(account).toContain(saved);
  await site.stop();

  await withStore(environment, async ({ db }) => {
    const enquiries = await db.selectFrom("enquiries").select(["comment", "phone"]).execute();
    expect(enquiries).toEqual([{ comment: "Is there a class\non Saturday?", phone: "" }]);
  });
});

const SECRET = "the secret that all instances share 7f3a";

test("a change of content appears on all instances, in documents and in data", async ({ emptyFolder }) => {
  const postgres = await startPostgres();
  const environment = { DATA_DIR: emptyFolder, DATABASE_URL: postgres.url, SECRET };
  const [first, second] = await Promise.all([startSiteProcess(environment), startSiteProcess(environment)]);
  const addresses = [first, second].flatMap(({ url }) => ["/classes", "/classes.data"].map((path) => url + path));
  const read = async (address: string) => (await fetch(address)).text();
  for (const address of addresses) expect(await read(address)).not.toContain("Changed ");
  await queryPostgres(
    postgres.url,
    `update entries set body = replace(body, '"title":"', '"title":"Changed ') where type = 'class'`,
  );
  await queryPostgres(postgres.url, "update content_version set version = version + 1");
  // They poll once a second.
  for (const address of addresses) await expect.poll(() => read(address), address).toContain("Changed ");
  await Promise.all([first.stop(), second.stop()]);
  await postgres.remove();
});

test("the demonstration's command says why it does not start", async ({ emptyFolder: folder }) => {
  await writeFile(join(folder, "nguvu.sqlite"), "a gym of one's own");
  for (const [words, environment, sentence] of [
    [[], { PUBLIC_URL: "https://nguvu.example" }, /PUBLIC_URL is set/],
    [["--again"], {}, /its options are --new, --in with a folder, and --host with an address/],
    [["--new", "--in", folder], {}, /has other files in it/],
  ] as const) {
    const said = await failToStart([process.execPath, "bin/demo.ts", ...words], environment);
    expect(said).toMatch(/^.+ exited with 1:\n(?:.*\n)*Cannot start the demonstration: .+\.$/);
    expect(said).toMatch(sentence);
  }
  expect(await readdir(folder)).toEqual(["nguvu.sqlite"]);
});

// `demonstration-pages.spec.ts` visits the pages of its gym.
test("the demonstration's command reopens an existing gym, and ignores the site's own settings", async () => {
  const folder = await copyDemonstration();
  const own = {
    DATA_DIR: "/nowhere",
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    SMTP_URL: "smtp://127.0.0.1:1",
    HOST: "0.0.0.0",
  };
  const command = [process.execPath, "bin/with-node.mjs", "bin/demo.ts", "--in", folder];
  const site = await startSiteBy(command, { ...own, SECRET: "of the site itself, and long enough" });
  const printed = site.printed.join("\n");
  expect(printed).toMatch(/A demonstration: a gym .+\nSign in at .+\n {2}Owner +akinyi@example.com +\S+\n/);
  expect(printed).not.toContain("Making");
  expect(printed).toContain('"host":"localhost"');
  const { signIns } = (await findDemonstration(folder)) ?? { signIns: [] };
  const url = `http://localhost:${site.port}`;
  for (const { email, password } of signIns) {
    const request = { method: "POST", body: new URLSearchParams({ email, password }), headers: { Origin: url } };
    expect((await fetch(`${url}/login`, { ...request, redirect: "manual" })).status, email).toBe(303);
  }
  const forgotten = new URLSearchParams({ email: "akinyi@example.com" });
  await fetch(`${url}/forgot-password`, { method: "POST", body: forgotten, headers: { Origin: url } });
  await mailedLink(folder, "akinyi@example.com", "/reset-password");
  await site.stop();
  await rm(folder, { recursive: true });
});
