/** The testimonials' arrows. */
import { expect, hydrated, test } from "./fixtures.ts";

for (const milliseconds of [0, 60, 140, 220]) {
  test(`two presses ${milliseconds} ms apart turn two testimonials on, and two back`, async ({ page }) => {
    await page.goto("/");
    await hydrated(page);
    const row = page.getByRole("list", { name: "What members say" });
    await row.scrollIntoViewIfNeeded();
    // To a tenth: the width of a testimonial needn't be a whole number of pixels.
    const place = () => row.evaluate((list) => Math.round((10 * list.scrollLeft) / list.clientWidth) / 10);
    // In the page, where the time between them is what it should be.
    const pressTwice = (name: string) =>
      page.getByRole("button", { name }).evaluate(async (button, pause) => {
        button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
        button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }, milliseconds);

    await pressTwice("Next testimonial");
    await expect.poll(place).toBe(2);
    await expect(page.getByText("Testimonial 3 of 3")).toBeAttached();
    await pressTwice("Previous testimonial");
    await expect.poll(place).toBe(0);
    await expect(page.getByText("Testimonial 1 of 3")).toBeAttached();
  });
}

test("the arrows continue from where the row was scrolled by hand", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const row = page.getByRole("list", { name: "What members say" });
  await row.focus();
  const place = () => row.evaluate((list) => Math.round((10 * list.scrollLeft) / list.clientWidth) / 10);
  await page.getByRole("button", { name: "Next testimonial" }).click();
  await expect.poll(place).toBe(1);
  await row.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(place).toBe(2);
  await page.getByRole("button", { name: "Previous testimonial" }).click();
  await expect.poll(place).toBe(1);
});
