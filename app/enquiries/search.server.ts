/** Search of enquiries: the words by which they are found, and those of a search, made by the same rules. */
import type { Transaction } from "kysely";
import { findPhone, normalizePhone } from "../forms/phone.ts";
import { letOthersIn } from "../platform/portions.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";

/** Enquiries of one transaction: short enough that visitors' forms don't wait for it. */
const BATCH = 100;

type Searchable = { id: string; name: string; email: string; phone: string; comment: string };

/** Stores the words of a new enquiry, in the transaction that stores the enquiry. */
export async function insertWords(transaction: Transaction<Tables>, enquiries: readonly Searchable[]): Promise<void> {
  const words = enquiries.flatMap((enquiry) => wordsOf(enquiry).map((word) => ({ word, enquiry_id: enquiry.id })));
  if (words.length > 0) await transaction.insertInto("enquiry_words").values(words).execute();
}

/**
 * Stores the words of all enquiries that have none, or some of older rules: those from before the console, and those
 * that an older version of the site takes while both run.
 */
export async function indexEnquiries(services: Services): Promise<void> {
  while ((await indexBatch(services)) === BATCH) await letOthersIn();
}

/** @returns how many enquiries it indexed */
async function indexBatch(services: Services): Promise<number> {
  return transact(services, async ({ transaction }) => {
    const ids = transaction
      .selectFrom("enquiries")
      .select("id")
      .where("words_version", "<", WORDS_VERSION)
      .orderBy("words_version")
      .limit(BATCH);
    const enquiries = await transaction
      .updateTable("enquiries")
      .set({ words_version: WORDS_VERSION })
      .where("id", "in", ids)
      // Another instance may have indexed it since; on PostgreSQL the update waits for that.
      .where("words_version", "<", WORDS_VERSION)
      .returning(["id", "name", "email", "phone", "comment"])
      .execute();
    if (enquiries.length === 0) return 0;
    const indexed = enquiries.map(({ id }) => id);
    await transaction.deleteFrom("enquiry_words").where("enquiry_id", "in", indexed).execute();
    await insertWords(transaction, enquiries);
    return enquiries.length;
  });
}

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
export function wordsOf(enquiry: Omit<Searchable, "id">): string[] {
  const phone = enquiry.phone === "" ? (findPhone(enquiry.comment) ?? "") : enquiry.phone;
  return [...new Set([...wordsIn(enquiry.name), ...wordsIn(enquiry.email), ...numberWords(phone)])];
}

/** The terms of a search: each is the beginning of a word. A number is one, however it is spaced. */
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
