/** Text as outlines of the display face, so that the build doesn't depend on the machine's fonts. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Blob, Face, Font, Buffer as ShapedText, shape } from "harfbuzzjs";
import subsetFont from "subset-font";

const FACE = "@fontsource-variable/big-shoulders-display/files/big-shoulders-display-latin-wght-normal.woff2";

/** All that titles are written with; the face has no use for more. */
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 &'’.,:!?-";

/** Draws a line of text with its left edge at 0 and its baseline at 0. `path` is SVG path data. */
export type Outliner = (text: string, size: number) => { path: string; width: number };

/** The display face at one weight (100 to 900), ready to draw. Sizes are in px per em, `tracking` in em. */
export async function displayFace(weight: number, tracking = 0): Promise<Outliner> {
  const packed = await readFile(fileURLToPath(import.meta.resolve(FACE)));
  const bytes = await subsetFont(packed, CHARACTERS, {
    targetFormat: "truetype",
    variationAxes: { wght: weight },
  });
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  return (text, size) => {
    const scale = size / face.upem;
    const line = new ShapedText();
    line.addText(text);
    line.guessSegmentProperties();
    shape(font, line);
    let at = 0;
    let path = "";
    for (const glyph of line.getGlyphInfosAndPositions()) {
      for (const { type, values } of font.glyphToJson(glyph.codepoint)) {
        // Coordinates come in pairs, y upwards.
        path += type + values.map((v, i) => (i % 2 === 0 ? at + v * scale : -v * scale).toFixed(1)).join(" ");
      }
      at += (glyph.xAdvance ?? 0) * scale + tracking * size;
    }
    return { path, width: at - tracking * size };
  };
}
