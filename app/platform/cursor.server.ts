/**
 * Keyset paging for newest-first lists, so that new rows don't shift the pages. The key is in the address as `<moment>_<id>`.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** The moment of a row, ISO 8601, and its id, which orders rows of one moment. */
export type PageKey = readonly [at: string, id: string];

/** Parses the key in an address; undefined for any other text, which is ignored. */
export function readPageKey(text: string | null | undefined): PageKey | undefined {
  const [, at, id] = /^(\d{4}[\d:.TZ-]{1,36})_([\w-]{1,200})$/.exec(text ?? "") ?? [];
  return at === undefined || id === undefined ? undefined : [at, id];
}

/**
 * Rows after a key; all without one. A pair comparison uses the index on both engines. @param after `next` of the
 * previous page
 */
export function afterKey([at, id]: PageKey, after: string | null | undefined): RawBuilder<SqlBool> {
  const key = readPageKey(after);
  return key === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(at)}, ${sql.ref(id)}) < (${key[0]}, ${key[1]})`;
}

/** A page of a list. @param rows one more than the page @returns the rows, and the last key when there are more */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  keyOf: (row: Row) => PageKey,
): { page: Row[]; next: string | undefined } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, next: rows.length > size && last !== undefined ? keyOf(last).join("_") : undefined };
}
