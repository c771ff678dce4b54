/** The body mass index (specification, section 5): what is accepted, how it is reckoned, and what it is called. */

/** Below it a person is underweight (specification, section 9). Compared with the unrounded index. */
export const NORMAL_FROM = 20;

/** From it on a person is overweight (specification, section 9). Compared with the unrounded index. */
export const OVERWEIGHT_FROM = 27;

/** What no grown person's scale or measure shows is a slip of the finger, or metres for centimetres. */
const WEIGHT_KG = { min: 20, max: 400 };
const HEIGHT_CM = { min: 90, max: 250 };

/** What an index is called; `messages.ts` has the words. */
export type BmiCategory = "underweight" | "normal" | "overweight";

/** `index` is kg/m², unrounded; `shown` has its one decimal. */
export type BmiResult = { index: number; shown: string; category: BmiCategory };

function readMeasure(text: string, { min, max }: { min: number; max: number }): number | undefined {
  // Digits with at most one point or comma: Number() would also take "", "1e2" and "0x1f".
  const plain = text.trim().replace(",", ".");
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(plain)) return undefined;
  const value = Number(plain);
  return value >= min && value <= max ? value : undefined;
}

function categoryOf(index: number): BmiCategory {
  if (index < NORMAL_FROM) return "underweight";
  return index < OVERWEIGHT_FROM ? "normal" : "overweight";
}

/**
 * Reckons the index from what was typed: kilograms and centimetres. Undefined when either is empty, not a number,
 * zero, negative or absurd.
 */
export function calculateBmi(weight: string, height: string): BmiResult | undefined {
  const kg = readMeasure(weight, WEIGHT_KG);
  const cm = readMeasure(height, HEIGHT_CM);
  if (kg === undefined || cm === undefined) return undefined;
  const index = kg / ((cm * cm) / 10_000);
  return { index, shown: index.toFixed(1), category: categoryOf(index) };
}

/** The ends of the scale the calculator draws. */
export const SCALE = { from: 14, to: 34 };

/** Where an index stands on the scale, in per cent from its left end; beyond an end it stays there. */
export function placeOnScale(index: number): number {
  const share = (index - SCALE.from) / (SCALE.to - SCALE.from);
  return Math.min(100, Math.max(0, share * 100));
}
