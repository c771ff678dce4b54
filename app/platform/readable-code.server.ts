/** Codes that people read and type, without letters and digits that look alike. */
import { randomInt } from "node:crypto";

const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARACTERS = 10;

/** A random code in two halves, out of 590 trillion. */
export function makeReadableCode(): string {
  const letters = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${letters.slice(0, CODE_CHARACTERS / 2)}-${letters.slice(CODE_CHARACTERS / 2)}`;
}

/** A typed code in the form that is hashed: capitals and digits only. */
export function normalizedCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
