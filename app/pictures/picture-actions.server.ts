/**
 * The forms of a picture's page, and of the register of consents for pictures and for people who are quoted: what they hold, what they
 * mean, and what they do.
 */
import { z } from "zod";
import { line, paragraphs } from "../forms/field-schemas.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { dateWithYear, timeSince } from "../time/date-texts.server.ts";
import { dateInNairobi, isCalendarDate } from "../time/dates.server.ts";
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

/** A form about a person and their consent: of a new entry of the register, or of the one with this id. */
export type ConsentForm = Partial<
  Pick<PictureFields, "id" | "name" | "given_on" | "purpose" | "how" | "child" | "guardian">
>;

/** Reads a picture's main form. A person's name means that there are people in the picture. */
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

/** Reads a person and their consent. Without a day the consent is still to be given. */
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
  /** `isFocusOnly`: a point of the picture was chosen, and the page should come back there. */
  { code: "done"; isRemoved?: boolean; isFocusOnly?: boolean } | { code: PictureProblem };

/** Runs the action of a form on the page. Choosing a point without JavaScript has no `do`. */
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
    const before = await transaction.selectFrom("pictures").selectAll().where("hash", "=", hash).executeTakeFirst();
    if (before === undefined) return { code: "picture-gone" as const };
    if (before.state === "withdrawn") return { code: "picture-withdrawn" as const };
    const after = { focus_x: focus.x, focus_y: focus.y, alt, decorative: isDecorative ? 1 : 0, subjects };
    await transaction.updateTable("pictures").set(after).where("hash", "=", hash).execute();
    const parts = {
      focus: before.focus_x !== after.focus_x || before.focus_y !== after.focus_y,
      words: before.alt !== alt || before.decorative !== after.decorative,
      subjects: before.subjects !== subjects,
    };
    // Its share picture is cropped again.
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
