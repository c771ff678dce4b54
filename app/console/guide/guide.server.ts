/** The owner's guide, `docs/owner-guide.md`, as HTML for the console, and its pictures. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Marked } from "marked";

export type Guide = {
  introduction: string;
  chapters: { id: string; title: string; html: string }[];
};

const PICTURE = /^[a-z0-9-]+\.webp$/;

/** The `docs` folder: three levels above this file in `app/`, two in `build/server/`. */
function documentsFolder(): string {
  const folders = ["../../..", "../.."].map((up) => join(import.meta.dirname, up, "docs"));
  const folder = folders.find((candidate) => existsSync(join(candidate, "owner-guide.md")));
  if (folder === undefined) throw new Error(`docs/owner-guide.md is not in ${folders.join(", nor in ")}`);
  return folder;
}

let guide: Promise<Guide> | undefined;

/** The guide, chapter by chapter. Read once: it changes only with the site's version. */
export function readGuide(): Promise<Guide> {
  guide ??= readFile(join(documentsFolder(), "owner-guide.md"), "utf8").then(parseGuide);
  return guide;
}

/** Splits the guide at its headings of the second level. The first level is the page's own title. */
export function parseGuide(markdown: string): Guide {
  const [introduction = "", ...chapters] = markdown.replace(/^# .*\n/, "").split(/^## /m);
  return {
    introduction: html(introduction),
    chapters: chapters.map((chapter) => {
      const [title = "", ...lines] = chapter.split("\n");
      return { id: headingId(title), title, html: html(lines.join("\n")) };
    }),
  };
}

export async function readGuidePicture(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = join(documentsFolder(), "guide", name);
  if (!PICTURE.test(name) || !existsSync(file)) return undefined;
  return new Uint8Array(await readFile(file));
}

const marked = new Marked({ async: false });

function html(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

/** The id of a heading, as other Markdown renderers make it, so that links within the guide work everywhere. */
function headingId(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}
