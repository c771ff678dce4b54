import { beforeEach, describe, expect, test } from "vitest";
import { ACTOR, publishValues } from "../../test/content/content-changes.ts";
import { hookType, SAMPLE_TYPES, towelType } from "../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach, type TestSite } from "../../test/support/test-services.ts";
import { openDatabase } from "../platform/database.server.ts";
import { saveDraft } from "./editing/drafts.server.ts";
import { findEntry, listEntries, previewServices } from "./entries.server.ts";

const RED = { colour: "Red", size: 2 };

describe.each(ENGINES)("a preview on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  beforeEach(async () => {
    const { services } = site;
    await publishValues(services, towelType, "red", RED);
    await publishValues(services, towelType, "blue", { colour: "Blue", size: 5 });
    await publishValues(services, hookType, "door", { place: "Door", towel: "red" });
    await saveDraft(services, towelType, "red", { ...RED, size: 3 }, ACTOR);
    await saveDraft(services, towelType, null, { colour: "Green", size: 7 }, ACTOR);
    await saveDraft(services, hookType, "door", { place: "Gate" }, ACTOR);
  });

  const sizes = async (services: TestSite["services"]) =>
    (await listEntries(services, towelType)).map(({ size }) => size);

  test("shows the draft of one entry, and everything else as published", async () => {
    const { services, problems } = await previewServices(site.services, { type: "towel", slug: "red" }, SAMPLE_TYPES);
    expect([await sizes(services), problems]).toEqual([[3, 5], []]);
    expect(await findEntry(services, hookType, "door")).toMatchObject({ place: "Door" });
    const added = await previewServices(site.services, { type: "towel", slug: "green" }, SAMPLE_TYPES);
    expect(await sizes(added.services)).toEqual([2, 5, 7]);
  });

  test("reports what an incomplete draft lacks, and shows the published content", async () => {
    const { services, problems } = await previewServices(site.services, { type: "hook", slug: "door" }, SAMPLE_TYPES);
    expect(await sizes(services)).toEqual([2, 5]);
    expect(problems).toMatchObject([{ field: "towel" }]);
    expect(await findEntry(services, hookType, "door")).toMatchObject({ place: "Door", towel: "red" });
  });

  test("never shows a draft to visitors, even while the database is unavailable", async () => {
    await listEntries(site.services, towelType);
    const preview = await previewServices(site.services, { type: "towel", slug: "red" }, SAMPLE_TYPES);
    expect(await sizes(preview.services)).toEqual([3, 5]);
    expect(await sizes(site.services)).toEqual([2, 5]);
    const config = { ...site.services.config, databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
    const unavailable = await openDatabase(config, site.services.log);
    site.services.content.version += 1;
    expect(await sizes({ ...site.services, db: unavailable.db })).toEqual([2, 5]);
    await unavailable.close();
  });
});
