/** Turns React Router's flat records of routes into the tree that its `matchRoutes` searches. */

/** What the server build and the browser's manifest both say of a route. */
export type RouteRecord = { id: string; parentId?: string | undefined; path?: string | undefined; index?: boolean };

/** One route of the tree, with the record it was made from. The shape is that of React Router's `RouteObject`. */
export type RouteNode<R> =
  | { id: string; path?: string; index: true; record: R }
  | { id: string; path?: string; index?: false; record: R; children: RouteNode<R>[] };

/** Builds the tree of all routes below `parentId`; without it, of all routes. */
export function routeTree<R extends RouteRecord>(records: readonly R[], parentId?: string): RouteNode<R>[] {
  return records
    .filter((record) => record.parentId === parentId)
    .map((record) => {
      const { id, path, index } = record;
      const node = { id, record, ...(path === undefined ? {} : { path }) };
      return index ? { ...node, index } : { ...node, children: routeTree(records, id) };
    });
}
