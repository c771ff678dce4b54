/** The printed pages: black on white, with the gym's name and address, and nothing only a screen can use. */
import { DISTINCT_SCREENS, expect, laidOut, SCREENS, test } from "./fixtures.ts";

for (const path of DISTINCT_SCREENS) {
  test(`${path} prints black on white, with the gym's name and address`, async ({ page }) => {
    await page.goto(path);
    await page.emulateMedia({ media: "print" });
    await laidOut(page);
    const found = await page.evaluate(() => {
      const NO_COLOUR = /^(?:transparent|rgba\(.*, 0\))$/;
      const faults = new Set<string>();
      const photos: string[] = [];
      for (const element of document.querySelectorAll("body, body *")) {
        if (!element.checkVisibility() || element.closest("svg")) continue;
        const { position, color, backgroundColor, backgroundImage } = getComputedStyle(element);
        const name = `${element.localName}.${element.className}`;
        if (position === "fixed") faults.add(`${name} is on every sheet`);
        if (color !== "rgb(0, 0, 0)") faults.add(`${name} is written in ${color}`);
        if (element.matches("img")) photos.push(element.closest("[data-gallery]") ? "gallery" : name);
        else if (!element.matches("picture") && (!NO_COLOUR.test(backgroundColor) || backgroundImage !== "none")) {
          faults.add(`${name} has a ground`);
        }
      }
      return { faults: [...faults], photos, text: document.body.innerText };
    });
    expect(found.faults).toEqual([]);
    expect(found.photos.filter((photo) => photo !== "gallery")).toEqual([]);
    if (path.startsWith("/gallery")) expect(found.photos.length).toBeGreaterThan(0);
    expect(found.text.trim()).toMatch(/^Nguvu Fitness, Nguvu House, Ngong Road, Nairobi, Kenya, \+254/);
  });
}

/** Sheets of a PDF as Chromium writes it, whose page objects are not compressed. */
function countSheets(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test("the prices and each day of the schedule take one sheet", async ({ page }) => {
  for (const { path } of SCREENS.filter(({ path }) => path === "/pricing" || path.startsWith("/schedule/"))) {
    await page.goto(path);
    for (const format of ["A4", "Letter"]) {
      expect(countSheets(await page.pdf({ format })), `${path} on ${format}`).toBe(1);
    }
  }
});
