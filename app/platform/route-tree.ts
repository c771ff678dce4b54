/** Turns React Router's flat route records into the tree that `matchRoutes` searches. */

import type { RouteObject } from "react-router";

export type RouteRecord = {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
};

/** Builds the tree of the routes below `parentId`, or of all routes. Each route has its record's id. */
export function routeTree(records: readonly RouteRecord[], parentId?: string): RouteObject[] {
  return records
    .filter((record) => record.parentId === parentId)
    .map(({ id, path, index }) => {
      const route = { id, ...(path === undefined ? {} : { path }) };
      return index ? { ...route, index } : { ...route, children: routeTree(records, id) };
    });
}
