/**
 * Names of people as they are compared and found: without case, accents, apostrophes of any kind, hyphens, extra blanks and what
 * nobody sees, and in any order of their words.
 */
import { plainText } from "../platform/text.ts";

/** Apostrophes as keyboards, phones and other programs write them, and characters without shape. */
const WITHIN_WORDS =
  /['`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40\p{Cf}]/gu;

/** Letters whose strokes and joints Unicode takes for no accent. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };

/** The words of a name: `Ng’ang’a Mary-Anne` is `nganga`, `mary` and `anne`. */
export function nameWords(name: string): string[] {
  return plainText(name.replaceAll(WITHIN_WORDS, ""))
    .replaceAll(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Each word with the next one: some write `Mary Anne` and `O Brien` as one word. */
export function runTogether(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]}${word}`);
}

/** Whether two names are one, whatever the order of their words. A name without letters and digits is nobody's. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [nameWords(one), nameWords(other)];
  if (words.length === 0 || others.length === 0) return false;
  // What is not in both may be run together in one.
  return without(words, others).join("") === without(others, words).join("");
}

/** Whether two names may be one person's: they have a whole word in common, or each word of one stands for a word of the other. */
export function isLikeName(one: string, other: string): boolean {
  const [words, others] = [nameWords(one), nameWords(other)];
  const known = new Set([...others, ...runTogether(others)]);
  const hasWord = [...words, ...runTogether(words)].some((word) => !isInitial(word) && known.has(word));
  return hasWord || isShortFor(words, others) || isShortFor(others, words);
}

/** The words less those of another name, each of which takes one away. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const index = left.indexOf(word);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Whether each word is one of the other name's, or an initial of one. */
function isShortFor(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  return (
    words.length > 0 &&
    longestFirst.every((word) => {
      const index = left.findIndex(
        (other) =>
          other === word || (isInitial(word) && other.startsWith(word)) || (isInitial(other) && word.startsWith(other)),
      );
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    })
  );
}

function isInitial(word: string): boolean {
  return [...word].length === 1;
}
