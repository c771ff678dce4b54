import { expect, test } from "vitest";
import { reopenedVisibilityText, visibilityText } from "./timetable-pages.server.ts";

const TODAY = "2026-11-25";
const FOUR_WEEKS = "their timetable shows four weeks.";

test.each([
  ["2026-12-22", "2026-12-22", "Visitors see it now."],
  ["2026-12-23", "2026-12-23", `Visitors see it from 26 November 2026 on: ${FOUR_WEEKS}`],
  ["2027-02-01", "2027-02-03", `Visitors see it from 5 January 2027 on: ${FOUR_WEEKS}`],
  [
    "2026-12-21",
    "2026-12-24",
    `Visitors see the days up to 22 December 2026 now, and one more each day: ${FOUR_WEEKS}`,
  ],
])("visitors see a change of %s to %s: %s", (from, to, sentence) => {
  expect(visibilityText({ from, to }, TODAY)).toBe(sentence);
});

test("reopening days beyond four weeks is never visible", () => {
  expect(reopenedVisibilityText({ from: "2026-12-22", to: "2026-12-24" }, TODAY)).toBe("Visitors see it now.");
  expect(reopenedVisibilityText({ from: "2026-12-23", to: "2026-12-24" }, TODAY)).toBe("Visitors had not seen it yet.");
});
