/** The menu and enlarged pictures at 400% zoom; `screens.spec.ts` checks that each screen fits. */
import { expect, hydrated, inTab, test } from "./fixtures.ts";
import { ZOOMED_VIEW } from "./screen-checks.ts";
import { expectNoFaults } from "./screen-faults.ts";

test.use({ viewport: ZOOMED_VIEW });

test("at 400% every destination of the menu can be reached", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  for (const link of await menu.getByRole("link").all()) {
    await link.scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport({ ratio: 0.99 });
  }
  await expectNoFaults(page, "the menu at 400%", "texts");
});

test("at 400% a gallery picture opens as large as the view", async ({ page }) => {
  await page.goto("/gallery/page-1");
  await hydrated(page);
  // The second picture, which has the gallery's usual aspect ratio.
  await page.locator("[data-gallery] a").nth(1).click();
  const view = page.getByRole("dialog", { name: "Picture, large" });
  const picture = view.locator("img");
  await expect(picture).toBeInViewport({ ratio: 0.99 });
  const box = await picture.boundingBox();
  const isAsWide = Math.round(box?.width ?? 0) === ZOOMED_VIEW.width;
  const isAsHigh = Math.round(box?.height ?? 0) === ZOOMED_VIEW.height;
  expect(isAsWide || isAsHigh, `the picture is ${box?.width} by ${box?.height} px`).toBe(true);
  const count = view.getByText(/^\d+ of \d+$/);
  await expect(count).toHaveText(/^2 /);
  for (const [name, place] of [
    ["Next picture", /^3 /],
    ["Previous picture", /^2 /],
  ] as const) {
    await expect(view.getByRole("button", { name })).toBeInViewport({ ratio: 0.99 });
    await view.getByRole("button", { name }).click();
    await expect(count).toHaveText(place);
  }
  await page.keyboard.press("ArrowRight");
  await expect(count).toHaveText(/^3 /);
  for (const place of [/^2 /, /^1 /, /^8 /]) {
    await page.keyboard.press("ArrowLeft");
    await expect(count).toHaveText(place);
  }
  await test.step("a finger that moves 41 px turns it, a shorter move, a mouse and a second finger don't", async () => {
    for (const [by, shown, pointer] of [
      [-41, /^1 /, {}],
      [41, /^8 /, {}],
      [40, /^8 /, {}],
      [99, /^8 /, { pointerType: "mouse" }],
      [99, /^8 /, { isPrimary: false }],
    ] as const) {
      for (const [type, clientX] of Object.entries({ pointerdown: 160, pointerup: 160 + by }))
        await picture.dispatchEvent(type, { pointerType: "touch", isPrimary: true, clientX, ...pointer });
      await expect(count).toHaveText(shown);
    }
  });
  // The caption follows below.
  const caption = view.locator("figcaption > span").first();
  await caption.scrollIntoViewIfNeeded();
  await expect(caption).toBeInViewport({ ratio: 0.99 });
  await view.getByRole("button", { name: "Close" }).click();
  await expect(view).toBeHidden();
  const opener = page.locator("[data-gallery] a").nth(1);
  await expect(opener).toBeFocused();
  await inTab(page, opener);
  await expect(view).toBeHidden();
  await opener.click();
  await caption.locator("..").click({ position: { x: 1, y: 1 } });
  await expect(view, "after a click beside the picture").toBeHidden();
});
