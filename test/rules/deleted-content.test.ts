/** Deleted data is erased from the bytes of SQLite's files and of backups, not only from its tables. */
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "../../app/accounts/account-settings.server.ts";
import { findVisitor, signUp } from "../../app/accounts/accounts.server.ts";
import { requestPasswordReset } from "../../app/accounts/password-reset.server.ts";
import { recordEnquiry } from "../../app/enquiries/enquiries.server.ts";
import { addNote } from "../../app/enquiries/enquiry-changes.server.ts";
import { replyByMail } from "../../app/enquiries/replies.server.ts";
import { deleteEnquiry, removeOldEnquiries } from "../../app/enquiries/retention.server.ts";
import { SQLITE_FILE } from "../../app/platform/database.server.ts";
import { eraseDeletedContent, removeDeletedFromLog } from "../../app/platform/deleted-content.server.ts";
import type { Visit } from "../../app/request/request-context.ts";
import { backupDatabase } from "../../bin/backup.ts";
import { openServices } from "../../host/start/bootstrap.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { ROOT } from "../../tools/spawn.ts";
import { addStaffMember } from "../support/staff.ts";
import { openTestSite, type TestSite } from "../support/test-services.ts";

const DAY_MS = 24 * 60 * 60_000;
const MARK = /mark[0-9a-f]{32}/g;

/** A text that is found in a file only where it was written: as its `number`th. */
function markOf(number: number): string {
  return `mark${createHash("md5").update(String(number)).digest("hex")}`;
}

/**
 * All files of the database, as text with one character for each byte. Read by another process: one that has the database open
 * gives up its locks on a file when it closes that file once.
 */
async function bytesIn(dataDir: string): Promise<string> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(SQLITE_FILE));
  const paths = names.map((name) => join(dataDir, name));
  const print = "for (const path of process.argv.slice(1)) process.stdout.write(fs.readFileSync(path))";
  const options = { encoding: "latin1", maxBuffer: 256 * 1024 * 1024 } as const;
  return (await promisify(execFile)(process.execPath, ["-e", print, ...paths], options)).stdout;
}

async function backedUp(dataDir: string): Promise<string> {
  return readFile(await backupDatabase(dataDir, join(dataDir, "backups"), new Date()), "latin1");
}

/** The marks of enquiries in the bytes, each once. */
function marksIn(bytes: string): Set<string> {
  return new Set(bytes.match(MARK));
}

const ENQUIRY = { class: "", suspect: 0 };
const LONG_AGO = "2020-01-01T00:00:00.000Z";

/** An enquiry whose comment fills `pages` pages of the file, and which is found in it by its mark, address included. */
function enquiry(number: number, pages: number, receivedAt: string) {
  const mark = markOf(number);
  const comment = `${mark} `.repeat(1 + pages * 110);
  return { id: mark, received_at: receivedAt, name: mark, email: `${mark}@example.com`, comment, ...ENQUIRY };
}

describe("SQLite", () => {
  let site: TestSite;
  beforeEach(async () => {
    site = await openTestSite("sqlite");
  });
  afterEach(() => site.close());

  test("a deleted account is erased from the file, its log and a backup at once", async () => {
    const { db, config } = site.services;
    const credentials = { email: "amani-in-bytes@nguvu.example", password: "kettle-bell-at-dawn" };
    const clientAddress = "192.0.2.1";
    const signedUp = await signUp(site.services, credentials, { request: new Request("http://x/"), clientAddress });
    if (!signedUp.ok) throw new Error(signedUp.code);
    const cookie = signedUp.setCookie.map((line) => line.split(";")[0]).join("; ");
    const visit: Visit = { request: new Request("http://x/", { headers: { cookie } }), clientAddress };
    const visitor = await findVisitor(site.services, visit.request);
    if (visitor === null) throw new Error("Nobody is signed in");
    await db.updateTable("users").set({ savedShows: '["boxing","yoga","marker-class"]' }).execute();
    await requestPasswordReset(site.services, credentials.email, visit);
    const account = await db.selectFrom("accounts").select("password").executeTakeFirstOrThrow();
    const session = await db.selectFrom("sessions").select("token").executeTakeFirstOrThrow();
    const traces = [credentials.email, account.password ?? "", session.token, visitor.id, "marker-class"];
    const found = (bytes: string) => traces.filter((trace) => bytes.includes(trace));
    expect(found(await bytesIn(config.dataDir))).toEqual(traces);
    expect(found(await backedUp(config.dataDir))).toEqual(traces);

    expect((await deleteAccount(site.services, visitor, credentials.password, visit)).ok).toBe(true);
    expect(found(await bytesIn(config.dataDir))).toEqual([]);
    expect(found(await backedUp(config.dataDir))).toEqual([]);
  });

  test("an enquiry that its sender wants erased goes from the file, its log and a backup at once, with notes and replies", async () => {
    const { services } = site;
    const { member } = await addStaffMember(services, "desk");
    const form = { name: "Zawadi-in-bytes", email: "zawadi-in-bytes@example.com", phone: "", class: "" };
    await recordEnquiry(services, { ...form, comment: "comment-in-bytes" });
    const { id } = await services.db.selectFrom("enquiries").select("id").executeTakeFirstOrThrow();
    await addNote(services, member, id, "note-in-bytes");
    await replyByMail(services, member, id, { text: "reply-in-bytes", seen: "new", becomes: "answered" }, "Nguvu");
    const traces = ["Zawadi-in-bytes", "zawadi-in-bytes", "comment-in-bytes", "note-in-bytes", "reply-in-bytes"];
    const found = (bytes: string) => traces.filter((trace) => bytes.includes(trace));
    expect(found(await bytesIn(services.config.dataDir))).toEqual(traces);
    await deleteEnquiry(services, member, id);
    expect(found(await bytesIn(services.config.dataDir))).toEqual([]);
    expect(found(await backedUp(services.config.dataDir))).toEqual([]);
  });

  test("expired enquiries are erased from the file, its log and a backup, overflow pages included", async () => {
    const { db, config, now } = site.services;
    const stays: string[] = [];
    for (let batch = 0; batch < 30; batch += 1) {
      const rows = Array.from({ length: 20 }, (_, index) => {
        const number = batch * 20 + index;
        if (number % 3 === 0) stays.push(markOf(number));
        return enquiry(
          number,
          number % 7 === 0 ? 3 : (number % 5) / 10,
          number % 3 === 0 ? now().toISOString() : LONG_AGO,
        );
      });
      await db.insertInto("enquiries").values(rows).execute();
    }
    expect(marksIn(await bytesIn(config.dataDir)).size).toBe(600);
    await removeOldEnquiries(site.services);
    await eraseDeletedContent(site.services);
    expect([...marksIn(await bytesIn(config.dataDir))].sort()).toEqual([...stays].sort());
    expect([...marksIn(await backedUp(config.dataDir))].sort()).toEqual([...stays].sort());
  });

  test("a backup is clean even while the file is not", async () => {
    const { db, config } = site.services;
    await db
      .insertInto("enquiries")
      .values(enquiry(1, 1, LONG_AGO))
      .execute();
    const other = new DatabaseSync(join(config.dataDir, SQLITE_FILE));
    other.exec("pragma secure_delete = off; delete from enquiries");
    other.close();
    expect(marksIn(await bytesIn(config.dataDir)).size).toBe(1);
    expect(marksIn(await backedUp(config.dataDir)).size).toBe(0);
  });

  test("a new file is rewritten once, remains are zeroed once a day, and the log is truncated each time", async () => {
    const erase = async () => {
      await site.services.db.insertInto("rate_limits").values({ key: "k", count: 1, resets_at: "" }).execute();
      await site.services.db.deleteFrom("rate_limits").execute();
      await eraseDeletedContent(site.services);
      return (await stat(join(site.services.config.dataDir, `${SQLITE_FILE}-wal`))).size;
    };
    expect([await erase(), await erase()]).toEqual([0, 0]);
    site.passTime(DAY_MS);
    expect([await erase(), await erase()]).toEqual([0, 0]);
    const events = site.logged.map(({ event }) => event);
    expect(events.filter((event) => event === "database-vacuumed" || event === "remains-erased")).toEqual([
      "database-vacuumed",
      "remains-erased",
    ]);
  });

  test("what SQLite leaves of rows it has moved is zeroed, whatever is written meanwhile and whenever that is killed", async () => {
    const { config, db } = site.services;
    await eraseDeletedContent(site.services);
    const file = join(config.dataDir, SQLITE_FILE);
    const random = randomNumbers(20_261_123);
    const kept = new Map<number, number>();
    let number = 0;
    /** Rows of very different lengths come and go, in the order of no index. */
    const churn = async (acts: number) => {
      await db.transaction().execute(async (transaction) => {
        for (let act = 0; act < acts; act += 1) {
          if (random() < 0.55 || kept.size < 50) {
            number += 1;
            const words = 1 + Math.floor(random() * random() * 40);
            const comment = `${markOf(number)} `.repeat(words);
            await transaction
              .insertInto("enquiries")
              .values({ ...enquiry(number, 0, LONG_AGO), comment })
              .execute();
            kept.set(number, words);
          } else {
            const gone = [...kept.keys()][Math.floor(random() * kept.size)] ?? 0;
            await transaction.deleteFrom("enquiries").where("id", "=", markOf(gone)).execute();
            kept.delete(gone);
          }
        }
      });
    };
    const remains = async () => {
      const found = marksIn(await bytesIn(config.dataDir));
      for (const one of kept.keys()) found.delete(markOf(one));
      return found.size;
    };
    await churn(8000);
    await removeDeletedFromLog(site.services);
    expect(await remains()).toBeGreaterThan(0);
    for (let kill = 0; kill < 6; kill += 1) {
      const child = spawn(process.execPath, [join(ROOT, "app", "platform", "remains-child.ts"), file, "1"]);
      const ended = once(child, "exit");
      await pause(40 + 20 * kill);
      await churn(50);
      child.kill("SIGKILL");
      await ended;
    }
    site.passTime(DAY_MS);
    await eraseDeletedContent(site.services);
    expect(await remains()).toBe(0);
    const rows = await db.selectFrom("enquiries").select(["id", "comment"]).orderBy("id").execute();
    const expected = [...kept].map(([one, words]) => ({ id: markOf(one), comment: `${markOf(one)} `.repeat(words) }));
    expect(rows).toEqual(expected.sort((one, other) => (one.id < other.id ? -1 : 1)));
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    expect(check.rows).toEqual([{ integrity_check: "ok" }]);
  });

  test("while another process reads the file, the deletion is done and the log says what remains to be done", async () => {
    const { db, config } = site.services;
    await eraseDeletedContent(site.services);
    await db
      .insertInto("enquiries")
      .values(enquiry(1, 1, LONG_AGO))
      .execute();
    const reader = new DatabaseSync(join(config.dataDir, SQLITE_FILE), { readOnly: true });
    reader.exec("begin; select * from enquiries");
    reader.prepare("select * from enquiries").all();
    await removeOldEnquiries(site.services);
    await eraseDeletedContent(site.services);
    expect(site.logged.map(({ event }) => event)).toContain("log-in-use");
    reader.close();
    await eraseDeletedContent(site.services);
    expect(marksIn(await bytesIn(config.dataDir)).size).toBe(0);
  });
});

test("remains of deleted rows from version 0.1 are erased once the site has started, and nothing else is", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-deleted-"));
  const open = async () => {
    const opened = await openServices({ DATA_DIR: dataDir, TEST_ACCOUNT: "off" }, "silent");
    if ("problems" in opened) throw new Error(opened.problems.join());
    return opened;
  };
  const first = await open();
  const today = first.services.now().toISOString();
  for (let number = 0; number < 40; number += 1) {
    await first.services.db
      .insertInto("enquiries")
      .values(enquiry(number, 1, today))
      .execute();
  }
  await first.close();
  // As version 0.1 deleted, without `secure_delete`, and as it left its file, which no version had rewritten.
  const old = new DatabaseSync(join(dataDir, SQLITE_FILE));
  old.exec("pragma secure_delete = off; delete from enquiries where rowid % 2 = 0; pragma user_version = 0");
  old.close();
  expect(marksIn(await bytesIn(dataDir)).size).toBeGreaterThan(30);
  const second = await open();
  await expect.poll(async () => marksIn(await bytesIn(dataDir)).size).toBe(20);
  expect(await second.services.db.selectFrom("enquiries").select("id").execute()).toHaveLength(20);
  await second.close();
  await rm(dataDir, { recursive: true });
});
