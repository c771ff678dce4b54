/**
 * Cuts the two typefaces down to what the site writes: `node bin/fonts.ts` writes `app/fonts/*.woff2`, which are
 * committed, since they change as seldom as this file does. Both faces are under the SIL Open Font License.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { ROOT } from "./run.ts";

/** Both faces together, in bytes (docs/architecture.md, "What fast means"). */
const BUDGET_BYTES = 42_000;

const BASIC_LATIN = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");

/** Swahili needs nothing beyond Basic Latin; these are what names, prices and careful punctuation add. */
const PUNCTUATION = "\u00a0–—‘’“”…·×°";
const ACCENTS = "áàâäçéèêëíîïñóôöúûüÉ";

/**
 * The display face keeps its whole weight axis, because cutting the axis makes the file larger (20 KB against 24):
 * what the two ends share has then to be written out.
 */
const FACES = [
  { name: "big-shoulders-display", characters: BASIC_LATIN + PUNCTUATION + ACCENTS, variationAxes: {} },
  {
    name: "manrope",
    characters: `${BASIC_LATIN}${PUNCTUATION}${ACCENTS}©`,
    variationAxes: { wght: { min: 400, max: 800 } },
  },
] as const;

const require = createRequire(import.meta.url);

let total = 0;
for (const { name, characters, variationAxes } of FACES) {
  const whole = await readFile(require.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
  const cut = await subsetFont(whole, characters, { targetFormat: "woff2", variationAxes });
  await writeFile(join(ROOT, "app", "fonts", `${name}.woff2`), cut);
  console.log(`${name}: ${cut.length} bytes`);
  total += cut.length;
}
if (total > BUDGET_BYTES) {
  console.error(`${total} bytes are more than the ${BUDGET_BYTES} that both may weigh`);
  process.exitCode = 1;
}
