import { describe, expect, test } from "vitest";
import {
  ACTOR,
  draftRevision,
  OTHER_ACTOR,
  publishValues,
  tryPublishing,
} from "../../../test/content/content-changes.ts";
import { hookType, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { contentVersion } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { findEditableEntry, listVersions } from "./editable-entry.server.ts";
import { publish, publishTogether } from "./publishing.server.ts";
import { restoreVersion, undoLastChange } from "./undo.server.ts";

const RED = { colour: "Red", size: 2 };

describe.each(ENGINES)("publishing on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const sizes = async () => (await listEntries(site.services, towelType)).map(({ size }) => size);

  test("a draft makes it the next version and deletes it", async () => {
    const { services } = site;
    const request = { draftRevision: await draftRevision(services, towelType, null, RED) };
    expect(await sizes()).toEqual([]);
    expect(await publish(services, towelType, "red", request, ACTOR)).toEqual({
      code: "published",
      slug: "red",
      version: 1,
    });
    expect(await sizes()).toEqual([2]);
    expect(await contentVersion(services.db)).toBe(2);
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject({ draft: undefined, versionCount: 1 });
    expect(await publish(services, towelType, "red", request, ACTOR)).toMatchObject({ code: "same" });
    expect(await publish(services, towelType, "red", request, OTHER_ACTOR)).toMatchObject({ code: "stale" });
    expect(await contentVersion(services.db)).toBe(2);
  });

  test("checks fields, references, the number of entries, and given conditions", async () => {
    const { services } = site;
    expect(await tryPublishing(services, towelType, "red", { colour: "Red" })).toMatchObject({
      code: "refused",
      problems: [{ field: "size" }],
    });
    const revision = await draftRevision(services, towelType, null, RED);
    expect(
      await tryPublishing(services, hookType, "door", { place: "Door", towel: "red", spare: "blue" }),
    ).toMatchObject({
      code: "refused",
      problems: [
        {
          field: "towel",
          message: "reference-unpublished",
          target: { type: "towel", slug: "red", draftRevision: revision },
        },
        { field: "spare", message: "reference-missing", target: { slug: "blue", draftRevision: undefined } },
      ],
    });
    const refuse = async () => [{ field: "colour", message: "not this one" }];
    const request = { values: RED, basedOn: 0, draftRevision: revision };
    expect(await publish(services, towelType, "red", request, ACTOR, { checks: [refuse] })).toMatchObject({
      code: "refused",
      problems: [{ field: "colour", message: "not this one" }],
    });
    for (const size of [1, 2, 3, 4, 5, 6]) await publishValues(services, towelType, `t-${size}`, { colour: "T", size });
    expect(await tryPublishing(services, towelType, "red", RED)).toMatchObject({
      code: "refused",
      problems: [{ field: "", message: "list-full" }],
    });
    expect((await findEditableEntry(services, towelType, "red"))?.draft?.revision).toBe(revision);
  });

  test("several entries together publishes all or none", async () => {
    const { services } = site;
    const towel = await draftRevision(services, towelType, null, RED);
    const hook = await draftRevision(services, hookType, null, { place: "Door", towel: "red" });
    const items = [
      { type: towelType, slug: "red", request: { draftRevision: towel } },
      { type: hookType, slug: "door", request: { draftRevision: hook } },
    ];
    expect(await publishTogether(services, [...items].reverse(), ACTOR)).toMatchObject({
      code: "not-published",
      item: { slug: "door" },
    });
    expect(await contentVersion(services.db)).toBe(1);
    expect(await publishTogether(services, items, ACTOR)).toMatchObject({ code: "published" });
    expect(await contentVersion(services.db)).toBe(2);
    const acts = await services.db.selectFrom("audit_log").select("act_id").where("action", "=", "published").execute();
    expect(new Set(acts.map(({ act_id }) => act_id)).size).toBe(1);
  });

  test("two changes to one version publish one and reject the other as stale, even from two instances", async () => {
    // In one process, two connections to a SQLite file would deadlock: the lock blocks the process.
    const second = kind === "postgres" ? await site.secondInstance() : undefined;
    await publishValues(site.services, towelType, "red", RED);
    const [a, b] = await Promise.all([
      publish(site.services, towelType, "red", { values: { ...RED, size: 3 }, basedOn: 1 }, ACTOR),
      publish((second ?? site).services, towelType, "red", { values: { ...RED, size: 4 }, basedOn: 1 }, OTHER_ACTOR),
    ]);
    expect([a.code, b.code].sort()).toEqual(["published", "stale"]);
    const published = a.code === "published" ? { size: 3, by: ACTOR.name } : { size: 4, by: OTHER_ACTOR.name };
    expect(a.code === "stale" ? a : b).toMatchObject({
      conflict: { values: { size: published.size }, by: published.by, version: 2 },
    });
    const rows = await site.services.db.selectFrom("entry_versions").select("number").orderBy("number").execute();
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
    await second?.close();
  });

  test("the same form twice at once publishes it once, also for a new entry", async () => {
    const request = { values: RED, basedOn: 0 };
    const made = await Promise.all([1, 2].map(() => publish(site.services, towelType, null, request, ACTOR)));
    expect(made.map(({ code }) => code).sort()).toEqual(["published", "same"]);
    expect(made.map((outcome) => ("slug" in outcome ? outcome.slug : ""))).toEqual(["red", "red"]);
    const change = { values: { ...RED, size: 3 }, basedOn: 1 };
    const changed = await Promise.all([1, 2].map(() => publish(site.services, towelType, "red", change, ACTOR)));
    expect(changed.map(({ code }) => code).sort()).toEqual(["published", "same"]);
    expect(await contentVersion(site.services.db)).toBe(3);
  });

  test("the last change can be undone, once for a double click, and the undo can be undone", async () => {
    const { services } = site;
    await publishValues(services, towelType, "red", RED);
    expect(await undoLastChange(services, towelType, "red", 1, ACTOR)).toEqual({ code: "nothing-to-undo" });
    await publishValues(services, towelType, "red", { ...RED, size: 3 });
    const undone = await Promise.all([1, 2].map(() => undoLastChange(services, towelType, "red", 2, OTHER_ACTOR)));
    expect(undone.map(({ code }) => code).sort()).toEqual(["published", "same"]);
    expect(await sizes()).toEqual([2]);
    await undoLastChange(services, towelType, "red", 3, ACTOR);
    expect(await sizes()).toEqual([3]);
    expect(await undoLastChange(services, towelType, "red", 2, ACTOR)).toMatchObject({ code: "stale" });
    const versions = await listVersions(services, towelType, "red", { limit: 9 });
    expect(versions.map(({ number, how, by }) => [number, how, by])).toEqual([
      [4, "undone", ACTOR.name],
      [3, "undone", OTHER_ACTOR.name],
      [2, "published", ACTOR.name],
      [1, "published", ACTOR.name],
    ]);
  });

  test("the history is paged by number", async () => {
    const { services } = site;
    for (const size of [1, 2, 3, 4, 5]) {
      await publishValues(services, towelType, "red", { ...RED, size, note: `It is number ${size} of five.` });
    }
    const page = await listVersions(services, towelType, "red", { limit: 2 });
    expect(page.map(({ number }) => number)).toEqual([5, 4]);
    const last = await listVersions(services, towelType, "red", { before: 3, limit: 2 });
    expect(last.map(({ number }) => number)).toEqual([2, 1]);
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test("an invalid new entry stores nothing", async () => {
    const outcome = await publish(site.services, towelType, null, { values: { colour: "Red" }, basedOn: 0 }, ACTOR);
    expect(outcome).toMatchObject({ code: "refused" });
    for (const table of ["entry_drafts", "entry_bin", "audit_log"] as const) {
      expect(await site.services.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  });

  test("an unreadable stored body can be corrected", async () => {
    const { services } = site;
    await publishValues(services, towelType, "red", { ...RED, note: "As it was" });
    const body = '{"colour":"Red","size":"large","note":"As it was"}';
    await services.db.updateTable("entries").set({ body }).execute();
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject({
      isBroken: true,
      values: { colour: "Red", size: "large", note: "As it was" },
    });
    const request = { values: { ...RED, note: "As it was" }, basedOn: 1 };
    expect(await publish(services, towelType, "red", request, ACTOR)).toMatchObject({ code: "published", version: 2 });
    expect(await sizes()).toEqual([2]);
  });

  test("an old version becomes a draft, without fields that the type no longer has", async () => {
    const { services } = site;
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
