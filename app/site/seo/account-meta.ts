import { pageMeta } from "./page-meta.ts";

type Site = Parameters<typeof pageMeta>[0];

/** The head of the pages of an account, which share a picture. */
export function accountMeta(site: Site, page: { title: string; description: string; path: string }) {
  const shareAlt = "A man swings a kettlebell to shoulder height between red light tubes.";
  return pageMeta(site, { ...page, share: "account", shareAlt });
}
