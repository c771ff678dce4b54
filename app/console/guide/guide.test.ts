import { existsSync, readdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../../tools/spawn.ts";
import { parseGuide, readGuide, readGuidePicture } from "./guide.server.ts";

const PICTURES = join(ROOT, "docs", "guide");

test("a guide is split into chapters, with the ids that other Markdown renderers give them", () => {
  const guide = parseGuide(
    "# The guide\n\nHello **you**.\n\n## Who did what, and undo\n\nSee [this](#last).\n\n## Last\n",
  );
  expect(guide.introduction).toBe("<p>Hello <strong>you</strong>.</p>\n");
  expect(guide.chapters).toEqual([
    { id: "who-did-what-and-undo", title: "Who did what, and undo", html: '<p>See <a href="#last">this</a>.</p>\n' },
    { id: "last", title: "Last", html: "" },
  ]);
});

describe("the owner's guide", () => {
  test("has no broken link and no missing picture", async () => {
    const { introduction, chapters } = await readGuide();
    const html = [introduction, ...chapters.map((chapter) => chapter.html)].join("");
    const ids = chapters.map(({ id }) => `#${id}`);
    const inner = [...html.matchAll(/href="(#[^"]*)"/g)].map(([, target]) => target);
    expect(inner.filter((target) => !ids.includes(target ?? ""))).toEqual([]);
    const images = [...html.matchAll(/src="guide\/([^"]+)"/g)].map(([, name]) => name ?? "");
    expect(images.filter((name) => !existsSync(join(PICTURES, name)))).toEqual([]);
    expect(readdirSync(PICTURES).filter((name) => !images.includes(name))).toEqual([]);
    const described = html.match(/<img [^>]*alt="[^"]+"[^>]*width="\d+"/g) ?? [];
    expect(html.match(/<img /g)).toHaveLength(described.length);
  });

  test("has small pictures, and serves no other files", async () => {
    const sizes = await Promise.all(readdirSync(PICTURES).map(async (name) => (await stat(join(PICTURES, name))).size));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1024 * 1024);
    for (const name of ["../owner-guide.md", "none.webp"]) expect(await readGuidePicture(name), name).toBeUndefined();
  });
});
