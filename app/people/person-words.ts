/**
 * Search words of people, and of searches, by the same rules: any part of a name or number, beginnings of an
 * address's words.
 */
import { nationalDigits, readPhone } from "../forms/read-phone.ts";
import { plainText } from "../platform/text.ts";
import { joinedPairs, nameWords } from "./person-name.ts";

/** Higher with each change of the rules: who has words of older rules gets new ones at the next start. */
export const WORDS_VERSION = 3;

/** PostgreSQL refuses to index long texts; no name has a word this long. */
const WORD_MAX_CHARACTERS = 60;

const MIN_PART_CHARACTERS = 2;

/** The first half of a surrogate pair that the cut has left. Databases store every such half alike, so words that differ would be the same. */
const HALF_A_LETTER = /[\ud800-\udbff]$/;

const MAX_TERMS = 6;

/** Digits as people write a number, by themselves: figures within a word belong to the word. */
const NUMBER = /(?<![\p{L}\p{N}])\+?\d[\d\s().-]{3,30}\d(?![\p{L}\p{N}])/gu;

/** The words of somebody, each once. Each part of a name or a number is the beginning of one of them. */
export function indexWords({ name, email, phone }: { name: string; email: string; phone: string }): string[] {
  const terms = nameWords(name);
  const ofName = [...terms.map(cut).flatMap(endsOf), ...joinedPairs(terms).map(cut)];
  return [...new Set([...ofName, ...wordsIn(email), ...numberWords(phone)])];
}

/** The terms of a search: each is the beginning of a word. A number is one, however it is spaced, but for figures of an address. */
export function searchTerms(typed: string): string[] {
  const isAddress = (part: string) => part.includes("@");
  const parts = typed.split(/\s/);
  const others = parts.filter((part) => !isAddress(part)).join(" ");
  const numbers = (others.match(NUMBER) ?? []).map(numberTerm);
  const terms = [...nameWords(others.replaceAll(NUMBER, " ")).map(cut), ...parts.filter(isAddress).flatMap(wordsIn)];
  return [...new Set([...numbers, ...terms])].slice(0, MAX_TERMS);
}

function wordsIn(text: string): string[] {
  return plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((term) => term !== "")
    .map(cut);
}

function cut(term: string): string {
  return term.slice(0, WORD_MAX_CHARACTERS).replace(HALF_A_LETTER, "");
}

function endsOf(term: string): string[] {
  const letters = [...term];
  const last = Math.max(letters.length - MIN_PART_CHARACTERS, 0);
  let rest = term;
  return letters.slice(0, last + 1).map((letter) => {
    const end = rest;
    rest = rest.slice(letter.length);
    return end;
  });
}

/** The beginnings of a number with its country's code, and the parts of it as it is called within the country, `0712…`. */
function numberWords(phone: string): string[] {
  const national = nationalDigits(phone);
  return national === undefined
    ? endsOf(digitsOf(phone)).filter((digits) => digits !== "")
    : [digitsOf(readPhone(phone) ?? phone), ...endsOf(national)];
}

/** Beginnings of whole numbers are searched in stored form; other digits as typed. */
function numberTerm(typed: string): string {
  const whole = /^(?:\+|0|254)/.test(typed) ? readPhone(typed) : undefined;
  return digitsOf(whole ?? typed).replace(/^00/, "");
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
