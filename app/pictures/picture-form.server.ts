/** The forms of a picture's page: what they hold, and what they mean. */
import { z } from "zod";
import { line, paragraphs } from "../forms/field-schemas.ts";
import type { FormProblems } from "../forms/form-state.ts";
import { asLine } from "../platform/text.ts";
import { dateInNairobi, isCalendarDate } from "../time/dates.server.ts";
import { CONSENT_PURPOSES, CONSENT_WAYS, isTerm } from "./consent-terms.ts";
import type { NewConsent } from "./consents.server.ts";
import { focusFromForm } from "./focus.ts";
import { MAX_ALT_LENGTH } from "./library-picture.ts";
import type { PictureFormProblem } from "./messages.ts";

const short = line({ max: 80 });

/** All fields of all forms of the page; `do` says which form it is. */
export const pictureForm = z.object({
  do: short,
  id: short,
  "focus.x": short,
  "focus.y": short,
  position: short,
  x: short,
  y: short,
  alt: paragraphs({ max: MAX_ALT_LENGTH }).transform((text) => asLine(text.replaceAll("\n", " "))),
  decorative: short,
  subjects: short,
  name: short,
  given_on: short,
  purpose: short,
  how: short,
  child: short,
  guardian: short,
});

export type PictureFields = z.output<typeof pictureForm>;
export type PictureField = keyof PictureFields;

export type PictureFormFailure = { ok: false; problems: FormProblems<PictureField> };

/** The outcome of a form with a problem at a field, or with the form as a whole. */
export function pictureFormFailure(field: PictureField | "form", code: PictureFormProblem): PictureFormFailure {
  return { ok: false, problems: { [field]: { code } } };
}

/** Reads what the main form says about a picture. A person's name says that people are to be seen. */
export function readDescription(fields: PictureFields, picture: { width: number; height: number }, now: Date) {
  const hasPerson = fields.name !== "" || fields.given_on !== "";
  const subjects = hasPerson ? "people" : fields.subjects === "" ? "undecided" : fields.subjects;
  if (subjects !== "undecided" && subjects !== "nobody" && subjects !== "people") {
    return pictureFormFailure("subjects", "choice-unknown");
  }
  const person = hasPerson ? readConsent(fields, now) : undefined;
  if (person?.ok === false) return person;
  const description = {
    focus: focusFromForm(fields, picture),
    alt: fields.alt,
    isDecorative: fields.decorative !== "",
    subjects,
    // One more person who is to be seen.
    person: person?.value,
  } as const;
  return { ok: true as const, value: description };
}

/** A picture as a form describes it. */
export type PictureDescription = Extract<ReturnType<typeof readDescription>, { ok: true }>["value"];

/** Reads a person and their consent. Without a day the consent is still to be given. */
export function readConsent(
  fields: Pick<PictureFields, "name" | "given_on" | "purpose" | "how" | "child" | "guardian">,
  now: Date,
): { ok: true; value: NewConsent } | PictureFormFailure {
  const { name, given_on, purpose, how, child, guardian } = fields;
  if (name === "") return pictureFormFailure("name", "name-missing");
  const givenOn = given_on === "" ? null : given_on;
  if (givenOn !== null) {
    if (!isCalendarDate(givenOn)) return pictureFormFailure("given_on", "date-unreadable");
    if (givenOn > dateInNairobi(now)) return pictureFormFailure("given_on", "date-ahead");
  }
  if (!isTerm(CONSENT_PURPOSES, purpose)) return pictureFormFailure("purpose", "choice-unknown");
  if (!isTerm(CONSENT_WAYS, how)) return pictureFormFailure("how", "choice-unknown");
  if (child !== "" && guardian === "") return pictureFormFailure("guardian", "guardian-missing");
  return { ok: true, value: { name, givenOn, purpose, how, guardian } };
}
