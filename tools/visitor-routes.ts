/**
 * React Router's list of routes in two editions: every page's script loads one, and visitors never reach the console's
 * routes from a page of theirs without loading a document, nor the files of calendars. app/entry.server.tsx names the edition of each document.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { consoleManifestAddress, isConsoleRoute } from "../app/console/console-routes.ts";

const PREFIX = "manifest-";
const ASSIGNMENT = "window.__reactRouterManifest=";

type Route = { path?: string };

/** Calendars are files: no script of the site shows them. */
const isFile = ({ path }: Route) => path?.endsWith(".ics") ?? false;

/**
 * Writes the full list beside the built one, for the console, and takes the console's routes and files out of that one.
 * @param folder the folder of the built scripts
 * @throws when the list is not where and as React Router writes it
 */
export async function separateVisitorRoutes(folder: string): Promise<void> {
  const [file, ...others] = (await readdir(folder)).filter((name) => name.startsWith(PREFIX) && name.endsWith(".js"));
  if (file === undefined || others.length > 0) throw new Error("Expected one list of routes in the build");
  const text = await readFile(join(folder, file), "utf8");
  if (!text.startsWith(ASSIGNMENT)) throw new Error("The list of routes is not as expected");
  const list: { url: string; routes: Record<string, Route> } = JSON.parse(
    text.slice(ASSIGNMENT.length).replace(/;\s*$/, ""),
  );
  const routes = Object.fromEntries(
    Object.entries(list.routes).filter(([id, route]) => !isConsoleRoute(id) && !isFile(route)),
  );
  // Each list names its own address, which React Router renders again in the browser.
  const whole = { ...list, url: consoleManifestAddress(list.url) };
  await writeFile(join(folder, consoleManifestAddress(`/${file}`)), `${ASSIGNMENT}${JSON.stringify(whole)};`);
  await writeFile(join(folder, file), `${ASSIGNMENT}${JSON.stringify({ ...list, routes })};`);
}
