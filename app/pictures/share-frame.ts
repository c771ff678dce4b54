/** What share pictures have in common: the shuka, the logo, and the gradients over the photo. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SHARE_BOX, SHARE_SIZE } from "../ui/share-picture-files.ts";
import { displayFace } from "./outlined-text.ts";

const LOGO = join(import.meta.dirname, "..", "..", "photos", "brand", "logo-light.svg");

/** Space in px between the edges and what is written. */
export const SHARE_MARGIN_PX = 64;
/** Height in px of the shuka at the lower edge. */
export const SHARE_BAND_PX = 20;
/** The brand's ink. */
export const SHARE_INK = "#0b0b0c";
/** The colour of the line that says what Nguvu is. */
export const SHARE_ASH = "#a9a7a2";

/** The shuka of `app/ui/styles.css` as an SVG pattern: 32 px square, both directions alike. */
export const SHUKA_PATTERN = `<pattern id="shuka" width="32" height="32" patternUnits="userSpaceOnUse">
  <rect width="32" height="32" fill="#e8112d"/>
  <g fill="#0b0b0c">
    <path d="M12 0h8v32h-8zM0 12h32v8H0z" opacity=".88"/>
    <path d="M7 0h2v32H7zM23 0h2v32h-2zM0 7h32v2H0zM0 23h32v2H0z" opacity=".55"/>
  </g>
</pattern>`;

/** The band of shuka at the lower edge. */
export const SHARE_BAND = `<rect y="${SHARE_SIZE.height - SHARE_BAND_PX}" width="${SHARE_SIZE.width}" height="${SHARE_BAND_PX}" fill="url(#shuka)"/>`;

/** The drawing of the logo, 199 by 64 px. */
export async function logoDrawing(): Promise<string> {
  return (await readFile(LOGO, "utf8")).replace(/<\/?svg[^<>]*>/g, "");
}

const LOGO_HEIGHT_PX = 64;
const LOGO_SCALE = 1.4;

/**
 * What stands over the photo of a share picture without a title, as SVG: the logo below left, on the ink beside the photo,
 * into which the photo fades.
 */
export async function shareFrame(): Promise<string> {
  const { width, height } = SHARE_SIZE;
  const from = width - SHARE_BOX.width;
  const where = (await displayFace(800, 0.12))("GYM IN NAIROBI", 28);
  const foot = height - SHARE_BAND_PX - SHARE_MARGIN_PX;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      ${SHUKA_PATTERN}
      <linearGradient id="side" gradientUnits="userSpaceOnUse" x1="${from}" x2="${from + 360}">
        <stop offset="0" stop-color="${SHARE_INK}"/><stop offset=".18" stop-color="${SHARE_INK}" stop-opacity=".88"/>
        <stop offset=".6" stop-color="${SHARE_INK}" stop-opacity=".32"/><stop offset="1" stop-color="${SHARE_INK}" stop-opacity="0"/>
      </linearGradient>
      <linearGradient id="foot" x1="0" x2="0" y1="0" y2="1">
        <stop offset=".7" stop-color="${SHARE_INK}" stop-opacity="0"/><stop offset="1" stop-color="${SHARE_INK}" stop-opacity=".7"/>
      </linearGradient>
    </defs>
    <rect x="${from}" width="361" height="${height}" fill="url(#side)"/>
    <rect x="${from}" width="${SHARE_BOX.width}" height="${height}" fill="url(#foot)"/>
    <g transform="translate(${SHARE_MARGIN_PX} ${foot - 44 - LOGO_HEIGHT_PX * LOGO_SCALE}) scale(${LOGO_SCALE})">${await logoDrawing()}</g>
    <path fill="${SHARE_ASH}" transform="translate(${SHARE_MARGIN_PX + 2} ${foot})" d="${where.path}"/>
    ${SHARE_BAND}
  </svg>`;
}
