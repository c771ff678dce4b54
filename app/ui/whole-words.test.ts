import { expect, test } from "vitest";
import { withWholeWords } from "./whole-words.ts";

test("words with a short end don’t break at their hyphen", () => {
  const line = withWholeWords("A push-up in four-ounce gloves, well-deserved, 9:00am-10:00am");
  expect(line.replaceAll("\u2060", "~")).toBe("A push-~up in four-~ounce gloves, well-deserved, 9:00am-10:00am");
});
