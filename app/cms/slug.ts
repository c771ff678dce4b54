/** An entry's name in paths and references: lower-case letters and digits with single hyphens. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const MAX_LENGTH = 60;

/** Makes a slug of a title. @param fallback used when nothing is left */
export function slugOf(title: string, fallback: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, "");
  return slug === "" ? fallback : slug;
}

/** Whether a slug reveals no title: the type's name, with or without a number. */
export function isNeutralSlug(type: string, slug: string): boolean {
  return slug.startsWith(type) && /^(-\d+)?$/.test(slug.slice(type.length));
}

/** `boxing`, `boxing-2`, `boxing-3`, ... */
export function* slugCandidates(base: string): Generator<string> {
  yield base;
  for (let number = 2; ; number += 1) yield `${base}-${number}`;
}
