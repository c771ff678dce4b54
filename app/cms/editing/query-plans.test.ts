/** Every query of changes has an index. Plans are made without statistics or full scans, so few entries are enough. */
import { describe, expect, test } from "vitest";
import { ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { fullScans, recordQueries } from "../../../test/support/query-plans.ts";
import { hookType, SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
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

describe.each(ENGINES)("the content on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  test("no query scans a whole table", async () => {
    const { services, queries } = recordQueries(site.services);
    await publishValues(services, towelType, "red", { colour: "Red", size: 1 });
    for (const slug of ["a", "b", "c"]) {
      for (const place of ["here", "there"]) await publishValues(services, hookType, slug, { place, towel: "red" });
    }
    const hook = { place: "Elsewhere", towel: "red" };
    const soon = new Date(services.now().getTime() + 1000);
    await listEntries(services, hookType);
    await listEntryStates(services, hookType);
    await listEntryStates(services, hookType, { after: "e:1:a", limit: 1 });
    await findEditableEntry(services, hookType, "a");
    await listVersions(services, hookType, "a", { before: 2, limit: 1 });
    await listPendingChanges(services, { types: SAMPLE_TYPES });
    await searchEntries(services, "place 7", SAMPLE_TYPES);
    await previewServices(services, { type: "hook", slug: "a" }, SAMPLE_TYPES);
    await listRemoved(services, hookType, "2026-11-21T05:00:00.000Z_b");
    await newestChange(services.db);
    const saved = await saveDraft(services, hookType, "a", hook, ACTOR, { basedOn: 2 });
    const draftRevision = "revision" in saved ? (saved.revision ?? 0) : 0;
    await schedulePublish(services, hookType, "a", { draftRevision }, soon, ACTOR);
    await cancelSchedule(services, hookType, "a", "publish", ACTOR);
    await scheduleRemoval(services, hookType, "b", soon, ACTOR);
    site.passTime(2000);
    await runDueSchedules(services, { types: SAMPLE_TYPES });
    await publish(services, hookType, "a", { draftRevision }, ACTOR);
    await undoLastChange(services, hookType, "a", 3, ACTOR);
    await restoreVersion(services, hookType, "a", 3, ACTOR);
    const restored = await findDraft(services.db, { type: hookType.name, slug: "a" });
    await discardDraft(services, hookType, "a", restored?.revision ?? 0, ACTOR);
    await publish(services, hookType, null, { values: { ...hook, place: "New" }, basedOn: 0 }, ACTOR);
    const slugs = (await listEntries(services, hookType)).map(({ slug }) => slug);
    await setOrder(services, hookType, slugs, slugs.toReversed(), ACTOR);
    await undoLastOrder(services, hookType, ACTOR);
    await removeEntry(services, towelType, "red", ACTOR, { types: SAMPLE_TYPES });
    await removeEntry(services, hookType, "c", ACTOR, { types: SAMPLE_TYPES });
    await restoreEntry(services, hookType, "c", ACTOR);
    expect(queries.size).toBeGreaterThan(40);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });
});
