import { expect, test } from "vitest";
import { countInWords } from "./text.ts";

test("counts are words up to twelve, and digits above", () => {
  expect([0, 1, 3, 12, 13].map(countInWords)).toEqual(["no", "one", "three", "twelve", "13"]);
});
