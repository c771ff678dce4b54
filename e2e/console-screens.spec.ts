/** Each screen of the console: accessible, and readable at 400 % zoom, with a user's own text spacing and few colours. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expectTextToFit } from "./fitting-text.ts";
import { CONSOLE_SCREENS, expect, laidOut, signInStaff, test } from "./fixtures.ts";

/** The four settings of WCAG 1.4.12, at their full measure. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

test.use({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });
test.describe.configure({ timeout: 90_000 });

/** What axe finds; the pages in the frames of a preview are visitors' own, and checked as such. */
async function violations(page: Page, path: string): Promise<string[]> {
  const found = await new AxeBuilder({ page }).exclude("iframe").analyze();
  return found.violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

// Every second screen: two tests, so that both workers have one.
for (const part of [0, 1]) {
  const screens = CONSOLE_SCREENS.filter((_, index) => index % 2 === part);

  test(`axe finds nothing on the console's screens, part ${part + 1}`, async ({ page, site }) => {
    await signInStaff(page, site, "owner");
    const wrong: string[] = [];
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of screens) {
        await page.goto(path);
        wrong.push(...(await violations(page, `${width} px ${path}`)));
      }
    }
    expect(wrong).toEqual([]);
  });

  test(`the console's screens fit at 320 px, with text spacing too, part ${part + 1}`, async ({ page, site }) => {
    await signInStaff(page, site, "owner");
    for (const path of screens) {
      await page.goto(path);
      await page.setViewportSize({ width: 320, height: 256 });
      await test.step(`${path} at 400 %`, () => expectTextToFit(page));
      await page.addStyleTag({ content: SPACING });
      for (const width of [1440, 768, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await test.step(`${path} with text spacing at ${width} px`, () => expectTextToFit(page));
      }
    }
  });
}

test("in forced colours every button, field and status of the console has an edge or is a text", async ({
  page,
  site,
}) => {
  await signInStaff(page, site, "owner");
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 390, height: 844 });
  const bare: string[] = [];
  for (const path of CONSOLE_SCREENS) {
    await page.goto(path);
    await laidOut(page);
    bare.push(
      ...(await page.locator(":is(.button, .step, input:not([type=hidden]), select, textarea)").evaluateAll(
        (all, at) =>
          all.flatMap((element) => {
            const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(element);
            const hasEdge = borderTopWidth !== "0px" && borderTopStyle !== "none";
            const isSeen = element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1;
            const isNative = element.matches("[type=radio], [type=checkbox], [type=file], [type=image]");
            return !isSeen || hasEdge || isNative || outlineStyle !== "none"
              ? []
              : [`${at}: ${element.outerHTML.slice(0, 120)}`];
          }),
        path,
      )),
    );
  }
  expect(bare).toEqual([]);
});
