import { describe, expect, it } from "vitest";
import { calculateBmi, placeOnScale } from "./bmi.ts";

describe("the body mass index", () => {
  it.each([
    ["70", "175", "22.9", "normal"],
    ["50", "170", "17.3", "underweight"],
    ["95", "175", "31.0", "overweight"],
    ["62.5", "168", "22.1", "normal"],
    [" 62,5 ", "168", "22.1", "normal"],
    ["80", "200", "20.0", "normal"],
    ["79.9", "200", "20.0", "underweight"],
    ["108", "200", "27.0", "overweight"],
    ["107.9", "200", "27.0", "normal"],
  ])("of %s kg and %s cm is %s, and before rounding %s", (weight, height, result, category) => {
    expect(calculateBmi(weight, height)).toMatchObject({ shown: result, category });
  });

  it.each<[string, ...[weight: string, height: string][]]>([
    ["something missing", ["", "175"], ["70", ""]],
    ["zero or less", ["0", "175"], ["70", "0"], ["-70", "175"], ["70", "-175"]],
    ["words and units", ["seventy", "175"], ["70kg", "175"], ["70", "NaN"], ["Infinity", "175"]],
    ["other spellings of numbers", ["1e2", "175"], ["0x46", "175"], ["70.1.2", "175"]],
    ["what nobody weighs or measures", ["5", "175"], ["9999", "175"], ["70", "1.75"], ["70", "1750"]],
  ])("refuses %s", (_, ...measures) => {
    for (const [weight, height] of measures) expect(calculateBmi(weight, height)).toBeUndefined();
  });
});

it("the scale runs from 14 to 34, and clamps values beyond", () => {
  expect(placeOnScale(calculateBmi("108", "200")?.index ?? 0)).toBe(65);
  expect([placeOnScale(14), placeOnScale(24), placeOnScale(34)]).toEqual([0, 50, 100]);
  expect([placeOnScale(8), placeOnScale(60)]).toEqual([0, 100]);
});
