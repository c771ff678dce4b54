import { expect, test } from "vitest";
import { cutPage, type PageKey, readPageKey } from "./cursor.server.ts";

const keyOf = (id: string): PageKey => ["2026-11-23T06:00:00.000Z", id];

test("a page has the key of the next page if there are more rows", () => {
  const { page, next } = cutPage(["c", "b", "a"], 2, keyOf);
  expect(page).toEqual(["c", "b"]);
  expect(readPageKey(next)).toEqual(keyOf("b"));
  expect(cutPage(["b", "a"], 2, keyOf)).toEqual({ page: ["b", "a"], next: undefined });
  expect(cutPage([], 2, keyOf)).toEqual({ page: [], next: undefined });
});

test.each([null, undefined, "", "x' or 1=1_y", "2026-11-23T06:00:00.000Z", "2026-11-23T06:00:00.000Z_a b"])(
  "%j is no key",
  (text) => {
    expect(readPageKey(text)).toBeUndefined();
  },
);
