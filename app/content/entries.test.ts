import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ENGINES, openTestSite, type TestSite } from "../../test/test-services.ts";
import { openDatabase } from "../platform/database.server.ts";
import { contentType, text, wholeNumber } from "./content-type.ts";
import { contentVersion, findEntry, listEntries, recordEntry, removeEntry, seedIfEmpty } from "./entries.server.ts";

const towel = contentType("towel", "Towel", { colour: text("Colour"), size: wholeNumber("Size", { min: 1, max: 9 }) });

describe.each(ENGINES)("entries on %s", (kind) => {
  let site: TestSite;
  beforeEach(async () => {
    site = await openTestSite(kind);
  });
  afterEach(() => site.close());

  test("are listed in the order of their positions", async () => {
    const { services } = site;
    await recordEntry(services, towel, "second", 2, { colour: "red", size: 2 }, "test");
    await recordEntry(services, towel, "first", 1, { colour: "black", size: 1 }, "test");
    expect(await listEntries(services, towel)).toEqual([
      { slug: "first", colour: "black", size: 1 },
      { slug: "second", colour: "red", size: 2 },
    ]);
    expect(await findEntry(services, towel, "second")).toEqual({ slug: "second", colour: "red", size: 2 });
    expect(await findEntry(services, towel, "third")).toBeUndefined();
  });

  test("every write moves the content version, and a removal of nothing doesn't", async () => {
    const { services } = site;
    await recordEntry(services, towel, "one", 1, { colour: "red", size: 2 }, "test");
    await recordEntry(services, towel, "one", 1, { colour: "white", size: 2 }, "test");
    expect(await contentVersion(services.db)).toBe(3);
    expect(services.content.version).toBe(3);
    expect(await removeEntry(services, towel, "one")).toBe(true);
    expect(await removeEntry(services, towel, "one")).toBe(false);
    expect(await contentVersion(services.db)).toBe(4);
    expect(await listEntries(services, towel)).toEqual([]);
  });

  test("values that are not of the type are refused by field, and nothing is written", async () => {
    const { services } = site;
    const outcome = await recordEntry(services, towel, "one", 1, { colour: "red", size: 12 }, "test");
    expect(outcome).toMatchObject({ ok: false, code: "values-refused", problems: [{ field: "size" }] });
    expect(await recordEntry(services, towel, "No Slug", 1, { colour: "red", size: 1 }, "test")).toEqual({
      ok: false,
      code: "slug-malformed",
    });
    expect(await contentVersion(services.db)).toBe(1);
  });

  test("a broken entry is left off the page and logged once for each of its versions", async () => {
    const { services, logged } = site;
    await recordEntry(services, towel, "whole", 1, { colour: "red", size: 2 }, "test");
    const broken = { type: "towel", position: 2, updated_at: "2026-11-21T05:00:00.000Z", updated_by: "test" };
    await services.db
      .insertInto("entries")
      .values([
        { ...broken, slug: "no-json", body: "{colour" },
        { ...broken, slug: "wrong-size", body: '{"colour":"red","size":"large"}' },
      ])
      .execute();
    for (const _ of [1, 2, 3]) {
      expect((await listEntries(services, towel)).map((entry) => entry.slug)).toEqual(["whole"]);
    }
    expect(await findEntry(services, towel, "no-json")).toBeUndefined();
    expect(logged).toMatchObject([
      { type: "towel", slug: "no-json" },
      { type: "towel", slug: "wrong-size", fields: ["size"] },
    ]);
  });

  test("are those that were read last while the database is away", async () => {
    const { services } = site;
    await recordEntry(services, towel, "one", 1, { colour: "red", size: 2 }, "test");
    await listEntries(services, towel);
    const config = { ...services.config, databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
    const away = await openDatabase(config, services.log);
    const cutOff = { ...services, db: away.db };
    expect(await listEntries(cutOff, towel)).toEqual([{ slug: "one", colour: "red", size: 2 }]);
    expect(await findEntry(cutOff, towel, "one")).toEqual({ slug: "one", colour: "red", size: 2 });
    await expect(listEntries({ ...cutOff, content: { version: 1, olderReads: 0 } }, towel)).rejects.toThrow();
    await away.close();
  });

  test("an empty database is seeded once, by one of two instances", async () => {
    const second = await site.secondInstance();
    const seeds = [{ type: towel, entries: [{ slug: "one", colour: "red", size: 1 }] }];
    const seeded = [await seedIfEmpty(site.services, seeds), await seedIfEmpty(second.services, seeds)];
    if (kind === "postgres") seeded.push(...(await Promise.all([1, 2].map(() => seedIfEmpty(site.services, seeds)))));
    expect(seeded.filter(Boolean)).toHaveLength(1);
    expect(await listEntries(second.services, towel)).toHaveLength(1);
    expect(await contentVersion(second.services.db)).toBe(2);
    await second.close();
  });

  test("one bad seed entry keeps all of them out", async () => {
    const seeds = [
      { type: towel, entries: [{ slug: "one", colour: "red", size: 1 }] },
      { type: towel, entries: [{ slug: "two", colour: "red", size: 99 }] },
    ];
    await expect(seedIfEmpty(site.services, seeds)).rejects.toThrow('towel "two"');
    expect(await listEntries(site.services, towel)).toEqual([]);
  });
});
