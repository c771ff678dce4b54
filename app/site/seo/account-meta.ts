import { pageMeta } from "./page-meta.ts";

type Site = Parameters<typeof pageMeta>[0];

type Args = { matches: readonly [{ loaderData: Site }, ...unknown[]]; location: { pathname: string } };

const PICTURES = {
  account: "A man swings a kettlebell to shoulder height between red light tubes.",
  login: "A boxer in red gloves holds his guard beside a heavy bag.",
} as const;

export function accountMeta(title: string, description: string, share: keyof typeof PICTURES = "account") {
  return ({ matches, location }: Args) =>
    pageMeta(matches[0].loaderData, {
      ...{ title, description, path: location.pathname },
      ...{ share, shareAlt: PICTURES[share] },
    });
}
