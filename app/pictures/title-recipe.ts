/**
 * How the share picture of a page is drawn: the page's title over a dark left side, the logo and the shuka, and a picture of
 * `photos/` on the right.
 */
import type { Sharp } from "sharp";
import type { OwnFile } from "../platform/image-encoder.ts";
import { SHARE_SIZE } from "../ui/share-picture-files.ts";
import { displayFace, type Outliner } from "./outlined-text.ts";
import type { SharpModule } from "./recipe.ts";
import {
  logoDrawing,
  SHARE_ASH,
  SHARE_BAND,
  SHARE_BAND_PX,
  SHARE_INK,
  SHARE_MARGIN_PX,
  SHUKA_PATTERN,
} from "./share-frame.ts";

type TitledFile = Extract<OwnFile, { kind: "titled" }>;

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;

/** Space for the title: up to here the gradient keeps the background dark. */
const TITLE_WIDTH_PX = 600;
const TITLE_MAX_PX = 168;
/** The title stays below the logo. */
const TITLE_HEIGHT_PX = 380;
const LINE_HEIGHT = 0.84;

let faces: Promise<[Outliner, Outliner]> | undefined;

/** Where the picture stands: as high as the share picture times `zoom`, at the right edge, cut around its focus. */
async function background(
  image: Sharp,
  { focus, zoom = 1 }: TitledFile,
): Promise<{ input: Buffer; left: number; top: number }> {
  const source = image.autoOrient();
  const { autoOrient } = await source.metadata();
  const high = Math.round(HEIGHT * zoom);
  const wide = Math.round((autoOrient.width * high) / autoOrient.height);
  const width = Math.min(wide, WIDTH);
  const cut = (room: number, percent: number) => Math.round((room * percent) / 100);
  const input = await source
    .resize(wide, high, { fit: "fill" })
    .extract({ left: cut(wide - width, focus[0]), top: cut(high - HEIGHT, focus[1]), width, height: HEIGHT })
    .toBuffer();
  return { input, left: WIDTH - width, top: 0 };
}

/** Everything over the picture, as SVG. `from` is the picture's left edge in px. */
async function overlay(lines: readonly string[], from: number): Promise<string> {
  faces ??= Promise.all([displayFace(900, -0.004), displayFace(800, 0.12)]);
  const [title, small] = await faces;
  const upper = lines.map((line) => line.toUpperCase());
  const widest = Math.max(...upper.map((line) => title(line, 1000).width));
  const size = Math.min(TITLE_MAX_PX, (1000 * TITLE_WIDTH_PX) / widest, TITLE_HEIGHT_PX / (upper.length * LINE_HEIGHT));
  const last = HEIGHT - SHARE_BAND_PX - SHARE_MARGIN_PX + 4;
  const drawn = upper.map((line, index) => {
    const baseline = last - (upper.length - 1 - index) * size * LINE_HEIGHT;
    return `<path transform="translate(${SHARE_MARGIN_PX} ${baseline})" d="${title(line, size).path}"/>`;
  });
  const where = small("GYM IN NAIROBI", 26);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      ${SHUKA_PATTERN}
      <linearGradient id="side" gradientUnits="userSpaceOnUse" x1="${from}" x2="${from + Math.min(520, (WIDTH - from) * 0.6)}">
        <stop offset="0" stop-color="${SHARE_INK}"/><stop offset=".18" stop-color="${SHARE_INK}" stop-opacity=".92"/>
        <stop offset=".6" stop-color="${SHARE_INK}" stop-opacity=".42"/><stop offset="1" stop-color="${SHARE_INK}" stop-opacity="0"/>
      </linearGradient>
      <linearGradient id="foot" x1="0" x2="0" y1="0" y2="1">
        <stop offset=".55" stop-color="${SHARE_INK}" stop-opacity="0"/><stop offset="1" stop-color="${SHARE_INK}" stop-opacity=".85"/>
      </linearGradient>
    </defs>
    <rect x="${from}" width="${WIDTH - from}" height="${HEIGHT}" fill="url(#side)"/>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#foot)"/>
    <g transform="translate(${SHARE_MARGIN_PX} 52)">${await logoDrawing()}</g>
    <path fill="${SHARE_ASH}" transform="translate(${SHARE_MARGIN_PX + 226} 95)" d="${where.path}"/>
    <g fill="#f6f3ee">${drawn.join("")}</g>
    ${SHARE_BAND}
  </svg>`;
}

/**
 * Draws the share picture of a page.
 * @param image the picture; without it the title stands alone
 */
export async function drawTitled(sharp: SharpModule, image: Sharp | undefined, file: TitledFile): Promise<Buffer> {
  const behind = image && (await background(image, file));
  const over = await overlay(file.lines, behind?.left ?? WIDTH);
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: SHARE_INK } })
    .composite([...(behind ? [behind] : []), { input: Buffer.from(over), left: 0, top: 0 }])
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
