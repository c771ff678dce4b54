/** The testimonials' arrows. */
import type { Locator } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures.ts";

test.use({ reducedMotion: "no-preference" });

/**
 * The index of the testimonial at which the row stops scrolling: its position is unchanged for three frames. Rounded to a
 * tenth, as a testimonial's width may be fractional.
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

test("the testimonials turn by arrows", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const row = page.getByRole("list", { name: "What members say" });
  await row.scrollIntoViewIfNeeded();
  const place = () => restingPlace(row);
  // Nothing is announced to somebody who only scrolls.
  await expect(page.getByText(/^Testimonial \d of \d$/)).toHaveCount(0);
  await test.step("two quick presses turn two testimonials forward, and two others back", async () => {
    for (const milliseconds of [0, 140]) {
      // In the page, so that the time between the presses is exact.
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

  await test.step("the arrows continue from the testimonial that was scrolled to by hand, even while they scroll", async () => {
    for (const [index, byHand] of ["wheel", "pointerdown", "keydown"].entries()) {
      await page.getByRole("button", { name: "Next testimonial" }).evaluate(
        (button: HTMLElement, [type, to]) => {
          const list = button.closest("section")?.querySelector("ul[tabindex]");
          button.click();
          list?.dispatchEvent(new Event(type, { bubbles: true }));
          list?.scrollTo({ left: to * list.clientWidth, behavior: "instant" });
        },
        [byHand, 2 - index] as const,
      );
      await expect(page.getByText(`Testimonial ${3 - index} of 3`), byHand).toBeAttached();
    }
    // The row goes round.
    await page.getByRole("button", { name: "Previous testimonial" }).click();
    await expect.poll(place).toBe(2);
    await expect(page.getByText("Testimonial 3 of 3")).toBeAttached();
  });
});
