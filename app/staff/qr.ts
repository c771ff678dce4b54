/** QR codes as a path for inline SVG. */

export type QrCode = {
  /** Modules on each side, with one of the four of the quiet zone; the page adds the others. */
  size: number;
  /** The dark modules, in units of one module. */
  path: string;
};

/** A QR code of a text. The library is loaded on use: few pages of few people need it. */
export async function qrCode(text: string): Promise<QrCode> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: 1 });
  const path = data
    .flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
    .join("");
  return { size, path };
}

/** Where dark modules begin in a row, and how many follow each other. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
