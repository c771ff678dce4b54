/** Changes the picture in an entry's draft, for the pages that choose the picture and its focus. */
import { formPath } from "../../content-types/paths.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { wholeNumberIn } from "../../platform/text.ts";
import { can, type StaffMember, type Subject } from "../../staff/roles.ts";
import { type ContentType, contentTypes, photoIn } from "../content-type.ts";
import { saveDraft } from "../editing/drafts.server.ts";
import { findEditableEntry } from "../editing/editable-entry.server.ts";
import type { AnyField, Photo } from "../fields.ts";

export function photoFieldOf({ fields }: ContentType, name: string): AnyField | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.kind === "photo" ? field : undefined;
}

/**
 * Changes a photo in an entry's draft.
 * @param revision the draft's revision, empty without a draft
 * @returns `stale` if the draft has changed since
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
  const editing = await findEditableEntry(services, type, slug);
  if (field === undefined || editing === undefined) return "unknown";
  const photo = change(photoIn(field, editing.values[name]));
  const seen = { revision: wholeNumberIn(revision), basedOn: editing.draft?.basedOn ?? editing.live?.version ?? 0 };
  const outcome = await saveDraft(services, type, slug, { ...editing.values, [name]: photo }, actor, seen);
  if (outcome.code === "stale" || outcome.code === "unknown") return outcome.code;
  return "saved";
}

/** Finds the photo field that a picture is uploaded for. @param name such as `class/boxing/photo` */
export async function findUploadField(services: Services, { role }: StaffMember, name: string | null) {
  const [typeName = "", slug = "", field = ""] = name?.split("/") ?? [];
  const type = contentTypes(services).find((contentType) => contentType.name === typeName);
  if (type === undefined || photoFieldOf(type, field) === undefined) return undefined;
  // The cast is safe: every content type is a subject of the same name.
  if (!can(role, "edit", type.name as Subject)) return undefined;
  const editing = await findEditableEntry(services, type, slug);
  if (editing === undefined) return undefined;
  return { name: `${type.name}/${slug}/${field}`, title: editing.title, path: formPath(type.name, slug) };
}

/** Puts an uploaded picture into its field of the draft. @returns whether it was saved */
export async function fillUploadField(services: Services, actor: Actor, name: string, photo: Photo): Promise<boolean> {
  const [typeName = "", slug = "", field = ""] = name.split("/");
  const type = contentTypes(services).find((contentType) => contentType.name === typeName);
  const editing = type && (await findEditableEntry(services, type, slug));
  if (type === undefined || editing === undefined) return false;
  const revision = String(editing.draft?.revision ?? "");
  return (await changePhoto(services, type, { slug, field }, revision, actor, () => photo)) === "saved";
}
