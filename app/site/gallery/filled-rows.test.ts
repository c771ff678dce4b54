import { expect, test } from "vitest";
import { filledRows } from "./pages.ts";

test("a page that fills its rows is unchanged", () => {
  expect(filledRows(9)).toEqual({ isFirstWide: false, hasInvitation: false });
});

test("eight pictures fill nine cells: the first is wide", () => {
  expect(filledRows(8)).toEqual({ isFirstWide: true, hasInvitation: false });
});

test("four pictures fill six cells: the first is wide, and an invitation takes the last", () => {
  expect(filledRows(4)).toEqual({ isFirstWide: true, hasInvitation: true });
});

test("an empty page and a single picture are unchanged", () => {
  expect(filledRows(0)).toEqual({ isFirstWide: false, hasInvitation: false });
  expect(filledRows(1)).toEqual({ isFirstWide: false, hasInvitation: false });
});

test("the last row of three is full for every number of pictures", () => {
  for (let count = 2; count <= 60; count++) {
    const { isFirstWide, hasInvitation } = filledRows(count);
    expect((count + Number(isFirstWide) + Number(hasInvitation)) % 3).toBe(0);
  }
});
