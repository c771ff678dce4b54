/** The number of sheets of a printed page; `screens.spec.ts` checks the look of each screen. */
import { expect, test } from "./fixtures.ts";

/** Counts the sheets of a PDF by Chromium, whose page objects are not compressed. */
function countSheets(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test("the prices, the fullest day and the week of the schedule take one sheet", async ({ page }) => {
  for (const path of ["/pricing", "/schedule/monday", "/schedule/week"]) {
    await page.goto(path);
    // Letter is shorter.
    for (const format of ["A4", "Letter"]) {
      expect(countSheets(await page.pdf({ format })), `${path} on ${format}`).toBe(1);
    }
  }
});
