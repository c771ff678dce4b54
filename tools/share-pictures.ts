/**
 * Draws the share pictures of `app/seo/share-pictures.ts` into `public/share/`: the page's picture, its title over a
 * dark left side, the logo and the shuka. Finished ones are cached in `.cache/share/` by a hash of their sources.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { SHARE_SIZE, type SharePicture, sharePictures } from "../app/seo/share-pictures.ts";
import { displayFace, type Outliner } from "./outlined-text.ts";

const ROOT = join(import.meta.dirname, "..");
const PHOTOS = join(ROOT, "photos");
const CACHE = join(ROOT, ".cache", "share");
const SERVED = join(ROOT, "public", "share");

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;

const MARGIN_PX = 64;
/** Space for the title: up to here the gradient keeps the background dark. */
const TITLE_WIDTH_PX = 600;
const TITLE_MAX_PX = 168;
/** The title stays below the logo. */
const TITLE_HEIGHT_PX = 380;
const LINE_HEIGHT = 0.84;
const BAND_PX = 20;

/** The shuka of `app/styles.css` as an SVG pattern: 32 px square, both directions alike. */
const SHUKA = `<pattern id="shuka" width="32" height="32" patternUnits="userSpaceOnUse">
  <rect width="32" height="32" fill="#e8112d"/>
  <g fill="#0b0b0c">
    <path d="M12 0h8v32h-8zM0 12h32v8H0z" opacity=".88"/>
    <path d="M7 0h2v32H7zM23 0h2v32h-2zM0 7h32v2H0zM0 23h32v2H0z" opacity=".55"/>
  </g>
</pattern>`;

/**
 * Where the picture stands: as high as the share picture times `zoom`, at the right edge, cut around its focus.
 * Undefined when it isn't in `photos/`: the title then stands alone.
 */
async function background(picture: SharePicture): Promise<{ input: Buffer; left: number; top: number } | undefined> {
  if (!existsSync(join(PHOTOS, picture.file))) return undefined;
  const source = sharp(await readFile(join(PHOTOS, picture.file))).autoOrient();
  const { autoOrient } = await source.metadata();
  const high = Math.round(HEIGHT * (picture.zoom ?? 1));
  const wide = Math.round((autoOrient.width * high) / autoOrient.height);
  const width = Math.min(wide, WIDTH);
  const cut = (room: number, percent: number) => Math.round((room * percent) / 100);
  const input = await source
    .resize(wide, high, { fit: "fill" })
    .extract({
      left: cut(wide - width, picture.focus[0]),
      top: cut(high - HEIGHT, picture.focus[1]),
      width,
      height: HEIGHT,
    })
    .toBuffer();
  return { input, left: WIDTH - width, top: 0 };
}

/** Everything over the picture, as SVG. `from` is the picture's left edge in px. */
async function overlay(lines: readonly string[], from: number, title: Outliner, small: Outliner): Promise<string> {
  const upper = lines.map((line) => line.toUpperCase());
  const widest = Math.max(...upper.map((line) => title(line, 1000).width));
  const size = Math.min(TITLE_MAX_PX, (1000 * TITLE_WIDTH_PX) / widest, TITLE_HEIGHT_PX / (upper.length * LINE_HEIGHT));
  const last = HEIGHT - BAND_PX - MARGIN_PX + 4;
  const drawn = upper.map((line, index) => {
    const baseline = last - (upper.length - 1 - index) * size * LINE_HEIGHT;
    return `<path transform="translate(${MARGIN_PX} ${baseline})" d="${title(line, size).path}"/>`;
  });
  const logo = (await readFile(join(PHOTOS, "brand", "logo-light.svg"), "utf8")).replace(/<\/?svg[^<>]*>/g, "");
  const where = small("GYM IN NAIROBI", 26);
  const ink = "#0b0b0c";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      ${SHUKA}
      <linearGradient id="side" gradientUnits="userSpaceOnUse" x1="${from}" x2="${from + Math.min(520, (WIDTH - from) * 0.6)}">
        <stop offset="0" stop-color="${ink}"/><stop offset=".18" stop-color="${ink}" stop-opacity=".92"/>
        <stop offset=".6" stop-color="${ink}" stop-opacity=".42"/><stop offset="1" stop-color="${ink}" stop-opacity="0"/>
      </linearGradient>
      <linearGradient id="foot" x1="0" x2="0" y1="0" y2="1">
        <stop offset=".55" stop-color="${ink}" stop-opacity="0"/><stop offset="1" stop-color="${ink}" stop-opacity=".85"/>
      </linearGradient>
    </defs>
    <rect x="${from}" width="${WIDTH - from}" height="${HEIGHT}" fill="url(#side)"/>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#foot)"/>
    <g transform="translate(${MARGIN_PX} 52)">${logo}</g>
    <path fill="#a9a7a2" transform="translate(${MARGIN_PX + 226} 95)" d="${where.path}"/>
    <g fill="#f6f3ee">${drawn.join("")}</g>
    <rect y="${HEIGHT - BAND_PX}" width="${WIDTH}" height="${BAND_PX}" fill="url(#shuka)"/>
  </svg>`;
}

async function draw(picture: SharePicture, title: Outliner, small: Outliner, target: string): Promise<void> {
  const behind = await background(picture);
  const over = await overlay(picture.lines, behind?.left ?? WIDTH, title, small);
  await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#0b0b0c" } })
    .composite([...(behind ? [behind] : []), { input: Buffer.from(over), left: 0, top: 0 }])
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: "4:4:4" })
    .toFile(target);
}

/** A short hash of a share picture's sources: the code that draws it, the logo, its text and its picture. */
async function hashOf(picture: SharePicture): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(picture));
  const parts = [
    import.meta.filename,
    join(import.meta.dirname, "outlined-text.ts"),
    join(PHOTOS, "brand", "logo-light.svg"),
    join(PHOTOS, picture.file),
  ];
  for (const part of parts) if (existsSync(part)) hash.update(await readFile(part));
  return hash.digest("hex").slice(0, 12);
}

/** Brings `public/share/` up to date. Says how many it drew. */
export async function buildSharePictures(): Promise<{ drawn: number }> {
  await Promise.all([CACHE, SERVED].map((folder) => mkdir(folder, { recursive: true })));
  const cached = new Set(await readdir(CACHE));
  const current = new Set<string>();
  let faces: [Outliner, Outliner] | undefined;
  let drawn = 0;
  for (const [page, picture] of Object.entries<SharePicture>(sharePictures)) {
    const name = `${page}-${await hashOf(picture)}.jpg`;
    current.add(name);
    if (!cached.has(name)) {
      faces ??= await Promise.all([displayFace(900, -0.004), displayFace(800, 0.12)]);
      // Under another name until it is whole: an interrupted build must not leave a file that counts as current.
      await draw(picture, ...faces, join(CACHE, `${name}.part`));
      await rename(join(CACHE, `${name}.part`), join(CACHE, name));
      drawn += 1;
    }
    await copyFile(join(CACHE, name), join(SERVED, `${page}.jpg`));
  }
  const stale = [...cached].filter((name) => !current.has(name));
  await Promise.all(stale.map((name) => rm(join(CACHE, name))));
  return { drawn };
}
