/** Checks of single fields. Every refusal is a sentence that is shown at the field. */
import { z } from "zod";
import { withoutBidiControls } from "../platform/bidi.ts";

/** The longest address that mail can be delivered to (RFC 5321, section 4.5.3.1.3, less the brackets). */
const EMAIL_MAX_CHARACTERS = 254;

const BREAKS = /[\n\t\u2028\u2029]/;

/** One line of text, trimmed, without bidirectional controls. `missing` is the sentence for an empty one; without it the field may be left empty. */
export function line(options: { max: number; missing?: string }) {
  const { max, missing } = options;
  const text = z
    .string()
    .refine((value) => !BREAKS.test(value.trim()), "Please keep this on one line.")
    .overwrite(withoutBidiControls)
    .trim()
    .max(max, `This may have ${thousands(max)} characters at most.`);
  return missing === undefined ? text : text.min(1, missing);
}

/** Text with line breaks, trimmed; may be left empty. */
export function paragraphs(options: { max: number }) {
  return z
    .string()
    .trim()
    .max(options.max, `This may have ${thousands(options.max)} characters at most.`);
}

/** An e-mail address on one line, trimmed. */
export function emailAddress() {
  return line({ max: EMAIL_MAX_CHARACTERS, missing: "Please enter your email address." }).pipe(
    z.email("This doesn’t look like an email address. It should be like name@example.com."),
  );
}

function thousands(count: number): string {
  return count.toLocaleString("en-KE");
}
