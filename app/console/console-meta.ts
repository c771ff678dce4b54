import type { MetaDescriptor } from "react-router";

export const NOINDEX: MetaDescriptor = { name: "robots", content: "noindex" };

export function consoleTitle(title: string, hasErrors = false): string {
  return `${hasErrors ? "Error: " : ""}${title} · Console`;
}

/** The title of a console page, which search engines must not index. */
export function consoleMeta(title: string): MetaDescriptor[] {
  return [{ title: consoleTitle(title) }, NOINDEX];
}
