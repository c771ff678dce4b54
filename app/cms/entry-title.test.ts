import { describe, expect, test } from "vitest";
import { seeds } from "../../seed/content.ts";
import { catalogue } from "../content-types/catalogue.ts";
import type { ContentType } from "./content-type.ts";
import { entryTitle, type FindTitle, formatValue } from "./entry-title.ts";

const all: readonly ContentType[] = Object.values(catalogue);

const findTitle: FindTitle = (typeName, slug) => {
  const type = all.find(({ name }) => name === typeName);
  const entry = seeds.get(typeName)?.find((seed) => seed.slug === slug);
  return type && entry && entryTitle(type, { ...entry }, slug, findTitle);
};

describe("an entry's title", () => {
  test.each([
    ["class", "mma", "Mma"],
    ["settings", "site", "Site settings"],
    ["place-picture", "hero", "Home: first view, on wide screens"],
    ["section", "home-why", "Home: why choose us"],
    ["question", "per-month", "What is p/m?"],
    ["milestone", "name", "First, A name"],
    ["fact", "classes", "{number of classes}, kinds of class"],
    ["gallery-picture", "picture-4", "A pair of red boxing gloves on a black leather bench"],
  ] as const)("of %s %s is %s", (type, slug, title) => {
    expect(findTitle(type, slug)).toBe(title);
  });

  test("has a placeholder for a draft without a valid title", () => {
    expect(entryTitle(catalogue.class, {}, "new-class")).toBe("Class without a name (new-class)");
    expect(entryTitle(catalogue.class, { title: 7 }, "new-class")).toBe("Class without a name (new-class)");
  });

  test("is not empty for any entry of the seed", () => {
    for (const type of all) {
      for (const { slug } of seeds.get(type.name) ?? []) expect(findTitle(type.name, slug), type.name).toBeTruthy();
    }
  });
});

test("values are formatted as one line", () => {
  const { plan } = catalogue;
  expect(formatValue(plan.fields.price, 4500)).toBe("KES 4,500");
  expect(formatValue(plan.fields.inclusions, ["Free Hand", "Cycling"])).toBe("Free Hand, Cycling");
  expect(formatValue(catalogue.settings.fields.contactClasses, ["mma", "yoga"], findTitle)).toBe("Mma, Yoga");
});

describe("the traits of every type", () => {
  test.each(all.map((type) => [type.name, type] as const))("%s declares what lists need", (_, type) => {
    const seed = seeds.get(type.name) ?? [];
    expect(type.help).toMatch(/\.$/);
    expect(type.plural).not.toBe("");
    for (const key of [...type.title, ...type.summary]) expect(Object.keys(type.fields)).toContain(key);
    if (type.entries.kind === "one") expect(seed.map(({ slug }) => slug)).toEqual([type.entries.slug]);
    if (type.entries.kind === "fixed") {
      expect(seed.map(({ slug }) => slug).sort()).toEqual([...type.entries.slugs].sort());
      expect(Object.keys(type.entries.labels)).toEqual(type.entries.slugs);
    }
    if (type.entries.kind === "list") {
      expect(type.title).not.toEqual([]);
      expect(seed.length).toBeGreaterThanOrEqual(type.entries.min ?? 0);
      expect(seed.length).toBeLessThanOrEqual(type.entries.max ?? Number.POSITIVE_INFINITY);
    }
  });

  test("every reference is to a type of the catalogue", () => {
    for (const type of all) {
      for (const field of Object.values(type.fields)) {
        const to = field.to ?? field.item?.to;
        if (to !== undefined) expect(Object.keys(catalogue)).toContain(to);
      }
    }
  });
});
