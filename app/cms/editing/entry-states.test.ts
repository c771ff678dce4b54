import { describe, expect, test } from "vitest";
import { ACTOR, draftRevision, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { hookType, SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { listEntryStates } from "./entry-states.server.ts";
import { listPendingChanges, listSchedulesBy } from "./pending-changes.server.ts";
import { removeEntry } from "./removal.server.ts";
import { schedulePublish, scheduleRemoval } from "./schedules.server.ts";
import { searchEntries } from "./search.server.ts";

const HOUR_MS = 60 * 60_000;

describe.each(ENGINES)("the lists of the console on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  const draft = (slug: string | null, values: Record<string, unknown>) =>
    draftRevision(services, towelType, slug, values, OTHER_ACTOR);

  test("show the state of each entry", async () => {
    const dueAt = new Date(services.now().getTime() + HOUR_MS);
    for (const colour of ["Plain", "Waiting", "Scheduled", "Broken", "Leaving"]) {
      await publishValues(services, towelType, colour.toLowerCase(), { colour, size: 1 });
    }
    await draft("waiting", { colour: "Waiting", size: 2 });
    const later = { draftRevision: await draft("scheduled", { colour: "Later", size: 2 }) };
    await schedulePublish(services, towelType, "scheduled", later, dueAt, ACTOR);
    await scheduleRemoval(services, towelType, "leaving", dueAt, ACTOR);
    await services.db.updateTable("entries").set({ body: "{" }).where("slug", "=", "broken").execute();
    await draft(null, { colour: "New" });
    const { entries, next } = await listEntryStates(services, towelType);
    expect(next).toBeUndefined();
    const asIs = { isBroken: false, isOnSite: true, hasDraft: false };
    expect(entries).toMatchObject([
      { ...asIs, slug: "new", title: "New", isOnSite: false, hasDraft: true },
      { ...asIs, slug: "plain", title: "Plain" },
      { ...asIs, slug: "waiting", title: "Waiting", hasDraft: true },
      { ...asIs, slug: "scheduled", title: "Scheduled" },
      { ...asIs, slug: "broken", title: "Towel without a name (broken)", isBroken: true },
      { ...asIs, slug: "leaving", title: "Leaving" },
    ]);
    expect(entries[2]).toMatchObject({ changedBy: OTHER_ACTOR.name, version: 1, position: 2 });
    expect(entries[3]).toMatchObject({ publishAt: dueAt.toISOString(), removeAt: undefined });
    expect(entries[5]).toMatchObject({ removeAt: dueAt.toISOString(), changedBy: ACTOR.name });
  });

  test("are paged by key, with any page size", async () => {
    for (const slug of ["a", "b", "c"]) await publishValues(services, towelType, slug, { colour: slug, size: 1 });
    for (const colour of ["X", "Y", "Z"]) await draft(null, { colour });
    for (const limit of [1, 2, 3, 4, 6]) {
      const slugs: string[] = [];
      let after: string | undefined;
      do {
        const page = await listEntryStates(services, towelType, { after, limit });
        slugs.push(...page.entries.map(({ slug }) => slug));
        after = page.next;
      } while (after !== undefined);
      expect(slugs.join(""), String(limit)).toBe("xyzabc");
    }
    for (const after of ["", "e:", "e:x:y", "d:' or 1=1", "e:99999999999:a"]) {
      expect((await listEntryStates(services, towelType, { after })).entries, after).toHaveLength(6);
    }
  });

  test("find words in published content and drafts, ignoring case and accents", async () => {
    const note = `${"So soft. ".repeat(15)}Made in Nyeri.`;
    await publishValues(services, towelType, "creme", { colour: "Crème", size: 1, note });
    await publishValues(services, hookType, "door", { place: "Nyeri road", towel: "creme" });
    await draft(null, { colour: "Café crème" });
    const find = async (query: string) => (await searchEntries(services, query, SAMPLE_TYPES)).map(({ slug }) => slug);
    expect(await find("CREME")).toEqual(["cafe-creme", "creme", "door"]);
    expect(await find("crème nyeri")).toEqual(["creme", "door"]);
    expect(await find("café")).toEqual(["cafe-creme"]);
    expect(await find("  ")).toEqual([]);
    expect(await find("nothing like it")).toEqual([]);
    const [hit] = (await searchEntries(services, "nyeri", SAMPLE_TYPES)).filter(({ slug }) => slug === "creme");
    expect(hit?.excerpt).toMatch(/^….*Made in Nyeri\.$/);
    const [inDraft] = await searchEntries(services, "cafe", SAMPLE_TYPES);
    expect(inDraft).toMatchObject({ where: "draft", typeLabel: "Towel" });
    await publishValues(services, hookType, "gate", { place: "Gate", towel: "creme" });
    await removeEntry(services, hookType, "door", ACTOR, { types: SAMPLE_TYPES });
    expect(await searchEntries(services, "road", SAMPLE_TYPES)).toMatchObject([{ slug: "door", where: "removed" }]);
  });

  test("show pending changes: newest drafts and earliest schedules first", async () => {
    const request = { draftRevision: await draft(null, { colour: "First", size: 1 }) };
    site.passTime(1000);
    await draft(null, { colour: "Second", size: 1 });
    const dueAt = new Date(services.now().getTime() + HOUR_MS);
    await schedulePublish(services, towelType, "first", request, dueAt, ACTOR);
    const pending = (types = SAMPLE_TYPES) => listPendingChanges(services, { types });
    const drafts = [{ title: "Second", typeLabel: "Towel", by: OTHER_ACTOR.name }];
    const schedules = [{ title: "First", action: "publish", by: ACTOR.name }];
    expect(await pending()).toMatchObject({ drafts, schedules, failures: [] });
    await draft("first", { colour: "First", size: 2 });
    expect((await pending()).drafts.map(({ title }) => title).toSorted()).toEqual(["First", "Second"]);
    expect((await pending([hookType])).drafts).toEqual([]);
    const own = [{ title: "First", dueAt: dueAt.toISOString() }];
    const towels = { ...services, content: { ...services.content, types: SAMPLE_TYPES } };
    expect(await listSchedulesBy(towels, ACTOR.id)).toEqual(own);
    expect(await listSchedulesBy(towels, OTHER_ACTOR.id)).toEqual([]);
  });
});
