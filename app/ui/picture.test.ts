import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture, picturePreloads, pictureUrl, scaleSizes, widening } from "./picture.tsx";

const hero = { file: "hero.jpg", alt: "A man braces over a barbell.", focus: [53, 30] as const };
const portrait = { file: "hero-portrait.jpg", alt: "A man braces over a barbell.", focus: [45, 48] as const };

const render = (props: Omit<ComponentProps<typeof Picture>, "sizes">) =>
  renderToStaticMarkup(createElement(Picture, { ...props, sizes: "100vw" }));

test("a picture below the fold is lazy, has its size, focal point and alt text, which is empty for decoration", () => {
  const html = render({ photo: hero });
  expect(html).toContain('loading="lazy"');
  expect(html).toContain('width="1600" height="900"');
  expect(html).toContain("--focal:53% 30%");
  expect(html).toContain('alt="A man braces over a barbell."');
  expect(html.indexOf("image/avif")).toBeLessThan(html.indexOf("image/webp"));
  expect(render({ photo: hero, decorative: true })).toContain('alt=""');
});

test("a picture visible without scrolling is fetched at once and preloaded, a phone's own crop below 768 px only", () => {
  const html = render({ photo: hero, portrait, priority: true });
  expect(html).toContain('fetchPriority="high"');
  expect(html).not.toContain("lazy");
  expect(html).toMatch(/<link rel="preload" as="image"/);
  expect(html.indexOf("/hero-portrait-")).toBeLessThan(html.search(/\/hero-[0-9a-f]{8}-/));
  expect(html).toContain("--focal-portrait:45% 48%");
  const media = picturePreloads(hero, "100vw", portrait).map((preload) => preload.media);
  expect(media).toEqual(["(width < 48rem)", "(width >= 48rem)"]);
});

test("a picture's address is the narrowest file that is wide enough; a missing one has a placeholder with its text", () => {
  expect(pictureUrl(hero, 750)).toMatch(/^\/pictures\/hero-[0-9a-f]{8}-780\.webp$/);
  expect(pictureUrl(hero, 4000)).toMatch(/-1600\.webp$/);
  const html = render({ photo: { ...hero, file: "gone.jpg" } });
  expect(html).not.toContain("<img");
  expect(html).toContain('role="img" aria-label="A man braces over a barbell."');
  expect(pictureUrl({ file: "gone.jpg" }, 780)).toBeUndefined();
  expect(picturePreloads({ ...hero, file: "gone.jpg" }, "100vw")).toEqual([]);
});

test("an uploaded picture has its own size, and without it a placeholder is shown", () => {
  const size = { file: "u-0123.jpg", width: 1200, height: 900, colour: "#123456", hash: "abcdef01" };
  const photo = { file: "u-0123.jpg", alt: "Two members row.", focus: [20, 80] as const };
  const html = render({ photo: { ...photo, size } });
  expect(html).toContain("/pictures/u-0123-abcdef01-780.avif 780w");
  expect(html).toContain('src="/pictures/u-0123-abcdef01-780.jpg"');
  expect(html).toContain('width="1200" height="900"');
  expect(pictureUrl({ ...photo, size }, 1200)).toBe("/pictures/u-0123-abcdef01-1200.webp");
  expect(render({ photo })).toContain("data-missing-picture");
});

test("a picture's files are as wide as its box needs, also when it is cropped at its sides", () => {
  expect(widening({ width: 800, height: 1000 }, "4/5")).toBe(1);
  expect(widening({ width: 800, height: 1000 }, 1.5)).toBe(1);
  const factor = widening({ width: 1600, height: 900 }, "4/5");
  const file = { width: factor, height: (factor * 900) / 1600 };
  expect(file.width * file.height).toBeCloseTo(1 * (5 / 4), 5);
});

test("scaling a list of sizes changes every length and no condition", () => {
  expect(scaleSizes("(width >= 64rem) 42vw, 90vw", 1.5)).toBe("(width >= 64rem) 63vw, 135vw");
  expect(scaleSizes("(width >= 64rem) and (height < 40rem) calc(50vw - 20px), min(90vw, 400px)", 1.2)).toBe(
    "(width >= 64rem) and (height < 40rem) calc(calc(50vw - 20px) * 1.20), calc(min(90vw, 400px) * 1.20)",
  );
  expect(scaleSizes("100vw", 1)).toBe("100vw");
});
