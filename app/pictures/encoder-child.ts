/**
 * The process that decodes and encodes one uploaded picture, and ends. It is started with little memory and an empty
 * environment, and nothing else of the site is loaded in it: what an upload can do to a decoder, it does to this process.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { jpegWidthOf } from "../ui/picture-files.ts";
import type { ChildMessage, ChildWork } from "./encoder-messages.ts";
import { averageColour, encodeAs } from "./recipe.ts";
import { drawShare } from "./share-recipe.ts";

/** 12 megapixels are a phone's photo, 48 the largest usual one. More is refused before it is decoded. */
const MAX_PIXELS = 50_000_000;

/** Below this a picture is blurred wherever the site shows it. */
const MIN_SIDE_PX = 300;

/** The master's longest side: the site shows 1,600 at most. */
const MASTER_SIDE_PX = 2000;

const THUMBNAIL_WIDTH_PX = 240;

/** What may be decoded, whatever else the library knows: SVG and others can name further files. */
const LOADERS = ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"];

/** What stands over the photo of a share picture; `bin/icons.ts` draws it. */
const SHARE_FRAME = join(import.meta.dirname, "share-frame.png");

type SharpModule = typeof import("sharp").default;

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

async function work(sharp: SharpModule, given: ChildWork): Promise<void> {
  // `error` refuses what is cut off, and lets pass the small irregularities of phones.
  const open = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  if (given.kind === "encode") {
    for (const file of given.wanted) {
      const bytes =
        file.kind === "variant"
          ? await encodeAs(open(given.bytes), file.width, file.format).toBuffer()
          : await drawShare(open(given.bytes), file.focus, await readFile(SHARE_FRAME));
      await send({ kind: "file", file, bytes });
    }
    return;
  }
  const { width, height } = await open(given.bytes).metadata();
  if (Math.min(width, height) < MIN_SIDE_PX) return send({ kind: "refused", code: "too-small" });
  const { data: master, info } = await open(given.bytes)
    .autoOrient()
    .flatten({ background: "#ffffff" })
    .resize({ width: MASTER_SIDE_PX, height: MASTER_SIDE_PX, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 90, chromaSubsampling: "4:4:4" })
    .toBuffer({ resolveWithObject: true });
  const jpeg = await encodeAs(open(master), jpegWidthOf(info.width), "jpg").toBuffer();
  const thumbnail = await encodeAs(open(master), THUMBNAIL_WIDTH_PX, "jpg").toBuffer();
  const colour = await averageColour(open(master));
  return send({
    kind: "read",
    image: { width: info.width, height: info.height, colour, master, jpeg, thumbnail },
  });
}

async function run(given: ChildWork): Promise<void> {
  const sharp = await import("sharp").then(
    (loaded) => loaded.default,
    () => undefined,
  );
  if (sharp === undefined) return send({ kind: "refused", code: "no-encoder" });
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: LOADERS });
  try {
    await work(sharp, given);
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes("pixel limit");
    await send({ kind: "refused", code: isTooLarge ? "too-many-pixels" : "unreadable" });
  }
}

// The site has ended: nobody is waiting for the rest.
process.once("disconnect", () => process.exit(1));
process.once("message", (given: ChildWork) => void run(given).finally(() => process.exit(0)));
