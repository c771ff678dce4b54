/** Pictures as the console's views show them. */

/** The thing that a picture still lacks for the site, or `complete`. */
export type PictureCondition =
  | "making"
  | "failed"
  | "withdrawn"
  | "subjects-missing"
  | "consent-missing"
  | "words-missing"
  | "complete";

/** An entry that shows a picture, on the site or in a draft. */
export type PictureUse = { type: string; typeLabel: string; slug: string; label: string; isDraft: boolean };

/** The console's address of a picture's thumbnail. */
export function thumbnailAddress(hash: string): string {
  return `/staff/pictures/${hash}/thumbnail`;
}

/** The console's address of a picture at a phone's width, which the focus is chosen on. */
export function largeAddress(hash: string): string {
  return `/staff/pictures/${hash}/large`;
}

/** The longest alternative text of a picture, in characters. */
export const MAX_ALT_LENGTH = 160;
