import { expect, test } from "vitest";
import { towelType } from "../../../test/sample-types.ts";
import { diffValues, diffWords } from "./difference.ts";

/** A difference as one line: `[-removed-]`, `{+added+}`. */
function written(before: string, after: string): string {
  const marks = { same: ["", ""], removed: ["[-", "-]"], added: ["{+", "+}"] } as const;
  return diffWords(before, after)
    .map(({ kind, text }) => marks[kind][0] + text + marks[kind][1])
    .join("");
}

test.each([
  ["", "", ""],
  ["one two", "one two", "one two"],
  ["", "one", "{+one+}"],
  ["one", "", "[-one-]"],
  ["the red towel", "the blue towel", "the [-red -]{+blue +}towel"],
  ["a b c d e", "a c d x e", "a [-b -]c d {+x +}e"],
  ["one\ntwo", "one\nthree\ntwo", "one\n{+three\n+}two"],
])("%j to %j is %j", (before, after, difference) => {
  expect(written(before, after)).toBe(difference);
});

test("both texts can be read from a difference, however long they are", () => {
  const words = (count: number, every: number) =>
    Array.from({ length: count }, (_, index) => (index % every === 0 ? `w${index}` : "and")).join(" ");
  for (const [before, after] of [
    [words(300, 3), words(310, 4)],
    [words(3000, 3), words(3000, 7)],
  ] as const) {
    const parts = diffWords(before, after);
    const joined = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join("");
    expect([joined("added"), joined("removed")]).toEqual([before, after]);
  }
});

test("values that are missing or not valid are compared too", () => {
  expect(diffValues(towelType, { colour: "Red", size: "large" }, { colour: "Red", note: "New" })).toMatchObject([
    { field: "size", before: "large", after: undefined },
    { field: "note", before: undefined, after: "New" },
  ]);
});
