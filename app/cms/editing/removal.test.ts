import { beforeEach, describe, expect, test } from "vitest";
import { ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { hookType, SAMPLE_TYPES, shelfType, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { contentVersion, newestChange } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { saveDraft } from "./drafts.server.ts";
import { findEditableEntry } from "./editable-entry.server.ts";
import { setOrder } from "./order.server.ts";
import { findReferences } from "./references.server.ts";
import { type RemoveOptions, removeEntry } from "./removal.server.ts";
import { keepForLater, schedulePublish } from "./schedules.server.ts";
import { listRemoved, restoreEntry } from "./undo.server.ts";

describe.each(ENGINES)("removing on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  beforeEach(async () => {
    const { services } = site;
    for (const [index, colour] of ["Red", "Blue", "Green"].entries()) {
      await publishValues(services, towelType, colour.toLowerCase(), { colour, size: index + 1 });
    }
    await publishValues(services, hookType, "door", { place: "Door", towel: "red" });
    await publishValues(services, hookType, "wall", { place: "Wall", towel: "blue", spare: "red" });
    await publishValues(services, shelfType, "shelf", { towels: ["red", "blue"] });
    await saveDraft(services, hookType, null, { place: "Loft", towel: "red" }, ACTOR);
  });

  const remove = (slug: string, options: RemoveOptions = {}) =>
    removeEntry(site.services, towelType, slug, ACTOR, { types: SAMPLE_TYPES, ...options });
  const towels = async () => (await listEntries(site.services, towelType)).map(({ slug }) => slug);
  const hooks = async () => (await listEntries(site.services, hookType)).map(({ slug }) => slug);

  test("is refused, with the uses, if the site or a scheduled change uses the entry; drafts don't count", async () => {
    const { services } = site;
    const before = await contentVersion(services.db);
    const references = await findReferences(services.db, { type: "towel", slug: "red" }, SAMPLE_TYPES);
    expect(references.map(({ type, title, field, label, where }) => [type, title, field, label, where]).sort()).toEqual(
      [
        ["hook", "Door", "towel", "Towel", "site"],
        ["hook", "Wall", "spare", "Spare towel", "site"],
        ["shelf", "Shelf", "towels.0", "Towels", "site"],
      ],
    );
    expect(await remove("red")).toEqual({ code: "referenced", references });
    expect(await contentVersion(services.db)).toBe(before);
    const dueAt = new Date(services.now().getTime() + 60_000);
    const scheduled = { values: { place: "Door", towel: "green" }, basedOn: 1 };
    await schedulePublish(services, hookType, "door", scheduled, dueAt, ACTOR);
    expect(await remove("green")).toMatchObject({
      code: "referenced",
      references: [{ slug: "door", where: "schedule" }],
    });
    await keepForLater(services, hookType, "door", ACTOR);
    await saveDraft(services, hookType, null, { place: "Attic", towel: "green" }, ACTOR);
    expect(await remove("green")).toEqual({ code: "removed" });
    expect(await remove("green")).toEqual({ code: "same" });
    expect(await remove("none")).toEqual({ code: "unknown" });
    expect((await findEditableEntry(services, hookType, "attic"))?.draft?.values).toMatchObject({ towel: "green" });
  });

  test("is refused for a fixed entry, for the last required entry, and for an unseen version", async () => {
    expect(await removeEntry(site.services, shelfType, "shelf", ACTOR)).toMatchObject({ code: "fixed" });
    expect(await remove("green", { version: 9 })).toMatchObject({ code: "stale" });
    await removeEntry(site.services, hookType, "door", ACTOR, { types: SAMPLE_TYPES });
    expect(await removeEntry(site.services, hookType, "wall", ACTOR, { types: SAMPLE_TYPES })).toEqual({
      code: "too-few",
      min: 1,
    });
  });

  test("is undone per entry, referenced entries first, each to its position", async () => {
    const { services } = site;
    await setOrder(services, towelType, ["red", "blue", "green"], ["blue", "red", "green"], ACTOR);
    await publishValues(services, hookType, "wall", { place: "Wall", towel: "blue" });
    await publishValues(services, shelfType, "shelf", { towels: ["blue"] });
    await removeEntry(services, hookType, "door", ACTOR, { types: SAMPLE_TYPES });
    expect(await remove("red")).toEqual({ code: "removed" });
    expect((await listRemoved(services, towelType)).entries).toMatchObject([
      { slug: "red", title: "Red", by: ACTOR.name },
    ]);
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject({
      title: "Red",
      live: undefined,
      versionCount: 1,
      removed: { by: ACTOR.name },
    });
    expect(await restoreEntry(services, hookType, "door", ACTOR)).toMatchObject({
      code: "refused",
      problems: [{ field: "towel", target: { type: "towel", slug: "red" } }],
    });
    expect(await restoreEntry(services, towelType, "red", ACTOR)).toEqual({ code: "put-back" });
    expect(await restoreEntry(services, towelType, "red", ACTOR)).toEqual({ code: "same" });
    expect(await hooks()).toEqual(["wall"]);
    expect(await restoreEntry(services, hookType, "door", ACTOR)).toEqual({ code: "put-back" });
    expect([await towels(), await hooks()]).toEqual([
      ["blue", "red", "green"],
      ["door", "wall"],
    ]);
    expect((await findEditableEntry(services, towelType, "red"))?.live?.version).toBe(1);
  });

  test("counts as the newest change", async () => {
    const before = (await newestChange(site.services.db)) ?? "";
    site.passTime(60_000);
    await remove("green");
    const after = (await newestChange(site.services.db)) ?? "";
    expect(after > before).toBe(true);
    await publishValues(site.services, towelType, "grey", { colour: "Grey", size: 1 });
    site.passTime(60_000);
    await remove("grey");
    expect(((await newestChange(site.services.db)) ?? "") > after).toBe(true);
  });
});
