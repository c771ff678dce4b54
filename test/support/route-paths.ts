import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";
import { ROOT } from "../../tools/spawn.ts";

export type RoutePath = { path: string; file: string };

/** The routes of a route tree that respond. A pathless layout and an index route have their parent's path. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ""): RoutePath[] {
  return entries.flatMap(({ path, file, children, index }) => {
    const fullPath = path === undefined ? parent : `${parent}/${path}`;
    const isPage = index === true || (path !== undefined && children === undefined);
    return [...(isPage ? [{ path: fullPath, file }] : []), ...pathsOf(children ?? [], fullPath)];
  });
}

/** The paths of all routes, with their parameters. */
export function routePaths(): string[] {
  return pathsOf(routes).map(({ path }) => path);
}

/** The routes of the console with their parameters, as `/staff/content/:type`, and their modules. */
export function consoleRoutes(): RoutePath[] {
  return pathsOf(routes)
    .filter(({ path }) => path.startsWith("/staff"))
    .map(({ path, file }) => ({ path, file: join(ROOT, "app", file) }));
}

/** The paths of the routes that forms can be sent to. */
export async function actionPaths(): Promise<string[]> {
  const sources = await Promise.all(
    pathsOf(routes).map(async ({ path, file }) => ({ path, source: await readFile(join(ROOT, "app", file), "utf8") })),
  );
  return sources
    .filter(({ source }) => /^export (async function|function|const) action\b/m.test(source))
    .map(({ path }) => path);
}
