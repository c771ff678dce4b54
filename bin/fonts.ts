/**
 * Subsets the two typefaces to the characters that the site uses: `node bin/with-node.mjs bin/fonts.ts` writes `app/ui/fonts/*.woff2`,
 * which are committed, since they rarely change. Both faces are under the SIL Open Font License.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { ROOT } from "../tools/spawn.ts";

/** The limit for the faces that every page loads, in bytes: their current size, so that growth is noticed. */
const BUDGET_BYTES = 22_000;

const BASIC_LATIN = between(0x20, 0x7e);

/** Characters of prices and typographic punctuation beyond Basic Latin, and the accent of loan words. */
const BEYOND_LATIN = "\u00a0–—‘’“”…·×°éÉ©";

/** All characters of the seeded content in English and Swahili; the letters of BEYOND_BASE are in separate files. */
const BASE = BASIC_LATIN + BEYOND_LATIN;

/**
 * Rarer letters of names and of the owner's texts, such as Kikuyu's ĩ and ũ. Their faces have a `unicode-range` in app/ui/, so
 * that only a page with such a letter loads the file.
 */
const BEYOND_BASE = {
  latin: between(0xc0, 0xff),
  "latin-ext": between(0x100, 0x17f),
} as const;

/** The hero's thin line in the seeded content: few enough letters to be inside the style sheet. */
const THIN_LINE = "FIT & PERFECT";

/** The display face is used in one weight: its whole axis takes three times the bytes. */
const FACES = [
  { source: "big-shoulders-display", name: "big-shoulders-display", base: BASE, weight: 900 },
  // If the owner writes another line, its other letters come from the other file.
  { source: "big-shoulders-display", name: "big-shoulders-thin", base: THIN_LINE, rest: BASE, weight: 200 },
  { source: "manrope", name: "manrope", base: BASE, weight: { min: 400, max: 700 } },
] as const;

const require = createRequire(import.meta.url);

/** @returns the size of the file in bytes */
async function writeFace(
  { source, weight }: (typeof FACES)[number],
  script: keyof typeof BEYOND_BASE,
  characters: string,
  name: string,
): Promise<number> {
  const path = `@fontsource-variable/${source}/files/${source}-${script}-wght-normal.woff2`;
  const cut = await subsetFont(await readFile(require.resolve(path)), characters, {
    targetFormat: "woff2",
    variationAxes: { wght: weight },
    // Without the alternate glyphs of the face's features: no style uses them.
    noLayoutClosure: true,
  });
  await writeFile(join(ROOT, "app", "ui", "fonts", `${name}.woff2`), cut);
  console.log(`${name}: ${cut.length} bytes`);
  return cut.length;
}

function between(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");
}

let total = 0;
for (const face of FACES) {
  total += await writeFace(face, "latin", face.base, face.name);
  const rest = "rest" in face ? face.rest : "";
  await writeFace(face, "latin", without(rest + BEYOND_BASE.latin, face.base), `${face.name}-more`);
  await writeFace(face, "latin-ext", BEYOND_BASE["latin-ext"], `${face.name}-extended`);
}
if (total > BUDGET_BYTES) {
  console.error(`${total} bytes exceed the limit of ${BUDGET_BYTES}`);
  process.exitCode = 1;
}

function without(characters: string, others: string): string {
  return Array.from(characters)
    .filter((character) => !others.includes(character))
    .join("");
}
