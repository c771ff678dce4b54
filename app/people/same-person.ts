/**
 * Decides whether two records are one person's: `same` if name and number match; `ask` if only the name does, or a
 * similar name with a shared contact; else `other`. Families share phones, and many people share a name.
 */
import { isSameName, isSimilarName } from "./person-name.ts";

export type SamePerson = "same" | "ask" | "other";

export type ComparedPerson = {
  name: string;
  /** In E.164, including former numbers; may be empty. */
  phones: readonly string[];
  mail?: string;
};

export function samePerson(a: ComparedPerson, b: ComparedPerson): SamePerson {
  const sharesPhone = a.phones.some((phone) => phone !== "" && b.phones.includes(phone));
  if (isSameName(a.name, b.name)) return sharesPhone ? "same" : "ask";
  return (sharesPhone || sharesAddress(a, b)) && isSimilarName(a.name, b.name) ? "ask" : "other";
}

function sharesAddress(a: ComparedPerson, b: ComparedPerson): boolean {
  const [address, other] = [a, b].map(({ mail = "" }) => mail.trim().toLowerCase());
  return address !== "" && address === other;
}
