/**
 * Draws the icons in `public/` from the marks in `photos/brand/`, and the frame of share pictures. The results are committed; run it by hand
 * after changing a mark.
 */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { shareFrame } from "../app/pictures/share-drawing.ts";

const ROOT = join(import.meta.dirname, "..");
const BRAND = join(ROOT, "photos", "brand");
const PUBLIC = join(ROOT, "public");

const INK = "#0b0b0c";

/** Sizes in px inside favicon.ico: a tab, a tab on a dense screen, a Windows shortcut. */
const ICO_SIZES = [16, 32, 48];

/** Renders an SVG at a height of `height` px; librsvg draws at 72 dpi by default. */
async function render(svg: Buffer, height: number): Promise<Buffer> {
  const { height: natural } = await sharp(svg).metadata();
  return sharp(svg, { density: (72 * height) / natural })
    .resize({ height })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A square icon of `size` px: the mark on ink, with `part` of the square's height. */
async function icon(mark: Buffer, size: number, part: number): Promise<Buffer> {
  const input = await render(mark, Math.round(size * part));
  return sharp({ create: { width: size, height: size, channels: 3, background: INK } })
    .composite([{ input, gravity: "centre" }])
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();
}

/** An ICO file that holds PNG images: a 6-byte header, 16 bytes for each image, then the images. */
function ico(images: readonly { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

const mark = await readFile(join(BRAND, "mark.svg"));
const small = await readFile(join(BRAND, "mark-small.svg"));

await copyFile(join(BRAND, "mark-small.svg"), join(PUBLIC, "favicon.svg"));
const sizes = ICO_SIZES.map(async (size) => ({ size, png: await render(small, size) }));
await writeFile(join(PUBLIC, "favicon.ico"), ico(await Promise.all(sizes)));
await writeFile(join(PUBLIC, "apple-touch-icon.png"), await icon(mark, 180, 0.64));
await writeFile(join(PUBLIC, "icon-192.png"), await icon(mark, 192, 0.7));
await writeFile(join(PUBLIC, "icon-512.png"), await icon(mark, 512, 0.7));
// A launcher may crop a maskable icon to a circle of 80% of its width: the mark stays well inside.
await writeFile(join(PUBLIC, "icon-maskable-512.png"), await icon(mark, 512, 0.54));

// The picture encoder of a running site reads this file: it draws no SVG (app/pictures/encoder-child.ts).
const frame = await sharp(Buffer.from(await shareFrame()))
  .png({ compressionLevel: 9, effort: 10 })
  .toBuffer();
await writeFile(join(ROOT, "app", "pictures", "share-frame.png"), frame);
