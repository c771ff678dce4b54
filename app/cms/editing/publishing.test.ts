import { beforeEach, describe, expect, test } from "vitest";
import {
  ACTOR,
  draftRevision,
  OTHER_ACTOR,
  publishValues,
  tryPublishing,
} from "../../../test/content/content-changes.ts";
import { hookType, SAMPLE_TYPES, shelfType, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach, race, untilLocksAreAwaited } from "../../../test/support/test-services.ts";
import { transactWith } from "../../platform/transact.server.ts";
import type { ContentType } from "../content-type.ts";
import { contentVersion, newestChange } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { discardDraft, saveDraft } from "./drafts.server.ts";
import { findEditableEntry, listVersions } from "./editable-entry.server.ts";
import { lastOrderId, movedSlugs, moveEntry, setOrder, undoLastOrder } from "./order.server.ts";
import { type PublishOutcome, type PublishRequest, publish, publishTogether } from "./publishing.server.ts";
import { findReferences } from "./references.server.ts";
import { type RemoveOptions, removeEntry } from "./removal.server.ts";
import { cancelSchedule, keepForLater, schedulePublish, scheduleRemoval } from "./schedules.server.ts";
import { listRemoved, restoreEntry, restoreVersion, undoLastChange } from "./undo.server.ts";

const RED = { colour: "Red", size: 2 };

/** The problems of a refused publication, or its code. */
const problemsOf = (outcome: PublishOutcome) => (outcome.code === "refused" ? outcome.problems : outcome.code);

describe.each(ENGINES)("publishing on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  const sizes = async () => (await listEntries(services, towelType)).map(({ size }) => size);
  const publishRed = (request: PublishRequest, actor = ACTOR, { services } = site) =>
    publish(services, towelType, "red", request, actor);

  test("a draft makes it the next version and deletes it", async () => {
    const request = { draftRevision: await draftRevision(services, towelType, null, RED) };
    expect(await sizes()).toEqual([]);
    expect(await publishRed(request)).toEqual({ code: "published", slug: "red", version: 1 });
    expect(await sizes()).toEqual([2]);
    expect(await contentVersion(services.db)).toBe(2);
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject({ draft: undefined, versionCount: 1 });
    expect(await publishRed(request)).toMatchObject({ code: "same" });
    expect(await publishRed(request, OTHER_ACTOR)).toMatchObject({ code: "stale" });
    expect(await contentVersion(services.db)).toBe(2);
  });

  test("checks fields, references, the number of entries, and given conditions; an invalid new entry stores nothing", async () => {
    const outcome = await publish(services, towelType, null, { values: { colour: "Red" }, basedOn: 0 }, ACTOR);
    expect(outcome).toMatchObject({ code: "refused" });
    for (const table of ["entry_drafts", "entry_bin", "audit_log"] as const)
      expect(await site.rows(table), table).toEqual([]);
    const withoutSize = await tryPublishing(services, towelType, "red", { colour: "Red" });
    expect(problemsOf(withoutSize)).toMatchObject([{ field: "size" }]);
    const revision = await draftRevision(services, towelType, null, RED);
    const door = await tryPublishing(services, hookType, "door", { place: "Door", towel: "red", spare: "blue" });
    const unpublished = { type: "towel", slug: "red", draftRevision: revision };
    expect(problemsOf(door)).toMatchObject([
      { field: "towel", message: "reference-unpublished", target: unpublished },
      { field: "spare", message: "reference-missing", target: { slug: "blue", draftRevision: undefined } },
    ]);
    const problem = { field: "colour", message: "not this one" };
    const request = { values: RED, basedOn: 0, draftRevision: revision };
    const options = { checks: [async () => [problem]] };
    expect(problemsOf(await publish(services, towelType, "red", request, ACTOR, options))).toEqual([problem]);
    for (const size of [1, 2, 3, 4, 5, 6]) await publishValues(services, towelType, `t-${size}`, { colour: "T", size });
    const seventh = await tryPublishing(services, towelType, "red", RED);
    expect(problemsOf(seventh)).toMatchObject([{ field: "", message: "list-full" }]);
    expect((await findEditableEntry(services, towelType, "red"))?.draft?.revision).toBe(revision);
  });

  test("several entries together publishes all or none", async () => {
    const towel = await draftRevision(services, towelType, null, RED);
    const hook = await draftRevision(services, hookType, null, { place: "Door", towel: "red" });
    const items = [
      { type: towelType, slug: "red", request: { draftRevision: towel } },
      { type: hookType, slug: "door", request: { draftRevision: hook } },
    ];
    const refused = await publishTogether(services, items.toReversed(), ACTOR);
    expect(refused).toMatchObject({ code: "not-published", item: { slug: "door" } });
    const withUnknown = [...items, { type: towelType, slug: "none", request: { draftRevision: towel } }];
    expect(await publishTogether(services, withUnknown, ACTOR)).toMatchObject({ item: { slug: "none" } });
    expect(await contentVersion(services.db)).toBe(1);
    expect(await publishTogether(services, items, ACTOR)).toMatchObject({ code: "published" });
    expect(await contentVersion(services.db)).toBe(2);
    const acts = await services.db.selectFrom("audit_log").select("act_id").where("action", "=", "published").execute();
    expect(new Set(acts.map(({ act_id }) => act_id)).size).toBe(1);
  });

  test("two changes to one version publish one and reject the other as stale, even from two instances", async () => {
    const second = await site.secondWriter();
    await publishValues(services, towelType, "red", RED);
    const [a, b] = await race(services, "entry_versions", () => [
      publishRed({ values: { ...RED, size: 3 }, basedOn: 1 }),
      publishRed({ values: { ...RED, size: 4 }, basedOn: 1 }, OTHER_ACTOR, second),
    ]);
    expect([a.code, b.code].sort()).toEqual(["published", "stale"]);
    const [size, by] = a.code === "published" ? [3, ACTOR.name] : [4, OTHER_ACTOR.name];
    expect(a.code === "stale" ? a : b).toMatchObject({ conflict: { values: { size }, by, version: 2 } });
    const rows = await services.db.selectFrom("entry_versions").select("number").orderBy("number").execute();
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
  });

  test("the same form twice at once publishes it once, also for a new entry", async () => {
    const request = { values: RED, basedOn: 0 };
    const press = () => publish(services, towelType, null, request, ACTOR);
    const made = await race(services, "entry_versions", () => [press(), press()]);
    expect(made.map(({ code }) => code).sort()).toEqual(["published", "same"]);
    expect(made.map((outcome) => ("slug" in outcome ? outcome.slug : ""))).toEqual(["red", "red"]);
    const change = { values: { ...RED, size: 3 }, basedOn: 1 };
    const changed = await race(services, "entry_versions", () => [publishRed(change), publishRed(change)]);
    expect(changed.map(({ code }) => code).sort()).toEqual(["published", "same"]);
    expect(await contentVersion(services.db)).toBe(3);
  });

  test("the last change can be undone, once for a double click, and the undo too; the history is paged by number", async () => {
    await publishValues(services, towelType, "red", RED);
    expect(await undoLastChange(services, towelType, "red", 1, ACTOR)).toEqual({ code: "nothing-to-undo" });
    await publishValues(services, towelType, "red", { ...RED, size: 3 });
    const undo = () => undoLastChange(services, towelType, "red", 2, OTHER_ACTOR);
    const undone = await race(services, "entry_versions", () => [undo(), undo()]);
    expect(undone.map(({ code }) => code).sort()).toEqual(["published", "same"]);
    expect(await sizes()).toEqual([2]);
    await undoLastChange(services, towelType, "red", 3, ACTOR);
    expect(await sizes()).toEqual([3]);
    expect(await undoLastChange(services, towelType, "red", 2, ACTOR)).toMatchObject({ code: "stale" });
    const versions = await listVersions(services, towelType, "red", { limit: 9 });
    const lines = versions.map(({ number, how, by }) => `${number} ${how} by ${by}`);
    const published = ["2 published by Wanjiru", "1 published by Wanjiru"];
    expect(lines).toEqual(["4 undone by Wanjiru", "3 undone by Otieno", ...published]);
    const page = await listVersions(services, towelType, "red", { limit: 2 });
    expect(page.map(({ number }) => number)).toEqual([4, 3]);
    const last = await listVersions(services, towelType, "red", { before: 3, limit: 2 });
    expect(last.map(({ number }) => number)).toEqual([2, 1]);
  });

  if (kind === "postgres") return;

  test("an unreadable stored body can be corrected", async () => {
    await publishValues(services, towelType, "red", RED);
    await services.db.updateTable("entries").set({ body: '{"colour":"Red","size":"large"}' }).execute();
    const broken = { isBroken: true, values: { colour: "Red", size: "large" } };
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject(broken);
    expect(await publishRed({ values: RED, basedOn: 1 })).toMatchObject({ code: "published", version: 2 });
    expect(await sizes()).toEqual([2]);
  });

  test("an old version becomes a draft, without fields that the type no longer has", async () => {
    await publishValues(services, towelType, "red", RED);
    const old = { number: 1, body: '{"colour":"Old","fringe":true}' };
    await services.db.updateTable("entry_versions").set(old).where("slug", "=", "red").execute();
    await publishValues(services, towelType, "red", { ...RED, size: 4 });
    expect(await restoreVersion(services, towelType, "red", 1, ACTOR)).toEqual({ code: "drafted" });
    expect(await sizes()).toEqual([4]);
    expect((await findEditableEntry(services, towelType, "red"))?.values).toEqual({ colour: "Old" });
    expect(await restoreVersion(services, towelType, "red", 2, OTHER_ACTOR)).toMatchObject({ code: "stale" });
    expect(await restoreVersion(services, towelType, "red", 9, ACTOR)).toEqual({ code: "unknown" });
  });
});

describe.each(ENGINES)("drafts on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  const save = (...rest: Parameters<typeof saveDraft> extends [unknown, unknown, ...infer Rest] ? Rest : never) =>
    saveDraft(services, towelType, ...rest);

  test("of new entries get slugs from their titles, and slugs are never reused", async () => {
    const slugs = [];
    for (const colour of ["Mañana’s Blue ", "Mañana’s Blue ", "青", ""]) {
      const outcome = await save(null, { colour, size: slugs.length + 1 }, ACTOR);
      slugs.push("slug" in outcome ? outcome.slug : outcome.code);
    }
    expect(slugs).toEqual(["mananas-blue", "mananas-blue-2", "towel", "towel-2"]);
    const editing = await findEditableEntry(services, towelType, "mananas-blue-2");
    await discardDraft(services, towelType, "mananas-blue-2", editing?.draft?.revision ?? 0, ACTOR);
    expect(await save(null, { colour: "Mañana’s Blue", size: 9 }, ACTOR)).toMatchObject({ slug: "mananas-blue-3" });
    await publishValues(services, towelType, "green", { colour: "Green", size: 1 });
    await removeEntry(services, towelType, "green", ACTOR, { types: [] });
    expect(await save(null, { colour: "Green", size: 9 }, ACTOR)).toMatchObject({ slug: "green-2" });
  });

  test("are saved once when sent twice at once, whether new or changed", async () => {
    const twice = await race(services, "entry_drafts", () => [save(null, RED, ACTOR), save(null, RED, ACTOR)]);
    expect(twice.map(({ code }) => code).sort()).toEqual(["same", "saved"]);
    expect(twice[0]).toEqual({ ...twice[1], code: twice[0].code });
    const revision = "revision" in twice[0] ? twice[0].revision : undefined;
    const changed = { ...RED, size: 3 };
    const press = () => save("red", changed, ACTOR, { revision });
    const again = await race(services, "entry_drafts", () => [press(), press()]);
    expect(again.map(({ code }) => code).sort()).toEqual(["same", "saved"]);
    const saved = { action: "draft-saved", label: "Red", who_name: ACTOR.name };
    expect(await site.rows("audit_log")).toMatchObject([saved]);
  });

  test("are refused if somebody else saved at the same time, with the other person's values", async () => {
    await publishValues(services, towelType, "red", RED);
    const [first, second] = await race(services, "entry_drafts", () => [
      save("red", { ...RED, size: 3 }, ACTOR, { basedOn: 1 }),
      save("red", { ...RED, size: 4 }, OTHER_ACTOR, { basedOn: 1 }),
    ]);
    const stale = first.code === "stale" ? first : second;
    const [size, by] = first.code === "stale" ? [4, OTHER_ACTOR.name] : [3, ACTOR.name];
    expect([first.code, second.code].sort()).toEqual(["saved", "stale"]);
    expect(stale).toMatchObject({ conflict: { values: { size }, by, version: 1, revision: expect.any(Number) } });
  });

  test("of an entry unpublished since are saved, and publishing them restores the entry", async () => {
    await publishValues(services, towelType, "red", RED);
    await publishValues(services, towelType, "blue", { colour: "Blue", size: 1 });
    const before = await save("blue", { colour: "Blue", size: 9 }, ACTOR, { basedOn: 1 });
    for (const slug of ["red", "blue"]) await removeEntry(services, towelType, slug, OTHER_ACTOR, { types: [] });
    const request = { values: { ...RED, size: 3 }, basedOn: 1 };
    const removed = { code: "removed", by: OTHER_ACTOR.name };
    expect(await publish(services, towelType, "red", request, ACTOR)).toMatchObject(removed);
    const older = { draftRevision: "revision" in before ? (before.revision ?? 0) : 0 };
    expect(await publish(services, towelType, "blue", older, ACTOR)).toMatchObject(removed);
    await restoreEntry(services, towelType, "blue", ACTOR);
    const saved = await save("red", request.values, ACTOR, { basedOn: 1 });
    const draft = { draftRevision: "revision" in saved ? (saved.revision ?? 0) : 0 };
    const published = { code: "published", version: 2 };
    expect(await publish(services, towelType, "red", draft, ACTOR)).toMatchObject(published);
    expect((await listEntries(services, towelType)).map(({ slug }) => slug)).toEqual(["red", "blue"]);
    expect((await listRemoved(services, towelType)).entries).toEqual([]);
  });

  if (kind === "postgres") return;

  test("may be incomplete or invalid, but not too long or of an unknown slug", async () => {
    expect(await save(null, { colour: "Red", size: "twelve" }, ACTOR)).toMatchObject({ code: "saved" });
    expect(await save(null, { size: 99 }, ACTOR)).toMatchObject({ code: "saved" });
    const refused = { code: "refused", problems: [{ field: "colour" }] };
    expect(await save(null, { colour: "r".repeat(21) }, ACTOR)).toMatchObject(refused);
    const values = { colour: "Red", size: "twelve" };
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject({ values });
    expect(await save("none", RED, ACTOR)).toEqual({ code: "unknown" });
    expect(await findEditableEntry(services, towelType, "none")).toBeUndefined();
  });
});

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

  test("is refused for a fixed, the last required, an unseen or a used entry; drafts don't count as uses", async () => {
    expect(await removeEntry(services, shelfType, "shelf", ACTOR)).toMatchObject({ code: "fixed" });
    expect(await remove("green", { version: 9 })).toMatchObject({ code: "stale" });
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

  test("waits for a change of the timetable, which may begin to use the entry, and counts as the newest change", async () => {
    const newest = async () => (await newestChange(services.db)) ?? "";
    const before = await newest();
    site.passTime(60_000);
    const draft = await saveDraft(services, towelType, null, { colour: "Grey", size: 1 }, ACTOR);
    await discardDraft(services, towelType, "grey", "revision" in draft ? (draft.revision ?? 0) : 0, ACTOR);
    expect(await newest()).toBe(before);
    const other = await site.secondWriter();
    const { removal } = await transactWith(other.services, "timetable", async () => {
      const removal = remove("green");
      if (kind === "postgres") await untilLocksAreAwaited(services, 1);
      return { removal };
    });
    expect(await removal).toEqual({ code: "removed" });
    expect((await newest()) > before).toBe(true);
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
    const [first, second] = await race(services, "entries", () => [
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
    const move = () => moveEntry(services, towelType, SEEN, "d", { to: 1 }, ACTOR);
    const twice = await race(services, "entries", () => [move(), move()]);
    expect(twice.map(({ code }) => code).sort()).toEqual(["ordered", "same"]);
    const rows = await services.db.selectFrom("entries").selectAll().orderBy("position").execute();
    expect(rows.map(({ slug, position }) => `${position}${slug}`)).toEqual(["1d", "2a", "3b", "4c"]);
    expect(await contentVersion(services.db)).toBe(before + 1);
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
    // A restored entry keeps its position, whatever moved since, and shares it with no other.
    await removeEntry(services, towelType, "c", ACTOR, { types: SAMPLE_TYPES });
    await setOrder(services, towelType, ["d", "b", "a"], ["d", "a", "b"], ACTOR);
    await restoreEntry(services, towelType, "c", ACTOR);
    expect(await order()).toBe("dcab");
    expect(new Set((await site.rows("entries")).map(({ position }) => position)).size).toBe(4);
  });
});
