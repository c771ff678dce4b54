/** Several instances on one PostgreSQL: they start concurrently, share their state, and survive its restart. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { addressNumber, createVisitor, PASSWORD, readStamp } from "../test/support/http-client.ts";
import { type PostgresServer, queryPostgres, startPostgres } from "../test/support/postgres-server.ts";
import { type SiteProcess, startSiteProcess } from "../test/support/site-process.ts";
import { ROOT } from "../tools/spawn.ts";

const SECRET = "the secret that all instances share 7f3a";

let postgres: PostgresServer;
let environment: Record<string, string>;
let instances: SiteProcess[] = [];

test.describe.configure({ mode: "serial", timeout: 60_000 });

test.beforeAll(async () => {
  // Allows for creating a database cluster and three cold starts on a busy machine.
  test.setTimeout(120_000);
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-instances-"));
  postgres = await startPostgres();
  environment = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, SECRET, TRUSTED_PROXIES: "127.0.0.1" };
  instances = await Promise.all([1, 2, 3].map(() => startSiteProcess(environment)));
});

test.afterAll(async () => {
  for (const instance of instances) instance.signal("SIGTERM");
  await Promise.all(instances.map((instance) => instance.ended));
  await postgres.remove();
  await rm(environment.DATA_DIR ?? "", { recursive: true, force: true });
});

const rows = (statement: string) => queryPostgres(postgres.url, statement);

/** The first two instances; all three were started. */
function two(): [SiteProcess, SiteProcess] {
  const [first, second] = instances;
  if (first === undefined || second === undefined) throw new Error("The instances did not start");
  return [first, second];
}

test("three concurrent starts on an empty database migrate and seed it once", async () => {
  const files = (await readdir(join(ROOT, "db", "migrations"))).filter((file) => file.endsWith(".ts"));
  expect(await rows("select name from kysely_migration")).toHaveLength(files.length);
  expect(await rows("select version from content_version")).toEqual([{ version: 2 }]);
  expect(await rows("select email from users")).toEqual([{ email: "member@nguvu.example" }]);
});

test("a visitor who signs up on one is signed in on the other, with shared rate limits", async () => {
  const [first, second] = two();
  const visitor = createVisitor(first.url, addressNumber(1));
  const email = "two-homes@example.com";
  expect((await visitor.post("/signup", { email, password: PASSWORD })).status).toBe(303);
  visitor.moveTo(second.url);
  expect((await visitor.get("/account")).text).toContain(email);

  // A browser that is signed out in the list of sign-ins is signed out on the other instance at once.
  const phone = createVisitor(first.url, addressNumber(1));
  expect((await phone.post("/login", { email, password: PASSWORD })).status).toBe(303);
  const signIns = (await visitor.get("/account/sign-ins")).text.matchAll(/name="signIn" value="([^"]+)"/g);
  const [, signIn = ""] = [...signIns].at(-1) ?? [];
  expect((await visitor.post("/account/sign-ins", { signIn })).location).toBe("/account/sign-ins?ended=1");
  expect((await phone.get("/account")).status).toBe(302);
  expect((await visitor.get("/account")).status).toBe(200);

  const stranger = createVisitor(first.url, addressNumber(2));
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1) {
    stranger.moveTo(attempt % 2 === 0 ? first.url : second.url);
    statuses.push((await stranger.post("/login", { email, password: "not the password" })).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
  expect(statuses[10]).toBe(429);
});

test("a change of content appears on all instances, in documents and in data", async () => {
  const addresses = two().flatMap(({ url }) => ["/classes", "/classes.data"].map((path) => url + path));
  const read = async (address: string) => (await fetch(address)).text();
  for (const address of addresses) expect(await read(address)).not.toContain("Changed ");
  await rows(`update entries set body = replace(body, '"title":"', '"title":"Changed ') where type = 'class'`);
  await rows("update content_version set version = version + 1");
  // They poll once a second.
  for (const address of addresses) await expect.poll(() => read(address), address).toContain("Changed ");
});

test("during a restart of the database no page fails and no typed text is lost, and the site recovers", async () => {
  const [site] = two();
  const visitor = createVisitor(site.url, addressNumber(3));
  const stamp = await readStamp(visitor);
  await visitor.get("/about");
  const member = createVisitor(site.url, addressNumber(4));
  await member.post("/signup", { email: "outage@example.com", password: PASSWORD });
  const form = { name: "Wanjiru", email: "w@example.com", class: "", subject: "", stamp, elapsed: "4000" };
  const comment = "Typed while the database was unavailable";

  await postgres.stop();
  const refused = await visitor.post("/contact", { ...form, comment });
  expect(refused.status).toBe(503);
  expect(refused.text).toContain(comment);
  expect((await visitor.get("/about")).status).toBe(200);
  expect((await visitor.get("/healthz")).status).toBe(200);
  expect((await visitor.get("/readyz")).status).toBe(503);
  expect((await member.get("/account", { Accept: "text/html" })).status).toBe(503);
  expect((await member.get("/about")).status).toBe(200);

  await postgres.start();
  const send = async () => (await visitor.post("/contact", { ...form, comment })).status;
  await expect.poll(send, { timeout: 30_000 }).toBe(303);
  expect((await visitor.get("/readyz")).status).toBe(200);
  // Each instance logs once that the database is unavailable, and once that it is back, without a stack.
  for (const { printed } of two()) {
    const countOf = (event: string) => printed.filter((line) => line.includes(`"event":"${event}"`)).length;
    await expect.poll(() => [countOf("database-unavailable"), countOf("database-back")]).toEqual([1, 1]);
    expect(printed.filter((line) => line.includes('"stack"'))).toEqual([]);
  }
  expect(await rows(`select comment from enquiries where comment = '${comment}'`)).toHaveLength(1);
});
