/**
 * The site's own pictures at build time: the table of the pictures in `photos/`, and, on request, all their files.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drawOwnFile } from "../app/pictures/draw-file.ts";
import { listOwnFiles, type OwnPictureFile } from "../app/pictures/own-files.ts";
import { type Claim, openPictureStore, type PictureStore } from "../app/pictures/picture-store.server.ts";
import { averageColour, recipeHash, type SharpModule } from "../app/pictures/recipe.ts";
import { sharePictures } from "../app/site/seo/share-pictures.ts";
import { type PictureSize, readPictureTable } from "../app/ui/picture-files.ts";
import { PHOTOS, PUBLIC } from "../host/start/own-pictures.ts";
import { withBuildLock } from "./build-lock.ts";
import { inParallel } from "./in-parallel.ts";
import { ROOT } from "./spawn.ts";

const TABLE = join(ROOT, "app", "ui", "picture-manifest.generated.ts");

const OTHERS_POLL_MS = 100;

/** Pictures can't be made on this machine. The message is for the operator. */
export class PictureProblem extends Error {}

/** One thread per image, and one image per core: encoders scale badly within a small image. */
async function loadEncoder(why: string): Promise<SharpModule> {
  const { default: sharp } = await import("sharp").catch(() => {
    throw new PictureProblem(`${why}, which needs the package sharp, and that can't be loaded. Run \`npm install\`.`);
  });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Reads the pictures in `photos/`, in the order of their names. */
async function readSources(): Promise<{ file: string; bytes: Buffer; hash: string }[]> {
  const files = (await readdir(PHOTOS)).filter((name) => /\.(jpg|png)$/.test(name)).sort();
  return Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(PHOTOS, file));
      return { file, bytes, hash: recipeHash(bytes) };
    }),
  );
}

/** Measures all pictures: their sizes after any rotation, their average colours, and the hashes in their files' names. */
export async function measurePictures(): Promise<PictureSize[]> {
  const sharp = await loadEncoder("The pictures in photos/ have changed and must be measured");
  const sources = await readSources();
  return Promise.all(
    sources.map(async ({ file, bytes, hash }) => {
      const { autoOrient } = await sharp(bytes).metadata();
      const colour = await averageColour(sharp(bytes).autoOrient());
      return { file, ...autoOrient, colour, hash };
    }),
  );
}

/** The table in the client script: a line for each picture. */
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

/** The table on disk; the module that this process has imported may be older. */
async function readTable(): Promise<ReadonlyMap<string, PictureSize>> {
  const text = await readFile(TABLE, "utf8").catch(() => "");
  return readPictureTable(text.split("`")[1] ?? "");
}

/**
 * Brings the table of pictures up to date with `photos/` and the recipe. Compares hashes first, so that the encoder is loaded
 * only when something has changed.
 * @returns the pictures by file name
 */
export async function updatePictureTable(): Promise<ReadonlyMap<string, PictureSize>> {
  const table = await readTable();
  const sources = await readSources();
  const isCurrent = sources.length === table.size && sources.every(({ file, hash }) => table.get(file)?.hash === hash);
  if (isCurrent) return table;
  const measured = await measurePictures();
  await withBuildLock(() => writeFile(TABLE, tableSource(measured)));
  return new Map(measured.map((picture) => [picture.file, picture]));
}

/** All files of the pictures in `photos/` as they are now. */
export async function listPictureFiles(): Promise<OwnPictureFile[]> {
  return listOwnFiles(PHOTOS, await updatePictureTable(), sharePictures);
}

/**
 * Makes the files that aren't in `store` yet, each only once, even if a site or another build is doing the same.
 * @returns how many were made
 * @throws a PictureProblem when they can't be made here
 */
export async function makePictureFiles(files: readonly OwnPictureFile[], store: PictureStore): Promise<number> {
  const missing = files.filter(({ name }) => !store.has(name));
  if (missing.length === 0) return 0;
  if (!store.isWritable) throw new PictureProblem(`Pictures are stored in ${PUBLIC}, where this user can't write.`);
  const sharp = await loadEncoder("Pictures must be made");
  let made = 0;
  await inParallel(missing, async (file) => {
    while (!store.has(file.name)) {
      const claim = store.claim(file.name);
      if (claim === undefined) await pause(OTHERS_POLL_MS);
      else if (await makeClaimed(sharp, file, claim, store)) made += 1;
    }
  });
  return made;
}

/** @returns false if another process had made the file before it was claimed */
async function makeClaimed(sharp: SharpModule, file: OwnPictureFile, claim: Claim, store: PictureStore) {
  try {
    if (store.has(file.name)) return false;
    const bytes = await drawOwnFile(sharp, file);
    if (bytes === undefined) throw new PictureProblem(`${file.source} has changed in the meantime: run this again.`);
    await claim.write(bytes);
    return true;
  } finally {
    claim.release();
  }
}

/** Makes all files, and removes those that are no longer served. `made` counts the new ones. */
export async function buildPictures(): Promise<{ made: number }> {
  const files = await listPictureFiles();
  const store = await openPictureStore(
    [PUBLIC],
    files.map(({ name }) => name),
  );
  await store.removeOthers();
  return { made: await makePictureFiles(files, store) };
}
