/** The one reader of every form: from a request's body to checked values, or to sentences at the fields. */
import type { z } from "zod";
import type { FormErrors, KeptForm } from "./form-state.ts";

/** What a form is checked with: one schema for each of its fields; each gets text, empty when the field was missing. */
export type FormSchema = z.ZodObject;

type FieldOf<Schema extends FormSchema> = Extract<keyof Schema["shape"], string>;

/** A form that was not accepted: 400 when no form of ours makes it, 422 when its values can be mended. */
export type RefusedForm<Field extends string = string> = KeptForm<Field> & { ok: false; status: 400 | 422 };

export type FormOutcome<Schema extends FormSchema> =
  | { ok: true; values: z.output<Schema>; typed: Partial<Record<FieldOf<Schema>, string>> }
  | RefusedForm<FieldOf<Schema>>;

/** Fields that are never sent back to the page, whatever was wrong. */
const SECRET_FIELD = /password|token/i;

/** Line breaks and tabs are text; the other control characters are not, nor is what a broken encoding leaves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/g;

const UNREADABLE_BODY = "This form could not be read. Please fill it in again.";
const FOREIGN_FORM = "This form is not one of ours, so nothing was done. Please fill it in here.";
const UNREADABLE_TEXT = "There are characters here that cannot be read. Please type it again.";

/**
 * Reads and checks a posted form. It never throws for what a client sent: a body that is no form, doubled or unknown
 * fields and files are refused with 400, values against the schema with 422. Line breaks come out as `\n`.
 */
export async function readForm<Schema extends FormSchema>(
  request: Request,
  schema: Schema,
): Promise<FormOutcome<Schema>> {
  const body = await readBody(request);
  if (body === undefined) return refuse<FieldOf<Schema>>(400, formSentence(UNREADABLE_BODY), {});

  // zod keeps a shape's keys in the order of their declaration, which is that of the fields on the page.
  const fields = Object.keys(schema.shape) as FieldOf<Schema>[];
  const texts = textsOf(body, fields);
  if (texts === undefined) return refuse<FieldOf<Schema>>(400, formSentence(FOREIGN_FORM), {});
  const typed = typedIn(texts);

  const unreadable = fields.filter((field) => texts[field].search(UNREADABLE) !== -1);
  if (unreadable.length > 0) {
    // Object.fromEntries forgets the keys' type; they are fields of the schema.
    const errors = Object.fromEntries(unreadable.map((field) => [field, UNREADABLE_TEXT]));
    return refuse(400, errors as FormErrors<FieldOf<Schema>>, typed);
  }

  const checked = schema.safeParse(texts);
  if (checked.success) return { ok: true, values: checked.data, typed };
  return refuse(422, sentencesAt(fields, checked.error.issues), typed);
}

/** TypeScript can't see that a field's name, still open, may be joined by `form`; the type says it may. */
function formSentence<Field extends string>(sentence: string): FormErrors<Field> {
  return { form: sentence } as FormErrors<Field>;
}

function refuse<Field extends string>(
  status: RefusedForm["status"],
  errors: FormErrors<Field>,
  typed: Partial<Record<Field, string>>,
): RefusedForm<Field> {
  return { ok: false, status, errors, typed };
}

/** The parsed body, or undefined when it is no form: another type, a broken boundary, or cut off on the way. */
async function readBody(request: Request): Promise<FormData | undefined> {
  try {
    return await request.formData();
  } catch {
    return undefined;
  }
}

/** One text for each field, or undefined when the form has a field twice, one that is not ours, or a file. */
function textsOf<Field extends string>(body: FormData, fields: readonly Field[]): Record<Field, string> | undefined {
  const texts = new Map<string, string>(fields.map((field) => [field, ""]));
  const seen = new Set<string>();
  for (const [name, value] of body) {
    if (typeof value !== "string" || seen.has(name) || !texts.has(name)) return undefined;
    seen.add(name);
    texts.set(name, value.replace(/\r\n?/g, "\n"));
  }
  // The map was filled with exactly the fields, and nothing else was let in.
  return Object.fromEntries(texts) as Record<Field, string>;
}

/** What may be shown in the fields again. */
function typedIn<Field extends string>(texts: Record<Field, string>): Partial<Record<Field, string>> {
  const shown = Object.entries<string>(texts)
    .filter(([field]) => !SECRET_FIELD.test(field))
    .map(([field, text]) => [field, text.replace(UNREADABLE, "")]);
  // Object.fromEntries forgets the keys' type; they are those of `texts`.
  return Object.fromEntries(shown) as Partial<Record<Field, string>>;
}

/** The first sentence of each field, in the fields' order. */
function sentencesAt<Field extends string>(
  fields: readonly Field[],
  issues: readonly z.core.$ZodIssue[],
): FormErrors<Field> {
  const errors: FormErrors<Field> = {};
  for (const field of [...fields, "form"] as const) {
    const issue = issues.find(({ path }) => (path[0] ?? "form") === field);
    if (issue !== undefined) errors[field] = issue.message;
  }
  return errors;
}
