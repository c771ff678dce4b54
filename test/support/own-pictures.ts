/** The site's own pictures for tests: small photos in a folder, the store for their files, and the real encoder process. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createImageEncoder, type EncoderOptions } from "../../app/pictures/encoder.server.ts";
import { listOwnFiles, type OwnPictureFile } from "../../app/pictures/own-files.ts";
import { createOwnPictures, type OwnPictureParts } from "../../app/pictures/own-pictures.server.ts";
import { openPictureStore } from "../../app/pictures/picture-store.server.ts";
import { recipeHash } from "../../app/pictures/recipe.ts";
import { createLog } from "../../app/platform/log.server.ts";
import type { PictureSize } from "../../app/ui/picture-files.ts";
import { ROOT } from "../../tools/spawn.ts";
import { makePhoto } from "./photos.ts";

const CHILD = join(ROOT, "app", "pictures", "encoder-child.ts");

/** A size of which few files are made. */
const SMALL = { width: 300, height: 225 };

/**
 * Puts small photos into `photos/` of a folder.
 * @returns all of their files, six of each
 */
export async function smallPhotos(folder: string, count: number): Promise<OwnPictureFile[]> {
  const photos = join(folder, "photos");
  await mkdir(photos, { recursive: true });
  const table = new Map<string, PictureSize>();
  for (let seed = 1; seed <= count; seed += 1) {
    const bytes = await makePhoto(seed, SMALL);
    const file = `small-${seed}.jpg`;
    await writeFile(join(photos, file), bytes);
    table.set(file, { file, ...SMALL, colour: "#000000", hash: recipeHash(bytes) });
  }
  return listOwnFiles(photos, table, {});
}

export type PictureOptions = { limits?: OwnPictureParts["limits"]; encoder?: EncoderOptions };

/** The site's own pictures in one instance. Stop its encoder when the test is done. @param folders where files are stored */
export async function openTestPictures(
  files: readonly OwnPictureFile[],
  folders: readonly string[],
  { limits = {}, encoder }: PictureOptions = {},
) {
  const logged: Record<string, unknown>[] = [];
  /** The names of the encoded files, in order. */
  const made: string[] = [];
  const log = createLog("debug", {
    write: (text) => {
      const line = JSON.parse(text);
      logged.push(line);
      if (line.event === "picture-made") made.push(line.file);
    },
  });
  const imageEncoder = createImageEncoder(log, encoder);
  const store = await openPictureStore(
    folders,
    files.map(({ name }) => name),
  );
  return { imageEncoder, logged, made, ...createOwnPictures({ files, store, encoder: imageEncoder, log, limits }) };
}

/** Creates an encoder program that starts its first task when the gate is open. @param first code that it runs first */
export async function gatedChild(folder: string, first = "") {
  const child = join(folder, "gated.mjs");
  const [gate, starts] = [join(folder, "gate"), join(folder, "starts")];
  await writeFile(
    child,
    `import { appendFileSync, existsSync } from "node:fs";
     import { registerHooks } from "node:module";
     ${first}
     appendFileSync(${JSON.stringify(starts)}, "started\\n");
     const early = [];
     const keep = (message) => early.push(message);
     process.on("message", keep);
     while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 5));
     await import(${JSON.stringify(CHILD)});
     process.off("message", keep);
     for (const message of early) process.emit("message", message);`,
  );
  return {
    child,
    openGate: () => writeFile(gate, ""),
    /** The number of started processes. */
    starts: async () => (await readFile(starts, "utf8").catch(() => "")).split("\n").length - 1,
  };
}

/** Code for `gatedChild` that makes loading the encoder's package fail. */
export const WITHOUT_SHARP = `registerHooks({
  resolve(name, context, next) {
    if (name === "sharp") throw new Error("Cannot find package 'sharp'");
    return next(name, context);
  },
});`;
