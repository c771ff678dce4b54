import { contentType, type EntryOf, photo, wholeNumber } from "../content/content-type.ts";

/** A gallery picture (specification, section 3, "Gallery item": id and image). */
export const galleryPictureType = contentType("gallery-picture", "Gallery picture", {
  number: wholeNumber("Number", { min: 1, max: 9999 }),
  photo: photo("Picture"),
});

export type GalleryPicture = EntryOf<typeof galleryPictureType>;

/** Pictures up to this number are on page 1, the others on page 2 (specification, section 9). */
export const LAST_NUMBER_ON_PAGE_1 = 8;

export const GALLERY_PAGES = ["page-1", "page-2"] as const;

export type GalleryPage = (typeof GALLERY_PAGES)[number];

/** The page a picture stands on. */
export function pageOf(picture: { number: number }): GalleryPage {
  return picture.number <= LAST_NUMBER_ON_PAGE_1 ? "page-1" : "page-2";
}
