/** Schemas of single fields. Each issue's message is a code, whose text is in the feature's `messages.ts`. */
import { z } from "zod";
import { asLine, hasSeveralLines, trimmed } from "../platform/text.ts";
import { hasLink } from "./link-in-name.ts";
import type { FormProblem } from "./problems.ts";

/** The longest address that mail can be delivered to (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const EMAIL_MAX_CHARACTERS = 254;

const EMAIL_ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_CHARACTERS && EMAIL_ADDRESS.test(text);
}

/** A line of text, trimmed, without invisible characters. `missing` is the code for an empty line; without it, the line is optional. */
export function line(options: { max: number; missing?: string }) {
  const { max, missing } = options;
  const text = z
    .string()
    .overwrite(asLine)
    .refine((value) => !hasSeveralLines(value), "several-lines" satisfies FormProblem)
    .max(max, "too-long" satisfies FormProblem);
  return missing === undefined ? text : text.min(1, missing);
}

/** A person's name on one line, without links, since emails contain it. `missing` is the code for an empty name. */
export function personName(options: { max: number; missing: string }) {
  return line(options).refine((name) => !hasLink(name), "name-link" satisfies FormProblem);
}

/** Text with line breaks, trimmed; may be left empty. */
export function paragraphs(options: { max: number }) {
  return z
    .string()
    .overwrite(trimmed)
    .max(options.max, "too-long" satisfies FormProblem);
}

export function emailAddress() {
  return line({ max: EMAIL_MAX_CHARACTERS, missing: "email-missing" satisfies FormProblem }).pipe(
    z.email({ pattern: EMAIL_ADDRESS, error: "email-malformed" satisfies FormProblem }),
  );
}

export function optionalEmailAddress() {
  return line({ max: EMAIL_MAX_CHARACTERS }).refine(
    (text) => text === "" || isEmailAddress(text),
    "email-malformed" satisfies FormProblem,
  );
}

export function fixedValue<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, "form-unknown" satisfies FormProblem);
}

/** The schema of a form whose fields are taken as typed; each may be empty. */
export function textFields<const Name extends string>(...names: Name[]) {
  // Object.fromEntries loses the keys' type; they are exactly these names.
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>);
}
