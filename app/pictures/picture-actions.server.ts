/** What the forms of a picture's page do. */
import type { FormProblems } from "../forms/form-state.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { changeConsent } from "./consent-actions.server.ts";
import { describePicture } from "./describe-picture.server.ts";
import type { PictureFormProblem } from "./messages.ts";
import { type PictureField, type PictureFields, readDescription } from "./picture-form.server.ts";
import { findPicture, removePicture, retryPicture, type StoredPicture } from "./pictures.server.ts";

export type PictureActionOutcome =
  /** `isFocusOnly`: the picture was touched, and the page should come back there. */
  { ok: true; isRemoved?: boolean; isFocusOnly?: boolean } | { ok: false; problems: FormProblems<PictureField> };

const DONE: PictureActionOutcome = { ok: true };

function failed(code: PictureFormProblem): PictureActionOutcome {
  return { ok: false, problems: { form: { code } } };
}

/** Does what a form of the page says. A picture that is touched without script has no `do`. */
export async function changePicture(
  services: Services,
  actor: Actor,
  hash: string,
  fields: PictureFields,
): Promise<PictureActionOutcome> {
  const picture = await findPicture(services.db, hash);
  if (picture === undefined) return fields.do === "remove" ? { ok: true, isRemoved: true } : failed("picture-gone");
  switch (fields.do) {
    case "":
    case "save":
      return say(services, actor, picture, fields);
    case "retry":
      await retryPicture(services, hash);
      return DONE;
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
  if (outcome === "gone") return failed("picture-gone");
  if (outcome === "withdrawn") return failed("picture-withdrawn");
  return { ok: true as const, isFocusOnly: fields.do === "" };
}
