/** The rules of CONTRIBUTING.md, "The look of the console": spacing of blocks, and classes. */
import { globSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";
import { filesBelow, textOf } from "./source-imports.ts";

const SCREENS = /^app\/(console|[a-z-]+\/(console|desk))\/.*\.tsx?$/;

/** Parts of many pages: those of the console, and the frames around its pages. */
const PARTS = /^app\/console\/(kit\/)?[a-z-]+\.tsx$|-layout\.route\.tsx$/;

const screens = filesBelow("app")
  .filter((file) => SCREENS.test(file) && file !== "app/console/design.route.tsx")
  .map((file) => ({ file, words: wordsIn(textOf(file)) }));

/** The words of a file's literals, which contain all classes. */
function wordsIn(source: string): string[] {
  return [...source.matchAll(/"[^"\n]*"|`[^`]*`/g)].flatMap(([literal]) => literal.split(/[\s"`'${}()?]+/));
}

/** The classes that a style sheet of the console defines. */
function classesOf(sheet: string): string[] {
  const rules = sheet.replace(/\/\*.*?\*\//gs, "").replace(/url\(.*?\)/g, "");
  return [...rules.matchAll(/\.([a-z][a-z-]*)/g)].map(([, name = ""]) => name);
}

it("has no margins between blocks, whose container spaces them", () => {
  const margins = screens.flatMap(({ file, words }) =>
    words
      .map((word) => word.slice(word.lastIndexOf(":") + 1))
      .filter((word) => /^!?-?(m[bty]?|space-y)-(?!auto)/.test(word))
      .map((word) => `${file}: ${word}`),
  );
  expect(margins, "Put the blocks into a part, a form or a grid with a gap of the scale.").toEqual([]);
});

it("has classes only for elements that are drawn three times", () => {
  const folder = "app/console/styles";
  const sheets = readdirSync(join(ROOT, folder)).map((file) => textOf(`${folder}/${file}`));
  const classes = new Set(sheets.flatMap(classesOf));
  const inParts = new Set(screens.filter(({ file }) => PARTS.test(file)).flatMap(({ words }) => words));
  const all = screens.flatMap(({ words }) => words);
  const rare = [...classes].filter(
    (name) => !inParts.has(name) && all.filter((word) => word.replace(/^.*:|!$/g, "") === name).length < 3,
  );
  expect(rare, "Use utilities in the component instead.").toEqual([]);
});

it("takes classes only from files that exist", () => {
  const missing = [...textOf("app/console/console.css").matchAll(/^@source "(.+)";$/gm)]
    .map(([, pattern = ""]) => pattern)
    .filter((path) => globSync(path, { cwd: join(ROOT, "app/console") }).length === 0);
  expect(missing, "Name the file where it is now: its utilities have no styles.").toEqual([]);
});
