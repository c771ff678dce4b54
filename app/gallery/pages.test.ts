import { expect, test } from "vitest";
import { galleryPictures } from "../../seed/gallery.ts";
import { isGalleryPage, pageOf } from "./pages.ts";

test("pictures up to number 8 are on page 1, those from 9 on page 2", () => {
  expect(pageOf({ number: 8 })).toBe("page-1");
  expect(pageOf({ number: 9 })).toBe("page-2");
});

test("the seeded gallery has eight pictures on page 1 and four on page 2", () => {
  expect(galleryPictures.filter((picture) => pageOf(picture) === "page-1")).toHaveLength(8);
  expect(galleryPictures.filter((picture) => pageOf(picture) === "page-2")).toHaveLength(4);
});

test("there is no third page", () => {
  expect(isGalleryPage("page-2")).toBe(true);
  expect(isGalleryPage("page-3")).toBe(false);
  expect(isGalleryPage(undefined)).toBe(false);
});
