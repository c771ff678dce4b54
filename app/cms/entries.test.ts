import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ACTOR, draftRevision, publishValues, removeWithAll } from "../../test/content/content-changes.ts";
import { insertRows } from "../../test/support/insert-rows.ts";
import { hookType, listed, SAMPLE_TYPES, towelType } from "../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach, race, type TestSite } from "../../test/support/test-services.ts";
import { catalogue } from "../content-types/catalogue.ts";
import { bannerType, thanksType } from "../content-types/texts.ts";
import { openDatabase } from "../platform/database.server.ts";
import { type ContentType, contentType, fixedEntries } from "./content-type.ts";
import { contentVersion, pollContentVersion } from "./content-version.server.ts";
import { saveDraft } from "./editing/drafts.server.ts";
import { listEntryStates } from "./editing/entry-states.server.ts";
import { publish } from "./editing/publishing.server.ts";
import {
  findEntry,
  findFixedEntries,
  findSingleEntry,
  listEntries,
  previewServices,
  seedNewTypes,
} from "./entries.server.ts";
import { optional, text, wholeNumber, withDefault } from "./fields.ts";

const towel = listed("towel", { colour: text("Colour"), size: wholeNumber("Size", { min: 1, max: 9 }) });

const RED = { slug: "red", colour: "Red", size: 2 };

describe.each(ENGINES)("entries on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  test("unknown keys survive a read and a write, and an optional field can be removed", async () => {
    const later = listed("towel", { ...towel.fields, fringe: optional(text("Fringe")) });
    const find = () => findEntry(services, later, "one");
    await publishValues(services, later, "one", { colour: "red", size: 2, fringe: "gold" });
    expect(await findEntry(services, towel, "one")).toEqual({ slug: "one", colour: "red", size: 2 });
    await publishValues(services, towel, "one", { colour: "white", size: 2 });
    expect(await find()).toEqual({ slug: "one", colour: "white", size: 2, fringe: "gold" });
    await publishValues(services, later, "one", { colour: "red", size: 2 });
    expect(await find()).toEqual({ slug: "one", colour: "red", size: 2 });
    services.content.version += 1;
    const early = find();
    // Entries that were read during a change may be older.
    services.content.version += 1;
    await early;
    await services.db.updateTable("entries").set({ body: '{"colour":"blue","size":2}' }).execute();
    expect(await find()).toMatchObject({ colour: "blue" });
  });

  test("an unreadable optional field is ignored and logged, and the entry is shown", async () => {
    const { logged } = site;
    await publishValues(services, towel, "one", { colour: "red", size: 2 });
    const colour = withDefault(text("Colour", { max: 2 }), "-");
    const narrower = listed("towel", { colour, size: towel.fields.size });
    expect(await findEntry(services, narrower, "one")).toEqual({ slug: "one", colour: "-", size: 2 });
    expect(logged).toMatchObject([{ event: "content-unreadable", type: "towel", slug: "one", fields: ["colour"] }]);
  });

  const seedWith = (
    services: TestSite["services"],
    seeds: Record<string, readonly ({ slug: string } & Record<string, unknown>)[]>,
  ) => {
    services.content.seeds = new Map(Object.entries(seeds));
    return (...types: ContentType[]) => seedNewTypes(services, types);
  };

  test("each type is seeded by only one of two instances", async () => {
    const second = await site.secondInstance();
    const seeds = { towel: [RED] };
    const seed = ({ services }: TestSite) => seedWith(services, seeds)(towel);
    expect((await race(services, "seeded_types", () => [seed(site), seed(second)])).flat()).toEqual(["towel"]);
    expect(await listEntries(second.services, towel)).toHaveLength(1);
    expect(await contentVersion(second.services.db)).toBe(2);
  });

  test("one invalid entry prevents all seeding; a new type is seeded later, a type whose entries were deleted stays empty", async () => {
    const sized = listed("soap", { size: towel.fields.size });
    const seedInvalid = seedWith(services, { towel: [RED], soap: [{ slug: "two", size: 99 }] });
    await expect(seedInvalid(towel, sized)).rejects.toThrow('soap "two"');
    expect(await listEntries(services, towel)).toEqual([]);
    const soap = listed("soap", { scent: text("Scent") });
    const seed = seedWith(services, { towel: [RED], soap: [{ slug: "a", scent: "tea" }] });
    expect(await seed(towel)).toEqual(["towel"]);
    await removeWithAll(services, towel, "red");
    expect(await seed(towel, soap)).toEqual(["soap"]);
    expect(await listEntries(services, towel)).toEqual([]);
    expect(await listEntries(services, soap)).toEqual([{ slug: "a", scent: "tea" }]);
  });

  test("a fixed entry that a newer version adds is seeded after the edited ones, under a draft of it", async () => {
    const signs = (labels: Record<string, string>) =>
      contentType("sign", {
        ...{ label: "Sign", plural: "Signs", help: "", title: [], summary: [] },
        entries: fixedEntries(labels),
        fields: { words: text("Words") },
      });
    const [older, newer] = [signs({ door: "Door" }), signs({ desk: "Desk", door: "Door" })];
    const door = { slug: "door", words: "Welcome" };
    await seedWith(services, { sign: [door] })(older);
    await publishValues(services, older, "door", { words: "Karibu" });
    const seed = seedWith(services, { sign: [{ slug: "desk", words: "Ask here" }, door] });
    const draft = await draftRevision(services, newer, "desk", { words: "Uliza" });
    expect([await seed(newer), await seed(newer)]).toEqual([["sign"], []]);
    const { entries } = await listEntryStates(services, newer);
    expect(entries).toMatchObject([
      { slug: "door", isOnSite: true, version: 2 },
      { slug: "desk", isOnSite: true, version: 1, hasDraft: true },
    ]);
    expect(await findEntry(services, newer, "desk")).toEqual({ slug: "desk", words: "Ask here" });
    const published = await publish(services, newer, "desk", { draftRevision: draft }, ACTOR);
    expect(published).toMatchObject({ code: "published", version: 2 });
  });

  if (kind === "postgres") return;

  test("an unreadable entry is skipped, and logged once per version", async () => {
    const { logged } = site;
    await publishValues(services, towel, "whole", { colour: "red", size: 2 });
    const broken = { type: "towel", position: 2, updated_at: "2026-11-21T05:00:00.000Z", updated_by: "test" };
    await insertRows(services.db, "entries", [
      { ...broken, slug: "no-json", body: "{colour" },
      { ...broken, slug: "wrong-size", body: '{"colour":"red","size":"large"}' },
    ]);
    for (const _ of [1, 2, 3]) expect(await listEntries(services, towel)).toMatchObject([{ slug: "whole" }]);
    expect(await findEntry(services, towel, "no-json")).toBeUndefined();
    const unreadable = ["no-json", "wrong-size"].map((slug) => ({ type: "towel", slug }));
    expect(logged).toMatchObject(unreadable);
    expect(logged[1]).toMatchObject({ fields: ["size"] });
  });
});

describe.each(ENGINES)("a preview on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const sizes = async (services: TestSite["services"]) =>
    (await listEntries(services, towelType)).map(({ size }) => size);

  const preview = (type: string, slug: string) => previewServices(site.services, { type, slug }, SAMPLE_TYPES);

  test("shows the draft of one entry, or what it lacks, and never to visitors, even during an outage", async () => {
    await publishValues(site.services, towelType, "red", { colour: "Red", size: 2 });
    await publishValues(site.services, towelType, "blue", { colour: "Blue", size: 5 });
    await publishValues(site.services, hookType, "door", { place: "Door", towel: "red" });
    await saveDraft(site.services, towelType, "red", { colour: "Red", size: 3 }, ACTOR);
    await saveDraft(site.services, towelType, null, { colour: "Green", size: 7 }, ACTOR);
    await saveDraft(site.services, hookType, "door", { place: "Gate" }, ACTOR);
    await listEntries(site.services, towelType);
    const { services, problems } = await preview("towel", "red");
    expect([await sizes(services), problems]).toEqual([[3, 5], []]);
    expect(await findEntry(services, hookType, "door")).toMatchObject({ place: "Door" });
    expect(await sizes((await preview("towel", "green")).services)).toEqual([2, 5, 7]);
    const incomplete = await preview("hook", "door");
    expect(await sizes(incomplete.services)).toEqual([2, 5]);
    expect(incomplete.problems).toMatchObject([{ field: "towel" }]);
    expect(await findEntry(incomplete.services, hookType, "door")).toMatchObject({ place: "Door", towel: "red" });
    expect(await sizes(site.services)).toEqual([2, 5]);
    site.services.content.version += 1;
    const nowhere = { ...site.services.config, databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
    const unavailable = await openDatabase(nowhere, site.services.log);
    onTestFinished(unavailable.close);
    expect(await sizes({ ...site.services, db: unavailable.db })).toEqual([2, 5]);
  });
});

describe("single and fixed entries", () => {
  const site = openTestSiteBeforeEach("sqlite");
  const { services } = site;

  /** Deletes an entry that staff can't remove but a database may lack. */
  async function loseEntry({ name }: ContentType, slug: string): Promise<void> {
    for (const table of ["entries", "entry_versions"] as const) {
      await site.services.db.deleteFrom(table).where("type", "=", name).where("slug", "=", slug).execute();
    }
    await site.services.db.updateTable("content_version").set({ version: sql`version + 1` }).execute();
    await pollContentVersion(site.services);
  }

  beforeEach(() => seedNewTypes(site.services, Object.values(catalogue)));

  const THANKS = { eyebrow: "Asante", title: "Thanks", text: "We have it.", nextTitle: "Next" };

  test("a missing or unreadable single entry falls back to the last read, or to the seed, as does each fixed entry", async () => {
    const { logged } = site;
    await loseEntry(thanksType, "thanks");
    expect(await findSingleEntry(services, thanksType)).toMatchObject({ title: "Thank you" });
    await publishValues(services, thanksType, "thanks", THANKS);
    expect(await findSingleEntry(services, thanksType)).toMatchObject({ title: "Thanks" });
    const unreadable = { body: '{"title":7}', updated_at: "2026-11-22T05:00:00.000Z" };
    await services.db.updateTable("entries").set(unreadable).where("type", "=", "thanks").execute();
    services.content.version += 1;
    expect(await findSingleEntry(services, thanksType)).toMatchObject({ title: "Thanks" });
    expect(logged).toMatchObject([{ event: "content-unreadable", type: "thanks" }]);
    await publishValues(services, bannerType, "about", { text: "Sisi" });
    await loseEntry(bannerType, "contact");
    const about = { slug: "about", text: "Sisi" };
    const contact = { slug: "contact", text: "Karibu" };
    expect(await findFixedEntries(services, bannerType, ["about", "contact"])).toEqual({ about, contact });
  });
});
