import { expect, test } from "vitest";
import { galleryPictures } from "../../../seed/gallery.ts";
import { filledRows, picturesOn } from "./pages.ts";

const countsOf = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => index);
  return `${picturesOn("page-1", all).length} + ${picturesOn("page-2", all).length}`;
};

test("the first eight pictures are on page 1, all others on page 2", () => {
  const numbersOn = (page: Parameters<typeof picturesOn>[0]) =>
    picturesOn(page, galleryPictures).map(({ slug }) => Number(slug.replace("picture-", "")));
  expect(numbersOn("page-1")).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(numbersOn("page-2")).toEqual([9, 10, 11, 12]);
  expect([0, 1, 8, 9, 30].map(countsOf)).toEqual(["0 + 0", "1 + 0", "8 + 0", "8 + 1", "8 + 22"]);
});

test("the first picture is wide, and an invitation takes the last cell, where that fills the last row of three", () => {
  for (const count of [0, 1, 9]) expect(filledRows(count)).toEqual({ isFirstWide: false, hasInvitation: false });
  expect(filledRows(8)).toEqual({ isFirstWide: true, hasInvitation: false });
  expect(filledRows(4)).toEqual({ isFirstWide: true, hasInvitation: true });
  for (let count = 2; count <= 60; count++) {
    const { isFirstWide, hasInvitation } = filledRows(count);
    expect((count + Number(isFirstWide) + Number(hasInvitation)) % 3).toBe(0);
  }
});
