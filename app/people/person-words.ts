/**
 * Splits people and searches into words by the same rules. A search finds any part of a name or number, and the
 * beginning of any word of an email address.
 */
import { nationalDigits, readPhone } from "../forms/read-phone.ts";
import { plainText } from "../platform/text.ts";
import { joinedPairs, nameWords } from "./person-name.ts";

/** To be increased when the rules change: people with older words are indexed again at the next start. */
export const WORDS_VERSION = 3;

/** PostgreSQL refuses to index long texts; no name has a word this long. */
const WORD_MAX_CHARACTERS = 60;

const MIN_PART_CHARACTERS = 2;

/** Half of a surrogate pair at the end of a truncated word. Databases store all halves alike, so words would collide. */
const LONE_SURROGATE = /[\ud800-\udbff]$/;

const MAX_TERMS = 6;

/** A phone number as people write it. Digits within a word belong to the word. */
const NUMBER = /(?<![\p{L}\p{N}])\+?\d[\d\s().-]{3,30}\d(?![\p{L}\p{N}])/gu;

/** The distinct search words of a person. Each part of a name or number is the beginning of a word. */
export function indexWords({ name, email, phone }: { name: string; email: string; phone: string }): string[] {
  const terms = nameWords(name);
  const fromName = [...terms.map(truncate).flatMap(suffixesOf), ...joinedPairs(terms).map(truncate)];
  return [...new Set([...fromName, ...wordsIn(email), ...numberWords(phone)])];
}

/** The terms of a search, each the beginning of a word. A phone number is one term, however it is spaced. */
export function searchTerms(typed: string): string[] {
  const isAddress = (part: string) => part.includes("@");
  const parts = typed.split(/\s/);
  const others = parts.filter((part) => !isAddress(part)).join(" ");
  const numbers = (others.match(NUMBER) ?? []).map(numberTerm);
  const terms = [
    ...nameWords(others.replaceAll(NUMBER, " ")).map(truncate),
    ...parts.filter(isAddress).flatMap(wordsIn),
  ];
  return [...new Set([...numbers, ...terms])].slice(0, MAX_TERMS);
}

function wordsIn(text: string): string[] {
  return plainText(text)
    .split(/[^\p{L}\p{N}]/u)
    .filter((term) => term !== "")
    .map(truncate);
}

function truncate(term: string): string {
  return term.slice(0, WORD_MAX_CHARACTERS).replace(LONE_SURROGATE, "");
}

function suffixesOf(term: string): string[] {
  const letters = [...term];
  const last = Math.max(letters.length - MIN_PART_CHARACTERS, 0);
  let rest = term;
  return letters.slice(0, last + 1).map((letter) => {
    const suffix = rest;
    rest = rest.slice(letter.length);
    return suffix;
  });
}

/** The number with its country code, and the suffixes of its national form, `0712…`. */
function numberWords(phone: string): string[] {
  const national = nationalDigits(phone);
  return national === undefined
    ? suffixesOf(digitsOf(phone))
    : [digitsOf(readPhone(phone) ?? phone), ...suffixesOf(national)];
}

/** A number from its beginning is searched in stored form, other digits as typed. */
function numberTerm(typed: string): string {
  const stored = /^(?:\+|0|254)/.test(typed) ? readPhone(typed) : undefined;
  return digitsOf(stored ?? typed).replace(/^00/, "");
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
