/** The gallery's pages. Separate from the picture's content type, so that the browser doesn't load the validation. */

/** The first eight pictures are on page 1, all others on page 2 (specification, section 9). */
const PICTURES_ON_PAGE_1 = 8;

export const GALLERY_PAGES = ["page-1", "page-2"] as const;

export type GalleryPage = (typeof GALLERY_PAGES)[number];

/** Whether the last segment of a path names a page. */
export function isGalleryPage(segment: string | undefined): segment is GalleryPage {
  return GALLERY_PAGES.some((page) => page === segment);
}

/** The pictures of a page, in order. Page 2 has none while all fit on page 1. */
export function picturesOn<T>(page: GalleryPage, all: readonly T[]): readonly T[] {
  return page === "page-1" ? all.slice(0, PICTURES_ON_PAGE_1) : all.slice(PICTURES_ON_PAGE_1);
}

/** Columns of the gallery's grid on a wide screen (specification, section 9: 3/2/1). */
const COLUMNS = 3;

/** Fills an incomplete last row with a wide first picture and, if needed, an invitation. */
export function filledRows(count: number): { isFirstWide: boolean; hasInvitation: boolean } {
  const missing = (COLUMNS - (count % COLUMNS)) % COLUMNS;
  const isFirstWide = missing > 0 && count > 1;
  return { isFirstWide, hasInvitation: missing === 2 && isFirstWide };
}
