import type { MetaDescriptor } from "react-router";
import type { StructuredData } from "./page-data.server.ts";
import type { SharePage } from "./share-pictures.ts";

/** The site, as returned by the root's loader. `origin` is its public origin without a trailing slash. */
type Site = { origin: string; settings: { name: string } };

/** A page's title as browsers show it: it ends with the gym's name. */
export function pageTitle(title: string, { settings }: Pick<Site, "settings">): string {
  return `${title} | ${settings.name}`;
}

/**
 * Title, description, canonical address and share picture. Each page passes its own `shareAlt`: a table would be in
 * every page's scripts.
 */
export function pageMeta(
  site: Site,
  page: {
    title: string;
    description: string;
    path: string;
    share: SharePage | { file: string };
    shareAlt: string;
    structuredData?: StructuredData;
  },
): MetaDescriptor[] {
  const title = pageTitle(page.title, site);
  const address = `${site.origin}${page.path}`;
  const file = typeof page.share === "string" ? `${page.share}.jpg` : page.share.file;
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: site.settings.name },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${site.origin}/share/${file}` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: page.shareAlt },
    { name: "twitter:card", content: "summary_large_image" },
    // React Router writes `<` and what else would end the script as `\u003c`.
    ...(page.structuredData === undefined ? [] : [{ "script:ld+json": page.structuredData }]),
  ];
}
