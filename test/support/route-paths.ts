import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";

/** The paths of all routes below a list of routes. A layout without a path of its own and an index have their parent's. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, children, index }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const isPage = index === true || (path !== undefined && children === undefined);
    return [...(isPage ? [own] : []), ...pathsOf(children ?? [], own)];
  });
}

/** The paths of all routes, with their parameters. */
export function routePaths(): string[] {
  return pathsOf(routes);
}

/** The paths of all routes of the console, with their parameters: `/staff/content/:type`. */
export function consoleRoutePaths(): string[] {
  return routePaths().filter((path) => path.startsWith("/staff"));
}
