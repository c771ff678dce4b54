/** A start that fails reports one message that names the setting; nothing is thrown. */
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { findSingleEntry } from "../../app/cms/entries.server.ts";
import { settingsType } from "../../app/content-types/settings.ts";
import { openDatabase, SQLITE_FILE } from "../../app/platform/database.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import { readSealedSecret } from "../../app/platform/secret.server.ts";
import { startProblem } from "../../app/platform/start-problem.server.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { publishValues } from "../../test/content/content-changes.ts";
import { listen } from "../../test/support/listen.ts";
import { testConfig } from "../../test/support/open-instance.ts";
import { queryPostgres } from "../../test/support/postgres-server.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { openServices, ownerLinkNotice } from "./bootstrap.ts";

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

async function problemsOf(environment: Record<string, string>): Promise<string[]> {
  const opened = await openServices({ DATA_DIR: folder, ...environment }, "silent");
  if ("problems" in opened) return opened.problems;
  await opened.close();
  return [];
}

const MESSAGE = /^[A-Z][^\n]+\.$/;

async function expectProblem(message: RegExp, environment: Record<string, string> = {}): Promise<void> {
  const problems = await problemsOf(environment);
  expect(problems).toEqual([expect.stringMatching(message)]);
  expect(problems[0]).toMatch(MESSAGE);
  expect(problems[0]).not.toMatch(/Error|\bat \w+ \(|undefined|hush/);
}

describe("a start rejects a data folder", () => {
  test("that is a file, or inside a file, and one whose secret is truncated, blank or a folder", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    await expectProblem(/^DATA_DIR: .+ must be a folder/, { DATA_DIR: file });
    await expectProblem(/^DATA_DIR: .+ must be a folder/, { DATA_DIR: join(file, "data") });
    await writeFile(join(folder, "secret"), "half");
    await expectProblem(/^DATA_DIR: .+ too short to be a secret/);
    await writeFile(join(folder, "secret"), " ".repeat(60));
    await expectProblem(/^DATA_DIR: .+ too short to be a secret/);
    await rm(join(folder, "secret"));
    await mkdir(join(folder, "secret"));
    await expectProblem(/^DATA_DIR: .+ has a folder where a file is expected/);
  });

  // Node's `mkdir` never returns below /proc, and in /dev files are lost at the next boot.
  test.runIf(process.platform === "linux")("that can't contain files, wherever the database is", async () => {
    await symlink("/proc", join(folder, "link"));
    for (const dataDir of ["/proc/nguvu", "/sys/nguvu", "/dev/nguvu", "/dev", join(folder, "link", "nguvu")]) {
      await expectProblem(/^DATA_DIR: .+ is in a folder of the operating system/, { DATA_DIR: dataDir });
    }
    const elsewhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", SECRET: "s".repeat(32) };
    await expectProblem(/^DATA_DIR: .+ is in a folder of/, { DATA_DIR: "/proc/nguvu", ...elsewhere });
  });

  test("whose database is another file, damaged or a folder", async () => {
    const file = join(folder, "nguvu.sqlite");
    await writeFile(file, "This is a letter and no database. ".repeat(100));
    await expectProblem(/^DATA_DIR: .+nguvu\.sqlite isn't an SQLite database/);
    await writeFile(file, `SQLite format 3\0${"x".repeat(5000)}`);
    await expectProblem(/^DATA_DIR: .+nguvu\.sqlite isn't an SQLite database/);
    await rm(file);
    await mkdir(file);
    await expectProblem(/^DATA_DIR: this user can't open .+nguvu\.sqlite/);
  });

  test("whose database another process has locked, or a newer version has made, which stays unchanged", async () => {
    expect(await problemsOf({})).toEqual([]);
    const holder = new DatabaseSync(join(folder, SQLITE_FILE));
    holder.exec("begin exclusive");
    const config = await testConfig({ dataDir: folder });
    const { db, close } = await openDatabase(config, createLog("silent"));
    const error = await migrate(db, "sqlite", 0).catch((reason: unknown) => reason);
    expect(startProblem(error, config, SQLITE_FILE)).toMatch(/^DATA_DIR: another process has locked .+\.sqlite.*\.$/);
    await close();
    holder.exec("commit");
    const count = () => holder.prepare("select count(*) as count from kysely_migration").get()?.count;
    holder.exec("insert into kysely_migration values ('9999-newer', '2030-01-01T00:00:00.000Z')");
    const before = count();
    await expectProblem(/^The database was made by a newer version .+ 9999-newer/);
    expect(count()).toBe(before);
    holder.close();
  });
});

test("a start prints the first owner's link to a terminal only, and mail is sent in the name of the gym", async () => {
  await writeFile(join(folder, "other-secret"), "of the machine that was lost\n");
  const opened = await openServices({ DATA_DIR: folder, BACKUP_PASSPHRASE: "mlima simba chai barabara" }, "silent");
  if ("problems" in opened) throw new Error(opened.problems.join());
  const { services } = opened;
  expect(services.config.otherSecret).toBe("of the machine that was lost");
  // Every backup has it from then on.
  expect(await readSealedSecret(services.db)).toBeDefined();
  const { slug, ...settings } = await findSingleEntry(services, settingsType);
  await publishValues(services, settingsType, slug, { ...settings, name: "Imara Gym" });
  // A start whose output is a log says how to get the owner's link, and not the link.
  expect(await ownerLinkNotice(services, true)).toContain("/staff/welcome?token=");
  expect(await ownerLinkNotice(services, false)).toMatch(/`npm run staff -- owner-link`(?!.*token)/);
  const mail = { to: "zawadi@example.com", subject: "Habari", text: "Karibu" };
  const id = await transact(services, ({ queueMail }) => queueMail(mail));
  const file = join(folder, "mail", `${id}.eml`);
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toMatch(/^From: "?Imara Gym"? </m);
  await opened.close();
});

describe("a start rejects a PostgreSQL server", () => {
  /** The address of the tests' server with some parts changed. */
  function address(change: (url: URL) => unknown): { DATABASE_URL: string } {
    const url = new URL(inject("postgresUrl"));
    change(url);
    return { DATABASE_URL: url.href };
  }

  test("that is something else", async () => {
    const server = createServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    onTestFinished(() => void server.close());
    const port = String(await listen(server));
    const changed = address((url) => (url.port = port));
    await expectProblem(/^DATABASE_URL: the PostgreSQL server at /, changed);
  });

  test.each<[string, (url: URL) => unknown, RegExp]>([
    ["that rejects the password", (url) => (url.password = "hush"), /refuses the user nguvu or the password/],
    ["that requires a password", (url) => (url.password = ""), /refuses the user nguvu or the password/],
    ["without the database", (url) => (url.pathname = "/nowhere"), / has no database nowhere/],
    ["on an unknown host", (url) => (url.hostname = "db.invalid"), /the host db\.invalid can't be found/],
    ["without the TLS that the address requires", (url) => url.searchParams.set("ssl", "true"), / has no TLS/],
  ])("%s", async (_, change, message) => {
    await expectProblem(new RegExp(`^DATABASE_URL: ?.*${message.source}`), address(change));
    // The server waits a minute for a login to finish, and drops no database until then.
    const ofLogins = "select pid from pg_stat_activity where state = 'starting'";
    await expect.poll(() => queryPostgres(inject("postgresUrl"), ofLogins)).toEqual([]);
  });
});
