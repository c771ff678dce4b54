/** Changing the picture in an entry's draft, from the pages where it and its focus are chosen. */
import { wholeNumberIn } from "../../forms/whole-number.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { type ContentType, photoIn } from "../content-type.ts";
import { saveDraft } from "../editing/drafts.server.ts";
import { getEditing } from "../editing/editing.server.ts";
import type { AnyField, Photo } from "../fields.ts";

/** The photo field of this name; undefined when the type has none. */
export function photoFieldOf({ fields }: ContentType, name: string): AnyField | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.kind === "photo" ? field : undefined;
}

/**
 * Stores another picture in the draft of an entry.
 * @param revision that of the draft which the page was made from; empty when there was none
 * @returns `stale` when somebody has saved the draft since
 */
export async function changePhoto(
  services: Services,
  type: ContentType,
  { slug, field: name }: { slug: string; field: string },
  revision: string,
  actor: Actor,
  change: (photo: Photo | undefined) => Photo,
): Promise<"saved" | "stale" | "unknown"> {
  const field = photoFieldOf(type, name);
  const editing = await getEditing(services, type, slug);
  if (field === undefined || editing === undefined) return "unknown";
  const photo = change(photoIn(field, editing.values[name]));
  const seen = { revision: wholeNumberIn(revision), basedOn: editing.draft?.basedOn ?? editing.live?.version ?? 0 };
  const outcome = await saveDraft(services, type, slug, { ...editing.values, [name]: photo }, actor, seen);
  if (outcome.code === "stale" || outcome.code === "unknown") return outcome.code;
  return "saved";
}
