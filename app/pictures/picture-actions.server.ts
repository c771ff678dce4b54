/** The forms of a picture's page and of the consent register: their fields, their checks and their effects. */
import { z } from "zod";
import { line, paragraphs } from "../forms/field-schemas.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { dateInNairobi, dateWithYear, isCalendarDate, timeSince } from "../time/dates.server.ts";
import { CONSENT_PURPOSES, CONSENT_WAYS, isTerm, termLabel } from "./consent-terms.ts";
import {
  addConsent,
  type ConsentSubject,
  forgetPerson,
  giveConsent,
  insertConsent,
  type NewConsent,
  withdrawConsent,
} from "./consents.server.ts";
import { focusFromForm } from "./focus.ts";
import { MAX_ALT_LENGTH } from "./library-picture.ts";
import { changeWithPages, findPicture, removePicture, retryPicture } from "./pictures.server.ts";
import type { PictureProblem } from "./problems.ts";

const shortText = line({ max: 80 });

/** All fields of all forms of the page; `do` is the action of the form. */
export const pictureForm = z.object({
  do: shortText,
  id: shortText,
  "focus.x": shortText,
  "focus.y": shortText,
  position: shortText,
  x: shortText,
  y: shortText,
  alt: paragraphs({ max: MAX_ALT_LENGTH }).transform((text) => asLine(text.replaceAll("\n", " "))),
  decorative: shortText,
  subjects: shortText,
  name: shortText,
  given_on: shortText,
  purpose: shortText,
  how: shortText,
  child: shortText,
  guardian: shortText,
});

export type PictureFields = z.output<typeof pictureForm>;

/** A form about a person and their consent: a new entry of the register, or the entry with this id. */
export type ConsentForm = Partial<
  Pick<PictureFields, "id" | "name" | "given_on" | "purpose" | "how" | "child" | "guardian">
>;

/** Parses a picture's main form. A person's name implies that there are people in the picture. */
export function readDescription(fields: PictureFields, picture: { width: number; height: number }, now: Date) {
  const hasPerson = fields.name !== "" || fields.given_on !== "";
  const subjects = hasPerson ? "people" : fields.subjects === "" ? "undecided" : fields.subjects;
  if (subjects !== "undecided" && subjects !== "nobody" && subjects !== "people") {
    return { code: "subjects-unknown" as const };
  }
  const person = hasPerson ? readConsent(fields, now) : undefined;
  if (person !== undefined && person.code !== "read") return person;
  const description = {
    focus: focusFromForm(fields, picture),
    alt: fields.alt,
    isDecorative: fields.decorative !== "",
    subjects,
    person: person?.consent,
  } as const;
  return { code: "read" as const, description };
}

export type PictureDescription = Extract<ReturnType<typeof readDescription>, { code: "read" }>["description"];

/** Parses a person and their consent. Without a date the consent is pending. */
export function readConsent(
  { name = "", given_on = "", purpose = "", how = "", child = "", guardian = "" }: ConsentForm,
  now: Date,
): { code: "read"; consent: NewConsent } | { code: PictureProblem } {
  if (name === "") return { code: "name-missing" };
  const givenOn = given_on === "" ? null : given_on;
  if (givenOn !== null) {
    if (!isCalendarDate(givenOn)) return { code: "date-unreadable" };
    if (givenOn > dateInNairobi(now)) return { code: "date-ahead" };
  }
  if (!isTerm(CONSENT_PURPOSES, purpose)) return { code: "purpose-unknown" };
  if (!isTerm(CONSENT_WAYS, how)) return { code: "way-unknown" };
  if (child !== "" && guardian === "") return { code: "guardian-missing" };
  return { code: "read", consent: { name, givenOn, purpose, how, guardian } };
}

type PictureActionOutcome =
  /** `isFocusOnly`: only a point of the picture was chosen; the page returns to it. */
  { code: "done"; isRemoved?: boolean; isFocusOnly?: boolean } | { code: PictureProblem };

/** Runs the action of a form on the page. Choosing a point without JavaScript sends no `do`. */
export async function changePicture(
  services: Services,
  actor: Actor,
  hash: string,
  fields: PictureFields,
): Promise<PictureActionOutcome> {
  const picture = await findPicture(services.db, hash);
  if (picture === undefined)
    return fields.do === "remove" ? { code: "done", isRemoved: true } : { code: "picture-gone" };
  switch (fields.do) {
    case "":
    case "save": {
      const read = readDescription(fields, picture, services.now());
      if (read.code !== "read") return read;
      const outcome = await describePicture(services, actor, hash, read.description);
      return outcome.code === "done" ? { code: "done", isFocusOnly: fields.do === "" } : outcome;
    }
    case "retry":
      await retryPicture(services, hash);
      return { code: "done" };
    case "remove":
      await removePicture(services, actor, hash);
      return { code: "done", isRemoved: true };
    default:
      return changeConsent(services, actor, { kind: "picture", key: hash }, fields, picture.name);
  }
}

export async function describePicture(
  services: Services,
  actor: Actor,
  hash: string,
  { focus, alt, isDecorative, subjects, person }: PictureDescription,
): Promise<{ code: "done" | "picture-gone" | "picture-withdrawn" }> {
  const now = services.now();
  const outcome = await changeWithPages(services, async (transaction) => {
    const stored = await transaction.selectFrom("pictures").selectAll().where("hash", "=", hash).executeTakeFirst();
    if (stored === undefined) return { code: "picture-gone" as const };
    if (stored.state === "withdrawn") return { code: "picture-withdrawn" as const };
    const values = { focus_x: focus.x, focus_y: focus.y, alt, decorative: isDecorative ? 1 : 0, subjects };
    await transaction.updateTable("pictures").set(values).where("hash", "=", hash).execute();
    const parts = {
      focus: stored.focus_x !== values.focus_x || stored.focus_y !== values.focus_y,
      words: stored.alt !== alt || stored.decorative !== values.decorative,
      subjects: stored.subjects !== subjects,
    };
    // The share picture is cropped again.
    if (parts.focus && stored.state === "ready") {
      const due = { due_at: now.toISOString(), attempts: 0 };
      await transaction.updateTable("pictures").set(due).where("hash", "=", hash).execute();
    }
    const changed = Object.entries(parts).flatMap(([part, isChanged]) => (isChanged ? [part] : []));
    const label = stored.name;
    if (changed.length > 0) {
      const act = { action: "picture-changed", type: "picture", slug: hash, label, details: { changed } };
      await recordActivity(transaction, now, actor, act);
    }
    if (person !== undefined)
      await insertConsent(transaction, now, actor, { kind: "picture", key: hash }, person, label);
    return { code: "done" as const };
  });
  if (outcome.code === "done") services.events.emit("pictureQueued");
  return outcome;
}

type ConsentActionOutcome = { code: "done"; key: string } | { code: PictureProblem };

/** Runs the action of a form on the register. @param label the subject's name, for the log */
export async function changeConsent(
  services: Services,
  actor: Actor,
  subject: ConsentSubject,
  { id = "", ...fields }: ConsentForm & { do: string },
  label: string,
): Promise<ConsentActionOutcome> {
  const outcomeFor = (key: string | undefined): ConsentActionOutcome =>
    key === undefined ? { code: "consent-gone" } : { code: "done", key };
  const orGone = (isDone: boolean) => outcomeFor(isDone ? subject.key : undefined);
  switch (fields.do) {
    case "forget":
      return orGone(await forgetPerson(services, subject, id));
    case "withdraw":
      return outcomeFor(await withdrawConsent(services, actor, subject, id, label));
    case "add":
    case "give": {
      const read = readConsent(fields, services.now());
      if (read.code !== "read") return read;
      const { consent } = read;
      const { givenOn } = consent;
      if (fields.do === "add") {
        await addConsent(services, actor, subject, consent, label);
        return outcomeFor(subject.key);
      }
      if (givenOn === null) return { code: "date-unreadable" };
      return orGone(await giveConsent(services, actor, subject, id, { ...consent, givenOn }, label));
    }
    default:
      return { code: "act-unknown" };
  }
}

export function registerEntry(consent: Tables["consents"], now: Date) {
  const { id, name, guardian, given_on, purpose, how, recorded_by, withdrawn_at, withdrawn_by } = consent;
  const uses = termLabel(CONSENT_PURPOSES, purpose).toLowerCase();
  const agreement =
    given_on === null
      ? "Has not agreed yet"
      : `${dateWithYear(given_on)}, ${termLabel(CONSENT_WAYS, how).toLowerCase()}, ${uses}; recorded by ${recorded_by}`;
  const withdrawn =
    withdrawn_at === null ? "" : `Withdrawn ${timeSince(new Date(withdrawn_at), now)}, by ${withdrawn_by}. Was: `;
  return {
    id,
    name,
    guardian,
    terms: withdrawn + agreement,
    state:
      withdrawn_at !== null ? ("withdrawn" as const) : given_on === null ? ("waiting" as const) : ("given" as const),
  };
}
