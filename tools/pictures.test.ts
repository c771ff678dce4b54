import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { OwnPictureFile } from "../app/pictures/own-files.ts";
import { openPictureStore } from "../app/pictures/picture-store.server.ts";
import { sharePictures } from "../app/site/seo/share-pictures.ts";
import { PICTURES_PATH, type PictureSize, pictures, variantName, widthsOf } from "../app/ui/picture-files.ts";
import { PICTURE_TABLE } from "../app/ui/picture-manifest.generated.ts";
import { builtShareName, builtShares, SHARE_SIZE } from "../app/ui/share-picture-files.ts";
import { PUBLIC } from "../host/start/own-pictures.ts";
import { missingPictures, namedPictures } from "./content-pictures.ts";
import { inParallel } from "./in-parallel.ts";
import { listPictureFiles, makePictureFiles, measurePictures, tableSource } from "./pictures.ts";

/** The width at which a phone of 390 px and density 2 shows the hero. */
const HERO_WIDTH_PX = 780;

const ROOT = join(import.meta.dirname, "..");
const sources = readdirSync(join(ROOT, "photos")).filter((name) => /\.(jpg|png)$/.test(name));

/** Decorative pictures: in the background, or next to a title that describes them. */
const DECORATIVE = /^(about-card\/|place-picture\/(banner|cta|account))/;

/** For generating the missing files that these tests need, about a tenth of all. */
const GENERATION_TIMEOUT_MS = 120_000;

/** One picture of each width: the files of two pictures of one width differ only in the scene. */
const ONE_OF_EACH_WIDTH = new Set(new Map([...pictures.values()].map(({ width, file }) => [width, file])).values());

/** Share pictures of a wide picture, a tall picture, and one that is hardly cropped. */
const CROP_SAMPLES = new Set(["hero.jpg", "trainer-yoga.jpg", "class-boxing.jpg"]);

/** The width at which a phone of density 2 shows a picture across its screen. */
function phoneWidthOf({ width }: PictureSize): number {
  return widthsOf(width).find((candidate) => candidate >= 700) ?? width;
}

/**
 * Whether the tests need a file. For the size budget, each picture at the phone's width; for format and width, the narrowest
 * and the widest files of a picture of each width, since all are made by the same code; and every titled picture.
 */
function isNeeded({ source, file }: OwnPictureFile): boolean {
  const picture = pictures.get(basename(source));
  if (file.kind === "titled") return true;
  if (picture === undefined) return false;
  if (file.kind === "share") return CROP_SAMPLES.has(picture.file);
  const isHero = picture.file === "hero-portrait.jpg" && file.width === HERO_WIDTH_PX;
  if (file.format === "avif" && (isHero || file.width === phoneWidthOf(picture))) return true;
  const isAtAnEnd = file.format === "jpg" || [240, widthsOf(picture.width).at(-1)].includes(file.width);
  return isAtAnEnd && ONE_OF_EACH_WIDTH.has(picture.file);
}

let files: readonly OwnPictureFile[];
/** The files that exist: those that the tests need, and those made before. */
let present: readonly OwnPictureFile[];

beforeAll(async () => {
  files = await listPictureFiles();
  const names = files.map(({ name }) => name);
  const store = await openPictureStore([PUBLIC], names);
  await makePictureFiles(files.filter(isNeeded), store);
  present = files.filter(({ name }) => store.has(name));
}, GENERATION_TIMEOUT_MS);

test("every picture that the content names exists; a missing one is reported with its entry and field", () => {
  expect(missingPictures(new Set(sources))).toEqual([]);
  const photo = { file: "gone.jpg", alt: "", focus: [50, 50] as const };
  const [problem, ...others] = missingPictures(new Set(sources), [{ entry: "class/boxing", field: "photo", photo }]);
  expect(problem).toBe('class/boxing names photos/gone.jpg in its field "photo": there is no such file');
  expect(others).toEqual([]);
});

test("every focal point lies within its picture, and every picture that isn't decoration has a descriptive alt text", () => {
  const wrong = namedPictures().filter(
    ({ entry, photo: { alt, focus } }) =>
      (!DECORATIVE.test(entry) && alt.length < 20) ||
      /^(image|picture|photo) of/i.test(alt) ||
      focus.some((percent) => percent < 0 || percent > 100),
  );
  expect(wrong.map(({ entry }) => entry)).toEqual([]);
});

test("the manifest for the browser has the actual size, average colour and hash of each source, in at most 3 KB", async () => {
  expect(tableSource(await measurePictures()).split("`")[1]).toBe(PICTURE_TABLE);
  expect(PICTURE_TABLE.length).toBeLessThanOrEqual(3 * 1024);
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

test("there is a variant in each format and width, and a share picture for each page and picture", () => {
  const count = (kind: OwnPictureFile["file"]["kind"]) => files.filter(({ file }) => file.kind === kind).length;
  const all = [...pictures.values()];
  expect(count("variant")).toBe(all.reduce((sum, { width }) => sum + 2 * widthsOf(width).length + 1, 0));
  expect(count("share")).toBe(all.flatMap(builtShares).length);
  expect(count("titled")).toBe(Object.keys(sharePictures).length);
  for (const part of ["path", "name"] as const)
    expect(new Set(files.map((file) => file[part])).size).toBe(files.length);
  // The files that phones and laptops show most come first.
  expect(files.slice(0, pictures.size).every(({ path }) => path.endsWith("-724.avif"))).toBe(true);
});

test("every variant has the format and width in its name", async () => {
  const variants = present.filter(({ file }) => file.kind === "variant");
  expect(variants.length).toBeGreaterThanOrEqual(pictures.size + 4 * ONE_OF_EACH_WIDTH.size);
  await inParallel(variants, async ({ name }) => {
    const [, width, format] = name.match(/-(\d+)\.(avif|webp|jpg)$/) ?? [];
    const meta = await sharp(join(PUBLIC, name)).metadata();
    const read = meta.format === "heif" && meta.compression === "av1" ? "avif" : meta.format;
    const named = { name, width: Number(width), format: format === "jpg" ? "jpeg" : format };
    expect({ name, width: meta.width, format: read }).toEqual(named);
  });
}, 60_000);

test("the phone's hero, and every other picture at a phone's width, is at most 45 KB", () => {
  const names = [...pictures.values()].flatMap((picture) => {
    const widths = picture.file === "hero-portrait.jpg" ? [HERO_WIDTH_PX] : [];
    return [phoneWidthOf(picture), ...widths].map((width) => variantName(picture, width, "avif"));
  });
  expect(pictures.has("hero-portrait.jpg")).toBe(true);
  expect(names.filter((name) => readFileSync(join(PUBLIC, PICTURES_PATH, name)).length > 45 * 1024)).toEqual([]);
});

test("every share picture has the size that social networks require", async () => {
  const shares = present.filter(({ file }) => file.kind !== "variant");
  expect(shares.length).toBeGreaterThanOrEqual(Object.keys(sharePictures).length + CROP_SAMPLES.size);
  await inParallel(shares, async ({ name }) => {
    const { width, height, format } = await sharp(join(PUBLIC, name)).metadata();
    expect({ name, width, height, format }).toEqual({ name, ...SHARE_SIZE, format: "jpeg" });
  });
});

test("a share picture is cropped around the focus", () => {
  const crop = (file: string, focus: readonly [number, number]) =>
    builtShareName(file, focus)?.match(/-(\d+)\.jpg$/)?.[1];
  // Nearly the box's shape: the same for every focus.
  expect([0, 50, 100].map((x) => crop("class-boxing.jpg", [x, 20]))).toEqual(["50", "50", "50"]);
  // Wider: cropped at its sides. Taller: cropped above and below.
  expect([0, 40, 90].map((x) => crop("hero.jpg", [x, 20]))).toEqual(["15", "50", "85"]);
  expect([10, 60, 70].map((y) => crop("trainer-yoga.jpg", [0, y]))).toEqual(["15", "50", "85"]);
  expect(crop("gone.jpg", [50, 50])).toBeUndefined();
});
