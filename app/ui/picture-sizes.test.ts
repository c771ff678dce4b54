import { expect, test } from "vitest";
import { scaleSizes, widening } from "./picture-sizes.ts";

test("a picture as wide as its box needs no wider file", () => {
  expect(widening({ width: 800, height: 1000 }, "4/5")).toBe(1);
  expect(widening({ width: 800, height: 1000 }, 1.5)).toBe(1);
});

test("a picture cut at its sides needs a wider file, but never far more pixels than its box shows", () => {
  const factor = widening({ width: 1600, height: 900 }, "4/5");
  const drawn = 1600 / 900 / (4 / 5);
  expect(factor).toBeGreaterThan(1.4);
  expect(factor ** 2 / drawn).toBeLessThan(1.25);
});

test("every length of a list of sizes grows, its conditions stay", () => {
  expect(scaleSizes("(width >= 64rem) 42vw, 90vw", 1.5)).toBe("(width >= 64rem) 63vw, 135vw");
  expect(scaleSizes("(width >= 64rem) and (height < 40rem) calc(50vw - 20px), min(90vw, 400px)", 1.2)).toBe(
    "(width >= 64rem) and (height < 40rem) calc(calc(50vw - 20px) * 1.20), calc(min(90vw, 400px) * 1.20)",
  );
  expect(scaleSizes("100vw", 1)).toBe("100vw");
});
