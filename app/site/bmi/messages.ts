/** What the calculator says of what was typed, by code. */
import type { BmiCategory } from "./bmi.ts";

export const BMI_MESSAGES = {
  /** The one message for all invalid input (specification, section 8). */
  "invalid-measures": "Please enter a valid weight and height",
  underweight: "Underweight",
  normal: "Normal",
  overweight: "Overweight",
} as const satisfies Record<BmiCategory | "invalid-measures", string>;
