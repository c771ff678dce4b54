/**
 * The one rule by which two records, or a record and what was typed, are of one person.
 *
 * | name | a number in common | none in common | mail in common, no number |
 * | --- | --- | --- | --- |
 * | the same | same | ask | ask |
 * | like it: a word in common, or initials | ask | other | ask |
 * | another | other | other | other |
 *
 * Only a name with a number decides by itself. Families share phones and addresses, and many people share a name.
 *
 * `ask` means, for each who calls: the desk is asked before it says a price; a row of a list needs review; a new person is
 * shown who may be them; a visitor's own booking is nobody's until the desk has answered when they come.
 */
import { isLikeName, isSameName } from "./person-name.ts";

export type SamePerson = "same" | "ask" | "other";

/** What people are told apart by. */
export type Recognizable = {
  name: string;
  /** In E.164, those that somebody had before as well; none is fine. */
  phones: readonly string[];
  mail?: string;
};

export function samePerson(a: Recognizable, b: Recognizable): SamePerson {
  const hasNumber = a.phones.some((phone) => phone !== "" && b.phones.includes(phone));
  if (isSameName(a.name, b.name)) return hasNumber ? "same" : "ask";
  return (hasNumber || hasMail(a, b)) && isLikeName(a.name, b.name) ? "ask" : "other";
}

function hasMail(a: Recognizable, b: Recognizable): boolean {
  const [mail, another] = [a, b].map(({ mail: address = "" }) => address.trim().toLowerCase());
  return mail !== "" && mail === another;
}
