/** The site as it would be with a draft in place, for the member of staff who looks at it and nobody else. */
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes, type FieldProblem } from "../content-type.ts";
import { entriesOfPreview } from "../entries.server.ts";
import type { EntryKey } from "./editing-types.ts";
import { findDraft } from "./entry-rows.server.ts";
import { storedValues } from "./stored-body.ts";

/**
 * Services for one request that read the draft of an entry in place of what is on the site; their `content` is their own. With
 * `problems` something required is missing or not valid, and the site is shown as it is.
 */
export async function previewServices(
  services: Services,
  key: EntryKey,
  types: readonly ContentType[] = contentTypes(services),
): Promise<{ services: Services; problems: FieldProblem[] }> {
  const type = types.find(({ name }) => name === key.type);
  const draft = type && (await findDraft(services.db, key));
  const read = draft && type.read(storedValues(draft.body));
  if (type === undefined || read === undefined) return { services, problems: [] };
  if (!read.ok) return { services, problems: read.problems };
  return { services: await entriesOfPreview(services, type, { ...read.values, slug: key.slug }), problems: [] };
}
