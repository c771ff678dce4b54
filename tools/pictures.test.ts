import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { sharePictures } from "../app/seo/share-pictures.ts";
import { type PictureFormat, pictures, variantName, widthsOf } from "../app/ui/picture-files.ts";
import { PICTURE_TABLE } from "../app/ui/picture-manifest.generated.ts";
import { builtShareName, builtShares, SHARE_SIZE } from "../app/ui/share-picture-files.ts";
import { missingPictures, namedPictures } from "./content-pictures.ts";
import { inParallel } from "./in-parallel.ts";
import { buildPictures } from "./pictures.ts";

const ROOT = join(import.meta.dirname, "..");
const SERVED = join(ROOT, "public", "pictures");
const sources = readdirSync(join(ROOT, "photos")).filter((name) => /\.(jpg|png)$/.test(name));

/** Where a picture stands behind words or beside a title that says the same; it says nothing itself. */
const SILENT = /^(about-card\/|place-picture\/(banner|cta|account))/;

const FRESH_BUILD_MS = 240_000;

beforeAll(async () => {
  await buildPictures();
}, FRESH_BUILD_MS);

test("every picture that the content names exists", () => {
  expect(missingPictures(new Set(sources))).toEqual([]);
});

test("a missing picture is reported with the entry and the field that name it", () => {
  const photo = { file: "gone.jpg", alt: "", focus: [50, 50] as const };
  expect(missingPictures(new Set(sources), [{ entry: "class/boxing", field: "photo", photo }])).toEqual([
    'class/boxing names photos/gone.jpg in its field "photo": there is no such file',
  ]);
});

test("every picture that isn't decoration has a descriptive alt text", () => {
  const silent = namedPictures().filter(({ entry, photo }) => !SILENT.test(entry) && photo.alt.length < 20);
  expect(silent.map(({ entry }) => entry)).toEqual([]);
  const said = namedPictures().filter(({ photo }) => /^(image|picture|photo) of/i.test(photo.alt));
  expect(said.map(({ entry }) => entry)).toEqual([]);
});

test("every focal point lies within its picture", () => {
  const outside = namedPictures().filter(({ photo }) => photo.focus.some((percent) => percent < 0 || percent > 100));
  expect(outside.map(({ entry }) => entry)).toEqual([]);
});

test("the manifest for the browser lists every source, in at most 3 KB", () => {
  expect([...pictures.keys()].sort()).toEqual(sources.sort());
  expect(PICTURE_TABLE.length).toBeLessThanOrEqual(3 * 1024);
});

test("the manifest has the actual size of each source", async () => {
  for (const picture of pictures.values()) {
    const { width, height } = await sharp(join(ROOT, "photos", picture.file)).metadata();
    expect({ file: picture.file, width, height }).toEqual({
      file: picture.file,
      width: picture.width,
      height: picture.height,
    });
  }
});

test("no variant is wider than its source, and neighbours are close enough for a phone", () => {
  for (const { width } of pictures.values()) {
    const widths = widthsOf(width);
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
    // A browser that takes the next wider file then fetches less than 1.5 times the pixels it fills.
    widths.slice(1).forEach((wide, index) => {
      expect((wide / (widths[index] ?? 0)) ** 2).toBeLessThan(1.5);
    });
  }
});

test("every served variant has the format and width in its name", async () => {
  const served = readdirSync(SERVED);
  expect(served).toHaveLength(
    [...pictures.values()].reduce((sum, { width }) => sum + 2 * widthsOf(width).length + 1, 0),
  );
  await inParallel(served, async (name) => {
    const [, width, format] = name.match(/-(\d+)\.(avif|webp|jpg)$/) ?? [];
    const meta = await sharp(join(SERVED, name)).metadata();
    const read = meta.format === "heif" && meta.compression === "av1" ? "avif" : meta.format;
    expect({ name, width: meta.width, format: read }).toEqual({
      name,
      width: Number(width),
      format: format === "jpg" ? "jpeg" : format,
    });
  });
}, 60_000);

test("the phone's hero weighs at most 45 KB at density 2, any other picture of a phone's width too", () => {
  for (const picture of pictures.values()) {
    const width = widthsOf(picture.width).find((candidate) => candidate >= 700) ?? picture.width;
    const bytes = (format: PictureFormat) => readFileSync(join(SERVED, variantName(picture, width, format))).length;
    expect({ file: picture.file, small: bytes("avif") <= 45 * 1024 }).toEqual({ file: picture.file, small: true });
  }
  const hero = pictures.get("hero-portrait.jpg");
  expect(hero).toBeDefined();
  if (hero) expect(readFileSync(join(SERVED, variantName(hero, 780, "avif"))).length).toBeLessThanOrEqual(45 * 1024);
});

test("every page and every picture has share pictures of the size that the social networks require, and no other", async () => {
  const ofPictures = [...pictures.values()].flatMap((picture) => builtShares(picture).map(({ name }) => name));
  const expected = [...Object.keys(sharePictures).map((page) => `${page}.jpg`), ...ofPictures];
  expect(readdirSync(join(ROOT, "public", "share")).sort()).toEqual(expected.sort());
  await inParallel(expected, async (name) => {
    const { width, height, format } = await sharp(join(ROOT, "public", "share", name)).metadata();
    expect({ name, width, height, format }).toEqual({ name, ...SHARE_SIZE, format: "jpeg" });
  });
});

test("a share picture is cut where the focus is, as far as anything is cut off", () => {
  const cut = (file: string, focus: readonly [number, number]) =>
    builtShareName(file, focus)?.match(/-(\d+)\.jpg$/)?.[1];
  // Nearly the shape of the box: the same for every focus.
  expect([0, 50, 100].map((x) => cut("class-boxing.jpg", [x, 20]))).toEqual(["50", "50", "50"]);
  // Wider: cut at its sides. Higher: cut above and below.
  expect([0, 40, 90].map((x) => cut("hero.jpg", [x, 20]))).toEqual(["15", "50", "85"]);
  expect([10, 60, 70].map((y) => cut("trainer-yoga.jpg", [0, y]))).toEqual(["15", "50", "85"]);
  expect(cut("gone.jpg", [50, 50])).toBeUndefined();
});
