/** Reads every form: from a request's body to checked values, or to problems at the fields. */

import { createHash } from "node:crypto";
import type { z } from "zod";
import { withPlainBreaks } from "../platform/text.ts";
import type { RejectedForm } from "./form-response.server.ts";
import type { FormProblem, FormProblems } from "./problems.ts";

/** The schemas of a form's fields. Each gets text, empty for a missing field, and its messages are codes. */
export type FormSchema = z.ZodObject;

type FieldOf<Schema extends FormSchema> = Extract<keyof Schema["shape"], string>;

/** Status 400 for malformed forms, 422 for invalid values. */
export type FormOutcome<Schema extends FormSchema> =
  | { ok: true; values: z.output<Schema>; typed: Partial<Record<FieldOf<Schema>, string>> }
  | (RejectedForm<FieldOf<Schema>> & { ok: false });

/** Fields that are never sent back to the page. */
const SECRET_FIELD = /password|token|passkey|^code$/i;

/** Whether a field must not be sent back to the page. */
export function isSecretField(name: string): boolean {
  return SECRET_FIELD.test(name);
}

/** Control characters except line breaks and tabs, and the replacement character of a broken encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/g;

/**
 * Reads and checks a posted form without throwing: malformed bodies get 400, invalid values 422. Line breaks become
 * `\n`.
 */
export async function readForm<Schema extends FormSchema>(
  request: Request,
  schema: Schema,
): Promise<FormOutcome<Schema>> {
  const body = await readBody(request);
  if (body === undefined) return reject(400, problemOfForm("body-unreadable"), {});

  // zod returns keys in declaration order, which is the page's order.
  const fields = Object.keys(schema.shape) as FieldOf<Schema>[];
  const texts = textsOf(body, fields);
  if (texts === undefined) return reject(400, problemOfForm("form-unknown"), {});
  const typed = withoutSecrets(texts);

  const unreadable = fields.filter((field) => texts[field].search(UNREADABLE) !== -1);
  if (unreadable.length > 0) {
    // Object.fromEntries forgets the keys' type; they are fields of the schema.
    const problem = { code: "text-unreadable" satisfies FormProblem };
    const problems = Object.fromEntries(unreadable.map((field) => [field, problem]));
    return reject(400, problems as FormProblems<FieldOf<Schema>>, typed);
  }

  const checked = schema.safeParse(texts);
  if (checked.success) return { ok: true, values: checked.data, typed };
  return reject(422, problemsAt(fields, checked.error.issues), typed);
}

/** TypeScript can't see that a generic field's problems may have the key `form`; the type allows it. */
function problemOfForm<Field extends string>(code: FormProblem): FormProblems<Field> {
  return { form: { code } } as FormProblems<Field>;
}

function reject<Field extends string>(
  status: 400 | 422,
  problems: FormProblems<Field>,
  typed: Partial<Record<Field, string>>,
): RejectedForm<Field> & { ok: false } {
  return { ok: false, status, problems, typed };
}

/** The parsed body, or undefined when it isn't a form: another type, a broken boundary, or cut off. */
export async function readBody(request: Request): Promise<FormData | undefined> {
  try {
    return await request.formData();
  } catch {
    return undefined;
  }
}

/** A typed text with `\n` as its line breaks, and without characters that can't be shown. */
export function readableText(text: string): string {
  return withPlainBreaks(text).replace(UNREADABLE, "");
}

/** The text of each field; undefined for repeated or unknown fields and files. */
function textsOf<Field extends string>(body: FormData, fields: readonly Field[]): Record<Field, string> | undefined {
  const texts = new Map<string, string>(fields.map((field) => [field, ""]));
  const seen = new Set<string>();
  for (const [name, value] of body) {
    if (typeof value !== "string" || seen.has(name) || !texts.has(name)) return undefined;
    seen.add(name);
    texts.set(name, withPlainBreaks(value));
  }
  // The map has exactly the fields: other names are refused above.
  return Object.fromEntries(texts) as Record<Field, string>;
}

function withoutSecrets<Field extends string>(texts: Record<Field, string>): Partial<Record<Field, string>> {
  const entries = Object.entries<string>(texts)
    .filter(([field]) => !isSecretField(field))
    .map(([field, text]) => [field, text.replace(UNREADABLE, "")]);
  return Object.fromEntries(entries) as Partial<Record<Field, string>>;
}

/** The first problem of each field, in the fields' order; a schema's message is its code. */
function problemsAt<Field extends string>(
  fields: readonly Field[],
  issues: readonly z.core.$ZodIssue[],
): FormProblems<Field> {
  const problems: FormProblems<Field> = {};
  for (const field of [...fields, "form"] as const) {
    const issue = issues.find((issue) => fieldOf(issue) === field);
    if (issue === undefined) continue;
    const figures = issue.code === "too_big" && { figures: { max: Number(issue.maximum) } };
    problems[field] = { code: issue.message, ...figures };
  }
  return problems;
}

function fieldOf({ path, message }: z.core.$ZodIssue): PropertyKey {
  return message === ("form-unknown" satisfies FormProblem) ? "form" : (path[0] ?? "form");
}

const FORM_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text is a form's id, a UUID. It can become the id of the row that the form creates. */
export function isFormId(text: string): boolean {
  return FORM_ID.test(text);
}

/** A short hash of the facts that a page shows. A form with another hash is stale. */
export function etagOf(facts: unknown): string {
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}
