/**
 * The process that decodes and encodes pictures, with little memory, an empty environment and no other code of the site. A
 * malicious upload can harm only this process, which exits afterwards. A process that encodes the site's own pictures never
 * gets an upload, and runs until the site closes the channel.
 */
import { readSync } from "node:fs";
import type { ImageRefusal, OwnTask, ReadImage, WantedFile } from "../platform/image-encoder.ts";
import { jpegWidthOf } from "../ui/picture-files.ts";
import { drawFile, drawOwnFile } from "./draw-file.ts";
import { averageColour, encodeAs, type SharpModule } from "./recipe.ts";

/** Phone photos usually have 12 megapixels, rarely more than 48. Larger pictures are refused before they are decoded. */
const MAX_PIXELS = 50_000_000;

const MAX_DECODED_BYTES = 3 * MAX_PIXELS;

/** The limit for formats that are decoded as a whole: a progressive JPEG of 12 megapixels. */
const MAX_BUFFERED_BYTES = 40_000_000;

/** A single row; hundreds are in memory while a picture is scaled down. The widest phone panoramas have 16,384 pixels. */
const MAX_ROW_BYTES = 50_000;

const MIN_SIDE_PX = 300;

/** The master's longest side: the site shows 1,600 at most. */
const MASTER_SIDE_PX = 2000;

const THUMBNAIL_WIDTH_PX = 240;

/** The only loaders for uploads: SVG and some other formats can reference other files. */
const LOADERS = ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"];

const OWN_LOADERS = [...LOADERS, "VipsForeignLoadSvgBuffer"];

type Metadata = import("sharp").Metadata;

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

function readInput(size: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size; ) {
    const count = readSync(0, bytes, at, size - at, null);
    // The site's process has exited.
    if (count === 0) process.exit(1);
    at += count;
  }
  return bytes;
}

/** Whether decoding would take more memory than the process is meant to have (docs/operating.md). */
function isTooLarge({ width, height, channels, depth, format, isProgressive, chromaSubsampling }: Metadata): boolean {
  const row = width * channels * (depth === "ushort" ? 2 : 1);
  if (row > MAX_ROW_BYTES || row * height > MAX_DECODED_BYTES) return true;
  // Unknown for WebP. A progressive JPEG needs two bytes per sample until its last pass.
  const isBuffered = format === "webp" || isProgressive === true;
  const samples = chromaSubsampling === "4:2:0" ? 1.5 : channels;
  const whole = format === "jpeg" ? width * height * samples * 2 : row * height;
  return isBuffered && whole > MAX_BUFFERED_BYTES;
}

async function work(sharp: SharpModule, task: ChildWork): Promise<void> {
  if (task.kind === "own") {
    const bytes = await drawOwnFile(sharp, task);
    return send(bytes === undefined ? { kind: "outdated" } : { kind: "own-file", bytes });
  }
  const input = readInput(task.bytes);
  // `error` rejects truncated files, but accepts the minor irregularities of phone photos.
  const open = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  if (task.kind === "encode") {
    for (const file of task.wanted) {
      await send({ kind: "file", file, bytes: await drawFile(sharp, open(input), file) });
    }
    return;
  }
  const metadata = await open(input).metadata();
  if (isTooLarge(metadata)) return send({ kind: "refused", code: "too-many-pixels" });
  if (Math.min(metadata.width, metadata.height) < MIN_SIDE_PX) return send({ kind: "refused", code: "too-small" });
  const { data: master, info } = await open(input)
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

async function run(task: ChildWork): Promise<void> {
  const sharp = await import("sharp").then(
    (loaded) => loaded.default,
    () => undefined,
  );
  if (sharp === undefined) return send({ kind: "refused", code: "no-encoder" });
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: task.kind === "own" ? OWN_LOADERS : LOADERS });
  try {
    await work(sharp, task);
  } catch (error) {
    const hasTooManyPixels = error instanceof Error && error.message.includes("pixel limit");
    await send({ kind: "refused", code: hasTooManyPixels ? "too-many-pixels" : "unreadable" });
  }
}

let isWorking = false;

// Own pictures: there are no more. Otherwise the site's process has exited, and nobody waits for the rest.
process.once("disconnect", () => process.exit(isWorking ? 1 : 0));
process.on("message", async (task: ChildWork) => {
  isWorking = true;
  await run(task);
  isWorking = false;
  if (task.kind !== "own") process.exit(0);
});

/** A task of the process, which exits with code 0 after an upload. `bytes`: the file's size. */
export type ChildWork =
  | { kind: "read"; bytes: number }
  | { kind: "encode"; bytes: number; wanted: readonly WantedFile[] }
  | ({ kind: "own" } & OwnTask);

/** The messages that it sends about a task; exactly one for `own`. */
export type ChildMessage =
  | { kind: "read"; image: ReadImage }
  | { kind: "file"; file: WantedFile; bytes: Uint8Array }
  | { kind: "own-file"; bytes: Uint8Array }
  | { kind: "outdated" }
  | { kind: "refused"; code: ImageRefusal };
