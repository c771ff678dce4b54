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
  const located = { IFD3: { GPSLatitudeRef: "S", GPSLatitude: "1/1 17/1 0/1" } };
  const image = sharp(Buffer.from(svg)).toFormat(format).withExif(located);
  return image.withMetadata(orientation === undefined ? {} : { orientation }).toBuffer();
}

/** Facts in the header of a PNG. By default it has 3 channels of 8 bits, and is not interlaced. */
type PngHeader = { width: number; height: number; channels?: 3 | 4; depth?: 8 | 16; isProgressive?: boolean };

/** A PNG with a header and one empty row: decoding it fails, so a refusal for its size came before. */
export function pngHeader({ width, height, channels = 3, depth = 8, isProgressive = false }: PngHeader): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, channels === 3 ? 2 : 6, 0, 0, isProgressive ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(1 + (width * channels * depth) / 8))),
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
