/** Every query has an index, tested with a thousand entries. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { fullScans, recordQueries } from "../../../test/support/query-plans.ts";
import { hookType, SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import type { Services } from "../../platform/services.ts";
import { newestChange } from "../content-version.server.ts";
import { listEntries, previewServices } from "../entries.server.ts";
import { discardDraft, saveDraft } from "./drafts.server.ts";
import { runDueSchedules } from "./due-schedules.server.ts";
import { findEditableEntry, listVersions } from "./editable-entry.server.ts";
import { findDraft } from "./entry-rows.server.ts";
import { listEntryStates } from "./entry-states.server.ts";
import { setOrder, undoLastOrder } from "./order.server.ts";
import { listPendingChanges } from "./pending-changes.server.ts";
import { publish } from "./publishing.server.ts";
import { removeEntry } from "./removal.server.ts";
import { cancelSchedule, schedulePublish, scheduleRemoval } from "./schedules.server.ts";
import { searchEntries } from "./search.server.ts";
import { listRemoved, restoreEntry, restoreVersion, undoLastChange } from "./undo.server.ts";

const COUNT = 1000;
const MOMENT = "2026-11-21T05:00:00.000Z";
const FUTURE = "2036-11-21T05:00:00.000Z";
const slugOf = (index: number) => `hook-${String(index).padStart(4, "0")}`;

async function fill({ db }: Services): Promise<void> {
  const towel = { type: "towel", slug: "red", body: '{"colour":"Red","size":1}' };
  const hooks = Array.from({ length: COUNT }, (_, index) => ({
    type: "hook",
    slug: slugOf(index),
    body: JSON.stringify({ place: `Place ${index}`, towel: "red" }),
  }));
  const written = { updated_at: MOMENT, updated_by: "test" };
  const made = { made_at: MOMENT, made_by_id: "user-1", made_by: "test" };
  const inHundreds = async <T>(rows: T[], insert: (some: T[]) => Promise<unknown>) => {
    for (let start = 0; start < rows.length; start += 100) await insert(rows.slice(start, start + 100));
  };
  const entries = [towel, ...hooks].map((row, position) => ({ ...row, ...written, position, version: 3 }));
  await inHundreds(entries, (some) => db.insertInto("entries").values(some).execute());
  const versions = entries.flatMap(({ type, slug, body }) =>
    [1, 2, 3].map((number) => ({ type, slug, number, body, ...made, how: "published" })),
  );
  await inHundreds(versions, (some) => db.insertInto("entry_versions").values(some).execute());
  const drafts = hooks
    .slice(0, 200)
    .map((row) => ({ ...row, ...written, updated_by_id: "user-1", based_on: 3, revision: 1 }));
  await inHundreds(drafts, (some) => db.insertInto("entry_drafts").values(some).execute());
  const schedules = drafts.slice(0, 100).map(({ type, slug, body }) => ({
    ...{ type, slug, body, action: "publish", based_on: 3, due_at: FUTURE, ...made },
    ...{ failed_at: null, failed_why: null },
  }));
  await inHundreds(schedules, (some) => db.insertInto("entry_schedules").values(some).execute());
  const binned = Array.from({ length: 200 }, (_, index) => ({
    ...{ type: "hook", slug: `old-${index}`, removed_at: MOMENT, removed_by_id: null, removed_by: "test" },
    ...{ position: 1, last_number: 1, act_id: `act-${index}` },
  }));
  await inHundreds(binned, (some) => db.insertInto("entry_bin").values(some).execute());
}

describe.each(ENGINES)("a thousand entries on %s", (kind) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite(kind);
    await fill(site.services);
    // PostgreSQL analyses its tables automatically; SQLite's planner has no statistics on a real site either.
    if (kind === "postgres") await sql`analyze`.execute(site.services.db);
  });
  afterAll(() => site.close());

  test("no query scans a whole table", async () => {
    const { services, queries } = recordQueries(site.services);
    const hook = { place: "Elsewhere", towel: "red" };
    const soon = new Date(services.now().getTime() + 1000);
    await listEntries(services, hookType);
    await listEntryStates(services, hookType);
    await listEntryStates(services, hookType, { after: `e:500:${slugOf(499)}`, limit: 20 });
    await findEditableEntry(services, hookType, slugOf(5));
    await listVersions(services, hookType, slugOf(5), { before: 3, limit: 11 });
    await listPendingChanges(services, { types: SAMPLE_TYPES });
    await searchEntries(services, "place 7", SAMPLE_TYPES);
    await previewServices(services, { type: "hook", slug: slugOf(3) }, SAMPLE_TYPES);
    await listRemoved(services, hookType, `${MOMENT}_old-99`);
    await newestChange(services.db);
    const saved = await saveDraft(services, hookType, slugOf(500), hook, ACTOR, { basedOn: 3 });
    const draftRevision = "revision" in saved ? (saved.revision ?? 0) : 0;
    await schedulePublish(services, hookType, slugOf(500), { draftRevision }, soon, ACTOR);
    await cancelSchedule(services, hookType, slugOf(500), "publish", ACTOR);
    await scheduleRemoval(services, hookType, slugOf(501), soon, ACTOR);
    site.passTime(2000);
    await runDueSchedules(services, { types: SAMPLE_TYPES });
    await publish(services, hookType, slugOf(500), { draftRevision }, ACTOR);
    await undoLastChange(services, hookType, slugOf(500), 4, ACTOR);
    await restoreVersion(services, hookType, slugOf(500), 4, ACTOR);
    const restored = await findDraft(services.db, { type: hookType.name, slug: slugOf(500) });
    await discardDraft(services, hookType, slugOf(500), restored?.revision ?? 0, ACTOR);
    await publish(services, hookType, null, { values: { ...hook, place: "New" }, basedOn: 0 }, ACTOR);
    const slugs = (await listEntries(services, hookType)).map(({ slug }) => slug);
    await setOrder(services, hookType, slugs, slugs.toReversed(), ACTOR);
    await undoLastOrder(services, hookType, ACTOR);
    await removeEntry(services, towelType, "red", ACTOR, { types: SAMPLE_TYPES });
    await removeEntry(services, hookType, slugOf(502), ACTOR, { types: SAMPLE_TYPES });
    await restoreEntry(services, hookType, slugOf(502), ACTOR);
    expect(queries.size).toBeGreaterThan(40);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });
});
