import type { MetaDescriptor } from "react-router";

/** The title of a console page, which is in no search engine. "Error:" stands before it when a form was returned. */
export function consoleMeta(title: string, hasErrors = false): MetaDescriptor[] {
  return [{ title: `${hasErrors ? "Error: " : ""}${title} · Nguvu console` }, { name: "robots", content: "noindex" }];
}
