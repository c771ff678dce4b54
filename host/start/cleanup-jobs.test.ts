import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Services } from "../../app/platform/services.ts";
import { openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { openServices } from "./bootstrap.ts";
import { startCleanupJobs } from "./jobs.ts";

const LONG_AGO = "2020-01-01T00:00:00.000Z";
const SOON = "2999-01-01T00:00:00.000Z";
const TABLES = [
  "enquiries",
  "enquiry_fingerprints",
  "new_addresses",
  "outbox",
  "password_resets",
  "rate_limits",
  "sessions",
] as const;

/** Inserts one expired row and one current row into every table. */
async function insertRows({ db, now }: Services): Promise<void> {
  const today = now().toISOString();
  const user = { name: "", emailVerified: 0, image: null, createdAt: LONG_AGO, updatedAt: LONG_AGO };
  const session = { ipAddress: null, userAgent: null, createdAt: LONG_AGO, updatedAt: LONG_AGO };
  const enquiry = { name: "Zawadi", email: "z@example.com", class: "", comment: "", suspect: 0 };
  const mail = { created_at: LONG_AGO, recipient: "z@example.com", reply_to: "", subject: "", body_text: "" };
  // Not due yet, so that no worker claims it.
  const unsent = { ...mail, due_at: SOON, last_error: "451" };
  for (const [id, moment, ends] of [
    ["old", LONG_AGO, LONG_AGO],
    ["new", today, SOON],
  ] as const) {
    await db
      .insertInto("users")
      .values({ id, email: `${id}@example.com`, ...user })
      .execute();
    await db
      .insertInto("sessions")
      .values({ id, userId: id, token: id, expiresAt: ends, ...session })
      .execute();
    await db.insertInto("password_resets").values({ user_id: id, token_hash: id, expires_at: ends }).execute();
    await db
      .insertInto("new_addresses")
      .values({ user_id: id, email: `${id}@example.com`, token_hash: id, expires_at: ends })
      .execute();
    await db.insertInto("rate_limits").values({ key: id, count: 1, resets_at: ends }).execute();
    await db
      .insertInto("enquiries")
      .values({ id, received_at: moment, ...enquiry })
      .execute();
    await db.insertInto("enquiry_fingerprints").values({ fingerprint: id, seen_at: moment }).execute();
    await db
      .insertInto("outbox")
      .values({ id, message_id: id, ...mail, due_at: moment, sent_at: moment })
      .execute();
  }
  await db
    .insertInto("outbox")
    .values({ id: "new-unsent", message_id: "u", ...unsent, sent_at: null })
    .execute();
}

/** The first column of every remaining row, by table. */
async function remainingRows({ db }: Services): Promise<Record<string, string[]>> {
  const left: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute();
    left[table] = rows.map((row) => String(Object.values(row)[0])).sort();
  }
  return left;
}

const CURRENT_ROWS = {
  ...Object.fromEntries(TABLES.map((table) => [table, ["new"]])),
  // Waiting mail is kept, however old.
  outbox: ["new", "new-unsent"],
};

describe("the clean-up jobs", () => {
  let site: TestSite;
  beforeEach(async () => {
    site = await openTestSite("sqlite");
    await insertRows(site.services);
  });
  afterEach(() => site.close());

  it("delete old mail files in the data folder", async () => {
    const folder = join(site.services.config.dataDir, "mail");
    await mkdir(folder, { recursive: true });
    for (const name of ["old.eml", "new.eml"]) await writeFile(join(folder, name), "Karibu");
    const thirtyDaysAgo = new Date(site.services.now().getTime() - 30 * 24 * 60 * 60_000 - 1000);
    await utimes(join(folder, "old.eml"), thirtyDaysAgo, thirtyDaysAgo);
    const { stop } = startCleanupJobs(site.services);
    await expect.poll(() => readdir(folder)).toEqual(["new.eml"]);
    await stop();
  });

  it("continue when one of them fails", async () => {
    await site.services.db.schema.dropTable("rate_limits").execute();
    const { stop } = startCleanupJobs(site.services);
    await expect
      .poll(async () => site.services.db.selectFrom("outbox").select("id").orderBy("id").execute())
      .toEqual([{ id: "new" }, { id: "new-unsent" }]);
    await stop();
    expect(site.logged.map(({ event, job }) => [event, job])).toContainEqual(["cleanup-job-failed", "rate_limits"]);
  });
});

it("start with the site, delete expired rows and leave the rest", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-cleanup-jobs-"));
  const open = async () => {
    const opened = await openServices({ DATA_DIR: dataDir, TEST_ACCOUNT: "off" }, "silent");
    if ("problems" in opened) throw new Error(opened.problems.join());
    return opened;
  };
  const before = await open();
  await insertRows(before.services);
  await before.close();
  const after = await open();
  await expect.poll(() => remainingRows(after.services)).toEqual(CURRENT_ROWS);
  await after.close();
  await rm(dataDir, { recursive: true });
});
