import { pageMeta } from "./page-meta.ts";

type Site = Parameters<typeof pageMeta>[0];

const SHARE_ALT = "A man swings a kettlebell to shoulder height between red light tubes.";

export function accountMeta(page: { title: string; description: string; path: string }) {
  return ({ matches }: { matches: readonly [{ loaderData: Site }, ...unknown[]] }) =>
    pageMeta(matches[0].loaderData, { ...page, share: "account", shareAlt: SHARE_ALT });
}
