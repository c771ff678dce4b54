/**
 * The rule for two records of one person: name and number equal is `same`; one of them, or a similar name with a
 * shared contact, is `ask`; else `other`. Families share phones, and many people share a name, so only both together
 * decide.
 */
import { isSameName, isSimilarName } from "./person-name.ts";

export type SamePerson = "same" | "ask" | "other";

export type Recognizable = {
  name: string;
  /** In E.164, with earlier numbers; may be empty. */
  phones: readonly string[];
  mail?: string;
};

export function samePerson(a: Recognizable, b: Recognizable): SamePerson {
  const hasNumber = a.phones.some((phone) => phone !== "" && b.phones.includes(phone));
  if (isSameName(a.name, b.name)) return hasNumber ? "same" : "ask";
  return (hasNumber || hasMail(a, b)) && isSimilarName(a.name, b.name) ? "ask" : "other";
}

function hasMail(a: Recognizable, b: Recognizable): boolean {
  const [mail, another] = [a, b].map(({ mail: address = "" }) => address.trim().toLowerCase());
  return mail !== "" && mail === another;
}
