/** The history of an entry: its versions with their changed fields. */
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized } from "../../platform/text.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import type { ContentType } from "../content-type.ts";
import { type EditableEntry, listVersions } from "../editing/editable-entry.server.ts";
import { byWhom } from "../editing/messages.server.ts";
import { readDifferences } from "./difference-views.server.ts";

export type VersionView = Awaited<ReturnType<typeof readHistory>>["versions"][number];

const ORIGINS: Readonly<Record<string, string>> = {
  imported: "before the history began",
  scheduled: "as scheduled",
  undone: "undo",
  "reference-changed": "after a reference was replaced",
};

const VERSIONS_SHOWN = 10;

/** A page of versions, newest first. @param before lists only versions with smaller numbers */
export async function readHistory(
  services: Services,
  type: ContentType,
  { slug, live }: EditableEntry,
  viewer: Actor,
  before: number | undefined,
) {
  const now = services.now();
  // An extra version, for comparison with the last.
  const versions = await listVersions(services, type, slug, { before, limit: VERSIONS_SHOWN + 1 });
  const visible = versions.slice(0, VERSIONS_SHOWN);
  return {
    versions: await Promise.all(
      visible.map(async ({ number, by, at, how, values }, index) => ({
        number,
        isOnSite: number === live?.version,
        made: [capitalized(byWhom(by, viewer)), shortMoment(new Date(at), now), ORIGINS[how]]
          .filter(Boolean)
          .join(", "),
        differences: await readDifferences(services, type, versions[index + 1]?.values ?? {}, values),
      })),
    ),
    next: versions.length > VERSIONS_SHOWN ? visible.at(-1)?.number : undefined,
  };
}
