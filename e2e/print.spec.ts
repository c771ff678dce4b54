/** The number of sheets of a printed page; `screens.spec.ts` checks the look of each screen. */
import { expect, SCREENS, test } from "./fixtures.ts";

/** Counts the sheets of a PDF by Chromium, whose page objects are not compressed. */
function countSheets(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test("the prices and each day of the schedule take one sheet", async ({ page }) => {
  for (const { path } of SCREENS.filter(({ path }) => path === "/pricing" || path.startsWith("/schedule/"))) {
    await page.goto(path);
    // Letter is shorter, so the fullest pages are tried on it too.
    const formats = ["/pricing", "/schedule/monday", "/schedule/week"].includes(path) ? ["A4", "Letter"] : ["A4"];
    for (const format of formats) {
      expect(countSheets(await page.pdf({ format })), `${path} on ${format}`).toBe(1);
    }
  }
});
