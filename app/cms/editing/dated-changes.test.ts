/** A scheduled change, combined with publishing, undoing and drafts before its date. */
import { describe, expect, test } from "vitest";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { runDatedChanges } from "../../../test/content/dated-changes.ts";
import { SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { findEditableEntry } from "./editable-entry.server.ts";
import { listEntryStates } from "./entry-states.server.ts";
import { listPendingChanges } from "./pending-changes.server.ts";
import { removeEntry } from "./removal.server.ts";
import { keepForLater, schedulePublish } from "./schedules.server.ts";

/** For more, run `SEEDS=50 npm test -- app/cms/editing/dated-changes`. */
const SEEDS = Number(process.env.SEEDS ?? 3);

describe.each(ENGINES)("a change with a date on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  test("kept for later is listed until its entry is unpublished", async () => {
    const { services } = site;
    await publishValues(services, towelType, "red", { colour: "Red", size: 2 });
    const request = { values: { colour: "Red", size: 3 }, basedOn: 1 };
    const tomorrow = new Date(services.now().getTime() + DAY_MS);
    await schedulePublish(services, towelType, "red", request, tomorrow, ACTOR);
    await keepForLater(services, towelType, "red", OTHER_ACTOR);
    const kept = (await findEditableEntry(services, towelType, "red"))?.schedules[0];
    expect(kept).toMatchObject({ isKept: true, by: OTHER_ACTOR.name, values: { size: 3 } });
    expect((await listEntryStates(services, towelType)).entries).toMatchObject([
      { hasKept: true, publishAt: undefined, failure: undefined },
    ]);
    const pending = async () => (await listPendingChanges(services, { types: SAMPLE_TYPES })).kept;
    expect(await pending()).toMatchObject([{ title: "Red", by: OTHER_ACTOR.name }]);
    await removeEntry(services, towelType, "red", ACTOR, { types: SAMPLE_TYPES });
    expect(await pending()).toEqual([]);
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
