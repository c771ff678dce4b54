/** Checks for every screen, whatever it shows. Each leaves the page unchanged, unless documented otherwise. */
import type { Page } from "@playwright/test";
import { expect, laidOut } from "./fixtures.ts";
import { expectNoFaults } from "./screen-faults.ts";

/** The four settings of WCAG 1.4.12, at their maximum. */
export const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

/** A desktop of 1280 by 1024 px at 400 % zoom has 320 by 256 px for the page (WCAG 1.4.10). */
export const ZOOMED_VIEW = { width: 320, height: 256 };

/** The maximum share of the view's height that fixed elements may take. */
const MAX_FIXED_SHARE = 1 / 3;

/** Expects that at 400% zoom the page scrolls in one direction, and its bar leaves it most of the view. */
export async function expectToFitZoomed(page: Page, message: string): Promise<void> {
  await page.setViewportSize(ZOOMED_VIEW);
  await expectNoFaults(page, `${message} at 400%`, "texts");
  const bar = await page.getByRole("banner").boundingBox();
  expect.soft(bar?.height, message).toBeLessThanOrEqual(ZOOMED_VIEW.height * MAX_FIXED_SHARE);
}

/** Records the layout shifts of the documents that a page opens. @returns their sum in the open one */
export async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      // The DOM's types don't know layout shifts.
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    const shifts: number[] = await page.evaluate(() => Reflect.get(window, "shifts"));
    return shifts.reduce((all, shift) => all + shift, 0);
  };
}

/** Runs checks with a visitor's own text spacing. */
export async function withTextSpacing(page: Page, check: () => Promise<void>): Promise<void> {
  const style = await page.addStyleTag({ content: TEXT_SPACING });
  await check();
  await style.evaluate((element) => (element as Element).remove());
}

/**
 * Removes every rule for web fonts and adjusted fallbacks from the page permanently, which leaves the visitor's own fonts.
 */
export async function removeWebFonts(page: Page): Promise<void> {
  const left = await page.evaluate(() => {
    const removeFonts = (rules: CSSStyleSheet | CSSGroupingRule) => {
      for (let index = rules.cssRules.length - 1; index >= 0; index -= 1) {
        const rule = rules.cssRules[index];
        if (rule instanceof CSSFontFaceRule) rules.deleteRule(index);
        else if (rule instanceof CSSGroupingRule) removeFonts(rule);
      }
    };
    const before = document.fonts.size;
    for (const sheet of document.styleSheets) removeFonts(sheet);
    return { before, after: document.fonts.size };
  });
  expect(left.before, "web fonts of the page").toBeGreaterThan(0);
  expect(left.after, "web fonts that are left").toBe(0);
}

/** Finds grids of one column that a photo or wide content in them would widen, and thus the page. For a phone's width. */
export async function widenedColumns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const grid of document.querySelectorAll("main ul, main ol, main dl")) {
      // A single column has to be as wide as its grid, whatever its content.
      const { display, gridTemplateColumns } = getComputedStyle(grid);
      if (display !== "grid" || gridTemplateColumns.includes(" ") || !grid.firstElementChild) continue;
      const { width } = grid.getBoundingClientRect();
      const wide = document.createElement("div");
      wide.style.width = `${2 * width}px`;
      grid.firstElementChild.append(wide);
      const column = Number.parseFloat(getComputedStyle(grid).gridTemplateColumns);
      if (column > width + 1) found.push(`${grid.className}: ${column} px in ${width} px`);
      wide.remove();
    }
    return found;
  });
}

/** Finds red areas, buttons and fields without an edge in forced colours, where all backgrounds are the same. */
export async function edgelessInForcedColours(page: Page): Promise<string[]> {
  await page.locator("a, button, [role=alert]").evaluateAll((all) => {
    for (const element of all) {
      const isRed = getComputedStyle(element).backgroundColor === "rgb(232, 17, 45)";
      if (isRed && !element.hasAttribute("aria-current")) element.setAttribute("data-was-red", "");
    }
  });
  await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
  const edgeless = await page
    .locator(":is([data-was-red], .button, .step, input:not([type=hidden]), select, textarea):not([aria-hidden] *)")
    .evaluateAll((all) =>
      all.flatMap((element) => {
        const { borderTopWidth, borderTopStyle, outlineStyle, outlineWidth } = getComputedStyle(element);
        const hasEdge =
          (outlineStyle !== "none" && outlineWidth !== "0px") ||
          (borderTopStyle !== "none" && borderTopWidth !== "0px");
        const isSeen = element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1;
        const isNative = element.matches("[type=radio], [type=checkbox], [type=file], [type=image]");
        return hasEdge || isNative || !isSeen ? [] : [element.outerHTML.slice(0, 120)];
      }),
    );
  await page.emulateMedia({ forcedColors: "none", colorScheme: "no-preference" });
  return edgeless;
}

/** The printed page is black on white, begins with the gym's name and address, and has nothing that needs a screen. */
export async function expectToPrintBlackOnWhite(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await laidOut(page);
  const found = await page.evaluate(() => {
    const NO_COLOUR = /^(?:transparent|rgba\(.*, 0\))$/;
    const faults = new Set<string>();
    const photos: string[] = [];
    for (const element of document.querySelectorAll("body, body *")) {
      if (!element.checkVisibility() || element.closest("svg")) continue;
      const { position, color, backgroundColor, backgroundImage } = getComputedStyle(element);
      const name = `${element.localName}.${element.className}`;
      if (position === "fixed") faults.add(`${name} is on every sheet`);
      if (color !== "rgb(0, 0, 0)") faults.add(`${name} is written in ${color}`);
      if (element.matches("img")) photos.push(element.closest("[data-gallery]") ? "gallery" : name);
      else if (!element.matches("picture") && (!NO_COLOUR.test(backgroundColor) || backgroundImage !== "none")) {
        faults.add(`${name} has a ground`);
      }
    }
    return { faults: [...faults], photos, text: document.body.innerText };
  });
  expect.soft(found.faults, page.url()).toEqual([]);
  expect.soft(found.photos.filter((photo) => photo !== "gallery")).toEqual([]);
  if (new URL(page.url()).pathname.startsWith("/gallery")) expect(found.photos.length).toBeGreaterThan(0);
  expect.soft(found.text.trim(), page.url()).toMatch(/^Nguvu Fitness, Nguvu House, Ngong Road, Nairobi, Kenya, \+254/);
  await page.emulateMedia({ media: "screen" });
}

/** Counts the sheets of a PDF by Chromium, whose page objects are not compressed. */
export function countSheets(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

type Document = readonly [path: string, html: string];

/** Faults of documents in a browser without style sheets: links and buttons without text, and words that touch. */
export function unreadableParts(page: Page, documents: readonly Document[]): Promise<string[]> {
  return page.evaluate(
    (all) =>
      all.flatMap(([path, html]) => {
        const { body } = new DOMParser().parseFromString(html, "text/html");
        const found: string[] = [];
        for (const control of body.querySelectorAll("a[href], button")) {
          if ((control.textContent + [...control.querySelectorAll("img")].map(({ alt }) => alt).join("")).trim() === "")
            found.push(`${path}: nothing to read: ${control.outerHTML.slice(0, 80)}`);
        }
        const inline =
          "a, abbr, b, button, cite, code, em, i, input, label, select, small, span, strong, svg, textarea";
        const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        let before: Text | null = null;
        while (texts.nextNode()) {
          const node = texts.currentNode;
          if (node instanceof Element) {
            if (node.matches("script, style, template")) node.replaceChildren();
            else if (!node.matches(inline) || node.matches("input, select, textarea")) before = null;
          } else if (node instanceof Text) {
            const block = (text: Text) => text.parentElement?.closest(`:not(${inline})`);
            const joint =
              before && block(before) === block(node) ? `${before.data.slice(-1)}${node.data.slice(0, 1)}` : "";
            // Words split on purpose ("Mon" and "day") are no fault.
            const isBroken = /\p{L}\p{Lu}|\p{L}\d|\d\p{L}/u.test(joint);
            const isNextControl =
              /[\p{L}\d]{2}/u.test(joint) &&
              before?.parentElement?.closest("a, button") !== node.parentElement?.closest("a, button");
            if (before && before.parentElement !== node.parentElement && (isBroken || isNextControl))
              found.push(`${path}: touching: ${before.data}${node.data}`);
            before = node;
          }
        }
        return found;
      }),
    documents,
  );
}
