/** The terms of a consent. Codes are stored; labels are for people. */

export const CONSENT_WAYS = {
  form: "Signed form",
  contract: "In the contract",
  email: "Email",
  whatsapp: "WhatsApp",
  person: "In person",
} as const;

export const CONSENT_PURPOSES = {
  site: "On the site",
  "site-and-social": "On the site and on social media",
} as const;

export type ConsentWay = keyof typeof CONSENT_WAYS;
export type ConsentPurpose = keyof typeof CONSENT_PURPOSES;

export function isTerm<Code extends string>(terms: Record<Code, string>, code: string): code is Code {
  return Object.hasOwn(terms, code);
}

export function termLabel(terms: Record<string, string>, code: string): string {
  return terms[code] ?? code;
}
