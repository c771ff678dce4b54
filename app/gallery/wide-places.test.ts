import { expect, test } from "vitest";
import { widePlaces } from "./wide-places.ts";

test("a page that fills the three columns has no wide picture", () => {
  expect(widePlaces(3)).toEqual([]);
  expect(widePlaces(9)).toEqual([]);
});

test("one missing place is filled by the first picture", () => {
  expect(widePlaces(8)).toEqual([0]);
});

test("two missing places are filled by the first and the last picture", () => {
  expect(widePlaces(4)).toEqual([0, 3]);
});

test("no picture or a lone one is left as it is", () => {
  expect(widePlaces(0)).toEqual([]);
  expect(widePlaces(1)).toEqual([]);
});

test("whatever the number, the rows come out even", () => {
  for (let count = 2; count <= 60; count++) expect((count + widePlaces(count).length) % 3).toBe(0);
});
