/** The body mass index (specification, section 5): accepted values, calculation and categories. */

/** Below this index a person is underweight (specification, section 9). Compared with the unrounded index. */
export const NORMAL_FROM = 20;

/** The lowest index that means overweight (specification, section 9). Compared with the unrounded index. */
export const OVERWEIGHT_FROM = 27;

const WEIGHT_KG = { min: 20, max: 400 };
const HEIGHT_CM = { min: 90, max: 250 };

export type BmiCategory = "underweight" | "normal" | "overweight";

/** `index` is kg/m², unrounded; `shown` is rounded to one decimal. */
export type BmiResult = { index: number; shown: string; category: BmiCategory };

function readMeasure(text: string, { min, max }: { min: number; max: number }): number | undefined {
  // Digits with at most one point or comma: Number() would also accept "", "1e2" and "0x1f".
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
 * Calculates the index from the typed values: kilograms and centimetres. Undefined when either is empty, not a number,
 * zero, negative or absurd.
 */
export function calculateBmi(weight: string, height: string): BmiResult | undefined {
  const kg = readMeasure(weight, WEIGHT_KG);
  const cm = readMeasure(height, HEIGHT_CM);
  if (kg === undefined || cm === undefined) return undefined;
  const index = kg / ((cm * cm) / 10_000);
  return { index, shown: index.toFixed(1), category: categoryOf(index) };
}

export const SCALE = { from: 14, to: 34 };

/** The position of an index on the scale, in per cent from its left end, clamped to the scale. */
export function placeOnScale(index: number): number {
  const share = (index - SCALE.from) / (SCALE.to - SCALE.from);
  return Math.min(100, Math.max(0, share * 100));
}

export const BMI_MESSAGES = {
  /** The one message for all invalid input (specification, section 8). */
  "invalid-measures": "Please enter a valid weight and height",
  underweight: "Underweight",
  normal: "Normal",
  overweight: "Overweight",
} as const satisfies Record<BmiCategory | "invalid-measures", string>;
