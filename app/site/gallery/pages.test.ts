import { expect, test } from "vitest";
import { galleryPictures } from "../../../seed/gallery.ts";
import { filledRows, picturesOn } from "./pages.ts";

const countsOf = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => index);
  return [picturesOn("page-1", all).length, picturesOn("page-2", all).length];
};

test("the first eight pictures are on page 1, all others on page 2", () => {
  expect(picturesOn("page-1", galleryPictures).map(({ slug }) => slug)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `picture-${number}`),
  );
  expect(picturesOn("page-2", galleryPictures).map(({ slug }) => slug)).toEqual(
    [9, 10, 11, 12].map((number) => `picture-${number}`),
  );
  expect([0, 1, 8, 9, 30].map(countsOf)).toEqual([
    [0, 0],
    [1, 0],
    [8, 0],
    [8, 1],
    [8, 22],
  ]);
});

test.each([
  [0, false, false],
  [1, false, false],
  [4, true, true],
  [8, true, false],
  [9, false, false],
])(
  "of %i pictures the first is wide: %s; an invitation takes the last cell: %s",
  (count, isFirstWide, hasInvitation) => {
    expect(filledRows(count)).toEqual({ isFirstWide, hasInvitation });
  },
);

test("the last row of three is full for every number of pictures", () => {
  for (let count = 2; count <= 60; count++) {
    const { isFirstWide, hasInvitation } = filledRows(count);
    expect((count + Number(isFirstWide) + Number(hasInvitation)) % 3).toBe(0);
  }
});
