import { expect, test } from "vitest";
import { lengthInWords } from "./class-page.server.ts";

test("the length of a class is the length of its weekly times", () => {
  const hour = { from: "9:00am", to: "10:00am" };
  expect(lengthInWords([hour, { from: "10:00pm", to: "11:00pm" }])).toBe("60 minutes");
  expect(lengthInWords([hour, { from: "4:00pm", to: "4:45pm" }])).toBe("45 to 60 minutes");
  expect(lengthInWords([{ from: "11:30pm", to: "12:15am" }])).toBe("45 minutes");
  expect(lengthInWords([hour, { from: "25:00pm", to: "26:00pm" }])).toBe("60 minutes");
  expect(lengthInWords([{ from: "9:00am", to: "9:00am" }])).toBeUndefined();
  expect(lengthInWords([])).toBeUndefined();
});
