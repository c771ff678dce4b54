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
const PUNCTUATION = "\u00a0–—‘’“”…·×°©";
const ACCENTS = "àáâçèéêëìíîïñòóôöùúûü";

const FACES = [
  {
    source: "big-shoulders-display",
    target: "big-shoulders-display",
    // 200 is the hero's one thin line, 800 and 900 are everything else.
    weights: { min: 200, max: 900 },
    characters: BASIC_LATIN + PUNCTUATION + ACCENTS + ACCENTS.toUpperCase(),
  },
  {
    source: "manrope",
    target: "manrope",
    weights: { min: 400, max: 800 },
    characters: `${BASIC_LATIN}${PUNCTUATION}${ACCENTS}${ACCENTS.toUpperCase()}←↑→↓`,
  },
] as const;

const require = createRequire(import.meta.url);

let total = 0;
for (const { source, target, weights, characters } of FACES) {
  const whole = await readFile(
    require.resolve(`@fontsource-variable/${source}/files/${source}-latin-wght-normal.woff2`),
  );
  const cut = await subsetFont(whole, characters, { targetFormat: "woff2", variationAxes: { wght: weights } });
  await writeFile(join(ROOT, "app", "fonts", `${target}.woff2`), cut);
  console.log(`${target}: ${cut.length} bytes`);
  total += cut.length;
}
if (total > BUDGET_BYTES) {
  console.error(`${total} bytes are more than the ${BUDGET_BYTES} that both may weigh`);
  process.exitCode = 1;
}
