import { expect, test } from "vitest";
import { catalogue } from "../app/catalogue.ts";
import { listEntries, seedIfEmpty } from "../app/content/entries.server.ts";
import { openTestSite } from "../test/test-services.ts";
import { content } from "./content.ts";

test("the seed is whole: every type of the catalogue has entries, and none is broken", async () => {
  const { services, logged, close } = await openTestSite("sqlite");
  expect(await seedIfEmpty(services, content)).toBe(true);
  for (const type of catalogue) {
    const seeds = content.filter((seed) => seed.type.name === type.name).flatMap((seed) => [...seed.entries]);
    expect(await listEntries(services, type)).toHaveLength(seeds.length);
    expect(seeds.length).toBeGreaterThan(0);
  }
  expect(logged).toEqual([]);
  await close();
});
