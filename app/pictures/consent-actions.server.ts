/** What the forms of the register of consents do, for pictures and for people who are quoted. */
import type { FormProblems } from "../forms/form-state.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { addConsent, type ConsentSubject, forgetPerson, giveConsent, withdrawConsent } from "./consents.server.ts";
import type { PictureFormProblem } from "./messages.ts";
import { type PictureField, type PictureFields, readConsent } from "./picture-form.server.ts";

/** `key`: that of the subject from then on. */
export type ConsentActionOutcome = { ok: true; key: string } | { ok: false; problems: FormProblems<PictureField> };

function failed(code: PictureFormProblem): ConsentActionOutcome {
  return { ok: false, problems: { form: { code } } };
}

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
  const done = { ok: true, key: subject.key } as const;
  const orGone = (isDone: boolean): ConsentActionOutcome => (isDone ? done : failed("consent-gone"));
  switch (fields.do) {
    case "forget":
      return orGone(await forgetPerson(services, subject, fields.id));
    case "withdraw":
      return withdraw(services, actor, subject, fields.id, label);
    case "add":
    case "give": {
      const read = readConsent(fields, services.now());
      if (!read.ok) return read;
      const { givenOn } = read.value;
      if (fields.do === "add") {
        await addConsent(services, actor, subject, read.value, label);
        return done;
      }
      if (givenOn === null) return { ok: false, problems: { given_on: { code: "date-unreadable" } } };
      return orGone(await giveConsent(services, actor, subject, fields.id, { ...read.value, givenOn }, label));
    }
    default:
      return failed("act-unknown");
  }
}

async function withdraw(
  services: Services,
  actor: Actor,
  subject: ConsentSubject,
  id: string,
  label: string,
): Promise<ConsentActionOutcome> {
  const key = await withdrawConsent(services, actor, subject, id, label);
  return key === undefined ? failed("consent-gone") : { ok: true, key };
}
