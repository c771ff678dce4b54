/** The words by which an enquiry is found, and those of a search. Both are made by the same rules. */
import { findPhone, normalizePhone } from "../forms/phone.ts";

/** Higher with each change of the rules: enquiries with words of older rules get new ones at the next start. */
export const WORDS_VERSION = 1;

/** PostgreSQL refuses to index long texts; no name has a word this long. */
const WORD_MAX_CHARACTERS = 60;

/** The first half of a surrogate pair that the cut has left. Databases store every such half alike, so words that differ would be the same. */
const HALF_A_LETTER = /[\ud800-\udbff]$/;

/** More narrow nothing down, and each costs a look into the index. */
const MAX_TERMS = 6;

/** Digits as people write a number, by themselves: figures within a word belong to the word. */
const NUMBER = /(?<![\p{L}\p{N}])\+?\d[\d\s().-]{3,30}\d(?![\p{L}\p{N}])/gu;

/** The words of an enquiry: of its name, its address, and its number or the one in its comment; each once. */
export function wordsOf(enquiry: { name: string; email: string; phone: string; comment: string }): string[] {
  const phone = enquiry.phone === "" ? (findPhone(enquiry.comment) ?? "") : enquiry.phone;
  return [...new Set([...wordsIn(enquiry.name), ...wordsIn(enquiry.email), ...numberWords(phone)])];
}

/** What a search asks for: each is the beginning of a word. A number is one, however it is spaced. */
export function searchTerms(typed: string): string[] {
  const numbers = (typed.match(NUMBER) ?? []).map((number) => digitsOf(number).replace(/^00/, ""));
  return [...new Set([...numbers, ...wordsIn(typed.replaceAll(NUMBER, " "))])].slice(0, MAX_TERMS);
}

function wordsIn(text: string): string[] {
  return withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, WORD_MAX_CHARACTERS).replace(HALF_A_LETTER, ""));
}

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** A Kenyan number can be searched for as 254712…, 0712… and 712…; any other by its digits. */
function numberWords(phone: string): string[] {
  const digits = digitsOf(normalizePhone(phone));
  if (digits === "") return [];
  const national = /^254([17]\d{8})$/.exec(digits)?.[1];
  return national === undefined ? [digits] : [digits, `0${national}`, national];
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
