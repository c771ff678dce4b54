import { expect, test } from "vitest";
import { countInWords, withWholeWords } from "./text.ts";

test("counts are words up to twelve, and digits above", () => {
  expect([0, 1, 3, 12, 13].map(countInWords)).toEqual(["no", "one", "three", "twelve", "13"]);
});

test("words with a short end don’t break at their hyphen", () => {
  const line = withWholeWords("A push-up, a half-open door, 9:00am-10:00am");
  expect(line.replaceAll("\u2060", "~")).toBe("A push-~up, a half-open door, 9:00am-10:00am");
});
