/**
 * Drawn parts of share pictures. Text is outlines of the display face, so that builds don't depend on installed
 * fonts.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Blob, Face, Font, Buffer as ShapedText, shape } from "harfbuzzjs";
import type { Sharp } from "sharp";
import subsetFont from "subset-font";
import type { OwnFile } from "../platform/image-encoder.ts";
import { SHARE_BOX, SHARE_SIZE } from "../ui/share-picture-files.ts";
import type { SharpModule } from "./recipe.ts";

type TitledFile = Extract<OwnFile, { kind: "titled" }>;

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;

const MARK = join(import.meta.dirname, "..", "..", "photos", "brand", "mark.svg");
const MARK_HEIGHT_PX = 64;
const MARK_SCALE = 2.2;

const FACE = "@fontsource-variable/big-shoulders-display/files/big-shoulders-display-latin-wght-normal.woff2";

/** All characters that occur in titles: the subset of the face needs no others. */
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 &'’.,:!?-";

const MARGIN_PX = 64;
const BAND_PX = 20;
const INK = "#0b0b0c";
const ASH = "#a9a7a2";

/** Space for the title: up to here the gradient keeps the background dark. */
const TITLE_WIDTH_PX = 600;
const TITLE_MAX_PX = 168;
const TITLE_HEIGHT_PX = 380;
const LINE_HEIGHT = 0.84;

/** The shuka of `app/ui/styles.css` as an SVG pattern: 32 px square, both directions alike. */
const SHUKA_PATTERN = `<pattern id="shuka" width="32" height="32" patternUnits="userSpaceOnUse">
  <rect width="32" height="32" fill="#e8112d"/>
  <g fill="#0b0b0c">
    <path d="M12 0h8v32h-8zM0 12h32v8H0z" opacity=".88"/>
    <path d="M7 0h2v32H7zM23 0h2v32h-2zM0 7h32v2H0zM0 23h32v2H0z" opacity=".55"/>
  </g>
</pattern>`;

/** Draws a line of text with its left edge at 0 and its baseline at 0. `path` is SVG path data. */
type Outliner = (text: string, size: number) => { path: string; width: number };

/** The display face at one weight (100 to 900), ready to draw. Sizes are in px per em, `tracking` in em. */
async function displayFace(weight: number, tracking: number): Promise<Outliner> {
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

type Overlay = {
  from: number;
  /** The width in px over which it fades, and its opacity at 18% and at 60% of that. */
  fade: readonly [width: number, near: string, far: string];
  foot: readonly [offset: string, opacity: string];
  content: (mark: string) => string;
};

/** The overlay as SVG: ink fading into the photo, the shuka below. */
async function drawOverlay({ from, fade: [width, near, far], foot: [offset, opacity], content }: Overlay) {
  // The drawing of the mark, 48 by 64 px.
  const mark = (await readFile(MARK, "utf8")).replace(/<\/?svg[^<>]*>/g, "");
  const ink = `stop-color="${INK}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      ${SHUKA_PATTERN}
      <linearGradient id="side" gradientUnits="userSpaceOnUse" x1="${from}" x2="${from + width}">
        <stop offset="0" ${ink}/><stop offset=".18" ${ink} stop-opacity="${near}"/>
        <stop offset=".6" ${ink} stop-opacity="${far}"/><stop offset="1" ${ink} stop-opacity="0"/>
      </linearGradient>
      <linearGradient id="foot" x1="0" x2="0" y1="0" y2="1">
        <stop offset="${offset}" ${ink} stop-opacity="0"/><stop offset="1" ${ink} stop-opacity="${opacity}"/>
      </linearGradient>
    </defs>
    ${content(mark)}
    <rect y="${HEIGHT - BAND_PX}" width="${WIDTH}" height="${BAND_PX}" fill="url(#shuka)"/>
  </svg>`;
}

export async function shareFrame(): Promise<string> {
  const from = WIDTH - SHARE_BOX.width;
  const where = (await displayFace(800, 0.12))("GYM IN NAIROBI", 28);
  const foot = HEIGHT - BAND_PX - MARGIN_PX;
  return drawOverlay({
    from,
    fade: [360, ".88", ".32"],
    foot: [".7", ".7"],
    content: (mark) => `<rect x="${from}" width="361" height="${HEIGHT}" fill="url(#side)"/>
    <rect x="${from}" width="${SHARE_BOX.width}" height="${HEIGHT}" fill="url(#foot)"/>
    <g transform="translate(${MARGIN_PX} ${foot - 44 - MARK_HEIGHT_PX * MARK_SCALE}) scale(${MARK_SCALE})">${mark}</g>
    <path fill="${ASH}" transform="translate(${MARGIN_PX + 2} ${foot})" d="${where.path}"/>`,
  });
}

let faces: Promise<[Outliner, Outliner]> | undefined;

/** Everything over the picture of a page, as SVG. `from` is the picture's left edge in px. */
async function titleOverlay(lines: readonly string[], from: number): Promise<string> {
  faces ??= Promise.all([displayFace(900, -0.004), displayFace(800, 0.12)]);
  const [title, small] = await faces;
  const upper = lines.map((line) => line.toUpperCase());
  const widest = Math.max(...upper.map((line) => title(line, 1000).width));
  const size = Math.min(TITLE_MAX_PX, (1000 * TITLE_WIDTH_PX) / widest, TITLE_HEIGHT_PX / (upper.length * LINE_HEIGHT));
  const last = HEIGHT - BAND_PX - MARGIN_PX + 4;
  const drawn = upper.map((line, index) => {
    const baseline = last - (upper.length - 1 - index) * size * LINE_HEIGHT;
    return `<path transform="translate(${MARGIN_PX} ${baseline})" d="${title(line, size).path}"/>`;
  });
  return drawOverlay({
    from,
    fade: [Math.min(520, (WIDTH - from) * 0.6), ".92", ".42"],
    foot: [".55", ".85"],
    content: (mark) => `<rect x="${from}" width="${WIDTH - from}" height="${HEIGHT}" fill="url(#side)"/>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#foot)"/>
    <g transform="translate(${MARGIN_PX} 52)">${mark}</g>
    <path fill="${ASH}" transform="translate(${MARGIN_PX + 70} 95)" d="${small("GYM IN NAIROBI", 26).path}"/>
    <g fill="#f6f3ee">${drawn.join("")}</g>`,
  });
}

/** The picture's box: share picture height times `zoom`, at the right edge, cropped around its focus. */
async function background(
  image: Sharp,
  { focus, zoom = 1 }: TitledFile,
): Promise<{ input: Buffer; left: number; top: number }> {
  const source = image.autoOrient();
  const { autoOrient } = await source.metadata();
  const high = Math.round(HEIGHT * zoom);
  const wide = Math.round((autoOrient.width * high) / autoOrient.height);
  const width = Math.min(wide, WIDTH);
  const crop = (room: number, percent: number) => Math.round((room * percent) / 100);
  const input = await source
    .resize(wide, high, { fit: "fill" })
    .extract({ left: crop(wide - width, focus[0]), top: crop(high - HEIGHT, focus[1]), width, height: HEIGHT })
    .toBuffer();
  return { input, left: WIDTH - width, top: 0 };
}

/** Draws a page's share picture. @param image optional */
export async function drawTitled(sharp: SharpModule, image: Sharp | undefined, file: TitledFile): Promise<Buffer> {
  const behind = image && (await background(image, file));
  const over = await titleOverlay(file.lines, behind?.left ?? WIDTH);
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: INK } })
    .composite([...(behind ? [behind] : []), { input: Buffer.from(over), left: 0, top: 0 }])
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
