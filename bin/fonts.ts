/**
 * Cuts the two typefaces down to what the site writes: `node bin/with-node.mjs bin/fonts.ts` writes `app/ui/fonts/*.woff2`, which are
 * committed, since they change as seldom as this file does. Both faces are under the SIL Open Font License.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { ROOT } from "../tools/spawn.ts";

/** The limit for the faces that every page loads, in bytes: their present size, so that no change makes them larger unnoticed. */
const BUDGET_BYTES = 22_000;

const BASIC_LATIN = between(0x20, 0x7e);

/** Characters that prices and careful punctuation add to Basic Latin, and the one accent of borrowed words. */
const BEYOND_LATIN = "\u00a0–—‘’“”…·×°éÉ©";

/** All that the site's first content needs in English and Swahili; the letters of BEYOND_BASE come in files of their own. */
const BASE = BASIC_LATIN + BEYOND_LATIN;

/**
 * The letters of names and of the owner's words that are seldom there, such as those of Kikuyu (ĩ, ũ). Their faces have a
 * `unicode-range` in app/ui/, so that only a page that writes one of them loads the file.
 */
const BEYOND_BASE = {
  latin: between(0xc0, 0xff),
  "latin-ext": between(0x100, 0x17f),
} as const;

/** The hero's thin line as the site comes; few enough letters to travel inside the style sheet. */
const THIN_LINE = "FIT & PERFECT";

/** The display face is written in one weight: its whole axis takes three times the bytes. */
const FACES = [
  { source: "big-shoulders-display", name: "big-shoulders-display", base: BASE, weight: 900 },
  // The owner may write another line: the other letters are in the file of the rest.
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
    // Without the other forms of each letter that a face's features offer: no style uses them.
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
  console.error(`${total} bytes are more than the ${BUDGET_BYTES} that they may weigh`);
  process.exitCode = 1;
}

function without(characters: string, others: string): string {
  return Array.from(characters)
    .filter((character) => !others.includes(character))
    .join("");
}
