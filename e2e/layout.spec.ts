/** Rules of the style sheet; checks of every screen are in `screens.spec.ts`. */
import { expect, test } from "./fixtures.ts";

/**
 * The height of a period of the shuka, in CSS pixels. WebKit draws repeating gradients with many stops coarsely, so the
 * stripes are tiled plain gradients.
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
