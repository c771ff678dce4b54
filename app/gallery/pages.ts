/** The gallery's pages. Separate from the picture's content type, so that the browser doesn't load the validation. */

/** Pictures up to this number are on page 1, the others on page 2 (specification, section 9). */
export const LAST_NUMBER_ON_PAGE_1 = 8;

export const GALLERY_PAGES = ["page-1", "page-2"] as const;

export type GalleryPage = (typeof GALLERY_PAGES)[number];

/** Whether the last segment of a path is one of the pages. */
export function isGalleryPage(word: string | undefined): word is GalleryPage {
  return GALLERY_PAGES.some((page) => page === word);
}

/** The page that shows a picture. */
export function pageOf(picture: { number: number }): GalleryPage {
  return picture.number <= LAST_NUMBER_ON_PAGE_1 ? "page-1" : "page-2";
}
