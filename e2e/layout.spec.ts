/** Rules of the style sheet that hold on every screen. */
import { expect, SCREENS, test } from "./fixtures.ts";

/**
 * Height in CSS pixels of a period of the shuka. WebKit draws a repeating gradient of its many stops coarsely, so the
 * stripes are plain gradients, tiled. That the tiles fit together is seen in any engine.
 */
const TILE_PX = 32;

test("the shuka is drawn in tiles and without a repeating gradient", async ({ page }) => {
  await page.goto("/about");
  const bands = await page.locator(".shuka").evaluateAll((all) =>
    all.map((band) => {
      const { backgroundImage, backgroundSize } = getComputedStyle(band);
      return { isRepeating: backgroundImage.includes("repeating"), backgroundSize };
    }),
  );
  expect(bands.length).toBeGreaterThan(0);
  for (const band of bands) {
    expect(band).toEqual({ isRepeating: false, backgroundSize: expect.stringContaining(`${TILE_PX}px ${TILE_PX}px`) });
  }
});

test("no photo or wide content widens a card and with it the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { path } of [...SCREENS, { path: "/classes?show=all" }]) {
    await page.goto(path);
    const widened = await page.evaluate(() => {
      const found: string[] = [];
      for (const grid of document.querySelectorAll("main ul, main ol, main dl")) {
        // One column: it has to be as wide as its grid, whatever is in it.
        const { display, gridTemplateColumns } = getComputedStyle(grid);
        if (display !== "grid" || gridTemplateColumns.includes(" ") || !grid.firstElementChild) continue;
        const { width } = grid.getBoundingClientRect();
        const wide = document.createElement("div");
        wide.style.width = `${2 * width}px`;
        grid.firstElementChild.append(wide);
        const column = Number.parseFloat(getComputedStyle(grid).gridTemplateColumns);
        if (column > width + 1) found.push(`${grid.className}: ${column} px in ${width} px`);
        wide.remove();
      }
      return found;
    });
    expect(widened, path).toEqual([]);
  }
});
