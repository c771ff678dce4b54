/** Rendering errors of an engine, found in the pixels of screenshots. */
import sharp from "sharp";
import type { Check } from "../check.ts";
import { expect, type Page } from "../page.ts";

type Box = { left: number; top: number; width: number; height: number };

/** The brightness of each pixel, from 0 to 255. */
type Pixels = { width: number; height: number; at: (x: number, y: number) => number };

async function pixelsOf(png: Buffer, box?: Box): Promise<Pixels> {
  const image = box === undefined ? sharp(png) : sharp(png).extract(box);
  const { data, info } = await image.removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, at: (x, y) => data[(y * width + x) * channels] ?? 0 };
}

/** The part of an element's box that lies inside the window, in whole pixels; null when the element isn't there. */
function boxOf(page: Page, expression: string): Promise<Box | null> {
  return page.evaluate<Box | null>(`(() => {
    const element = ${expression};
    if (!element) return null;
    const box = element.getBoundingClientRect();
    const [left, top] = [Math.max(0, Math.ceil(box.left)), Math.max(0, Math.ceil(box.top))];
    const [right, bottom] = [Math.min(innerWidth, Math.floor(box.right)), Math.min(innerHeight, Math.floor(box.bottom))];
    return { left, top, width: right - left, height: bottom - top };
  })()`);
}

/** Makes elements invisible by the style object, as the page's policy forbids new style sheets. */
function hide(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(
    `void document.querySelectorAll(${JSON.stringify(selector)}).forEach((element) => { element.style.visibility = "hidden"; })`,
  );
}

/** The largest difference in mean brightness between a row and the next one. */
function steepestStep({ width, height, at }: Pixels): { step: number; row: number } {
  let steepest = { step: 0, row: 0 };
  let last: number | undefined;
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let x = 0; x < width; x += 1) sum += at(x, row);
    const mean = sum / width;
    const step = last === undefined ? 0 : Math.abs(mean - last);
    if (step > steepest.step) steepest = { step, row };
    last = mean;
  }
  return steepest;
}

/** A larger step in brightness is an edge. */
const EDGE_STEP = 10;
const MAX_HERO_ATTEMPTS = 3;

/** The largest mean difference between pixels that are a period apart. */
const REPEAT_DIFFERENCE = 6;
const SHUKA_PERIOD_PX = 32;

const HERO_SIZES = [
  [390, 844],
  [540, 900],
  [600, 900],
  [667, 375],
  [744, 1133],
  [767, 900],
] as const;

/** The steepest step once the engine has drawn the picture, which may be some time after loading it. */
async function settledStep(page: Page, box: Box): Promise<ReturnType<typeof steepestStep>> {
  for (let attempt = 1; ; attempt += 1) {
    await page.drawn();
    const found = steepestStep(await pixelsOf(await page.tab.screenshot(), box));
    if (found.step <= EDGE_STEP || attempt === MAX_HERO_ATTEMPTS) return found;
  }
}

export const renderingChecks: readonly Check[] = [
  {
    name: "hero's picture fades into the ground without an edge",
    in: { script: true, widths: [744] },
    run: async ({ page }) => {
      const steps: string[] = [];
      const edges: string[] = [];
      for (const [width, height] of HERO_SIZES) {
        await page.tab.resize({ width, height });
        await page.openCold("/");
        await page.until("the hero's picture", () =>
          page.evaluate(
            "(() => { const [image] = document.querySelectorAll('#home img'); return image.complete && image.naturalWidth > 0; })()",
          ),
        );
        await hide(
          page,
          "header, footer, section:not(#home), #home ~ *, #home h1, #home h1 *, #home a, #home p, #home p *, #home dl, #home span",
        );
        await page.evaluate(
          "void document.querySelector('#home').scrollIntoView({ block: 'end', behavior: 'instant' })",
        );
        const box = await boxOf(page, "document.querySelector('#home')");
        expect(box !== null && box.height > 100, `no hero at ${width} × ${height}`);
        if (box === null) continue;
        const { step, row } = await settledStep(page, box);
        const what = `${width} × ${height}: ${step.toFixed(1)} at row ${box.top + row}`;
        steps.push(what);
        if (step > EDGE_STEP) edges.push(what);
      }
      expect(edges.length === 0, `an edge at ${edges.join("; ")}`);
      return steps.join("; ");
    },
  },
  {
    name: "shuka is the same from edge to edge",
    in: { script: true },
    run: async ({ page }) => {
      const seen: string[] = [];
      for (const path of ["/", "/about", "/schedule/monday"]) {
        await page.open(path);
        await page.scrollThrough();
        const widest = `[...document.querySelectorAll(".shuka")].filter((band) => band.checkVisibility() && band.closest("dialog") === null && band.getBoundingClientRect().height >= 6)
          .sort((one, other) => other.getBoundingClientRect().width - one.getBoundingClientRect().width)[0]`;
        await page.evaluate(`void ${widest}?.scrollIntoView({ block: "center", behavior: "instant" })`);
        const box = await boxOf(page, widest);
        if (box === null || box.width < 3 * SHUKA_PERIOD_PX || box.height < 4) continue;
        await page.drawn();
        const { width, height, at } = await pixelsOf(await page.tab.screenshot(), box);
        let sum = 0;
        let steps = 0;
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x + SHUKA_PERIOD_PX < width; x += 1) {
            sum += Math.abs(at(x, y) - at(x + SHUKA_PERIOD_PX, y));
            if (Math.abs(at(x, y) - at(x + 1, y)) > 12) steps += 1;
          }
        }
        const count = height * (width - SHUKA_PERIOD_PX);
        const difference = sum / count;
        // Eight colours in each period, so as many steps, in all rows but those of the dark stripe.
        const stepsPerPeriod = (steps / count) * SHUKA_PERIOD_PX;
        const what = `${path}: ${width} px wide, differs by ${difference.toFixed(1)}, ${stepsPerPeriod.toFixed(1)} steps in ${SHUKA_PERIOD_PX} px`;
        expect(difference <= REPEAT_DIFFERENCE && stepsPerPeriod > 1, what);
        seen.push(what);
      }
      expect(seen.length > 0, "no band of it is visible");
      return seen.join("; ");
    },
  },
];
