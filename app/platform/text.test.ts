import { expect, test } from "vitest";
import { capitalized, uncapitalized } from "./text.ts";

test("a label in the middle of a sentence keeps its abbreviations", () => {
  expect(uncapitalized("Price of one place, KES")).toBe("price of one place, KES");
  expect(capitalized("price of one place, KES")).toBe("Price of one place, KES");
});
