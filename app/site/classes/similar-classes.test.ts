import { expect, test } from "vitest";
import { similarClasses } from "./class-page.server.ts";

const CLASSES = [
  { slug: "cycling", trainer: "wanjiru", level: "all levels" },
  { slug: "boxing", trainer: "brian", level: "all levels" },
  { slug: "karate", trainer: "brian", level: "experienced" },
  { slug: "mma", trainer: "brian", level: "all levels" },
  { slug: "yoga", trainer: "amina", level: "all levels" },
  { slug: "new", trainer: "ken" },
];

const like = (slug: string) => {
  const liked = CLASSES.find((gymClass) => gymClass.slug === slug);
  if (liked === undefined) throw new Error(`no ${slug}`);
  return similarClasses(CLASSES, liked).map((gymClass) => gymClass.slug);
};

test("a shared trainer counts more than a shared level, and both count most", () => {
  expect(like("boxing")).toEqual(["mma", "karate"]);
});

test("equally similar classes come in list order from the class on, wrapping around at the end", () => {
  expect(like("yoga")).toEqual(["cycling", "boxing"]);
  expect(like("new")).toEqual(["cycling", "boxing"]);
  expect(like("cycling")).toEqual(["boxing", "mma"]);
});

test("a class is never similar to itself, and a short list returns fewer classes", () => {
  const [cycling] = CLASSES;
  if (cycling === undefined) throw new Error("no class");
  expect(similarClasses([cycling], cycling)).toEqual([]);
  expect(similarClasses(CLASSES.slice(0, 2), cycling).map(({ slug }) => slug)).toEqual(["boxing"]);
});
