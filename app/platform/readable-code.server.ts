/** Codes that people read and type: without letters and digits that look alike. */
import { randomInt } from "node:crypto";

const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARACTERS = 10;

/** A random code in two halves, one of 590 trillion. */
export function makeReadableCode(): string {
  const letters = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${letters.slice(0, CODE_CHARACTERS / 2)}-${letters.slice(CODE_CHARACTERS / 2)}`;
}

/** A typed code as its hash is made of: capitals and digits alone. */
export function normalizedCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
