import type { Finder } from "../../console/finder.ts";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { formPath } from "../../content-types/paths.ts";
import { can } from "../../staff/roles.ts";
import { searchEntries } from "../editing/search.server.ts";

/** Where an entry was found. The page of an unpublished entry redirects to its history. */
const PLACE_TEXTS = { site: "", draft: ", in a draft", removed: ", unpublished" } as const;

/** Finds content that the member's role may see: published, drafts and unpublished. */
export const findContent: Finder = async (services, member, typed) => {
  const types = Object.entries(catalogue).flatMap(([name, type]) =>
    can(member.role, "see", name as keyof Catalogue) ? [type] : [],
  );
  if (types.length === 0) return undefined;
  const hits = await searchEntries(services, typed, types);
  return {
    name: "Content",
    rows: hits.map(({ type, slug, title, typeLabel, excerpt, where }) => ({
      key: `${type}/${slug}`,
      title,
      to: formPath(type, slug),
      about: `${typeLabel}${PLACE_TEXTS[where]}`,
      excerpt,
    })),
  };
};
