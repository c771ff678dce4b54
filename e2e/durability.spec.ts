/** Acknowledged changes are stored: through kills, a full disk and a lost database. */
import { spawnSync } from "node:child_process";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { crashTest } from "../test/crash/crash.ts";
import { createVisitor, olderStamp, PASSWORD, type TestVisitor } from "../test/support/http-client.ts";
import { queryPostgres, startPostgres } from "../test/support/postgres-server.ts";
import { type SiteProcess, startSiteProcess } from "../test/support/site-process.ts";
import { copyDatabaseTo } from "../tools/database-copy.ts";
import { expect, test } from "./fixtures.ts";

const FORM = { name: "Wanjiru", email: "w@example.com", class: "", subject: "", elapsed: "4000" };

/** The comments of all enquiries, after an integrity check of the database. */
function storedComments(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, "nguvu.sqlite"));
  try {
    expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    const enquiries = database.prepare("select comment from enquiries order by received_at");
    return enquiries.all().map(({ comment }) => String(comment));
  } finally {
    database.close();
  }
}

for (const kind of ["sqlite", "postgres"] as const) {
  test(`nothing acknowledged is lost when the process is killed at any moment, on ${kind}`, async () => {
    // The long form is `npm run crash`.
    const figures = await crashTest(2, kind);
    expect(figures.lost).toEqual([]);
    expect(figures.enquiries + figures.signUps + figures.savedClasses).toBeGreaterThan(1);
  });
}

test("on a full disk pages are served, forms get a 503, and nothing is half-written", async ({ dataDir }) => {
  test.skip(process.platform === "win32", "Windows has no limit on file sizes");
  const stamp = await olderStamp(dataDir);
  // No file may grow past 600 blocks, which looks like a full disk to the database.
  const limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 600; exec \"$@\"", "sh"];
  const site = await startSiteProcess({ DATA_DIR: dataDir }, limited);
  const visitor = createVisitor(site.url);
  const accepted: string[] = [];
  let response = await visitor.post("/contact", { ...FORM, comment: "first", stamp });
  expect(response.status).toBe(303);
  for (let number = 0; response.status === 303 && number < 500; number += 1) {
    const comment = `${"A long question. ".repeat(200)}${number}`;
    response = await visitor.post("/contact", { ...FORM, comment, stamp });
    if (response.status === 303) accepted.push(comment);
  }
  expect(response.status).toBe(503);
  expect(response.text).toContain("please try again");
  expect(response.text).toContain(`A long question. ${accepted.length}`);
  for (const path of ["/", "/about", "/login"]) expect((await visitor.get(path)).status, path).toBe(200);
  expect((await visitor.post("/signup", { email: "full@example.com", password: PASSWORD })).status).toBe(503);
  await site.stop();
  expect(storedComments(dataDir)).toEqual(["first", ...accepted]);

  const again = await startSiteProcess({ DATA_DIR: dataDir });
  expect((await createVisitor(again.url).post("/contact", { ...FORM, comment: "room again", stamp })).status).toBe(303);
  await again.stop();
});

/** The fields of every form, and the one that must be refilled; forms without one are for members. */
const FORMS: readonly { path: string; fields: Record<string, string>; refilled?: string }[] = [
  { path: "/contact", fields: { ...FORM, comment: "Typed in vain" }, refilled: "Typed in vain" },
  { path: "/signup", fields: { email: "in-vain@example.com", password: PASSWORD }, refilled: "in-vain@example.com" },
  { path: "/login", fields: { email: "in-vain@example.com", password: PASSWORD }, refilled: "in-vain@example.com" },
  { path: "/forgot-password", fields: { email: "in-vain@example.com" }, refilled: "in-vain@example.com" },
  { path: "/account/password", fields: { currentPassword: PASSWORD, password: "another long walk" } },
  { path: "/account/delete", fields: { currentPassword: PASSWORD } },
  { path: "/saved-classes", fields: { class: "yoga", do: "save", back: "/classes" } },
  { path: "/sign-out", fields: { where: "everywhere" } },
];

/** Expects pages to be served, even personal ones, and every form to be returned with 503 and the typed values. */
async function expectReadOnly(site: SiteProcess, member: TestVisitor, stamp: string): Promise<void> {
  const anybody = createVisitor(site.url);
  for (const path of ["/", "/about", "/classes", "/contact", "/login", "/healthz"]) {
    expect((await anybody.get(path)).status, path).toBe(200);
  }
  expect((await member.get("/account")).text).toMatch(/boxing/i);
  for (const { path, fields, refilled } of FORMS) {
    const response = await (refilled === undefined ? member : anybody).post(
      path,
      "name" in fields ? { ...fields, stamp } : fields,
    );
    expect(response.status, path).toBe(503);
    expect(response.text, path).toMatch(/try again/);
    if (refilled !== undefined) expect(response.text, path).toContain(refilled);
    expect(response.text, path).not.toContain(PASSWORD);
  }
  expect((await anybody.get("/readyz")).status).toBe(503);
  expect((await member.get("/account")).text).toMatch(/boxing/i);
}

test("on a read-only PostgreSQL pages are served and forms get a 503; no restart is needed", async ({ dataDir }) => {
  const postgres = await startPostgres();
  const site = await startSiteProcess({ DATA_DIR: dataDir, DATABASE_URL: postgres.url });
  const member = createVisitor(site.url);
  const setReadOnly = async (value: "on" | "off") => {
    const change = `alter database postgres set default_transaction_read_only = ${value}`;
    await queryPostgres(postgres.url, `begin read write; ${change}; commit`);
    // Existing connections keep their mode.
    const connections = "pg_stat_activity where application_name = 'nguvu'";
    await queryPostgres(postgres.url, `select pg_terminate_backend(pid, 5000) from ${connections}`);
    // The site notices its closed connections, and the next query opens new ones. A refused write of a job makes it not ready.
    await expect.poll(async () => (await member.get("/account")).status).toBe(200);
  };
  try {
    expect((await member.post("/signup", { email: "member@example.com", password: PASSWORD })).status).toBe(303);
    await member.post("/saved-classes", { class: "boxing", do: "save", back: "/classes" });
    const stamp = await olderStamp(dataDir);
    await setReadOnly("on");
    await expectReadOnly(site, member, stamp);
    await setReadOnly("off");
    const write = async () => (await member.post("/contact", { ...FORM, comment: "Afterwards", stamp })).status;
    await expect.poll(write, { timeout: 10_000 }).toBe(303);
    expect(site.printed.filter((line) => line.includes('"status":500'))).toEqual([]);
  } finally {
    await site.stop();
    await postgres.remove();
  }
});

test("a backup taken during writes is consistent, and a lost database is restored from it", async ({ dataDir }) => {
  const site = await startSiteProcess({ DATA_DIR: dataDir });
  // Larger than what is copied between two writes, so that an incremental backup would restart forever.
  const ballast = new DatabaseSync(join(dataDir, "nguvu.sqlite"), { timeout: 5000 });
  ballast.exec("create table ballast as select randomblob(20000000)");
  ballast.close();
  const visitor = createVisitor(site.url);
  const stamp = await olderStamp(dataDir);
  const acknowledged: string[] = [];
  let running = true;
  const writing = (async () => {
    for (let number = 0; running; number += 1) {
      const comment = `Question ${number}`;
      const { status } = await visitor.post("/contact", { ...FORM, comment, stamp });
      if (status === 303) acknowledged.push(comment);
    }
  })();
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(20);
  const before = [...acknowledged];
  const away = join(dataDir, "away");
  await copyDatabaseTo({ dataDir }, away, new Date());
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before.length + 5);
  running = false;
  await writing;
  await site.stop();
  expect(storedComments(dataDir)).toEqual(acknowledged);

  const works = expect.stringMatching(/This backup works\. It has no bookings\./);
  // At the site's own address, the rehearsal would refuse its requests.
  const settings = { BACKUP_CHECK_COMMAND: `cp ${away}/* {}`, PUBLIC_URL: "https://nguvu.example" };
  expect(runCommand("restore", dataDir, ["latest", "--rehearse"], settings)).toEqual({ code: 0, output: works });
  expect(storedComments(dataDir)).toEqual(acknowledged);
  expect(readdirSync(dataDir).filter((name) => /^(rehearsal|fetched)/.test(name))).toEqual([]);
  renameSync(away, join(dataDir, "backups"));
  expect(runCommand("restore", dataDir, ["latest"])).toMatchObject({ code: 0 });
  const restored = await startSiteProcess({ DATA_DIR: dataDir });
  expect((await createVisitor(restored.url).get("/readyz")).status).toBe(200);
  await restored.stop();
  const stored = storedComments(dataDir);
  expect(stored.slice(0, before.length)).toEqual(before);
  expect(acknowledged.slice(0, stored.length)).toEqual(stored);
});

/** Runs a command of `package.json` as a process of its own. */
function runCommand(name: string, folder: string, words: readonly string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: folder, ...settings };
  const { status, output } = spawnSync(process.execPath, [`bin/${name}.ts`, ...words], { env, encoding: "utf8" });
  return { code: status, output: output.join("") };
}
