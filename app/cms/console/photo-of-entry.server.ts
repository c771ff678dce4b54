/** Changing the picture in an entry's draft, from the pages where it and its focus are chosen. */
import { wholeNumberIn } from "../../forms/whole-number.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { ContentType } from "../content-type.ts";
import { saveDraft } from "../editing/drafts.server.ts";
import { getEditing } from "../editing/editing.server.ts";
import type { Field, Photo, Presence } from "../fields.ts";

/** The photo field of this name; undefined when the type has none. */
export function photoFieldOf({ fields }: ContentType, name: string): Field<unknown, Presence> | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.kind === "photo" ? field : undefined;
}

/** The picture that a field of an entry's draft has, or of the entry on the site; undefined when it has none. */
export function photoIn(values: Readonly<Record<string, unknown>>, field: Field<unknown, Presence>, name: string) {
  const read = field.schema.safeParse(values[name]);
  // The schema of a photo field gives a photo.
  return read.success ? (read.data as Photo) : undefined;
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
  const photo = change(photoIn(editing.values, field, name));
  const seen = {
    revision: wholeNumberIn(revision),
    basedOn: editing.draft?.basedOn ?? editing.live?.version ?? 0,
  };
  const outcome = await saveDraft(services, type, slug, { ...editing.values, [name]: photo }, actor, seen);
  if (outcome.code === "stale" || outcome.code === "unknown") return outcome.code;
  return "saved";
}
