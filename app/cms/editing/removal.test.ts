import { beforeEach, describe, expect, test } from "vitest";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { hookType, SAMPLE_TYPES, shelfType, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { transactWith } from "../../platform/transact.server.ts";
import { within } from "../../platform/worker.server.ts";
import type { ContentType } from "../content-type.ts";
import { contentVersion, newestChange } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { discardDraft, saveDraft } from "./drafts.server.ts";
import { findEditableEntry } from "./editable-entry.server.ts";
import { lastOrderId, movedSlugs, moveEntry, setOrder, undoLastOrder } from "./order.server.ts";
import { findReferences } from "./references.server.ts";
import { type RemoveOptions, removeEntry } from "./removal.server.ts";
import { cancelSchedule, keepForLater, schedulePublish, scheduleRemoval } from "./schedules.server.ts";
import { listRemoved, restoreEntry, undoLastChange } from "./undo.server.ts";

describe.each(ENGINES)("removing on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;
  beforeEach(async () => {
    for (const [index, colour] of ["Red", "Blue", "Green"].entries()) {
      await publishValues(services, towelType, colour.toLowerCase(), { colour, size: index + 1 });
    }
    await publishValues(services, hookType, "door", { place: "Door", towel: "red" });
    await publishValues(services, hookType, "wall", { place: "Wall", towel: "blue", spare: "red" });
    await publishValues(services, shelfType, "shelf", { towels: ["red", "blue"] });
    await saveDraft(services, hookType, null, { place: "Loft", towel: "red" }, ACTOR);
  });

  const remove = (slug: string, options: RemoveOptions = {}, type: ContentType = towelType) =>
    removeEntry(services, type, slug, ACTOR, { types: SAMPLE_TYPES, ...options });
  const removeHook = (slug: string) => remove(slug, {}, hookType);
  const towels = async () => (await listEntries(services, towelType)).map(({ slug }) => slug);
  const hooks = async () => (await listEntries(services, hookType)).map(({ slug }) => slug);

  test("is refused, with the uses, if the site or a scheduled change uses the entry; drafts don't count", async () => {
    const before = await contentVersion(services.db);
    const references = await findReferences(services.db, { type: "towel", slug: "red" }, SAMPLE_TYPES);
    const uses = references.map(({ type, title, field, label, where }) => [type, title, field, label, where]);
    expect(uses.sort()).toEqual([
      ["hook", "Door", "towel", "Towel", "site"],
      ["hook", "Wall", "spare", "Spare towel", "site"],
      ["shelf", "Shelf", "towels.0", "Towels", "site"],
    ]);
    expect(await remove("red")).toEqual({ code: "referenced", references });
    expect(await contentVersion(services.db)).toBe(before);
    const dueAt = new Date(services.now().getTime() + 60_000);
    const scheduled = { values: { place: "Door", towel: "green" }, basedOn: 1 };
    await schedulePublish(services, hookType, "door", scheduled, dueAt, ACTOR);
    const byDoor = [{ slug: "door", where: "schedule" }];
    expect(await remove("green")).toMatchObject({ code: "referenced", references: byDoor });
    await keepForLater(services, hookType, "door", ACTOR);
    await saveDraft(services, hookType, null, { place: "Attic", towel: "green" }, ACTOR);
    expect(await remove("green")).toEqual({ code: "removed" });
    expect(await remove("green")).toEqual({ code: "same" });
    expect(await remove("none")).toEqual({ code: "unknown" });
    expect((await findEditableEntry(services, hookType, "attic"))?.draft?.values).toMatchObject({ towel: "green" });
  });

  test("is refused for a fixed entry, for the last required entry, and for an unseen version", async () => {
    expect(await removeEntry(services, shelfType, "shelf", ACTOR)).toMatchObject({ code: "fixed" });
    expect(await remove("green", { version: 9 })).toMatchObject({ code: "stale" });
    await removeHook("door");
    expect(await removeHook("wall")).toEqual({ code: "too-few", min: 1 });
  });

  test("is undone per entry, referenced entries first, each to its position", async () => {
    await setOrder(services, towelType, ["red", "blue", "green"], ["blue", "red", "green"], ACTOR);
    await publishValues(services, hookType, "wall", { place: "Wall", towel: "blue" });
    await publishValues(services, shelfType, "shelf", { towels: ["blue"] });
    await removeHook("door");
    const soon = new Date(services.now().getTime() + 60_000);
    await scheduleRemoval(services, towelType, "red", soon, ACTOR);
    expect(await remove("red")).toEqual({ code: "removed" });
    const listed = [{ slug: "red", title: "Red", by: ACTOR.name }];
    expect((await listRemoved(services, towelType)).entries).toMatchObject(listed);
    const removed = { title: "Red", live: undefined, versionCount: 1, removed: { by: ACTOR.name } };
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject(removed);
    const problems = [{ field: "towel", target: { type: "towel", slug: "red" } }];
    expect(await restoreEntry(services, hookType, "door", ACTOR)).toMatchObject({ code: "refused", problems });
    const other = { values: { colour: "Red", size: 9 }, basedOn: 0 };
    await schedulePublish(services, towelType, "red", other, soon, ACTOR);
    expect(await restoreEntry(services, towelType, "red", ACTOR)).toMatchObject({ code: "change-pending" });
    await cancelSchedule(services, towelType, "red", "publish", ACTOR);
    expect(await restoreEntry(services, towelType, "red", ACTOR)).toEqual({ code: "put-back" });
    expect(await restoreEntry(services, towelType, "red", ACTOR)).toEqual({ code: "same" });
    expect(await hooks()).toEqual(["wall"]);
    expect(await restoreEntry(services, hookType, "door", ACTOR)).toEqual({ code: "put-back" });
    expect(await towels()).toEqual(["blue", "red", "green"]);
    expect(await hooks()).toEqual(["door", "wall"]);
    const red = { live: { version: 1 }, schedules: [] };
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject(red);
  });

  test("counts as the newest change", async () => {
    const newest = async () => (await newestChange(services.db)) ?? "";
    const before = await newest();
    site.passTime(60_000);
    const draft = await saveDraft(services, towelType, null, { colour: "Grey", size: 1 }, ACTOR);
    await discardDraft(services, towelType, "grey", "revision" in draft ? (draft.revision ?? 0) : 0, ACTOR);
    expect(await newest()).toBe(before);
    await remove("green");
    expect((await newest()) > before).toBe(true);
  });

  test("waits for a change of the timetable, which may begin to use the entry", async () => {
    const other = await site.secondWriter();
    const change = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slots = transactWith(other.services, "timetable", async () => {
      begun.resolve();
      await change.promise;
    });
    await begun.promise;
    const removal = remove("green");
    expect(await within(300, removal)).toBeUndefined();
    change.resolve();
    await slots;
    expect(await removal).toEqual({ code: "removed" });
  });
});

const SEEN = ["a", "b", "c", "d"];

test.each([
  ["b", "up", "bacd"],
  ["a", "up", "abcd"],
  ["b", "down", "acbd"],
  ["d", "down", "abcd"],
  ["a", { to: 4 }, "bcda"],
  ["d", { to: 1 }, "dabc"],
  ["c", { to: 99 }, "abdc"],
  ["x", "up", "abcd"],
] as const)("moving %s %j makes %s", (slug, move, order) => {
  expect(movedSlugs(SEEN, slug, move).join("")).toBe(order);
});

describe.each(ENGINES)("the order on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;
  beforeEach(async () => {
    for (const [index, slug] of SEEN.entries()) {
      await publishValues(services, towelType, slug, { colour: slug, size: index + 1 });
    }
  });

  const order = async () => (await listEntries(services, towelType)).map(({ slug }) => slug).join("");

  test("is set by only one of two simultaneous forms; the other is stale and gets the current order", async () => {
    const [first, second] = await Promise.all([
      setOrder(services, towelType, SEEN, ["b", "a", "c", "d"], ACTOR),
      setOrder(services, towelType, SEEN, ["a", "b", "d", "c"], OTHER_ACTOR),
    ]);
    expect([first.code, second.code].sort()).toEqual(["ordered", "stale"]);
    const now = first.code === "ordered" ? ["b", "a", "c", "d"] : ["a", "b", "d", "c"];
    expect(first.code === "stale" ? first : second).toEqual({ code: "stale", slugs: now });
    expect(await order()).toBe(now.join(""));
  });

  test("has positions from 1, is set once for a double click, and has every entry once", async () => {
    const before = await contentVersion(services.db);
    for (const wanted of ["abc", "abcc", "abcx"])
      expect(await setOrder(services, towelType, SEEN, [...wanted], ACTOR)).toEqual({ code: "malformed" });
    const twice = await Promise.all([1, 2].map(() => moveEntry(services, towelType, SEEN, "d", { to: 1 }, ACTOR)));
    expect(twice.map(({ code }) => code).sort()).toEqual(["ordered", "same"]);
    const rows = await services.db.selectFrom("entries").selectAll().orderBy("position").execute();
    expect(rows.map(({ slug, position }) => `${position}${slug}`)).toEqual(["1d", "2a", "3b", "4c"]);
    expect(await contentVersion(services.db)).toBe(before + 1);
  });

  test("restores b to its position after d was moved, without duplicate positions", async () => {
    await removeEntry(services, towelType, "b", ACTOR, { types: SAMPLE_TYPES });
    await setOrder(services, towelType, ["a", "c", "d"], ["a", "d", "c"], ACTOR);
    await restoreEntry(services, towelType, "b", ACTOR);
    expect(await order()).toBe("abdc");
    expect(new Set((await site.rows("entries")).map(({ position }) => position)).size).toBe(4);
  });

  test("can be undone, and is not part of a version", async () => {
    expect(await undoLastOrder(services, towelType, ACTOR)).toEqual({ code: "nothing-to-undo" });
    await publishValues(services, towelType, "a", { colour: "other", size: 1 });
    await setOrder(services, towelType, SEEN, ["d", "c", "b", "a"], ACTOR);
    await undoLastChange(services, towelType, "a", 2, ACTOR);
    expect(await order()).toBe("dcba");
    const first = await lastOrderId(services.db, towelType.name);
    await setOrder(services, towelType, ["d", "c", "b", "a"], ["c", "d", "b", "a"], ACTOR);
    // A page that shows an earlier change of the order doesn't undo the last one.
    expect(await undoLastOrder(services, towelType, ACTOR, first)).toMatchObject({ code: "stale" });
    expect(await undoLastOrder(services, towelType, ACTOR)).toEqual({ code: "ordered" });
    expect(await order()).toBe("dcba");
  });
});
