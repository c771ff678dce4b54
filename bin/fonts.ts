/**
 * Cuts the two typefaces down to what the site writes: `node bin/with-node.mjs bin/fonts.ts` writes `app/fonts/*.woff2`, which are
 * committed, since they change as seldom as this file does. Both faces are under the SIL Open Font License.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { ROOT } from "../tools/spawn.ts";

/** The limit for all faces together, in bytes: their present size, so that no change makes them larger unnoticed. */
const BUDGET_BYTES = 22_000;

const BASIC_LATIN = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");

/**
 * Swahili and English need nothing beyond Basic Latin; these are what prices and careful punctuation add, and the one
 * accent of borrowed words. Any other letter comes from the fallback face.
 */
const BEYOND_LATIN = "\u00a0–—‘’“”…·×°éÉ©";

/**
 * The display face is written in one weight: its whole axis takes three times the bytes. The hero's thin line
 * has the letters of that line alone (app/home/hero.tsx), few enough to travel inside the style sheet.
 */
const FACES = [
  {
    source: "big-shoulders-display",
    name: "big-shoulders-display",
    characters: BASIC_LATIN + BEYOND_LATIN,
    weight: 900,
  },
  { source: "big-shoulders-display", name: "big-shoulders-thin", characters: "FIT & PERFECT", weight: 200 },
  {
    source: "manrope",
    name: "manrope",
    characters: BASIC_LATIN + BEYOND_LATIN,
    weight: { min: 400, max: 700 },
  },
] as const;

const require = createRequire(import.meta.url);

let total = 0;
for (const { source, name, characters, weight } of FACES) {
  const path = `@fontsource-variable/${source}/files/${source}-latin-wght-normal.woff2`;
  const cut = await subsetFont(await readFile(require.resolve(path)), characters, {
    targetFormat: "woff2",
    variationAxes: { wght: weight },
    // Without the other forms of each letter that a face's features offer: no style uses them.
    noLayoutClosure: true,
  });
  await writeFile(join(ROOT, "app", "fonts", `${name}.woff2`), cut);
  console.log(`${name}: ${cut.length} bytes`);
  total += cut.length;
}
if (total > BUDGET_BYTES) {
  console.error(`${total} bytes are more than the ${BUDGET_BYTES} that they may weigh`);
  process.exitCode = 1;
}
