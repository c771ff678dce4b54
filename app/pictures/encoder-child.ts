/**
 * The process that decodes and encodes pictures. It is started with little memory and an empty environment, and nothing else
 * of the site is loaded in it: what an upload can do to a decoder, it does to this process, which ends after it. One that
 * makes files of the site's own pictures never gets an upload, and goes on until the site closes the channel.
 */
import { jpegWidthOf } from "../ui/picture-files.ts";
import { drawFile, drawOwnFile } from "./draw-file.ts";
import type { ChildMessage, ChildWork } from "./encoder-messages.ts";
import { averageColour, encodeAs, type SharpModule } from "./recipe.ts";

/** 12 megapixels are a phone's photo, 48 the largest usual one. More is refused before it is decoded. */
const MAX_PIXELS = 50_000_000;

/** Below this a picture is blurred wherever the site shows it. */
const MIN_SIDE_PX = 300;

/** The master's longest side: the site shows 1,600 at most. */
const MASTER_SIDE_PX = 2000;

const THUMBNAIL_WIDTH_PX = 240;

/** What may be decoded, whatever else the library knows: SVG and others can name further files. */
const LOADERS = ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"];

/** Share pictures of pages are drawn as SVG, by code of the site. */
const OWN_LOADERS = [...LOADERS, "VipsForeignLoadSvgBuffer"];

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

async function work(sharp: SharpModule, given: ChildWork): Promise<void> {
  if (given.kind === "own") {
    const bytes = await drawOwnFile(sharp, given);
    return send(bytes === undefined ? { kind: "outdated" } : { kind: "own-file", bytes });
  }
  // `error` refuses what is cut off, and lets pass the small irregularities of phones.
  const open = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  if (given.kind === "encode") {
    for (const file of given.wanted) {
      await send({ kind: "file", file, bytes: await drawFile(sharp, open(given.bytes), file) });
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
  sharp.unblock({ operation: given.kind === "own" ? OWN_LOADERS : LOADERS });
  try {
    await work(sharp, given);
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes("pixel limit");
    await send({ kind: "refused", code: isTooLarge ? "too-many-pixels" : "unreadable" });
  }
}

let isWorking = false;

// Own pictures: there are no more. Otherwise the site has ended, and nobody is waiting for the rest.
process.once("disconnect", () => process.exit(isWorking ? 1 : 0));
process.on("message", async (given: ChildWork) => {
  isWorking = true;
  await run(given);
  isWorking = false;
  if (given.kind !== "own") process.exit(0);
});
