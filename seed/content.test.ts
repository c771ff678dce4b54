import { expect, test } from "vitest";
import { listEntries, seedNewTypes } from "../app/cms/entries.server.ts";
import { catalogue } from "../app/content-types/catalogue.ts";
import { openTestSite } from "../test/support/test-services.ts";
import { seeds } from "./content.ts";

test("the seed has every type of the catalogue, and all its entries can be read", async () => {
  const { services, logged, close } = await openTestSite("sqlite");
  expect(await seedNewTypes(services, Object.values(catalogue))).toEqual(Object.keys(catalogue));
  for (const [name, type] of Object.entries(catalogue)) {
    expect(type.name).toBe(name);
    expect(seeds.has(name), name).toBe(true);
    expect(await listEntries(services, type)).toHaveLength(seeds.get(type.name)?.length ?? 0);
  }
  expect(logged).toEqual([]);
  await close();
});
