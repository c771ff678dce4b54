/** What the forms of a picture's page do. */
import type { FormProblems } from "../forms/form-state.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { forgetPerson, giveConsent, withdrawConsent } from "./consents.server.ts";
import { describePicture } from "./describe-picture.server.ts";
import type { PictureFormProblem } from "./messages.ts";
import { type PictureField, type PictureFields, readConsent, readDescription } from "./picture-form.ts";
import { findPicture, removePicture, retryPicture, type StoredPicture } from "./pictures.server.ts";

export type PictureActOutcome =
  /** `isFocusOnly`: the picture was touched, and the page should come back there. */
  { ok: true; isRemoved?: boolean; isFocusOnly?: boolean } | { ok: false; problems: FormProblems<PictureField> };

const DONE: PictureActOutcome = { ok: true };

function failed(code: PictureFormProblem): PictureActOutcome {
  return { ok: false, problems: { form: { code } } };
}

/** Does what a form of the page says. A picture that is touched without script has no `do`. */
export async function changePicture(
  services: Services,
  actor: Actor,
  hash: string,
  fields: PictureFields,
): Promise<PictureActOutcome> {
  const picture = await findPicture(services.db, hash);
  if (picture === undefined) return fields.do === "remove" ? { ok: true, isRemoved: true } : failed("picture-gone");
  const subject = { kind: "picture", key: hash } as const;
  switch (fields.do) {
    case "":
    case "save":
      return say(services, actor, picture, fields);
    case "give":
      return give(services, actor, picture, fields);
    case "forget":
      return (await forgetPerson(services, subject, fields.id)) ? DONE : failed("consent-gone");
    case "withdraw":
      return (await withdrawConsent(services, actor, subject, fields.id, picture.name)) ? DONE : failed("consent-gone");
    case "retry":
      await retryPicture(services, hash);
      return DONE;
    case "remove":
      await removePicture(services, actor, hash);
      return { ok: true, isRemoved: true };
    default:
      return failed("act-unknown");
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

async function give(
  services: Services,
  actor: Actor,
  { hash, name: label }: StoredPicture,
  fields: PictureFields,
): Promise<PictureActOutcome> {
  const read = readConsent(fields, services.now());
  if (!read.ok) return read;
  const { givenOn, ...terms } = read.value;
  if (givenOn === null) return { ok: false, problems: { given_on: { code: "date-unreadable" } } };
  const subject = { kind: "picture", key: hash } as const;
  const isGiven = await giveConsent(services, actor, subject, fields.id, { ...terms, givenOn }, label);
  return isGiven ? DONE : failed("consent-gone");
}
