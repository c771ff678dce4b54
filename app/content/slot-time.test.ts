import { describe, expect, test } from "vitest";
import { minuteOfDay } from "./slot-time.ts";

describe("a time of day", () => {
  test.each([
    ["9:00am", 9 * 60],
    ["10:00pm", 22 * 60],
    ["12:00am", 0],
    ["12:30pm", 12 * 60 + 30],
    ["1:05am", 65],
    ["21:00pm", 21 * 60],
  ])("%s is minute %i", (written, minute) => {
    expect(minuteOfDay(written)).toBe(minute);
  });

  test.each(["24:00pm", "9:60am", "nine", "9:00", ""])("%j is none", (written) => {
    expect(minuteOfDay(written)).toBeNaN();
  });
});
