/** The form "Leave Us Your Info" (specification, section 3, contact form fields), and its rules. */
import { z } from "zod";
import type { GymClass } from "../content-types/class.ts";
import { emailAddress, line, optionalEmailAddress, paragraphs, personName } from "../forms/field-schemas.ts";
import { PHONE_MAX_CHARACTERS } from "../forms/phone.ts";
import type { FormProblem } from "../forms/problems.ts";
import { readPhone } from "../forms/read-phone.ts";

export const NAME_MAX_CHARACTERS = 100;
export const COMMENT_MAX_CHARACTERS = 4000;

export type EnquiryProblem = "name-missing" | "email-and-phone-missing" | "phone-malformed" | "class-not-offered";

const UNREADABLE = "text-unreadable" satisfies FormProblem;

/**
 * The form's rules; messages are codes. @param classes offered slugs @param isPhoneEnough a phone number can replace
 * the address
 */
export function enquirySchema(classes: readonly string[], { isPhoneEnough = false } = {}) {
  const schema = z.object({
    name: personName({ max: NAME_MAX_CHARACTERS, missing: "name-missing" satisfies EnquiryProblem }).refine(
      isPlain,
      UNREADABLE,
    ),
    email: isPhoneEnough ? optionalEmailAddress() : emailAddress(),
    phone: line({ max: PHONE_MAX_CHARACTERS })
      .refine((text) => text === "" || readPhone(text) !== undefined, "phone-malformed" satisfies EnquiryProblem)
      .overwrite((text) => readPhone(text) ?? text),
    // Empty is the selector's placeholder, "Select Class": the specification marks name and email only as required.
    class: z
      .string()
      .refine((slug) => slug === "" || classes.includes(slug), "class-not-offered" satisfies EnquiryProblem),
    comment: paragraphs({ max: COMMENT_MAX_CHARACTERS }).refine(
      (text) => isPlain(text.replaceAll(/[\n\t]/g, " ")),
      UNREADABLE,
    ),
  });
  if (!isPhoneEnough) return schema;
  return schema.refine(({ email, phone }) => email !== "" || phone !== "", {
    path: ["email"],
    error: "email-and-phone-missing" satisfies EnquiryProblem,
    // Runs even if another field is wrong, so that all problems appear at once.
    when: ({ value }) => typeof value === "object" && value !== null,
  });
}

export type SentEnquiry = z.output<ReturnType<typeof enquirySchema>>;

export type EnquiryContext = {
  /** The title of the chosen class; without it the notification has the class's slug. */
  classTitle?: string | undefined;
  isSuspect?: boolean;
  isAgain?: boolean;
};

/** Without control characters, which could forge mail headers, and lone surrogates, which no database stores. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

type Named = Pick<GymClass, "slug" | "title">;

/** The class that a URL names, if it exists; otherwise an empty string. */
export function chosenClass(classes: readonly Named[], value: string | null): string {
  return classes.some(({ slug }) => slug === value) && value !== null ? value : "";
}

/** Classes in the contact form: the configured ones, and the one the visitor comes from. */
export function offeredClasses(
  classes: readonly Named[],
  usual: readonly string[],
  chosen: string,
): { value: string; label: string }[] {
  return [...new Set<string>([...usual, chosen])].flatMap((slug) => {
    const match = classes.find((gymClass) => gymClass.slug === slug);
    return match === undefined ? [] : [{ value: slug, label: match.title }];
  });
}
