import { expect, test } from "vitest";
import { scaleSizes, widening } from "./picture.tsx";

test("a picture as wide as its box needs no wider file", () => {
  expect(widening({ width: 800, height: 1000 }, "4/5")).toBe(1);
  expect(widening({ width: 800, height: 1000 }, 1.5)).toBe(1);
});

test("the file of a picture cropped at its sides has as many pixels as the box shows", () => {
  const factor = widening({ width: 1600, height: 900 }, "4/5");
  const file = { width: factor, height: (factor * 900) / 1600 };
  expect(file.width * file.height).toBeCloseTo(1 * (5 / 4), 5);
});

test("scaling a list of sizes changes every length and no condition", () => {
  expect(scaleSizes("(width >= 64rem) 42vw, 90vw", 1.5)).toBe("(width >= 64rem) 63vw, 135vw");
  expect(scaleSizes("(width >= 64rem) and (height < 40rem) calc(50vw - 20px), min(90vw, 400px)", 1.2)).toBe(
    "(width >= 64rem) and (height < 40rem) calc(calc(50vw - 20px) * 1.20), calc(min(90vw, 400px) * 1.20)",
  );
  expect(scaleSizes("100vw", 1)).toBe("100vw");
});
