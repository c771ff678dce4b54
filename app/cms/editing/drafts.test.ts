import { describe, expect, test } from "vitest";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { discardDraft, saveDraft } from "./drafts.server.ts";
import { findEditableEntry } from "./editable-entry.server.ts";
import { publish } from "./publishing.server.ts";
import { removeEntry } from "./removal.server.ts";

const RED = { colour: "Red", size: 2 };

describe.each(ENGINES)("drafts on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const save = (...rest: Parameters<typeof saveDraft> extends [unknown, unknown, ...infer Rest] ? Rest : never) =>
    saveDraft(site.services, towelType, ...rest);

  test("of new entries get slugs from their titles, and slugs are never reused", async () => {
    const { services } = site;
    const slugs = [];
    for (const colour of ["Mañana’s Blue ", "Mañana’s Blue ", "青", ""]) {
      const outcome = await save(null, { colour, size: slugs.length + 1 }, ACTOR);
      slugs.push("slug" in outcome ? outcome.slug : outcome.code);
    }
    expect(slugs).toEqual(["mananas-blue", "mananas-blue-2", "towel", "towel-2"]);
    const editing = await findEditableEntry(services, towelType, "mananas-blue-2");
    expect(await discardDraft(services, towelType, "mananas-blue-2", editing?.draft?.revision ?? 0, ACTOR)).toEqual({
      code: "discarded",
    });
    expect(await save(null, { colour: "Mañana’s Blue", size: 9 }, ACTOR)).toMatchObject({ slug: "mananas-blue-3" });
    await publishValues(services, towelType, "green", { colour: "Green", size: 1 });
    await removeEntry(services, towelType, "green", ACTOR, { types: [] });
    expect(await save(null, { colour: "Green", size: 9 }, ACTOR)).toMatchObject({ slug: "green-2" });
  });

  test("are saved once when sent twice at once, whether new or changed", async () => {
    const twice = await Promise.all([save(null, RED, ACTOR), save(null, RED, ACTOR)]);
    expect(twice.map(({ code }) => code).sort()).toEqual(["same", "saved"]);
    expect(twice[0]).toEqual({ ...twice[1], code: twice[0].code });
    const revision = "revision" in twice[0] ? twice[0].revision : undefined;
    const changed = { ...RED, size: 3 };
    const again = await Promise.all([1, 2].map(() => save("red", changed, ACTOR, { revision })));
    expect(again.map(({ code }) => code).sort()).toEqual(["same", "saved"]);
    const log = await site.services.db.selectFrom("audit_log").select(["action", "label", "who_name"]).execute();
    expect(log).toEqual([{ action: "draft-saved", label: "Red", who_name: ACTOR.name }]);
  });

  test("are refused if somebody else saved at the same time, with the other person's values", async () => {
    await publishValues(site.services, towelType, "red", RED);
    const [first, second] = await Promise.all([
      save("red", { ...RED, size: 3 }, ACTOR, { basedOn: 1 }),
      save("red", { ...RED, size: 4 }, OTHER_ACTOR, { basedOn: 1 }),
    ]);
    const stale = first.code === "stale" ? first : second;
    const [size, by] = first.code === "stale" ? [4, OTHER_ACTOR.name] : [3, ACTOR.name];
    expect([first.code, second.code].sort()).toEqual(["saved", "stale"]);
    expect(stale).toMatchObject({ conflict: { values: { size }, by, version: 1, revision: expect.any(Number) } });
  });

  test("of an entry unpublished since are saved, and publishing them restores the entry", async () => {
    const { services } = site;
    await publishValues(services, towelType, "red", RED);
    await removeEntry(services, towelType, "red", OTHER_ACTOR, { types: [] });
    const request = { values: { ...RED, size: 3 }, basedOn: 1 };
    expect(await publish(services, towelType, "red", request, ACTOR)).toMatchObject({
      code: "removed",
      by: OTHER_ACTOR.name,
    });
    const saved = await save("red", request.values, ACTOR, { basedOn: 1 });
    const draftRevision = "revision" in saved ? (saved.revision ?? 0) : 0;
    expect(await publish(services, towelType, "red", { draftRevision }, ACTOR)).toMatchObject({
      code: "published",
      version: 2,
    });
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test("may be incomplete or invalid, but not too long", async () => {
    expect(await save(null, { colour: "Red", size: "twelve" }, ACTOR)).toMatchObject({ code: "saved" });
    expect(await save(null, { size: 99 }, ACTOR)).toMatchObject({ code: "saved" });
    expect(await save(null, { colour: "r".repeat(21) }, ACTOR)).toMatchObject({
      code: "refused",
      problems: [{ field: "colour" }],
    });
    expect(await findEditableEntry(site.services, towelType, "red")).toMatchObject({
      values: { colour: "Red", size: "twelve" },
    });
  });

  test("are refused for an unknown slug", async () => {
    expect(await save("none", RED, ACTOR)).toEqual({ code: "unknown" });
    expect(await findEditableEntry(site.services, towelType, "none")).toBeUndefined();
  });
});
