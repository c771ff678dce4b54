/** Actions of the forms of a picture's page. */
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { changeConsent } from "./consent-actions.server.ts";
import { insertConsent } from "./consents.server.ts";
import {
  type PictureDescription,
  type PictureFields,
  type PictureFormFailure,
  pictureFormFailure,
  readDescription,
} from "./picture-form.server.ts";
import { changeWithPages, findPicture, removePicture, retryPicture, type StoredPicture } from "./pictures.server.ts";

export type PictureActionOutcome =
  /** `isFocusOnly`: a point of the picture was chosen, and the page should come back there. */
  { ok: true; isRemoved?: boolean; isFocusOnly?: boolean } | PictureFormFailure;

/** Does what a form of the page says. Choosing a point without script has no `do`. */
export async function changePicture(
  services: Services,
  actor: Actor,
  hash: string,
  fields: PictureFields,
): Promise<PictureActionOutcome> {
  const picture = await findPicture(services.db, hash);
  if (picture === undefined)
    return fields.do === "remove" ? { ok: true, isRemoved: true } : pictureFormFailure("form", "picture-gone");
  switch (fields.do) {
    case "":
    case "save":
      return say(services, actor, picture, fields);
    case "retry":
      await retryPicture(services, hash);
      return { ok: true };
    case "remove":
      await removePicture(services, actor, hash);
      return { ok: true, isRemoved: true };
    default:
      return changeConsent(services, actor, { kind: "picture", key: hash }, fields, picture.name);
  }
}

async function say(services: Services, actor: Actor, picture: StoredPicture, fields: PictureFields) {
  const read = readDescription(fields, picture, services.now());
  if (!read.ok) return read;
  const outcome = await describePicture(services, actor, picture.hash, read.value);
  if (outcome === "gone") return pictureFormFailure("form", "picture-gone");
  if (outcome === "withdrawn") return pictureFormFailure("form", "picture-withdrawn");
  return { ok: true as const, isFocusOnly: fields.do === "" };
}

/**
 * Stores what is said about a picture, all of it or nothing. The same said again changes nothing.
 * @returns `gone` when the picture was removed, `withdrawn` when its files were deleted
 */
export async function describePicture(
  services: Services,
  actor: Actor,
  hash: string,
  { focus, alt, isDecorative, subjects, person }: PictureDescription,
): Promise<"stored" | "gone" | "withdrawn"> {
  const now = services.now();
  const outcome = await changeWithPages(services, async (transaction) => {
    const before = await transaction.selectFrom("pictures").selectAll().where("hash", "=", hash).executeTakeFirst();
    if (before === undefined) return "gone" as const;
    if (before.state === "withdrawn") return "withdrawn" as const;
    const after = { focus_x: focus.x, focus_y: focus.y, alt, decorative: isDecorative ? 1 : 0, subjects };
    await transaction.updateTable("pictures").set(after).where("hash", "=", hash).execute();
    const parts = {
      focus: before.focus_x !== after.focus_x || before.focus_y !== after.focus_y,
      words: before.alt !== alt || before.decorative !== after.decorative,
      subjects: before.subjects !== subjects,
    };
    // Its share picture is cut anew.
    if (parts.focus && before.state === "ready") {
      const due = { due_at: now.toISOString(), attempts: 0 };
      await transaction.updateTable("pictures").set(due).where("hash", "=", hash).execute();
    }
    const changed = Object.entries(parts).flatMap(([part, isChanged]) => (isChanged ? [part] : []));
    const label = before.name;
    if (changed.length > 0) {
      const act = { action: "picture-changed", type: "picture", slug: hash, label, details: { changed } };
      await recordActivity(transaction, now, actor, act);
    }
    if (person !== undefined)
      await insertConsent(transaction, now, actor, { kind: "picture", key: hash }, person, label);
    return "stored" as const;
  });
  if (outcome === "stored") services.events.emit("pictureQueued");
  return outcome;
}
