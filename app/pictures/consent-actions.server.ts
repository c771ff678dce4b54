/** Actions of the forms of the register of consents, for pictures and for people who are quoted. */
import type { Actor } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { dateWithYear, timeSince } from "../time/date-texts.server.ts";
import { CONSENT_PURPOSES, CONSENT_WAYS, termLabel } from "./consent-terms.ts";
import { addConsent, type ConsentSubject, forgetPerson, giveConsent, withdrawConsent } from "./consents.server.ts";
import { type PictureFields, type PictureFormFailure, pictureFormFailure, readConsent } from "./picture-form.server.ts";

/** `key`: that of the subject from then on. */
type ConsentActionOutcome = { ok: true; key: string } | PictureFormFailure;

/**
 * Does what a form of the register says.
 * @param label what the subject is called, for the log
 */
export async function changeConsent(
  services: Services,
  actor: Actor,
  subject: ConsentSubject,
  fields: PictureFields,
  label: string,
): Promise<ConsentActionOutcome> {
  const outcomeFor = (key: string | undefined): ConsentActionOutcome =>
    key === undefined ? pictureFormFailure("form", "consent-gone") : { ok: true, key };
  const orGone = (isDone: boolean) => outcomeFor(isDone ? subject.key : undefined);
  switch (fields.do) {
    case "forget":
      return orGone(await forgetPerson(services, subject, fields.id));
    case "withdraw":
      return outcomeFor(await withdrawConsent(services, actor, subject, fields.id, label));
    case "add":
    case "give": {
      const read = readConsent(fields, services.now());
      if (!read.ok) return read;
      const { givenOn } = read.value;
      if (fields.do === "add") {
        await addConsent(services, actor, subject, read.value, label);
        return outcomeFor(subject.key);
      }
      if (givenOn === null) return pictureFormFailure("given_on", "date-unreadable");
      return orGone(await giveConsent(services, actor, subject, fields.id, { ...read.value, givenOn }, label));
    }
    default:
      return pictureFormFailure("form", "act-unknown");
  }
}

/** A consent as the console shows it. */
export function registerEntry(consent: Tables["consents"], now: Date) {
  const { id, name, guardian, given_on, purpose, how, recorded_by, withdrawn_at, withdrawn_by } = consent;
  const uses = termLabel(CONSENT_PURPOSES, purpose).toLowerCase();
  const given =
    given_on === null
      ? "Has not agreed yet"
      : `${dateWithYear(given_on)}, ${termLabel(CONSENT_WAYS, how).toLowerCase()}, ${uses}; recorded by ${recorded_by}`;
  const withdrawn =
    withdrawn_at === null ? "" : `Withdrawn ${timeSince(new Date(withdrawn_at), now)}, by ${withdrawn_by}. Was: `;
  return {
    id,
    name,
    guardian,
    terms: withdrawn + given,
    state:
      withdrawn_at !== null ? ("withdrawn" as const) : given_on === null ? ("waiting" as const) : ("given" as const),
  };
}
