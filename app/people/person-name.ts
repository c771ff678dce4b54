/**
 * Compares people's names, ignoring case, accents, apostrophes, hyphens, extra blanks, invisible characters and the
 * order of words.
 */
import { plainText } from "../platform/text.ts";

/** Apostrophes as keyboards, phones and other programs write them; invisible characters. */
const IGNORED_CHARACTERS =
  /['`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40\p{Cf}]/gu;

/** Letters that Unicode doesn't decompose into a plain letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };

/** The words of a name: `Ng’ang’a Mary-Anne` is `nganga`, `mary` and `anne`. */
export function nameWords(name: string): string[] {
  return plainText(name.replaceAll(IGNORED_CHARACTERS, ""))
    .replaceAll(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]/u)
    .filter((part) => part !== "");
}

/** Each word joined to the next word: some people write `Mary Anne` and `O Brien` as one word. */
export function joinedPairs(parts: readonly string[]): string[] {
  return parts.slice(1).map((part, index) => `${parts[index]}${part}`);
}

/** Whether two names are the same, whatever the order of their words. A name without letters or digits matches no name. */
export function isSameName(a: string, b: string): boolean {
  const [parts, others] = [nameWords(a), nameWords(b)];
  if (parts.length === 0) return false;
  // `Mary Anne` also matches `Maryanne`.
  return without(parts, others).join("") === without(others, parts).join("");
}

/** Whether two names could be one person's: they share a word, or have matching initials. */
export function isSimilarName(a: string, b: string): boolean {
  const [parts, others] = [nameWords(a), nameWords(b)];
  const known = new Set([...others, ...joinedPairs(others)]);
  const hasWord = [...parts, ...joinedPairs(parts)].some((part) => !isInitial(part) && known.has(part));
  return hasWord || isShortFor(parts, others) || isShortFor(others, parts);
}

function without(parts: readonly string[], others: readonly string[]): string[] {
  const unmatched = [...others];
  return parts.filter((part) => {
    const index = unmatched.indexOf(part);
    if (index >= 0) unmatched.splice(index, 1);
    return index < 0;
  });
}

function isShortFor(parts: readonly string[], others: readonly string[]): boolean {
  const unmatched = [...others];
  const longestFirst = parts.toSorted((a, b) => b.length - a.length);
  return (
    parts.length > 0 &&
    longestFirst.every((part) => {
      const index = unmatched.findIndex(
        (other) => (isInitial(part) && other.startsWith(part)) || (isInitial(other) && part.startsWith(other)),
      );
      if (index < 0) return false;
      unmatched.splice(index, 1);
      return true;
    })
  );
}

function isInitial(part: string): boolean {
  return [...part].length === 1;
}

export type SamePerson = "same" | "ask" | "other";

export type ComparedPerson = {
  name: string;
  /** In E.164, including former numbers; may be empty. */
  phones: readonly string[];
  mail?: string;
};

/**
 * `same` if name and number match; `ask` if only the name does, or a similar name with a shared contact; else `other`.
 * Families share phones.
 */
export function samePerson(a: ComparedPerson, b: ComparedPerson): SamePerson {
  const sharesPhone = a.phones.some((phone) => phone !== "" && b.phones.includes(phone));
  if (isSameName(a.name, b.name)) return sharesPhone ? "same" : "ask";
  return (sharesPhone || sharesAddress(a, b)) && isSimilarName(a.name, b.name) ? "ask" : "other";
}

function sharesAddress(a: ComparedPerson, b: ComparedPerson): boolean {
  const [address, other] = [a, b].map(({ mail = "" }) => mail.trim().toLowerCase());
  return address !== "" && address === other;
}
