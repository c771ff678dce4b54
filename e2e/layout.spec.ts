/** Rules of the style sheet; those to be checked on every screen are in `screens.spec.ts`. */
import { expect, test } from "./fixtures.ts";

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
