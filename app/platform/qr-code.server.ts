export type QrCode = {
  /** Modules per side, with one of the quiet zone's four; the page adds the others. */
  size: number;
  path: string;
};

/** Creates the QR code of a text. The library is loaded on demand, as few pages need it. */
export async function qrCode(text: string): Promise<QrCode> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: 1 });
  const path = data.flatMap((row, y) => {
    const runs = row
      .map((isDark) => (isDark ? "#" : " "))
      .join("")
      .matchAll(/#+/g);
    return Array.from(runs, ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
  });
  return { size, path: path.join("") };
}
