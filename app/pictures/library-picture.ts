/** The first thing that a picture lacks for publishing, or `complete`. */
export type PictureCondition =
  | "making"
  | "failed"
  | "withdrawn"
  | "subjects-missing"
  | "consent-missing"
  | "description-missing"
  | "complete";

export type PictureUse = { type: string; typeLabel: string; slug: string; label: string; isDraft: boolean };

export function thumbnailAddress(hash: string): string {
  return `/staff/pictures/${hash}/thumbnail`;
}

export function largeAddress(hash: string): string {
  return `/staff/pictures/${hash}/large`;
}

export const MAX_ALT_LENGTH = 160;
