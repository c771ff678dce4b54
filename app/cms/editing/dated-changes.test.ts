/** A scheduled change, combined with publishing, undoing and drafts before its date. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { runDatedChanges } from "../../../test/content/dated-changes.ts";
import { SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import { changeContent } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { saveDraft } from "./drafts.server.ts";
import { runDueSchedules } from "./due-schedules.server.ts";
import { findEditableEntry } from "./editable-entry.server.ts";
import { listEntryStates } from "./entry-states.server.ts";
import { eraseEntry } from "./erasure.server.ts";
import { listPendingChanges } from "./pending-changes.server.ts";
import { type PublishOutcome, publish } from "./publishing.server.ts";
import { removeEntry } from "./removal.server.ts";
import { cancelSchedule, keepForLater, reschedule, schedulePublish } from "./schedules.server.ts";
import type { Values } from "./stored-body.ts";
import { restoreEntry, restoreVersion, undoLastChange } from "./undo.server.ts";

const RED = { colour: "Red", size: 2 };
/** For more, run `SEEDS=50 npm test -- app/cms/editing/dated-changes`. */
const SEEDS = Number(process.env.SEEDS ?? 3);

const DAY_MS = 24 * 60 * 60_000;

describe.each(ENGINES)("a change with a date on %s", (kind) => {
  let site: TestSite;
  beforeEach(async () => {
    site = await openTestSite(kind);
    await publishValues(site.services, towelType, "red", RED);
  });
  afterEach(() => site.close());

  const tomorrow = () => new Date(site.services.now().getTime() + DAY_MS);
  const onSite = async () => (await listEntries(site.services, towelType))[0];
  const editing = () => findEditableEntry(site.services, towelType, "red");
  const change = async () => (await editing())?.schedules[0];

  /** Opens the entry's form, changes some values and publishes. */
  async function write(changed: Values): Promise<PublishOutcome> {
    const form = await editing();
    const basedOn = form?.draft?.basedOn ?? form?.live?.version ?? 0;
    const request = { values: { ...form?.values, ...changed }, basedOn, draftRevision: form?.draft?.revision };
    return publish(site.services, towelType, "red", request, OTHER_ACTOR);
  }

  async function writeFrom(dueAt: Date, changed: Values) {
    const form = await editing();
    const values = { ...form?.values, ...changed };
    const request = { values, basedOn: form?.live?.version ?? 0, draftRevision: form?.draft?.revision };
    return schedulePublish(site.services, towelType, "red", request, dueAt, ACTOR);
  }

  async function daysPass() {
    site.passTime(2 * DAY_MS);
    expect((await runDueSchedules(site.services, { types: SAMPLE_TYPES })).failed).toBe(0);
    return onSite();
  }

  test("blocks publishing, undoing, restoring and scheduling until its date", async () => {
    await write({ size: 1 });
    const dueAt = tomorrow();
    await writeFrom(dueAt, { size: 3 });
    const before = await editing();
    const pending = { code: "change-pending", slug: "red", by: ACTOR.name, dueAt: dueAt.toISOString(), isDated: true };
    expect(await write({ note: "Soft" })).toEqual(pending);
    expect(await undoLastChange(site.services, towelType, "red", 2, OTHER_ACTOR)).toEqual(pending);
    expect(await restoreVersion(site.services, towelType, "red", 1, OTHER_ACTOR)).toEqual(pending);
    expect(await writeFrom(new Date(dueAt.getTime() + DAY_MS), { note: "Soft" })).toEqual(pending);
    expect(await editing()).toEqual(before);
    expect(await daysPass()).toMatchObject({ size: 3 });
  });

  test("kept for later leaves the form as published, and is merged with later corrections when it is scheduled again", async () => {
    await write({ note: "Sofft" });
    await writeFrom(tomorrow(), { size: 3 });
    await keepForLater(site.services, towelType, "red", OTHER_ACTOR);
    expect(await editing()).toMatchObject({ draft: undefined, values: { size: 2, note: "Sofft" } });
    expect(await change()).toMatchObject({ isKept: true, by: OTHER_ACTOR.name, values: { size: 3 } });
    expect((await listEntryStates(site.services, towelType)).entries).toMatchObject([
      { hasKept: true, publishAt: undefined, failure: undefined },
    ]);
    expect(await listPendingChanges(site.services, { types: SAMPLE_TYPES })).toMatchObject({
      failures: [],
      kept: [{ title: "Red", by: OTHER_ACTOR.name }],
    });
    expect(await write({ note: "Soft" })).toMatchObject({ code: "published" });
    expect(await daysPass()).toMatchObject({ size: 2, note: "Soft" });
    expect(await writeFrom(tomorrow(), { colour: "Rose" })).toMatchObject({ code: "change-pending", isDated: false });
    const replaces = (await change())?.madeAt;
    expect(await reschedule(site.services, towelType, "red", tomorrow(), ACTOR, { replaces })).toMatchObject({
      code: "scheduled",
    });
    expect(await daysPass()).toMatchObject({ colour: "Red", size: 3, note: "Soft" });
    expect(await change()).toBeUndefined();
  });

  test("becomes the draft when cancelled, unless there is another draft", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    const seen = { basedOn: 1 };
    const saved = await saveDraft(site.services, towelType, "red", { ...RED, size: 9 }, OTHER_ACTOR, seen);
    const cancel = () => cancelSchedule(site.services, towelType, "red", "publish", ACTOR);
    expect(await cancel()).toEqual({ code: "draft-differs" });
    expect(await editing()).toMatchObject({ draft: { values: { size: 9 } }, schedules: [{ values: { size: 3 } }] });
    const revision = "revision" in saved ? saved.revision : undefined;
    await saveDraft(site.services, towelType, "red", RED, OTHER_ACTOR, { ...seen, revision });
    expect(await cancel()).toEqual({ code: "cancelled" });
    expect(await editing()).toMatchObject({ draft: { values: { size: 3 } }, schedules: [] });
  });

  test("doesn't prevent unpublishing, and is then kept until the entry is restored", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    expect(await removeEntry(site.services, towelType, "red", ACTOR, { types: SAMPLE_TYPES })).toEqual({
      code: "removed",
    });
    expect(await daysPass()).toBeUndefined();
    expect((await listPendingChanges(site.services, { types: SAMPLE_TYPES })).kept).toEqual([]);
    expect(await restoreEntry(site.services, towelType, "red", ACTOR)).toEqual({ code: "put-back" });
    expect([await onSite(), await change()]).toMatchObject([{ size: 2 }, { isKept: true, values: { size: 3 } }]);
  });

  test("is erased with its entry", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    await changeContent(site.services, (work) => eraseEntry(work, towelType, "red", ACTOR));
    expect(await daysPass()).toBeUndefined();
    expect(await site.services.db.selectFrom("entry_schedules").selectAll().execute()).toEqual([]);
  });

  test(
    "goes live on its date, after random changes by two people",
    async () => {
      let waits = 0;
      for (let seed = 1; seed <= SEEDS; seed += 1) waits += (await runDatedChanges(site.services, seed, 150)).waits;
      expect(waits).toBeGreaterThan(3);
    },
    20_000 * SEEDS,
  );
});
