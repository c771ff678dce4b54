/** The history of an entry: its versions, and what one of them changed. */
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import type { ContentType } from "../content-type.ts";
import { type Editing, listVersions, type Version } from "../editing/editing.server.ts";
import { byWhom } from "../editing/messages.server.ts";
import { readDifferences } from "./difference-views.server.ts";

/** A version as the list of versions shows it. */
export type VersionRow = { number: number; label: string; made: string; isShown: boolean };

/** How a version came to be, where that says more than its number. */
const ORIGINS: Readonly<Record<string, string>> = {
  imported: "as it was before there was a history",
  scheduled: "at its moment",
  undone: "a change undone",
  "reference-changed": "a reference replaced",
};

/**
 * A page of versions, and what the shown one changed against the version before it.
 * @param query the numbers in the page's address: the shown version, and the one before which the list begins
 */
export async function readHistory(
  services: Services,
  type: ContentType,
  { slug, live }: Editing,
  viewer: Actor,
  query: { version: number | undefined; before: number | undefined },
) {
  const now = services.now();
  const { versions, next } = await listVersions(services, type, slug, { before: query.before });
  const number = query.version ?? versions[0]?.number;
  const around = number === undefined ? undefined : { before: number + 1, limit: 2 };
  const pair = around && (await listVersions(services, type, slug, around)).versions;
  const shown = pair?.find((one) => one.number === number);
  const previous = pair?.find((one) => one.number !== number);
  return {
    versions: versions.map((one) => ({
      number: one.number,
      label: one.number === live?.version ? `Version ${one.number}, on the site` : `Version ${one.number}`,
      made: [`${byWhom(one.by, viewer)}, ${shortMoment(new Date(one.at), now)}`, ORIGINS[one.how]]
        .filter(Boolean)
        .join(", "),
      isShown: one.number === number,
    })),
    next,
    shown: shown && (await describePair(services, type, shown, previous, viewer)),
  };
}

async function describePair(
  services: Services,
  type: ContentType,
  shown: Version,
  previous: Version | undefined,
  viewer: Actor,
) {
  const differences = await readDifferences(services, type, previous?.values ?? {}, shown.values);
  const differing = new Set(differences.map(({ field }) => field));
  const nameOf = (version: Version) => `Version ${version.number}, ${byWhom(version.by, viewer)}`;
  return {
    number: shown.number,
    before: previous ? nameOf(previous) : "Nothing before it",
    after: nameOf(shown),
    differences,
    same: Object.entries(type.fields).flatMap(([key, { label }]) => (differing.has(key) ? [] : label)),
  };
}
