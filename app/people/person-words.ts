/**
 * The words by which somebody is found, and those of a search, made by the same rules: any part of a name or a phone number, and
 * the beginnings of the words of an e-mail address. Names are compared as everywhere (`person-name.ts`), and numbers in any spelling.
 */
import { nationalDigits, readPhone } from "../forms/read-phone.ts";
import { plainText } from "../platform/text.ts";
import { nameWords, runTogether } from "./person-name.ts";

/** Higher with each change of the rules: who has words of older rules gets new ones at the next start. */
export const WORDS_VERSION = 3;

/** PostgreSQL refuses to index long texts; no name has a word this long. */
const WORD_MAX_CHARACTERS = 60;

/** Shorter parts narrow nothing down. */
const MIN_PART_CHARACTERS = 2;

/** The first half of a surrogate pair that the cut has left. Databases store every such half alike, so words that differ would be the same. */
const HALF_A_LETTER = /[\ud800-\udbff]$/;

/** More narrow nothing down, and each costs a look into the index. */
const MAX_TERMS = 6;

/** Digits as people write a number, by themselves: figures within a word belong to the word. */
const NUMBER = /(?<![\p{L}\p{N}])\+?\d[\d\s().-]{3,30}\d(?![\p{L}\p{N}])/gu;

/** The words of somebody, each once. Each part of a name or a number is the beginning of one of them. */
export function personWords({ name, email, phone }: { name: string; email: string; phone: string }): string[] {
  const words = nameWords(name);
  const ofName = [...words.map(cut).flatMap(endsOf), ...runTogether(words).map(cut)];
  return [...new Set([...ofName, ...wordsIn(email), ...numberWords(phone)])];
}

/** The terms of a search: each is the beginning of a word. A number is one, however it is spaced, but for figures of an address. */
export function searchTerms(typed: string): string[] {
  const isAddress = (part: string) => part.includes("@");
  const parts = typed.split(/\s/);
  const others = parts.filter((part) => !isAddress(part)).join(" ");
  const numbers = (others.match(NUMBER) ?? []).map(numberTerm);
  const words = [...nameWords(others.replaceAll(NUMBER, " ")).map(cut), ...parts.filter(isAddress).flatMap(wordsIn)];
  return [...new Set([...numbers, ...words])].slice(0, MAX_TERMS);
}

function wordsIn(text: string): string[] {
  return plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(cut);
}

function cut(word: string): string {
  return word.slice(0, WORD_MAX_CHARACTERS).replace(HALF_A_LETTER, "");
}

/** The word, and all that it ends with. */
function endsOf(word: string): string[] {
  const letters = [...word];
  const last = Math.max(letters.length - MIN_PART_CHARACTERS, 0);
  let rest = word;
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

/** A number that begins like a whole one is searched for in the form in which numbers are stored; figures of one as they are. */
function numberTerm(typed: string): string {
  const whole = /^(?:\+|0|254)/.test(typed) ? readPhone(typed) : undefined;
  return digitsOf(whole ?? typed).replace(/^00/, "");
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
