/**
 * Makes what the site serves of `photos/`: every picture in AVIF and WebP at the widths of `app/ui/picture-files.ts`
 * and in one JPEG, into `public/pictures/`. File names contain a hash of source and recipe: a file that exists is
 * current, so only what changed is made again. Writes `app/ui/picture-manifest.generated.ts`.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { jpegWidthOf, type PictureFormat, type PictureSize, variantName, widthsOf } from "../app/ui/picture-files.ts";
import { inParallel } from "./in-parallel.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = join(ROOT, "photos");
const SERVED = join(ROOT, "public", "pictures");
const TABLE = join(ROOT, "app", "ui", "picture-manifest.generated.ts");

/** Files up to this many pixels wide are mostly shown on dense screens of phones, whose small pixels forgive more. */
const DENSE_UP_TO_PX = 1080;

/**
 * How each format is written. AVIF has ten bits, or the dark red gradients band. Half the colour resolution and these
 * qualities were chosen by eye: beside the source at 150 % nothing frays, for half the bytes of 57 at full
 * colour. Effort 3 takes a quarter of effort 4's time for 7 % more bytes.
 */
const RECIPE = {
  avif: { quality: { dense: 38, wide: 50 }, effort: 3, bitdepth: 10, chromaSubsampling: "4:2:0" },
  webp: { quality: 75, effort: 4, smartSubsample: true },
  jpg: { quality: 78, mozjpeg: true, chromaSubsampling: "4:4:4" },
} as const;

const HASH_LENGTH = 8;

type Variant = { picture: PictureSize; width: number; format: PictureFormat };

/** Reads one source: its size after any rotation, its average colour, and the hash in its variants' names. */
async function measure(file: string): Promise<PictureSize> {
  const bytes = await readFile(join(SOURCES, file));
  const hash = createHash("sha256").update(JSON.stringify({ RECIPE, DENSE_UP_TO_PX })).update(bytes).digest("hex");
  const { autoOrient } = await sharp(bytes).metadata();
  const pixel = await sharp(bytes).autoOrient().resize(1, 1, { fit: "fill" }).removeAlpha().raw().toBuffer();
  return { file, ...autoOrient, colour: `#${pixel.toString("hex")}`, hash: hash.slice(0, HASH_LENGTH) };
}

function variantsOf(picture: PictureSize): Variant[] {
  const modern = widthsOf(picture.width).flatMap((width) =>
    (["avif", "webp"] as const).map((format) => ({ picture, width, format })),
  );
  return [...modern, { picture, width: jpegWidthOf(picture.width), format: "jpg" }];
}

async function make({ picture, width, format }: Variant): Promise<void> {
  const image = sharp(join(SOURCES, picture.file)).autoOrient().resize({ width, withoutEnlargement: true });
  if (format === "avif") {
    const { quality, ...how } = RECIPE.avif;
    image.avif({ ...how, quality: width > DENSE_UP_TO_PX ? quality.wide : quality.dense });
  }
  if (format === "webp") image.webp(RECIPE.webp);
  if (format === "jpg") image.jpeg(RECIPE.jpg);
  // Under another name until it is whole: an interrupted build must not leave a file that counts as current.
  const target = join(SERVED, variantName(picture, width, format));
  await image.toFile(`${target}.part`);
  await rename(`${target}.part`, target);
}

/** The table as the browser gets it: a line for each picture. */
export function tableSource(all: readonly PictureSize[]): string {
  const lines = all.map(({ file, width, height, colour, hash }) =>
    [file, width, height, colour.slice(1), hash].join(" "),
  );
  return [
    "/** Written by tools/pictures.ts: file, width, height, average colour, hash. */",
    "export const PICTURE_TABLE = `",
    ...lines,
    "`;",
    "",
  ].join("\n");
}

async function writeIfChanged(path: string, text: string): Promise<void> {
  const before = await readFile(path, "utf8").catch(() => undefined);
  if (before !== text) await writeFile(path, text);
}

/** Brings `public/pictures/` and the table up to date with `photos/`. Says how many files it made and removed. */
export async function buildVariants(): Promise<{ files: string[]; made: number; removed: number }> {
  // One thread an image and as many images at once as there are cores: encoders scale badly within one small image.
  sharp.concurrency(1);
  sharp.cache(false);
  await mkdir(SERVED, { recursive: true });
  const files = (await readdir(SOURCES)).filter((name) => /\.(jpg|png)$/.test(name)).sort();
  const all = await Promise.all(files.map(measure));
  const variants = all.flatMap(variantsOf);
  const names = new Set(variants.map(({ picture, width, format }) => variantName(picture, width, format)));
  const present = new Set(await readdir(SERVED));
  const wanted = variants.filter(({ picture, width, format }) => !present.has(variantName(picture, width, format)));
  // The slowest first, so that both cores end at about the same time.
  wanted.sort((a, b) => Number(b.format === "avif") - Number(a.format === "avif") || b.width - a.width);
  // The only slow step of a first start, so it reports its progress.
  if (wanted.length > 0) console.log(`Making ${wanted.length} pictures (about a minute the first time) …`);
  await inParallel(wanted, make);
  const stale = [...present].filter((name) => !names.has(name));
  await Promise.all(stale.map((name) => rm(join(SERVED, name))));
  await writeIfChanged(TABLE, tableSource(all));
  return { files, made: wanted.length, removed: stale.length };
}
