/** Places, hours of free cancellation and prices of all classes: one form, of which only the classes that it changes are published. */
import { data, redirect } from "react-router";
import { entryCount } from "../../cms/content-type.ts";
import type { PublishProblem } from "../../cms/editing/editing-types.ts";
import { findDraft, findLive, findVersion } from "../../cms/editing/entry-rows.server.ts";
import { entryProblemSentence } from "../../cms/editing/messages.server.ts";
import { type PublishItem, type PublishOutcome, publishTogether } from "../../cms/editing/publishing.server.ts";
import { listStates } from "../../cms/editing/states.server.ts";
import { formTexts, sameValues, storedValues, type Values, withDefaults } from "../../cms/editing/stored-body.ts";
import { CLASS_NUMBERS_PATH, classType } from "../../content-types/class.ts";
import { textFields } from "../../forms/field-schemas.ts";
import type { FormErrors, ReturnedForm } from "../../forms/form-state.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import type { Services } from "../../platform/services.ts";
import type { StaffForm } from "../../staff/staff-request.server.ts";
import { shortMoment, timeSince } from "../../time/date-texts.server.ts";
import { CLASS_NUMBERS, type ClassNumber } from "./class-numbers.ts";

const FIELDS = ["slug", "version", ...CLASS_NUMBERS] as const;

const MAX_ROWS = entryCount(classType).max;

/** Each class is a row by its slug: another may be first by the time the form is sent. */
export const classNumbersForm = textFields(
  ...Array.from({ length: MAX_ROWS }, (_, row) => FIELDS.map((field) => `${field}.${row}`)).flat(),
);

/** The classes on the site with their numbers. One with a draft is changed on its own page, with what else waits there. */
export async function readClassNumbers(services: Services) {
  const { entries } = await listStates(services, classType);
  return entries
    .filter(({ isOnSite, isBroken }) => isOnSite && !isBroken)
    .map(({ slug, title, version, hasDraft, values }) => ({
      slug,
      title,
      version,
      hasDraft,
      numbers: numberTexts(values),
    }));
}

/** The texts of a class's inputs. */
function numberTexts(values: Values): Record<ClassNumber, string> {
  const texts = new Map(formTexts(classType, withDefaults(classType, values)));
  const text = (number: ClassNumber) => texts.get(number) ?? "";
  return { places: text("places"), lateHours: text("lateHours"), price: text("price") };
}

/** The names of some classes that were just published. @param slugs as in the address */
export async function namesOfPublished(services: Services, slugs: string): Promise<string[]> {
  const published = new Set(slugs.split(" "));
  const { entries } = await listStates(services, classType);
  return entries.filter(({ slug }) => published.has(slug)).map(({ title }) => title);
}

type Typed = Partial<Record<string, string>>;

/** A row in which something was changed. */
type ChangedRow = { row: number; slug: string; item: PublishItem };

const NOTHING_PUBLISHED = "Nothing was published: look at what is marked.";

/**
 * Publishes the classes whose numbers were changed, all or none. @throws the redirect once it is done
 * @returns the form with what is wrong, everything that was changed in it, and of the others what is on the site
 */
export async function publishClassNumbers(form: StaffForm<typeof classNumbersForm>) {
  const { services, member } = form;
  const values: Typed = form.values;
  /** Only what was changed. The other rows have what is on the site by now. */
  const typed: Record<string, string> = {};
  const errors: FormErrors = {};
  const changed: ChangedRow[] = [];
  let isConflict = false;
  for (let row = 0; row < MAX_ROWS; row += 1) {
    const slug = values[`slug.${row}`] ?? "";
    // A class with a draft has no fields; others follow it.
    if (slug === "") continue;
    const key = { type: classType.name, slug };
    const basedOn = wholeNumberIn(values[`version.${row}`]) ?? 0;
    const [base, live] = [await findVersion(services.db, key, basedOn), await findLive(services.db, key)];
    const before = storedValues(base?.body ?? "");
    const wanted = withNumbers(before, values, row);
    if (base !== undefined && sameValues(classType, before, wanted)) {
      continue;
    }
    for (const field of FIELDS) typed[`${field}.${row}`] = form.typed[`${field}.${row}`] ?? "";
    if (base === undefined || live === undefined) {
      isConflict = true;
      errors.form = "A class is off the site by now, so nothing was published. These are the others.";
      continue;
    }
    const problems = numberProblems(wanted);
    for (const problem of problems) {
      errors[`${problem.field}.${row}`] = entryProblemSentence(classType, wanted, problem);
    }
    const draft = await findDraft(services.db, key);
    const isPublished = sameValues(classType, storedValues(live.body), wanted);
    if (draft !== undefined || (live.version !== basedOn && !isPublished)) {
      isConflict = true;
      const { updated_by: by, updated_at: at } = draft ?? live;
      errors[`row.${row}`] = meanwhile(by, timeSince(new Date(at), services.now()), draft ? undefined : live.body);
      typed[`version.${row}`] = String(live.version);
    }
    const request = { values: wanted, basedOn };
    changed.push({ row, slug, item: { type: classType, slug, request } });
  }
  const returned = (status: 409 | 422) =>
    data<ReturnedForm>({ errors: { ...errors, form: errors.form ?? NOTHING_PUBLISHED }, typed }, { status });
  if (Object.keys(errors).length > 0) return returned(isConflict ? 409 : 422);
  if (changed.length === 0) throw redirect(`${CLASS_NUMBERS_PATH}?done=same`, 303);
  const items = changed.map(({ item }) => item);
  const outcome = await publishTogether(services, items, member, { checks: publishChecks });
  if (outcome.code === "published") {
    const published = outcome.slugs.join(" ");
    throw redirect(`${CLASS_NUMBERS_PATH}?${new URLSearchParams({ done: "published", classes: published })}`, 303);
  }
  const refused = changed.find(({ slug }) => slug === outcome.item.slug);
  errors[`row.${refused?.row ?? 0}`] = whyRefused(outcome.outcome, services.now());
  return returned(409);
}

/** The values with the numbers that were typed. */
function withNumbers(values: Values, typed: Typed, row: number): Values {
  const sent = new FormData();
  for (const number of CLASS_NUMBERS) sent.set(number, typed[`${number}.${row}`] ?? "");
  const numbers = CLASS_NUMBERS.map((number) => [number, classType.fields[number].fromForm(sent, number)]);
  return { ...values, ...Object.fromEntries(numbers) };
}

function numberProblems(values: Values): PublishProblem[] {
  return CLASS_NUMBERS.flatMap((field) => {
    const value = values[field];
    const checked = value === undefined || classType.fields[field].schema.safeParse(value).success;
    return checked ? [] : [{ field, message: "" }];
  });
}

/** @param body what somebody has published; undefined for a draft */
function meanwhile(by: string, since: string, body: string | undefined): string {
  if (body === undefined) {
    return `${by} has a draft of it (${since}). Publish that or throw it away on its page, and change the numbers there.`;
  }
  const { places, lateHours, price } = numberTexts(storedValues(body));
  const now = `places ${places || "none"}, hours ${lateHours}, price ${price || "none"}`;
  return `${by} has changed it meanwhile (${since}). On the site now: ${now}. Publish again to put yours in their place.`;
}

/** Why a class could not be published, beyond its numbers. */
function whyRefused(outcome: PublishOutcome, now: Date): string {
  switch (outcome.code) {
    case "scheduled-differs": {
      const { by, dueAt } = outcome.scheduled;
      return `${by} has set other numbers for ${shortMoment(new Date(dueAt), now)}. Change it on its page, which asks which of the two counts.`;
    }
    case "refused": {
      const why = outcome.problems.map((problem) => entryProblemSentence(classType, {}, problem)).join(" ");
      return `It can’t be published as it is: open its page. ${why}`;
    }
    default:
      return "It has been changed at this moment. Look at it, and publish again.";
  }
}
