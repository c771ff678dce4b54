/**
 * Forced colours, as in the contrast themes of Windows. `screens.spec.ts` checks on every screen that red areas keep an
 * edge.
 */
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, laidOut, openAs, signIn, test } from "./fixtures.ts";

/** The contrast that WCAG 1.4.11 requires of icons, edges and states. */
const MIN_CONTRAST = 3;

test.use({ actionTimeout: 20_000 });

type Colour = readonly [red: number, green: number, blue: number];
type Pixels = { width: number; at: (x: number, y: number) => Colour; height: number };

async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Colour => {
    const start = (y * info.width + x) * 3;
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
  };
  return { width: info.width, height: info.height, at };
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio by WCAG, from 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Finds icons of links and buttons with too little contrast to their background. Each is compared with the same pixels
 * of a picture without icons, by the tenth that differs most, as the rest are soft edges.
 */
async function paleIcons(page: Page, fullPage: boolean): Promise<string[]> {
  await laidOut(page);
  const icons = await page.locator(":is(a, button) svg").evaluateAll((all, whole) => {
    const top = whole ? scrollY : 0;
    return all.flatMap((icon) => {
      const { x, y, width, height } = icon.getBoundingClientRect();
      const control = icon.closest("a, button");
      const name = control?.getAttribute("aria-label") ?? control?.textContent ?? "";
      const isShown = icon.checkVisibility({ visibilityProperty: true }) && x >= 0 && x + width <= innerWidth;
      return isShown && (whole || y + height <= innerHeight) ? { name, x, y: y + top, width, height } : [];
    });
  }, fullPage);
  const withIcons = await pixelsOf(await page.screenshot({ fullPage }));
  const style = await page.addStyleTag({ content: ":is(a, button) svg { visibility: hidden }" });
  await laidOut(page);
  const without = await pixelsOf(await page.screenshot({ fullPage }));
  await style.evaluate((element) => (element as Element).remove());
  expect(icons.length).toBeGreaterThan(0);
  return icons.flatMap(({ name, x, y, width, height }) => {
    const seen: number[] = [];
    for (let row = Math.floor(y); row < Math.min(y + height, withIcons.height); row += 1) {
      for (let column = Math.floor(x); column < x + width; column += 1) {
        const [icon, ground] = [withIcons.at(column, row), without.at(column, row)];
        if (icon.some((part, index) => part !== ground[index])) seen.push(contrast(icon, ground));
      }
    }
    const best = seen.sort((a, b) => b - a)[Math.floor(seen.length / 10)] ?? 1;
    return best < MIN_CONTRAST ? `${name.trim()}: ${best.toFixed(1)}` : [];
  });
}

/** Together these have every kind of link and button with an icon. */
const SCREENS_WITH_ICONS = ["/", "/classes/power-lifting", "/contact", "/schedule/wednesday", "/gallery/page-1"];

test("in forced colours the icons of the site and the account can be seen", async ({ page }) => {
  await signIn(page);
  // The light theme: the site's own pictures are dark, and so are the visitor's icons.
  await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [...SCREENS_WITH_ICONS, "/account"]) {
    await page.goto(path);
    expect(await paleIcons(page, true), path).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  expect(await paleIcons(page, false)).toEqual([]);
});

/** The background colour of an element. */
async function backgroundOf(element: Locator): Promise<Colour> {
  const { width, height, at } = await pixelsOf(await element.screenshot());
  // Near the upper left corner, where there is neither text nor an edge.
  return at(Math.min(3, width - 1), Math.min(3, height - 1));
}

const styleOf = (locator: Locator, property: string, pseudo?: string) =>
  locator
    .first()
    .evaluate((element, [name, of]) => getComputedStyle(element, of).getPropertyValue(name ?? ""), [property, pseudo]);

test.describe("forced colours, dark", () => {
  test.use({ colorScheme: "dark", forcedColors: "active", viewport: { width: 1440, height: 900 } });

  test("the current day, gallery page and destination differ from other links", async ({ page }) => {
    for (const [path, list] of [
      ["/schedule/wednesday", "Days of the week"],
      ["/gallery/page-2", "Gallery pages"],
      ["/about", "Main"],
    ] as const) {
      await page.goto(path);
      const links = page.getByRole("navigation", { name: list }).getByRole("link");
      const current = links.and(page.locator("[aria-current]"));
      const other = links.and(page.locator(":not([aria-current])")).first();
      expect(contrast(await backgroundOf(current), await backgroundOf(other)), list).toBeGreaterThan(MIN_CONTRAST);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" }).getByRole("navigation").getByRole("link");
    const ground = await backgroundOf(menu.and(page.locator("[aria-current]")));
    expect(contrast(ground, await backgroundOf(menu.first())), "menu").toBeGreaterThan(MIN_CONTRAST);
  });

  test("the scale of the body mass index shows its ends, its normal range and the marker", async ({ page }) => {
    await page.goto("/?weight=70&height=175");
    const track = page.locator("#bmi [aria-hidden=true]:has(> .shuka)").last();
    const [width, border] = await track.evaluate((element) => {
      const { borderLeftWidth, borderLeftStyle } = getComputedStyle(element);
      return [element.clientWidth, borderLeftStyle === "none" ? "0px" : borderLeftWidth];
    });
    expect(width).toBeGreaterThan(0);
    expect(border).not.toBe("0px");
    const ground = await backgroundOf(page.locator("#bmi form"));
    const [cloth, marker] = [track.locator("> div").first(), track.locator("> div").last()];
    for (const [name, part] of [
      ["normal range", cloth],
      ["marker", marker],
    ] as const) {
      const pixels = await pixelsOf(await part.screenshot());
      let seen = 0;
      for (let x = 0; x < pixels.width; x += 1) {
        for (let y = 0; y < pixels.height; y += 1) {
          if (contrast(pixels.at(x, y), ground) >= MIN_CONTRAST) seen += 1;
        }
      }
      expect(seen / (pixels.width * pixels.height), name).toBeGreaterThan(0.25);
    }
  });

  test("the current page, edges of bars and squares of states are seen", async ({ page, crowded: { site, gym } }) => {
    const open = async (path: string) => {
      await openAs(page, site, gym.ownerCookie, path);
      await laidOut(page);
    };
    for (const [path, current] of [
      ["/staff/enquiries", ".rail [aria-current]"],
      ["/staff/enquiries", ".tabs [aria-current]"],
      [`/staff/enquiries/${gym.content.enquiry}`, '[aria-pressed="true"]'],
    ] as const) {
      await open(path);
      const ground = await styleOf(page.locator("main"), "background-color");
      expect(await styleOf(page.locator(current), "background-color"), `${path} ${current}`).not.toBe(ground);
      expect(await styleOf(page.locator(".rail"), "border-right-style")).toBe("solid");
    }
    await open("/staff/content/class/boxing");
    expect(await styleOf(page.locator(".bar"), "border-top-style")).toBe("solid");
    // A square in the text colour on the page's background.
    expect(await styleOf(page.locator(".state.on"), "background-color", "::before")).toBe(
      await styleOf(page.locator("main"), "color"),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await open("/staff");
    expect(await styleOf(page.locator(".bottom-bar"), "border-top-style")).toBe("solid");
    expect(await styleOf(page.locator(".bottom-bar [aria-current]"), "background-color")).not.toBe(
      await styleOf(page.locator(".bottom-bar"), "background-color"),
    );
  });
});
