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

test("the trainer counts more than the level, and both more than either", () => {
  expect(like("boxing")).toEqual(["mma", "karate"]);
});

test("equally similar classes come in the order of the list after the class, which continues at its beginning", () => {
  expect(like("yoga")).toEqual(["cycling", "boxing"]);
  expect(like("new")).toEqual(["cycling", "boxing"]);
  expect(like("cycling")).toEqual(["boxing", "mma"]);
});

test("a class is never like itself, and a short list gives what it has", () => {
  const [cycling] = CLASSES;
  if (cycling === undefined) throw new Error("no class");
  expect(similarClasses([cycling], cycling)).toEqual([]);
  expect(similarClasses(CLASSES.slice(0, 2), cycling).map(({ slug }) => slug)).toEqual(["boxing"]);
});
