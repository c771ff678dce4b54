/**
 * Draws share pictures into `public/share/`: those of `app/seo/share-pictures.ts`, with the page's title over a dark left
 * side, the logo and the shuka; and one without a title of each picture of `photos/`, cut where its focus may be
 * (`app/ui/share-picture-files.ts`). Finished ones are cached in `.cache/share/` by a hash of their sources.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawShare } from "../app/pictures/share-recipe.ts";
import { type SharePicture, sharePictures } from "../app/seo/share-pictures.ts";
import type { PictureSize } from "../app/ui/picture-files.ts";
import { builtShares, SHARE_SIZE } from "../app/ui/share-picture-files.ts";
import { inParallel } from "./in-parallel.ts";
import { displayFace, type Outliner } from "./outlined-text.ts";
import {
  logoDrawing,
  SHARE_ASH,
  SHARE_BAND,
  SHARE_BAND_PX,
  SHARE_INK,
  SHARE_MARGIN_PX,
  SHUKA_PATTERN,
} from "./share-frame.ts";

const ROOT = join(import.meta.dirname, "..");
const PHOTOS = join(ROOT, "photos");
const FRAME = join(ROOT, "app", "pictures", "share-frame.png");
const DRAWN_BY = join(ROOT, "app", "pictures", "share-recipe.ts");
const CACHE = join(ROOT, ".cache", "share");
const SERVED = join(ROOT, "public", "share");

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;

/** Space for the title: up to here the gradient keeps the background dark. */
const TITLE_WIDTH_PX = 600;
const TITLE_MAX_PX = 168;
/** The title stays below the logo. */
const TITLE_HEIGHT_PX = 380;
const LINE_HEIGHT = 0.84;

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

async function draw(picture: SharePicture, title: Outliner, small: Outliner, target: string): Promise<void> {
  const behind = await background(picture);
  const over = await overlay(picture.lines, behind?.left ?? WIDTH, title, small);
  await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: SHARE_INK } })
    .composite([...(behind ? [behind] : []), { input: Buffer.from(over), left: 0, top: 0 }])
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: "4:4:4" })
    .toFile(target);
}

/** A share picture to be made: its name below `/share/`, a short hash of its sources, and how it is drawn. */
type Wanted = { name: string; hash: string; draw: (target: string) => Promise<unknown> };

async function hashOf(what: unknown, sources: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(what));
  for (const source of sources) if (existsSync(source)) hash.update(await readFile(source));
  return hash.digest("hex").slice(0, 12);
}

/** The share pictures with a title: one for each page of the table. */
async function titledPictures(): Promise<Wanted[]> {
  let faces: Promise<[Outliner, Outliner]> | undefined;
  return Promise.all(
    Object.entries<SharePicture>(sharePictures).map(async ([page, picture]) => ({
      name: `${page}.jpg`,
      hash: await hashOf(picture, [
        import.meta.filename,
        join(import.meta.dirname, "share-frame.ts"),
        join(import.meta.dirname, "outlined-text.ts"),
        join(PHOTOS, "brand", "logo-light.svg"),
        join(PHOTOS, picture.file),
      ]),
      draw: async (target: string) => {
        faces ??= Promise.all([displayFace(900, -0.004), displayFace(800, 0.12)]);
        await draw(picture, ...(await faces), target);
      },
    })),
  );
}

/** The share pictures of the pictures of `photos/`, for the pages of entries that show one of them. */
async function photoPictures(photos: readonly PictureSize[]): Promise<Wanted[]> {
  const frame = await readFile(FRAME);
  const wanted = photos.flatMap((photo) => builtShares(photo).map((share) => ({ photo, ...share })));
  return Promise.all(
    wanted.map(async ({ photo, name, focus }) => ({
      name,
      hash: await hashOf(focus, [DRAWN_BY, FRAME, join(PHOTOS, photo.file)]),
      draw: async (target: string) => {
        await writeFile(target, await drawShare(sharp(join(PHOTOS, photo.file)), focus, frame));
      },
    })),
  );
}

/**
 * Brings `public/share/` up to date. Says how many it drew.
 * @param photos the pictures of `photos/`
 */
export async function buildSharePictures(photos: readonly PictureSize[]): Promise<{ drawn: number }> {
  await Promise.all([CACHE, SERVED].map((folder) => mkdir(folder, { recursive: true })));
  const wanted = [...(await titledPictures()), ...(await photoPictures(photos))].map((each) => ({
    ...each,
    cachedAs: `${each.name.replace(/\.jpg$/, "")}-${each.hash}.jpg`,
  }));
  const cached = new Set(await readdir(CACHE));
  const missing = wanted.filter(({ cachedAs }) => !cached.has(cachedAs));
  await inParallel(missing, async ({ cachedAs, draw }) => {
    // Under another name until it is whole: an interrupted build must not leave a file that counts as current.
    await draw(join(CACHE, `${cachedAs}.part`));
    await rename(join(CACHE, `${cachedAs}.part`), join(CACHE, cachedAs));
  });
  await Promise.all(wanted.map(({ cachedAs, name }) => copyFile(join(CACHE, cachedAs), join(SERVED, name))));
  const current = new Set(wanted.flatMap(({ cachedAs, name }) => [join(CACHE, cachedAs), join(SERVED, name)]));
  const present = [
    ...[...cached].map((name) => join(CACHE, name)),
    ...(await readdir(SERVED)).map((name) => join(SERVED, name)),
  ];
  await Promise.all(present.filter((path) => !current.has(path)).map((path) => rm(path)));
  return { drawn: missing.length };
}
