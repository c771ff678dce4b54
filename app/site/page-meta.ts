import type { MetaDescriptor } from "react-router";

/** The gym's name as every title ends with it. */
const SITE_NAME = "Nguvu Fitness";

/**
 * Title, description, canonical address and share picture of a page.
 * `origin` is the site's public origin without a trailing slash; `share` names the picture in `/share/`, and
 * `shareAlt` says what is seen on it; it stands with the page, because a table of all would be in every page's script.
 */
export function pageMeta(page: {
  title: string;
  description: string;
  origin: string;
  path: string;
  share: string;
  shareAlt: string;
}): MetaDescriptor[] {
  const title = `${page.title} | ${SITE_NAME}`;
  const address = `${page.origin}${page.path}`;
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: SITE_NAME },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${page.origin}/share/${page.share}.jpg` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: page.shareAlt },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
