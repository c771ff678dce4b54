/** A desktop of 1280 by 1024 px at 400 % zoom has 320 by 256 px for the page (WCAG 1.4.10). */
import { expectTextToFit } from "./fitting-text.ts";
import { DISTINCT_SCREENS, expect, hydrated, signIn, test } from "./fixtures.ts";

const VIEW = { width: 320, height: 256 };

/** The most of the view's height that what stays in place while the page scrolls may take. */
const MOST_FIXED = 1 / 3;

test.use({ viewport: VIEW, reducedMotion: "reduce" });

for (const path of DISTINCT_SCREENS) {
  test(`at 400 % ${path} shows all of its text and scrolls in one direction`, async ({ page }) => {
    await page.goto(path);
    await expectTextToFit(page);
    const bar = await page.getByRole("banner").boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(VIEW.height * MOST_FIXED);
  });
}

test("at 400 % the account shows all of its text", async ({ page }) => {
  await signIn(page);
  await page.goto("/account");
  await expectTextToFit(page);
});

test("at 400 % every destination of the menu can be reached", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  for (const link of await menu.getByRole("link").all()) {
    await link.scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport({ ratio: 0.99 });
  }
  await expectTextToFit(page);
});

test("at 400 % a gallery picture opens as large as the view", async ({ page }) => {
  await page.goto("/gallery/page-1");
  await hydrated(page);
  // The second: its shape is the gallery's usual one.
  await page.locator("[data-gallery] a").nth(1).click();
  const view = page.getByRole("dialog", { name: "Picture, large" });
  const picture = view.locator("img");
  await expect(picture).toBeInViewport({ ratio: 0.99 });
  const box = await picture.boundingBox();
  const isAsWide = Math.round(box?.width ?? 0) === VIEW.width;
  const isAsHigh = Math.round(box?.height ?? 0) === VIEW.height;
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
  // The caption is not lost: it follows below.
  const caption = view.locator("figcaption > span").first();
  await caption.scrollIntoViewIfNeeded();
  await expect(caption).toBeInViewport({ ratio: 0.99 });
  await view.getByRole("button", { name: "Close" }).click();
  await expect(view).toBeHidden();
});
