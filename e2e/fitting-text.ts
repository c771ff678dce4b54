/** Finds texts that can't be read completely: a loss of content by WCAG 1.4.4, 1.4.10 and 1.4.12. */
import type { Page } from "@playwright/test";
import { expect, laidOut } from "./fixtures.ts";

/**
 * Finds text beyond the edge of the page, of its button or of a clipping box, and pages wider than the window. Scrolling
 * boxes may hold more than they show, previews of long texts end with dots, and text only for screen readers is invisible.
 * @returns one line for each fault; empty when everything fits
 */
async function textThatDoesNotFit(page: Page): Promise<string[]> {
  await laidOut(page);
  return page.evaluate(() => {
    /** The tolerance for rounding and slanted letters, in CSS pixels. */
    const TOLERANCE = 2;
    const faults = new Set<string>();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth} px wide in a window of ${clientWidth} px`);

    const nameOf = (element: Element) => `${element.localName}${element.id && `#${element.id}`}`;
    const isForScreenReaders = (element: Element) => {
      return element.clientWidth <= 1 && getComputedStyle(element).position === "absolute";
    };
    /** The element that hides a part of this text, or undefined. */
    const hiddenBy = (parent: Element, text: DOMRect): string | undefined => {
      for (let box: Element | null = parent; box; box = box.parentElement) {
        if (isForScreenReaders(box)) return undefined;
        const { overflowX, overflowY, position, webkitLineClamp, textOverflow } = getComputedStyle(box);
        if (overflowX === "auto" || overflowX === "scroll") return undefined;
        if (webkitLineClamp !== "none" || textOverflow === "ellipsis") return undefined;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isWider = text.left < left - TOLERANCE || text.right > right + TOLERANCE;
        if (isWider && (overflowX !== "visible" || box.matches("a, button"))) return nameOf(box);
        // Compared by its middle, as a font is higher than a tight line.
        const middle = (text.top + text.bottom) / 2;
        if (overflowY !== "visible" && (middle < top || middle > bottom)) return nameOf(box);
        if (position === "fixed") break;
      }
      return text.left < -TOLERANCE || text.right > clientWidth + TOLERANCE ? "the window" : undefined;
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const hider = line.width > 0 && hiddenBy(parent, line);
        if (hider) faults.add(`"${text.slice(0, 40)}" is cut by ${hider}`);
      }
    }
    return [...faults];
  });
}

/** Continues after a fault, so that one run reports all of them. */
const softly = expect.configure({ soft: true });

/**
 * Expects all text of the page to be completely visible. It retries for a while: Chromium lays out a resized page with the
 * old window's `vw` for a few frames.
 */
export async function expectTextToFit(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? {};
  const message = `${new URL(page.url()).pathname} at ${width} px`;
  await softly.poll(() => textThatDoesNotFit(page), { message, timeout: 3_000 }).toEqual([]);
}
