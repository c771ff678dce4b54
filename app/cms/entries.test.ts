import { describe, expect, test } from "vitest";
import { publishValues, removeWithAll } from "../../test/content/content-changes.ts";
import { ENGINES, openTestSiteBeforeEach, type TestSite } from "../../test/support/test-services.ts";
import { openDatabase } from "../platform/database.server.ts";
import { type ContentType, contentType, type Fields } from "./content-type.ts";
import { contentVersion } from "./content-version.server.ts";
import { findEntry, listEntries, seedNewTypes } from "./entries.server.ts";
import { optional, text, wholeNumber, withDefault } from "./fields.ts";

const listed = <const F extends Fields>(name: string, fields: F) =>
  contentType(name, { label: name, plural: name, help: "", entries: { kind: "list" }, title: [], summary: [], fields });

const towel = listed("towel", { colour: text("Colour"), size: wholeNumber("Size", { min: 1, max: 9 }) });

describe.each(ENGINES)("entries on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  test("are served from the last read while the database is unavailable", async () => {
    const { services } = site;
    await publishValues(services, towel, "one", { colour: "red", size: 2 });
    await listEntries(services, towel);
    const config = { ...services.config, databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
    const unavailable = await openDatabase(config, services.log);
    const disconnected = { ...services, db: unavailable.db };
    expect(await listEntries(disconnected, towel)).toEqual([{ slug: "one", colour: "red", size: 2 }]);
    expect(await findEntry(disconnected, towel, "one")).toEqual({ slug: "one", colour: "red", size: 2 });
    await expect(
      listEntries({ ...disconnected, content: { types: [], version: 1, olderReads: 0, seeds: new Map() } }, towel),
    ).rejects.toThrow();
    await unavailable.close();
  });

  test("are read once per content version", async () => {
    const { services } = site;
    await publishValues(services, towel, "one", { colour: "red", size: 2 });
    const first = await listEntries(services, towel);
    expect(await listEntries(services, towel)).toBe(first);
    await publishValues(services, towel, "one", { colour: "white", size: 2 });
    expect(await findEntry(services, towel, "one")).toMatchObject({ colour: "white" });
  });

  test("unknown keys survive a read and a write, and an optional field can be removed", async () => {
    const { services } = site;
    const later = listed("towel", { ...towel.fields, fringe: optional(text("Fringe")) });
    const find = () => findEntry(services, later, "one");
    await publishValues(services, later, "one", { colour: "red", size: 2, fringe: "gold" });
    expect(await findEntry(services, towel, "one")).toEqual({ slug: "one", colour: "red", size: 2 });
    await publishValues(services, towel, "one", { colour: "white", size: 2 });
    expect(await find()).toEqual({ slug: "one", colour: "white", size: 2, fringe: "gold" });
    await publishValues(services, later, "one", { colour: "red", size: 2 });
    expect(await find()).toEqual({ slug: "one", colour: "red", size: 2 });
  });

  test("an unreadable optional field is ignored and logged, and the entry is shown", async () => {
    const { services, logged } = site;
    await publishValues(services, towel, "one", { colour: "red", size: 2 });
    const narrower = listed("towel", {
      colour: withDefault(text("Colour", { max: 2 }), "-"),
      size: towel.fields.size,
    });
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
    const seeds = { towel: [{ slug: "one", colour: "red", size: 1 }] };
    const seed = seedWith(site.services, seeds);
    const outcomes = [await seed(towel), await seedWith(second.services, seeds)(towel)];
    if (kind === "postgres") outcomes.push(...(await Promise.all([seed(towel), seed(towel)])));
    expect(outcomes.flat()).toEqual(["towel"]);
    expect(await listEntries(second.services, towel)).toHaveLength(1);
    expect(await contentVersion(second.services.db)).toBe(2);
    await second.close();
  });

  test("a new type is seeded later, and a type whose entries were deleted stays empty", async () => {
    const { services } = site;
    const soap = listed("soap", { scent: text("Scent") });
    const seed = seedWith(services, {
      towel: [{ slug: "one", colour: "red", size: 1 }],
      soap: [{ slug: "a", scent: "tea" }],
    });
    expect(await seed(towel)).toEqual(["towel"]);
    await removeWithAll(services, towel, "one");
    expect(await seed(towel, soap)).toEqual(["soap"]);
    expect(await listEntries(services, towel)).toEqual([]);
    expect(await listEntries(services, soap)).toEqual([{ slug: "a", scent: "tea" }]);
  });

  test("one invalid entry prevents all seeding", async () => {
    const soap = listed("soap", { size: towel.fields.size });
    const seed = seedWith(site.services, {
      towel: [{ slug: "one", colour: "red", size: 1 }],
      soap: [{ slug: "two", size: 99 }],
    });
    await expect(seed(towel, soap)).rejects.toThrow('soap "two"');
    expect(await listEntries(site.services, towel)).toEqual([]);
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test("an unreadable entry is skipped, and logged once per version", async () => {
    const { services, logged } = site;
    await publishValues(services, towel, "whole", { colour: "red", size: 2 });
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
});
