/** The testimonials' arrows. */
import type { Locator } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures.ts";

test.use({ reducedMotion: "no-preference" });

/**
 * Which testimonial the row stands at once it has stopped scrolling: its place stays the same for three frames. To a tenth: the
 * width of a testimonial needn't be a whole number of pixels.
 */
function restingPlace(row: Locator): Promise<number> {
  return row.evaluate(async (list) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let before = Number.NaN;
    while (list.scrollLeft !== before) {
      before = list.scrollLeft;
      for (let frame = 0; frame < 3; frame += 1) await nextFrame();
    }
    return Math.round((10 * list.scrollLeft) / list.clientWidth) / 10;
  });
}

test("two presses soon after each other turn two testimonials on, and two back", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const row = page.getByRole("list", { name: "What members say" });
  await row.scrollIntoViewIfNeeded();
  const place = () => restingPlace(row);
  for (const milliseconds of [0, 60, 140, 220]) {
    // In the page, where the time between them is what it should be.
    const pressTwice = (name: string) =>
      page.getByRole("button", { name }).evaluate(async (button, pause) => {
        button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
        button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }, milliseconds);

    await pressTwice("Next testimonial");
    await expect.poll(place, `${milliseconds} ms apart`).toBe(2);
    await expect(page.getByText("Testimonial 3 of 3")).toBeAttached();
    await pressTwice("Previous testimonial");
    await expect.poll(place, `${milliseconds} ms apart`).toBe(0);
    await expect(page.getByText("Testimonial 1 of 3")).toBeAttached();
  }
});

test("the arrows continue from where the row was scrolled by hand", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const row = page.getByRole("list", { name: "What members say" });
  await row.focus();
  const place = () => restingPlace(row);
  await page.getByRole("button", { name: "Next testimonial" }).click();
  await expect.poll(place).toBe(1);
  await row.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(place).toBe(2);
  await page.getByRole("button", { name: "Previous testimonial" }).click();
  await expect.poll(place).toBe(1);
});
