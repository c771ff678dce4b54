import { expect, it } from "vitest";
import { clockOffset } from "./use-now.ts";

const SERVER_MS = Date.parse("2026-11-23T06:20:00Z");
const MINUTE_MS = 60_000;

/** The offset for a response 300 ms after the navigation. @param origin the navigation's start by the visitor's clock */
function offsetAt(origin: number, { name = "now", duration = SERVER_MS, transferSize = 9000 } = {}) {
  const timing = { name, duration, description: "", toJSON: () => ({}) };
  return clockOffset({ serverTiming: [timing], responseStart: 300, transferSize }, origin);
}

it("the server's clock differs by more than two minutes or not, and is unknown for a cached document", () => {
  expect(offsetAt(SERVER_MS - 300 - 90 * MINUTE_MS)).toBe(90 * MINUTE_MS);
  expect(offsetAt(SERVER_MS - 300 + 3 * MINUTE_MS)).toBe(-3 * MINUTE_MS);
  for (const ahead of [0, 2 * MINUTE_MS]) expect(offsetAt(SERVER_MS - 300 + ahead)).toBe(0);
  expect(offsetAt(SERVER_MS - 300 - 2 * MINUTE_MS - 1)).toBe(2 * MINUTE_MS + 1);
  expect(clockOffset(undefined, SERVER_MS)).toBeUndefined();
  // Browsers without Server-Timing have no such property.
  const { serverTiming, ...without } = { serverTiming: [], responseStart: 300, transferSize: 9000 };
  expect(clockOffset(without as unknown as PerformanceNavigationTiming, SERVER_MS)).toBeUndefined();
  expect(clockOffset({ ...without, serverTiming }, SERVER_MS)).toBeUndefined();
  const useless = [{ name: "cdn" }, { duration: 0 }, { transferSize: 0 }];
  for (const timing of useless) expect(offsetAt(SERVER_MS, timing)).toBeUndefined();
});
