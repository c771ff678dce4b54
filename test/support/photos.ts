/** Generated photos for tests of uploads, and files that only pretend to be photos. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export type PhotoOptions = { width?: number; height?: number; format?: "jpeg" | "png" | "webp"; orientation?: number };

/** A picture with some detail, different for each `seed`. */
export async function makePhoto(seed: number, options: PhotoOptions = {}): Promise<Buffer> {
  const { width = 400, height = 300, format = "jpeg", orientation } = options;
  const bars = Array.from(
    { length: 12 },
    (_, index) =>
      `<rect x="${(index * width) / 12}" width="${width / 12}" height="${height}" fill="hsl(${(seed * 37 + index * 29) % 360} 60% 45%)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${bars.join("")}<circle cx="50%" cy="30%" r="18%" fill="#fff"/></svg>`;
  const image = sharp(Buffer.from(svg)).toFormat(format);
  const located = { IFD3: { GPSLatitudeRef: "S", GPSLatitude: "1/1 17/1 0/1" } };
  return image
    .withExif(located)
    .withMetadata(orientation === undefined ? {} : { orientation })
    .toBuffer();
}

/** Features that make a PNG large to decode. By default it has 3 channels of 8 bits, and is not interlaced. */
export type LargePhotoOptions = {
  width: number;
  height: number;
  channels?: 3 | 4;
  depth?: 8 | 16;
  isProgressive?: boolean;
};

/** A PNG of one colour: a small file that is large when decoded. */
export function makeLargePhoto(options: LargePhotoOptions): Promise<Buffer> {
  const { width, height, channels = 3, depth = 8, isProgressive = false } = options;
  const background = { r: 90, g: 20, b: 20, alpha: 0.5 };
  return sharp({ create: { width, height, channels, background } })
    .toColourspace(depth === 16 ? "rgb16" : "srgb")
    .png({ progressive: isProgressive })
    .toBuffer();
}

/** A PNG of 30,000 by 30,000 pixels in a hundred kilobytes. */
export function pngBomb(): Buffer {
  const side = 30_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The first bytes of an iPhone's photo. */
export const HEIC_START = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypheic\0\0\0\0mif1heic", "latin1"),
  Buffer.alloc(64),
]);

/** An SVG that refers to another file, which no decoder may open. */
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><image href="/etc/passwd" width="9" height="9"/></svg>',
);
