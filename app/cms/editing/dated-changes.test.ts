/** A scheduled change, combined with publishing, undoing and drafts before its date. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { runDatedChanges } from "../../../test/content/dated-changes.ts";
import { SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import { changeContent } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { runDueSchedules } from "./due-schedules.server.ts";
import { findEditableEntry } from "./editable-entry.server.ts";
import { listEntryStates } from "./entry-states.server.ts";
import { eraseEntry } from "./erasure.server.ts";
import { listPendingChanges } from "./pending-changes.server.ts";
import { removeEntry } from "./removal.server.ts";
import { keepForLater, schedulePublish } from "./schedules.server.ts";
import type { Values } from "./stored-body.ts";

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

  test("kept for later is listed until it is scheduled again", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    await keepForLater(site.services, towelType, "red", OTHER_ACTOR);
    const kept = (await findEditableEntry(site.services, towelType, "red"))?.schedules[0];
    expect(kept).toMatchObject({ isKept: true, by: OTHER_ACTOR.name, values: { size: 3 } });
    expect((await listEntryStates(site.services, towelType)).entries).toMatchObject([
      { hasKept: true, publishAt: undefined, failure: undefined },
    ]);
    const pending = async () => (await listPendingChanges(site.services, { types: SAMPLE_TYPES })).kept;
    expect(await pending()).toMatchObject([{ title: "Red", by: OTHER_ACTOR.name }]);
    await removeEntry(site.services, towelType, "red", ACTOR, { types: SAMPLE_TYPES });
    expect(await pending()).toEqual([]);
  });

  test("is erased with its entry", async () => {
    await writeFrom(tomorrow(), { size: 3 });
    await changeContent(site.services, (work) => eraseEntry(work, towelType, "red", ACTOR));
    expect(await daysPass()).toBeUndefined();
    expect(await site.services.db.selectFrom("entry_schedules").selectAll().execute()).toEqual([]);
  });

  const seeds = kind === "sqlite" ? SEEDS : 1;
  test(
    "goes live on its date, after random changes by two people",
    async () => {
      let waits = 0;
      for (let seed = 1; seed <= seeds; seed += 1) waits += (await runDatedChanges(site.services, seed, 150)).waits;
      if (kind === "sqlite") expect(waits).toBeGreaterThan(0);
    },
    20_000 * seeds,
  );
});
