/** A change from a day on, beside what is published, undone and written meanwhile. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { runDatedChanges } from "../../../test/content/dated-changes.ts";
import { SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import { listEntries } from "../entries.server.ts";
import { saveDraft } from "./drafts.server.ts";
import { runDueSchedules } from "./due-schedules.server.ts";
import { getEditing } from "./editing.server.ts";
import { type PublishOptions, type PublishOutcome, publish } from "./publishing.server.ts";
import { removeEntry } from "./removal.server.ts";
import { cancelSchedule, schedulePublish } from "./schedules.server.ts";
import type { Values } from "./stored-body.ts";
import { undoLastChange } from "./undo.server.ts";

const RED = { colour: "Red", size: 2 };
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
  const scheduled = async () => (await getEditing(site.services, towelType, "red"))?.schedules[0];

  /** The form of the entry, as it opens, with values that somebody writes into it and sends. */
  async function write(changed: Values, options: PublishOptions = {}): Promise<PublishOutcome> {
    const form = await getEditing(site.services, towelType, "red");
    const basedOn = form?.draft?.basedOn ?? form?.live?.version ?? 0;
    const request = { values: { ...form?.values, ...changed }, basedOn, draftRevision: form?.draft?.revision };
    return publish(site.services, towelType, "red", request, OTHER_ACTOR, options);
  }

  async function writeFrom(dueAt: Date, changed: Values, options: Parameters<typeof schedulePublish>[6] = {}) {
    const form = await getEditing(site.services, towelType, "red");
    const seen = { basedOn: form?.live?.version ?? 0, revision: form?.draft?.revision };
    const draft = await saveDraft(site.services, towelType, "red", { ...form?.values, ...changed }, ACTOR, seen);
    const revision = "revision" in draft ? draft.revision : undefined;
    return schedulePublish(site.services, towelType, "red", { draftRevision: revision ?? 0 }, dueAt, ACTOR, options);
  }

  async function dayComes() {
    site.passTime(2 * DAY_MS);
    expect((await runDueSchedules(site.services, { types: SAMPLE_TYPES })).failed).toBe(0);
    return onSite();
  }

  test("size 3 from tomorrow, then a note now: size 2 with the note today, size 3 with the note tomorrow", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    expect(await write({ note: "Soft" })).toMatchObject({ code: "published" });
    expect(await onSite()).toMatchObject({ size: 2, note: "Soft" });
    expect(await dayComes()).toMatchObject({ size: 3, note: "Soft" });
  });

  test("size 3 from tomorrow, then size 4 now: somebody is asked, and either is what happens", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    const asked = await write({ size: 4 });
    expect(asked).toMatchObject({ code: "scheduled-differs", scheduled: { by: ACTOR.name, fields: ["size"] } });
    expect(await onSite()).toMatchObject({ size: 2 });
    expect(await write({ size: 4 }, { scheduled: "keep" })).toMatchObject({ code: "published" });
    expect([await onSite(), await scheduled()]).toMatchObject([{ size: 4 }, { values: { size: 3 } }]);
    expect(await write({ size: 5 }, { scheduled: "replace" })).toMatchObject({ code: "published" });
    expect(await dayComes()).toMatchObject({ size: 5 });
  });

  test("size 3 from tomorrow, then size 3 now, undone: size 3 comes tomorrow all the same", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    await write({ size: 3 });
    expect(await scheduled()).toMatchObject({ isOnSite: true });
    await undoLastChange(site.services, towelType, "red", 2, ACTOR);
    expect(await onSite()).toMatchObject({ size: 2 });
    expect(await dayComes()).toMatchObject({ size: 3 });
  });

  test("a note now, undone, does not come back with size 3 tomorrow", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    await write({ note: "Soft" });
    await undoLastChange(site.services, towelType, "red", 2, ACTOR);
    const shown = await dayComes();
    expect(shown).toMatchObject({ size: 3 });
    expect(shown).not.toHaveProperty("note");
  });

  test("size 3 from tomorrow, then a note from tomorrow: both; from the day after: somebody is asked", async () => {
    const dueAt = tomorrow();
    await writeFrom(dueAt, { size: 3 });
    const replaces = async () => ({ replaces: (await scheduled())?.madeAt });
    expect(await writeFrom(dueAt, { note: "Soft" }, await replaces())).toMatchObject({ code: "scheduled" });
    expect(await scheduled()).toMatchObject({ values: { size: 3, note: "Soft" } });
    const later = new Date(dueAt.getTime() + DAY_MS);
    const asked = await writeFrom(later, { colour: "Rose" }, await replaces());
    expect(asked).toMatchObject({ code: "scheduled-differs", scheduled: { fields: ["size", "note"] } });
    await writeFrom(later, {}, { ...(await replaces()), scheduled: "keep" });
    expect(await scheduled()).toMatchObject({
      dueAt: later.toISOString(),
      values: { colour: "Rose", size: 3, note: "Soft" },
    });
  });

  test("cancelled, or of an entry that is removed, is a draft; a draft that says something else is not written over", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    const form = await getEditing(site.services, towelType, "red");
    const seen = { basedOn: form?.live?.version ?? 0 };
    await saveDraft(site.services, towelType, "red", { ...RED, size: 9 }, OTHER_ACTOR, seen);
    expect(await cancelSchedule(site.services, towelType, "red", "publish", ACTOR)).toEqual({
      code: "draft-differs",
      fields: ["size"],
    });
    const draft = (await getEditing(site.services, towelType, "red"))?.draft;
    const noted = { ...RED, note: "Soft" };
    await saveDraft(site.services, towelType, "red", noted, OTHER_ACTOR, { ...seen, revision: draft?.revision });
    await removeEntry(site.services, towelType, "red", ACTOR, { types: SAMPLE_TYPES });
    expect((await getEditing(site.services, towelType, "red"))?.values).toMatchObject({ size: 3, note: "Soft" });
  });

  test("is what was asked for last, field by field, after random changes of two people", async () => {
    let asked = 0;
    for (let seed = 1; seed <= 3; seed += 1) asked += (await runDatedChanges(site.services, seed, 150)).asked;
    expect(asked).toBeGreaterThan(3);
  }, 60_000);
});
