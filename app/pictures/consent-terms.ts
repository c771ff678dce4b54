/** The terms of a consent. Codes are stored; labels are for people. */

/** How a consent was given. */
export const CONSENT_WAYS = {
  form: "Signed form",
  contract: "In the contract",
  email: "Email",
  whatsapp: "WhatsApp",
  person: "In person",
} as const;

/** Its purposes. */
export const CONSENT_PURPOSES = {
  site: "On the site",
  "site-and-social": "On the site and in social media",
} as const;

export type ConsentWay = keyof typeof CONSENT_WAYS;
export type ConsentPurpose = keyof typeof CONSENT_PURPOSES;

/** Whether a text is a code of these terms. */
export function isTerm<Code extends string>(terms: Record<Code, string>, code: string): code is Code {
  return Object.hasOwn(terms, code);
}

/** The label of a stored code. */
export function termLabel(terms: Record<string, string>, code: string): string {
  return terms[code] ?? code;
}
