/**
 * Faults of a page's layout: it scrolls sideways, text is cut, lies on text or has no width, a control lies under something
 * else, a short word is broken. Cut text is a loss of content by WCAG 1.4.4, 1.4.10 and 1.4.12.
 */
import type { Page } from "@playwright/test";
import { expect, laidOut } from "./fixtures.ts";

/** `texts`: only sideways scrolling and cut text, for pages with an open dialog or at 400% zoom. */
type Faults = "all" | "texts";

/** Runs in the page. @returns one line for each fault */
function findFaults(which: Faults): string[] {
  /** Shorter words must not be broken; longer ones, such as addresses, may be. */
  const LONG_WORD_LETTERS = 15;
  /** The minimum share of a control's area that has to receive the pointer. */
  const LEAST_SHARE = 0.6;
  /** The tolerance for rounding and for tight lines of one text, in CSS pixels. */
  const TOLERANCE = 3;
  /** The empty space above and below a line's letters, as a share of its height. */
  const ROOM = 0.22;
  /** Narrower than any word, in CSS pixels. */
  const NO_WIDTH = 12;
  /** The tolerance for rounding and slanted letters at an edge, in CSS pixels. */
  const EDGE_TOLERANCE = 2;
  const SEEN = { visibilityProperty: true, opacityProperty: true };
  const BLOCKS = "p, li, td, th, h1, h2, h3, dt, dd, div, a, button, label";

  const faults = new Set<string>();
  const shorten = (text: string | null) => (text ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
  const nameOf = (element: Element) => `${element.localName} "${shorten(element.textContent)}"`;

  const isForScreenReaders = (element: Element) =>
    element.closest(".sr-only") !== null ||
    (element.clientWidth <= 1 && getComputedStyle(element).position === "absolute");

  function findSidewaysScroll(): void {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth} px wide in ${clientWidth} px`);
  }

  function isAwayFromEdges({ top, bottom, left, right }: DOMRect): boolean {
    return top > innerHeight / 4 && bottom < (innerHeight * 3) / 4 && left >= 0 && right <= innerWidth;
  }

  const GRID = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y] as const));
  /** The middle and two opposite corners. A rectangle over two fifths of a control is over its middle. */
  const DIAGONAL = GRID.filter((_, index) => [0, 7, 14].includes(index));

  function findCovered(): void {
    for (const control of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
      const { width, height } = control.getBoundingClientRect();
      if (width < 2 || height < 2 || !control.checkVisibility(SEEN)) continue;
      if (isForScreenReaders(control) || control.closest("[inert], [aria-hidden=true]")) continue;
      // Scrolls only for elements near an edge, where a bar may cover them, as each scroll costs a layout.
      if (!isAwayFromEdges(control.getBoundingClientRect()))
        control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const hitsAt = (points: readonly (readonly [number, number])[]) =>
        [...control.getClientRects()]
          .flatMap((box) =>
            points.map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)),
          )
          .filter((hit) => hit !== null);
      const isOwn = (hit: Element) => control.contains(hit) || hit.closest("label")?.control === control;
      // Most are not covered, which three points show; each point costs a hit test.
      if (hitsAt(DIAGONAL).every(isOwn)) continue;
      const inView = hitsAt(GRID);
      const covering = inView.filter((hit) => !isOwn(hit));
      const share = 1 - covering.length / inView.length;
      if (share < LEAST_SHARE)
        faults.add(
          `${nameOf(control)} receives the pointer on ${Math.round(100 * share)} %, below ${covering.slice(0, 1).map(nameOf)}`,
        );
    }
    scrollTo(0, 0);
  }

  const STYLES = ["overflowX", "overflowY", "position", "webkitLineClamp", "textOverflow"] as const;
  type Box = { element: Element; edge: DOMRect; style: Record<(typeof STYLES)[number], string> };
  const boxesOf = new Map<Element, Box[]>();

  /** The boxes of an element and of its ancestors. They are measured once, after the page was scrolled to its top. */
  function boxesAround(element: Element): Box[] {
    const known = boxesOf.get(element);
    if (known) return known;
    const computed = getComputedStyle(element);
    const style = Object.fromEntries(STYLES.map((name) => [name, computed[name]])) as Box["style"];
    const own = { element, edge: element.getBoundingClientRect(), style };
    const boxes = [own, ...(element.parentElement ? boxesAround(element.parentElement) : [])];
    boxesOf.set(element, boxes);
    return boxes;
  }

  /** Whether an element stays in place while the page scrolls, and so covers others. */
  const isFixed = (boxes: readonly Box[]) => boxes.some(({ style }) => /fixed|sticky/.test(style.position));

  /** The box of a line's letters that no element clips. */
  function visiblePart(line: DOMRect, boxes: readonly Box[]): DOMRect {
    let { left, right } = line;
    let [top, bottom] = [line.top + line.height * ROOM, line.bottom - line.height * ROOM];
    for (const { edge, style } of boxes) {
      if (style.overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0));
  }

  /**
   * The name of what hides a part of a line: the window, a button or a clipping box. Scrolling boxes may hold more than they
   * show, and previews of long texts end with dots.
   */
  function cutBy(line: DOMRect, boxes: readonly Box[]): string | undefined {
    const { clientWidth } = document.documentElement;
    for (const { element, edge, style } of boxes) {
      const isInvisible = edge.width <= 1 && style.position === "absolute";
      if (isInvisible || /auto|scroll/.test(style.overflowX)) return undefined;
      if (style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis") return undefined;
      const isWider = line.left < edge.left - EDGE_TOLERANCE || line.right > edge.right + EDGE_TOLERANCE;
      const isClipped = style.overflowX !== "visible" || element.matches("a, button");
      // Compared by its middle, as a font is higher than a tight line.
      const middle = (line.top + line.bottom) / 2;
      const isOutside = style.overflowY !== "visible" && (middle < edge.top || middle > edge.bottom);
      if ((isWider && isClipped) || isOutside) return element.localName;
      if (style.position === "fixed") break;
    }
    return line.left < -EDGE_TOLERANCE || line.right > clientWidth + EDGE_TOLERANCE ? "the window" : undefined;
  }

  function letter(node: Text, at: number): DOMRect {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  }

  function findBroken(node: Text, parent: Element): void {
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      if (word.length < 2 || word.length >= LONG_WORD_LETTERS) continue;
      for (const { 0: part, index: at } of word.matchAll(/[\p{L}\p{N}:]{2,}/gu)) {
        const [first, last] = [letter(node, index + at), letter(node, index + at + part.length - 1)];
        // Tight lines overlap, so the next line's letters begin above the end of this one.
        if (last.top - first.top > first.height / 2) faults.add(`"${part}" is broken in ${nameOf(parent)}`);
      }
    }
  }

  /** Whether words of two elements touch, even where a flex box dropped the space. Parts of one word may be elements. */
  function isRunTogether(left: Text, right: Text): boolean {
    const [last, first] = [left.data.search(/[\p{L}\p{N}]\s*$/u), right.data.search(/\S/)];
    if (last < 0 || !/[\p{L}\p{N}]/u.test(right.data.charAt(first))) return false;
    if (left.parentElement?.contains(right) && last === left.length - 1 && first === 0) return false;
    return letter(right, first).left - letter(left, last).right < 1;
  }

  type Line = { node: Text; box: DOMRect };

  function findLines(): Line[] {
    const lines: Line[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!(node instanceof Text) || !node.data.trim() || !parent?.checkVisibility(SEEN)) continue;
      if (isForScreenReaders(parent) || parent.closest("option, script, style")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = boxesAround(parent);
      const drawn = [...range.getClientRects()].filter(({ width }) => width > 0);
      for (const hider of drawn.flatMap((line) => cutBy(line, boxes) ?? []))
        faults.add(`"${shorten(node.data)}" is cut by ${hider}`);
      if (which === "texts" || parent.closest("svg")) continue;
      const seen = drawn.map((line) => visiblePart(line, boxes)).filter(({ width, height }) => width > 0 && height > 0);
      if (seen.length === 0) continue;
      const width = parent.closest(BLOCKS)?.clientWidth ?? 0;
      // Inline elements have no box of their own.
      if (width > 0 && width < NO_WIDTH) faults.add(`"${shorten(node.data)}" has ${width} px`);
      // Only text of several lines can have broken words.
      if (drawn.length > 1) findBroken(node, parent);
      if (!isFixed(boxes)) for (const box of seen) lines.push({ node, box });
    }
    return lines.sort((one, other) => one.box.top - other.box.top);
  }

  function findOverlapping(lines: readonly Line[]): void {
    for (const [index, { node, box }] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (other.box.top > box.bottom) break;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - other.box.top;
        if (other.node === node || height <= TOLERANCE) continue;
        if (width > TOLERANCE) faults.add(`"${shorten(node.data)}" lies on "${shorten(other.node.data)}"`);
        const [left, right] = box.left < other.box.left ? [node, other.node] : [other.node, node];
        if (Math.abs(width) < 1 && isRunTogether(left, right))
          faults.add(`"${shorten(left.data)}" runs into "${shorten(right.data)}"`);
      }
    }
  }

  findSidewaysScroll();
  if (which === "all") findCovered();
  findOverlapping(findLines());
  return [...faults];
}

/** Continues after a fault, so that one run reports all of them. */
const softly = expect.configure({ soft: true });

/** Retries for a while: Chromium lays out a resized page with the old window's `vw` for a few frames. */
export async function expectNoFaults(page: Page, message: string, which: Faults = "all"): Promise<void> {
  const faults = async () => {
    await laidOut(page);
    return page.evaluate(findFaults, which);
  };
  await softly.poll(faults, { message, timeout: 5_000 }).toEqual([]);
}

/** Expects no faults at each width. Widest first: the old window's `vw` then only needs more space. */
export async function expectNoFaultsAt(
  page: Page,
  widths: readonly number[],
  message: string,
  which: Faults = "all",
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFaults(page, `${message} at ${width} px`, which);
  }
}

/** Simulates a browser that enlarges only text: every text has twice its size. */
export async function expectNoSidewaysScrollWithLargeText(page: Page, message: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>("body *")];
    const sizes = elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const before = elements.map((element) => element.getAttribute("style"));
    for (const [index, element] of elements.entries())
      element.style?.setProperty("font-size", `${2 * (sizes[index] ?? 0)}px`, "important");
    const { scrollWidth, clientWidth } = document.documentElement;
    for (const [index, element] of elements.entries()) {
      const style = before[index];
      if (typeof style === "string") element.setAttribute("style", style);
      else element.removeAttribute("style");
    }
    return { scrollWidth, clientWidth };
  });
  softly(scrollWidth, message).toBeLessThanOrEqual(clientWidth);
}
