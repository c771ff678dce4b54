/**
 * Splits React Router's manifest of routes in two. Visitors load the manifest without the console's routes and calendar files,
 * which are only reached by full page loads. app/entry.server.tsx selects the manifest of each document.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { consoleManifestAddress, isConsoleRoute } from "../app/console/console-routes.ts";

const PREFIX = "manifest-";
const ASSIGNMENT = "window.__reactRouterManifest=";

type Route = { path?: string };

/** Calendar files are downloaded, never rendered. */
const isCalendarFile = ({ path }: Route) => path?.endsWith(".ics") ?? false;

/**
 * Writes a copy of the manifest for the console, and removes the console's routes and calendar files from the original.
 * @param folder the folder of the built scripts
 * @throws when the manifest is missing or has another format
 */
export async function splitRouteManifest(folder: string): Promise<void> {
  const [file, ...others] = (await readdir(folder)).filter((name) => name.startsWith(PREFIX) && name.endsWith(".js"));
  if (file === undefined || others.length > 0) throw new Error("Expected one manifest of routes in the build");
  const text = await readFile(join(folder, file), "utf8");
  if (!text.startsWith(ASSIGNMENT)) throw new Error("The manifest of routes has an unexpected format");
  const manifest: { url: string; routes: Record<string, Route> } = JSON.parse(
    text.slice(ASSIGNMENT.length).replace(/;\s*$/, ""),
  );
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).filter(([id, route]) => !isConsoleRoute(id) && !isCalendarFile(route)),
  );
  // Each manifest contains its own address, which React Router renders again in the browser.
  const full = { ...manifest, url: consoleManifestAddress(manifest.url) };
  await writeFile(join(folder, consoleManifestAddress(`/${file}`)), `${ASSIGNMENT}${JSON.stringify(full)};`);
  await writeFile(join(folder, file), `${ASSIGNMENT}${JSON.stringify({ ...manifest, routes })};`);
}
