/** Interactions of the gallery. */
import type { Check } from "../check.ts";
import { button, dialog, link } from "../page.ts";

export const publicPageChecks: readonly Check[] = [
  {
    name: "gallery: a picture opens large, turns, and returns the focus",
    in: { script: true },
    run: async ({ page }) => {
      await page.open("/gallery/page-1");
      const first = link(undefined, { within: "[data-gallery]" });
      await page.click(first);
      await page.seeText("1 of 8", "dialog[open]");
      await page.until("a picture in the lightbox", () =>
        page.evaluate(
          `[...document.querySelectorAll("dialog[open] img")].some((image) => image.complete && image.naturalWidth > 0)`,
        ),
      );
      await page.tab.press("ArrowRight");
      await page.seeText("2 of 8", "dialog[open]");
      await page.tab.press("ArrowLeft");
      await page.click(button("Previous picture"));
      await page.seeText("8 of 8", "dialog[open]");
      await page.click(button("Next picture"));
      await page.seeText("1 of 8", "dialog[open]");
      await page.tab.press("Escape");
      await page.seeGone(dialog());
      await page.until("focus on the picture", async () => (await page.find(first))[0]?.isFocused);
      await page.click(first);
      await page.click(button("Close"));
      await page.seeGone(dialog());
      return "by keys and by buttons, past both ends";
    },
  },
];
