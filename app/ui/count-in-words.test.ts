import { expect, test } from "vitest";
import { countInWords, countInWordsCapitalised } from "./count-in-words.ts";

test("counts are words up to twelve, and figures above", () => {
  expect([0, 1, 3, 12, 13].map(countInWords)).toEqual(["no", "one", "three", "twelve", "13"]);
  expect([3, 40].map(countInWordsCapitalised)).toEqual(["Three", "40"]);
});
