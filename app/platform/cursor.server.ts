/**
 * Paging by key, for lists that are newest first: a page begins after the last row of the page before, so that rows that arrive
 * meanwhile shift nothing. The key stands in the address of the next page, as `<moment>_<id>`.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** The moment of a row, ISO 8601, and its id, which orders rows of one moment. */
export type PageKey = readonly [at: string, id: string];

/** The key that an address has; undefined for any other text, which is as if it were not there. */
export function readPageKey(text: string | null | undefined): PageKey | undefined {
  const [, at, id] = /^(\d{4}[\d:.TZ-]{1,36})_([\w-]{1,200})$/.exec(text ?? "") ?? [];
  return at === undefined || id === undefined ? undefined : [at, id];
}

/**
 * The condition of the rows after a key; all rows without one. Compared as a pair, which both engines look up in an index.
 * @param columns the two columns of the key, as the query names them
 * @param after `next` of the page before, or what an address has in its place
 */
export function afterKey([at, id]: PageKey, after: string | null | undefined): RawBuilder<SqlBool> {
  const key = readPageKey(after);
  return key === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(at)}, ${sql.ref(id)}) < (${key[0]}, ${key[1]})`;
}

/**
 * A page of a list.
 * @param rows what a query with a limit of one row more than the page found: that row says whether there is another page
 * @returns the rows of the page, and the key of its last row when there are more
 */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  keyOf: (row: Row) => PageKey,
): { page: Row[]; next: string | undefined } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, next: rows.length > size && last !== undefined ? keyOf(last).join("_") : undefined };
}
