import { beforeEach, describe, expect, test } from "vitest";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { contentVersion } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { movedSlugs, moveEntry, setOrder, undoLastOrder } from "./order.server.ts";
import { removeEntry } from "./removal.server.ts";
import { restoreEntry, undoLastChange } from "./undo.server.ts";

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
  beforeEach(async () => {
    for (const [index, slug] of SEEN.entries()) {
      await publishValues(site.services, towelType, slug, { colour: slug, size: index + 1 });
    }
  });

  const order = async () => (await listEntries(site.services, towelType)).map(({ slug }) => slug).join("");

  test("is set by only one of two simultaneous forms; the other is stale and gets the current order", async () => {
    const [first, second] = await Promise.all([
      setOrder(site.services, towelType, SEEN, ["b", "a", "c", "d"], ACTOR),
      setOrder(site.services, towelType, SEEN, ["a", "b", "d", "c"], OTHER_ACTOR),
    ]);
    expect([first.code, second.code].sort()).toEqual(["ordered", "stale"]);
    const now = first.code === "ordered" ? ["b", "a", "c", "d"] : ["a", "b", "d", "c"];
    expect(first.code === "stale" ? first : second).toEqual({ code: "stale", slugs: now });
    expect(await order()).toBe(now.join(""));
  });

  test("has positions from 1, and is set once for a double click", async () => {
    const before = await contentVersion(site.services.db);
    const twice = await Promise.all([1, 2].map(() => moveEntry(site.services, towelType, SEEN, "d", { to: 1 }, ACTOR)));
    expect(twice.map(({ code }) => code).sort()).toEqual(["ordered", "same"]);
    const rows = await site.services.db
      .selectFrom("entries")
      .select(["slug", "position"])
      .orderBy("position")
      .execute();
    expect(rows.map(({ slug, position }) => `${position}${slug}`)).toEqual(["1d", "2a", "3b", "4c"]);
    expect(await contentVersion(site.services.db)).toBe(before + 1);
  });

  test.each([[["a", "b", "c"]], [["a", "b", "c", "c"]], [["a", "b", "c", "x"]]])("%j is refused", async (wanted) => {
    expect(await setOrder(site.services, towelType, SEEN, wanted, ACTOR)).toEqual({ code: "malformed" });
    expect(await order()).toBe("abcd");
  });

  test("restores b to its position after d was moved, without duplicate positions", async () => {
    await removeEntry(site.services, towelType, "b", ACTOR, { types: SAMPLE_TYPES });
    await setOrder(site.services, towelType, ["a", "c", "d"], ["a", "d", "c"], ACTOR);
    await restoreEntry(site.services, towelType, "b", ACTOR);
    expect(await order()).toBe("abdc");
    const rows = await site.services.db.selectFrom("entries").select("position").execute();
    expect(new Set(rows.map(({ position }) => position)).size).toBe(4);
  });

  test("can be undone, and is not part of a version", async () => {
    expect(await undoLastOrder(site.services, towelType, ACTOR)).toEqual({ code: "nothing-to-undo" });
    await publishValues(site.services, towelType, "a", { colour: "other", size: 1 });
    await setOrder(site.services, towelType, SEEN, ["d", "c", "b", "a"], ACTOR);
    await undoLastChange(site.services, towelType, "a", 2, ACTOR);
    expect(await order()).toBe("dcba");
    expect(await undoLastOrder(site.services, towelType, ACTOR)).toEqual({ code: "ordered" });
    expect(await order()).toBe("abcd");
  });
});
