import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { hookType, SAMPLE_TYPES, shelfType, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import { contentVersion, newestChange } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { saveDraft } from "./drafts.server.ts";
import { getEditing } from "./editing.server.ts";
import { setOrder } from "./order.server.ts";
import { findReferences } from "./references.server.ts";
import { type RemoveOptions, removeEntry } from "./removal.server.ts";
import { listRemoved, putBack } from "./undo.server.ts";

describe.each(ENGINES)("removing on %s", (kind) => {
  let site: TestSite;
  beforeEach(async () => {
    site = await openTestSite(kind);
    const { services } = site;
    for (const [index, colour] of ["Red", "Blue", "Green"].entries()) {
      await publishValues(services, towelType, colour.toLowerCase(), { colour, size: index + 1 });
    }
    await publishValues(services, hookType, "door", { place: "Door", towel: "red" });
    await publishValues(services, hookType, "wall", { place: "Wall", towel: "blue", spare: "red" });
    await publishValues(services, shelfType, "shelf", { towels: ["red", "blue"] });
    await saveDraft(services, hookType, null, { place: "Loft", towel: "red" }, ACTOR);
  });
  afterEach(() => site.close());

  const remove = (slug: string, options: RemoveOptions = {}) =>
    removeEntry(site.services, towelType, slug, ACTOR, { types: SAMPLE_TYPES, ...options });
  const towels = async () => (await listEntries(site.services, towelType)).map(({ slug }) => slug);
  const hooks = async () =>
    (await listEntries(site.services, hookType)).map(({ slug, towel, spare }) => [slug, towel, spare]);
  const shelf = async () => (await listEntries(site.services, shelfType)).map((entry) => entry.towels);

  test("says first what refers to the entry, by field, and changes nothing", async () => {
    const before = await contentVersion(site.services.db);
    const references = await findReferences(site.services.db, { type: "towel", slug: "red" }, SAMPLE_TYPES);
    expect(references.map(({ type, title, field, label, where }) => [type, title, field, label, where]).sort()).toEqual(
      [
        ["hook", "Door", "towel", "Towel", "site"],
        ["hook", "Loft", "towel", "Towel", "draft"],
        ["hook", "Wall", "spare", "Spare towel", "site"],
        ["shelf", "Shelf", "towels.0", "Towels", "site"],
      ],
    );
    expect(await remove("red")).toEqual({ code: "referenced", references });
    expect(await contentVersion(site.services.db)).toBe(before);
    expect(await remove("green")).toMatchObject({ code: "removed", changed: [] });
    expect(await remove("green")).toEqual({ code: "same" });
    expect(await remove("none")).toEqual({ code: "unknown" });
  });

  test("puts another in its place, in drafts too, with one step of the content version", async () => {
    const before = await contentVersion(site.services.db);
    expect(await remove("red", { replaceBy: "green" })).toMatchObject({
      code: "removed",
      removed: [{ slug: "red" }],
      changed: [{ slug: "door" }, { slug: "wall" }, { slug: "shelf" }],
    });
    expect(await hooks()).toEqual([
      ["door", "green", undefined],
      ["wall", "blue", "green"],
    ]);
    expect(await shelf()).toEqual([["green", "blue"]]);
    expect((await getEditing(site.services, hookType, "loft"))?.values).toMatchObject({ towel: "green" });
    expect(await contentVersion(site.services.db)).toBe(before + 1);
    expect(await remove("blue", { replaceBy: "red" })).toMatchObject({ code: "refused" });
    expect(await remove("blue", { replaceBy: "blue" })).toMatchObject({ code: "refused" });
  });

  test("removes what needs it too, and takes it out of lists and of optional fields", async () => {
    expect(await remove("red", { alsoRemove: true })).toMatchObject({
      code: "removed",
      removed: [{ slug: "red" }, { slug: "door" }],
      changed: [{ slug: "wall" }, { slug: "shelf" }],
    });
    expect(await hooks()).toEqual([["wall", "blue", undefined]]);
    expect(await shelf()).toEqual([["blue"]]);
    const acts = await site.services.db
      .selectFrom("audit_log")
      .select("act_id")
      .where("action", "in", ["removed", "reference-changed"])
      .execute();
    expect([acts.length, new Set(acts.map(({ act_id }) => act_id)).size]).toEqual([4, 1]);
    // The last hook stays, and the only shelf has to have a towel: nothing changes.
    expect(await remove("blue", { alsoRemove: true })).toMatchObject({
      code: "too-few",
      entry: { type: "hook" },
      min: 1,
    });
    await publishValues(site.services, hookType, "gate", { place: "Gate", towel: "green" });
    expect(await remove("blue", { alsoRemove: true })).toMatchObject({
      code: "refused",
      entry: { type: "shelf", slug: "shelf" },
      problems: [{ field: "towels" }],
    });
    expect(await towels()).toEqual(["blue", "green"]);
  });

  test("is refused for an entry that the type always has, and for a version that was not seen", async () => {
    expect(await removeEntry(site.services, shelfType, "shelf", ACTOR)).toMatchObject({ code: "fixed" });
    expect(await remove("green", { version: 9 })).toMatchObject({ code: "stale" });
  });

  test("is undone by putting everything back in its place", async () => {
    await setOrder(site.services, towelType, ["red", "blue", "green"], ["blue", "red", "green"], ACTOR);
    await remove("red", { alsoRemove: true });
    expect((await listRemoved(site.services, towelType)).entries).toMatchObject([
      { slug: "red", title: "Red", by: ACTOR.name },
    ]);
    expect(await getEditing(site.services, towelType, "red")).toMatchObject({
      title: "Red",
      live: undefined,
      versionCount: 1,
      removed: { by: ACTOR.name },
    });
    expect(await putBack(site.services, towelType, "red", ACTOR, [], SAMPLE_TYPES)).toMatchObject({
      code: "put-back",
      entries: [{ slug: "red" }, { slug: "door" }],
    });
    expect(await putBack(site.services, towelType, "red", ACTOR, [], SAMPLE_TYPES)).toEqual({ code: "same" });
    expect(await towels()).toEqual(["blue", "red", "green"]);
    expect((await hooks())[0]).toEqual(["door", "red", undefined]);
    expect((await getEditing(site.services, towelType, "red"))?.live?.version).toBe(1);
  });

  test("moves the date of the newest change forward, and a discarded draft does not", async () => {
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
