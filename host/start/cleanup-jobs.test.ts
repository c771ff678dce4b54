import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { openServices } from "./bootstrap.ts";
import { CLEANUP_JOBS, RETENTION, runCleanupJobs, startPeriodicJobs } from "./jobs.ts";

const LONG_AGO = "2020-01-01T00:00:00.000Z";
const FAR_AHEAD = "2999-01-01T00:00:00.000Z";

const site = openTestSiteBeforeEach("sqlite");

it("the clean-up jobs start with the site, delete expired rows and old mail files, and continue when one of them fails", async () => {
  const dataDir = await temporaryFolder();
  const open = async () => {
    const opened = await openServices({ DATA_DIR: dataDir, TEST_ACCOUNT: "off" }, "silent");
    if ("problems" in opened) throw new Error(opened.problems.join());
    return opened;
  };
  const before = await open();
  const mail = { created_at: LONG_AGO, recipient: "z@example.com", reply_to: "", subject: "", body_text: "" };
  // The unsent mail is not due yet, so that no worker claims it.
  const sent = { old: LONG_AGO, new: site.services.now().toISOString(), "new-unsent": null };
  for (const [id, sent_at] of Object.entries(sent)) {
    const row = { id, message_id: id, ...mail, due_at: sent_at ?? FAR_AHEAD, sent_at, last_error: null };
    await before.services.db.insertInto("outbox").values(row).execute();
  }
  await before.services.db.schema.dropTable("rate_limits").execute();
  await before.close();
  const folder = join(dataDir, "mail");
  await mkdir(folder, { recursive: true });
  for (const name of ["old.eml", "new.eml"]) await writeFile(join(folder, name), "Karibu");
  const thirtyDaysAgo = new Date(Date.now() - 30 * 24 * 60 * 60_000 - 1000);
  await utimes(join(folder, "old.eml"), thirtyDaysAgo, thirtyDaysAgo);
  const { services, close } = await open();
  await expect.poll(() => readdir(folder)).toEqual(["new.eml"]);
  const mails = services.db.selectFrom("outbox").select("id").orderBy("id");
  // Waiting mail is kept, however old.
  await expect.poll(() => mails.execute()).toEqual([{ id: "new" }, { id: "new-unsent" }]);
  await close();

  await site.services.db.schema.dropTable("rate_limits").execute();
  await runCleanupJobs(site.services, () => true);
  expect(site.logged, "a site that stops begins no job").toEqual([]);
  await runCleanupJobs(site.services);
  expect(site.logged).toContainEqual(expect.objectContaining({ event: "cleanup-job-failed", job: "rate_limits" }));
});

it("the jobs that are no retention are run, the figures after the sessions that they count", async () => {
  expect(CLEANUP_JOBS.slice(RETENTION.length).map(({ name }) => name)).toEqual([
    ...["eraseWaitingMembers", "indexEnquiries", "removeOldMailFiles", "removeAbandonedPictures"],
    ...["eraseOldTrainersAndQuotes", "renameErasedTestimonials", "storePastSessions", "storeWeeklyFigures"],
    "removeDeletedFromLog",
  ]);
  const periodic = startPeriodicJobs(site.services);
  expect(periodic).toHaveLength(3);
  await Promise.all(periodic.map(({ stop }) => stop()));
});

/** Tables without a retention, with the reason. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  "Deleted with the account or the staff membership.": [
    ...["users", "accounts", "calendar_feeds", "staff", "passkeys", "totp_keys", "recovery_codes"],
  ],
  "One row, or one row of each kind.": [
    ...["content_version", "schedule_state", "members_state", "sales_state", "backup_state", "sealed_secret"],
    ...["gym_mail", "owner_link", "first_steps", "seeded_types", "alerts"],
  ],
  "Texts of the gym, until they are published or discarded.": ["entry_drafts", "entry_schedules"],
  "The gym must be able to show them.": ["consents"],
  "A number is never used again.": ["door_numbers"],
  "Passes are computed with them.": ["given_days", "given_closed_days"],
  "The site never writes to it.": ["verifications"],
};

it("each table has a retention, is deleted with rows of another, or has a reason to stay", async () => {
  const { services } = site;
  const tables = (await services.db.introspection.getTables()).map(({ name }) => name);
  const deleted = new Set<string>(RETENTION.flatMap(({ table, parts }) => [table, ...Object.keys(parts ?? {})]));
  const { rows } = await sql<{ name: string; parent: string }>`select m.name, f."table" as "parent"
    from sqlite_schema m, pragma_foreign_key_list(m.name) f where f.on_delete = 'CASCADE'`.execute(services.db);
  const isDeleted = (name: string): boolean =>
    deleted.has(name) || rows.some((row) => row.name === name && row.parent !== name && isDeleted(row.parent));
  const kept = tables.filter((name) => !name.startsWith("kysely") && !isDeleted(name));
  expect(kept.sort()).toEqual(Object.values(REASONS).flat().sort());
});
