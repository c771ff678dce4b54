import { pageMeta } from "./page-meta.ts";

type Site = Parameters<typeof pageMeta>[0];

type Args = { matches: readonly [{ loaderData: Site }, ...unknown[]]; location: { pathname: string } };

const SHARE_ALT = "A man swings a kettlebell to shoulder height between red light tubes.";

export function accountMeta(title: string, description: string) {
  return ({ matches, location }: Args) =>
    pageMeta(matches[0].loaderData, {
      ...{ title, description, path: location.pathname },
      ...{ share: "account", shareAlt: SHARE_ALT },
    });
}
