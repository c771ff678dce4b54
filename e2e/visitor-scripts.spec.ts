/** Visitors' pages load neither scripts nor styles of the console. */
import { readFile } from "node:fs/promises";
import { BUNDLE_RECORD, type BundleRecord } from "../tools/bundle-record.ts";
import { expect, SCREEN_KINDS, test } from "./fixtures.ts";

/** Modules only of the console. `enquiries` and `pictures` also have parts that visitors see. */
const OF_CONSOLE = /\/app\/(console|staff|cms\/editing|[a-z-]+\/(console|desk))\//;

/** Packages that validate input on the server. */
const OF_THE_SERVER = /\/node_modules\/(libphonenumber-js|zod)\//;

/** CSS classes that only the console's style sheet has. */
const CONSOLE_STYLES = /\.(bottom-bar|board|effects|rail)\b/;

/** The scripts and style sheets that a document names, or that a script imports. */
function namedIn(path: string, text: string): string[] {
  if (path.endsWith(".js")) {
    return [...text.matchAll(/(?:from|import)\s*\(?["'`]\.\/([^"'`]+\.js)/g)].map(([, name = ""]) => `/assets/${name}`);
  }
  return path.endsWith(".css") ? [] : [...text.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([name]) => name);
}

test("a visitor's page loads no module or style of the console", async ({ request }) => {
  // The build writes the file in this shape.
  const record = JSON.parse(await readFile(BUNDLE_RECORD, "utf8")) as BundleRecord;
  const all = Object.values(record).flatMap(Object.keys);
  expect(all.filter((id) => OF_THE_SERVER.test(id))).toEqual([]);
  expect(all.filter((id) => OF_CONSOLE.test(id)).length, "the console has scripts of its own").toBeGreaterThan(40);
  const paths = new Set<string>(SCREEN_KINDS);
  const loaded = new Map<string, string>();
  for (const path of paths) {
    const text = await (await request.get(path)).text();
    loaded.set(path, text);
    for (const name of namedIn(path, text)) paths.add(name);
  }
  const scripts = [...loaded.keys()].filter((path) => path.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  // The route manifest is not a chunk of modules.
  const modules = scripts.flatMap((path) => Object.keys(record[path.slice(1)] ?? {}));
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter((id) => OF_CONSOLE.test(id))).toEqual([]);
  expect([...loaded].filter(([, text]) => CONSOLE_STYLES.test(text)).map(([path]) => path)).toEqual([]);
});
