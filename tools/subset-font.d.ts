/** The part of subset-font that we use; it ships no types (its README, "API"). */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      targetFormat: "truetype" | "woff2";
      variationAxes?: Record<string, number | { min: number; max: number }>;
      noLayoutClosure?: boolean;
    },
  ): Promise<Uint8Array<ArrayBuffer>>;
}
