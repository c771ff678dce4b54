/** The site as it would be with drafts in place, for the member of staff who looks at them and nobody else. */
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes, type FieldProblem, namesOf } from "../content-type.ts";
import { entriesOfPreview, type PreviewedEntry } from "../entries.server.ts";
import type { EntryKey } from "./editing-types.ts";
import { ofEntry } from "./entry-rows.server.ts";
import { storedValues } from "./stored-body.ts";

export type Preview = {
  /** Services for one request. They read drafts in place of what is on the site; their `content` is their own. */
  services: Services;
  /** Drafts that can't be shown because something required is missing or not valid: the site is shown as it is. */
  incomplete: (EntryKey & { problems: FieldProblem[] })[];
};

/**
 * Services that read drafts in place of what is on the site.
 * @param which one entry, or all drafts of the types
 */
export async function previewServices(
  services: Services,
  which: EntryKey | "all drafts",
  types: readonly ContentType[] = contentTypes(services),
): Promise<Preview> {
  let query = services.db.selectFrom("entry_drafts").select(["type", "slug", "body"]);
  if (which !== "all drafts") query = query.where(ofEntry(which));
  const rows = await query.where("type", "in", namesOf(types)).execute();
  const previewed = new Map<ContentType, PreviewedEntry[]>();
  const incomplete: Preview["incomplete"] = [];
  for (const { type: name, slug, body } of rows) {
    const type = types.find((one) => one.name === name);
    if (type === undefined) continue;
    const read = type.read(storedValues(body));
    if (read.ok) previewed.set(type, [...(previewed.get(type) ?? []), { ...read.values, slug }]);
    else incomplete.push({ type: name, slug, problems: read.problems });
  }
  return { services: await entriesOfPreview(services, previewed), incomplete };
}
