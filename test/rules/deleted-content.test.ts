/** Deleted data is erased from the bytes of SQLite's files and of backups, not only from its tables. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { deleteAccount } from "../../app/accounts/account-settings.server.ts";
import { requestPasswordReset } from "../../app/accounts/password-reset.server.ts";
import { testimonialType } from "../../app/content-types/testimonial.ts";
import { addNote } from "../../app/enquiries/enquiry-changes.server.ts";
import { replyByMail } from "../../app/enquiries/replies.server.ts";
import { deleteEnquiry, ENQUIRY_RETENTION } from "../../app/enquiries/retention.server.ts";
import { addConsent, listConsents, withdrawConsent } from "../../app/pictures/consents.server.ts";
import { SQLITE_FILE } from "../../app/platform/database.server.ts";
import { removeDeletedFromLog } from "../../app/platform/deleted-content.server.ts";
import { applyRetention } from "../../app/platform/retention.server.ts";
import { compactDatabase } from "../../bin/compact.ts";
import { copyDatabaseTo } from "../../tools/database-copy.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { ACTOR, publishValues } from "../content/content-changes.ts";
import { enquire } from "../enquiries/enquire.ts";
import { addStaffMember } from "../support/staff.ts";
import { openTestSite, openTestSiteBeforeEach } from "../support/test-services.ts";
import { enter, visitorOf } from "../support/visitors.ts";

const MARK = /mark[0-9a-f]{32}/g;

/** A text that is unique in a file, by its number. */
function markOf(number: number): string {
  return `mark${createHash("md5").update(String(number)).digest("hex")}`;
}

/**
 * All files of the database, as text with one character for each byte. Another process reads them: this process would lose the
 * database's locks on a file by closing it.
 */
async function bytesIn(dataDir: string): Promise<string> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(SQLITE_FILE));
  const paths = names.map((name) => join(dataDir, name));
  const print = "for (const path of process.argv.slice(1)) process.stdout.write(fs.readFileSync(path))";
  const options = { encoding: "latin1", maxBuffer: 256 * 1024 * 1024 } as const;
  return (await promisify(execFile)(process.execPath, ["-e", print, ...paths], options)).stdout;
}

async function backedUp(dataDir: string): Promise<string> {
  return readFile(await copyDatabaseTo({ dataDir }, join(dataDir, "backups"), new Date()), "latin1");
}

/** The given texts that are in the database's files, and those in a backup. */
async function findTraces({ dataDir }: { dataDir: string }, traces: readonly string[]) {
  const [files, backup] = [await bytesIn(dataDir), await backedUp(dataDir)];
  const inBytes = (bytes: string) => traces.filter((trace) => bytes.includes(trace));
  return { files: inBytes(files), backup: inBytes(backup) };
}

/** The marks of enquiries in the bytes, each once. */
function marksIn(bytes: string): Set<string> {
  return new Set(bytes.match(MARK));
}

/** An old enquiry with its mark in each column. Its comment may fill several pages of the file. */
function enquiry(number: number, comment = markOf(number)) {
  const mark = markOf(number);
  const facts = { received_at: "2020-01-01T00:00:00.000Z", class: "", suspect: 0 };
  return { id: mark, name: mark, email: `${mark}@example.com`, comment, ...facts };
}

describe("SQLite", () => {
  const site = openTestSiteBeforeEach("sqlite");
  const { services } = site;

  test("a deleted account is erased from the file, its log and a backup at once", async () => {
    const { db, config } = services;
    const credentials = { email: "amani-in-bytes@nguvu.example", password: "kettle-bell-at-dawn" };
    const { visit } = await enter(services, credentials);
    const visitor = await visitorOf(services, visit);
    await db.updateTable("users").set({ savedShows: '["boxing","yoga","marker-class"]' }).execute();
    await requestPasswordReset(services, credentials.email, visit);
    const account = await db.selectFrom("accounts").select("password").executeTakeFirstOrThrow();
    const session = await db.selectFrom("sessions").select("token").executeTakeFirstOrThrow();
    const traces = [credentials.email, account.password ?? "", session.token, visitor.id, "marker-class"];
    expect(await findTraces(config, traces)).toEqual({ files: traces, backup: traces });
    expect((await deleteAccount(services, visitor, credentials.password, visit)).code).toBe("done");
    expect(await findTraces(config, traces)).toEqual({ files: [], backup: [] });
  });

  test("a deleted enquiry is erased from the file, its log and a backup at once, with notes and replies", async () => {
    const { member } = await addStaffMember(services, "desk");
    const form = { name: "Zawadi-in-bytes", email: "zawadi-in-bytes@example.com", comment: "comment-in-bytes" };
    const id = await enquire(services, form);
    await addNote(services, member, id, "note-in-bytes");
    await replyByMail(services, member, id, { text: "reply-in-bytes", seen: "new", becomes: "answered" }, "Nguvu");
    const traces = ["Zawadi-in-bytes", "zawadi-in-bytes", "comment-in-bytes", "note-in-bytes", "reply-in-bytes"];
    expect((await findTraces(services.config, traces)).files).toEqual(traces);
    await deleteEnquiry(services, member, id);
    expect(await findTraces(services.config, traces)).toEqual({ files: [], backup: [] });
  });

  test("a quote whose consent is withdrawn is erased from the file, its log and a backup at once", async () => {
    const { db, config } = services;
    const quote = { text: "quote-in-bytes", name: "Aisha", job: "Nurse" };
    await publishValues(services, testimonialType, "aisha", quote);
    const consent = { name: "Aisha", givenOn: "2026-11-20", purpose: "site", how: "form", guardian: "" } as const;
    const subject = { kind: "testimonial", key: "aisha" } as const;
    await addConsent(services, ACTOR, subject, consent, "Aisha");
    const [given] = await listConsents(db, subject);
    expect((await findTraces(config, ["quote-in-bytes"])).files).toHaveLength(1);
    await withdrawConsent(services, ACTOR, subject, given?.id ?? "", "Aisha");
    expect(await findTraces(config, ["quote-in-bytes"])).toEqual({ files: [], backup: [] });
  });

  test("a backup is clean even while the file is not", async () => {
    const { db, config } = services;
    await db.insertInto("enquiries").values(enquiry(1)).execute();
    const other = new DatabaseSync(join(config.dataDir, SQLITE_FILE));
    other.exec("pragma secure_delete = off; delete from enquiries");
    other.close();
    expect(marksIn(await bytesIn(config.dataDir)).size).toBe(1);
    expect(marksIn(await backedUp(config.dataDir)).size).toBe(0);
  });

  test("compacting the stopped site erases remains of moved rows, and changes no row", async () => {
    const { config, db } = services;
    const random = randomNumbers(20_261_123);
    const kept = new Map<number, number>();
    // Rows of very different lengths are added and deleted in random order.
    await db.transaction().execute(async (transaction) => {
      for (let number = 1; number <= 2500; number += 1) {
        if (random() < 0.55 || kept.size < 50) {
          const count = 1 + Math.floor(random() * random() * 40);
          const comment = `${markOf(number)} `.repeat(count);
          await transaction.insertInto("enquiries").values(enquiry(number, comment)).execute();
          kept.set(number, count);
        } else {
          const gone = [...kept.keys()][Math.floor(random() * kept.size)] ?? 0;
          await transaction.deleteFrom("enquiries").where("id", "=", markOf(gone)).execute();
          kept.delete(gone);
        }
      }
    });
    await removeDeletedFromLog(services);
    const remains = async () => {
      const marks = marksIn(await bytesIn(config.dataDir));
      for (const mark of kept.keys()) marks.delete(markOf(mark));
      return marks.size;
    };
    expect(await remains()).toBeGreaterThan(0);
    await expect(compactDatabase(config.dataDir)).rejects.toThrow("locked");
    expect(await remains()).toBeGreaterThan(0);

    await db.destroy();
    const { before, after } = await compactDatabase(config.dataDir);
    expect(after).toBeLessThan(before);
    expect(await remains()).toBe(0);
    const again = await openTestSite("sqlite", { dataDir: config.dataDir });
    const rows = await again.services.db.selectFrom("enquiries").select(["id", "comment"]).orderBy("id").execute();
    const expected = [...kept].map(([number, count]) => [markOf(number), `${markOf(number)} `.repeat(count)]);
    expect(rows.map(({ id, comment }) => [id, comment])).toEqual(expected.sort());
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(again.services.db);
    expect(check.rows).toEqual([{ integrity_check: "ok" }]);
    await again.services.db.destroy();
  });

  test("while another process reads the file, rows are deleted and the erasure is logged as pending", async () => {
    const { db, config } = services;
    await db.insertInto("enquiries").values(enquiry(1)).execute();
    const reader = new DatabaseSync(join(config.dataDir, SQLITE_FILE), { readOnly: true });
    reader.exec("begin; select * from enquiries");
    reader.prepare("select * from enquiries").all();
    await applyRetention(services, ...ENQUIRY_RETENTION);
    await removeDeletedFromLog(services);
    expect(site.logged.map(({ event }) => event)).toContain("log-in-use");
    reader.close();
    await removeDeletedFromLog(services);
    expect(marksIn(await bytesIn(config.dataDir)).size).toBe(0);
  });
});
