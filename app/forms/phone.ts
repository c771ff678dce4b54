/** Phone numbers as people write them. */
import { asLine } from "../platform/text.ts";
import { chatAddress } from "./whatsapp.ts";

/** The characters of a number, at most, with what people write between its digits. */
export const PHONE_MAX_CHARACTERS = 40;

/** Without a country's code or with Kenya's: mobile numbers begin with 7 or 1 and have nine digits. */
const KENYAN_MOBILE = /^(?:(?:\+|00)?254|0)?([17]\d{8})$/;

/** A Kenyan mobile number within a text, where only a prefix tells it from other figures. */
const KENYAN_MOBILE_IN_TEXT = /(?<![\d+])(?:(?:\+|00)?254|0)[ .-]?[17](?:[ .-]?\d){8}(?!\d)/;

/** Of the longest international number (ITU-T E.164), and of the shortest that reaches somebody. */
const MAX_DIGITS = 15;
const MIN_DIGITS = 5;

/**
 * A phone number as it is stored, of what somebody typed or copied: the same for visitors, for the desk and for the gym's own
 * numbers. Any dash and blank may stand between the digits, of which there are 5 to 15.
 * @returns undefined for a text that can't be dialled
 */
export function readPhone(typed: string): string | undefined {
  const text = asLine(typed)
    .normalize("NFKC")
    .replaceAll(/\p{Pd}/gu, "-");
  const digits = text.replaceAll(/\D/g, "").length;
  const isDialled = /^\+?[\d\s()./-]+$/.test(text) && digits >= MIN_DIGITS && digits <= MAX_DIGITS;
  return isDialled && text.length <= PHONE_MAX_CHARACTERS ? normalizePhone(text) : undefined;
}

/** A Kenyan mobile number in the international form, `+254712345678`; every other number as it was typed. */
export function normalizePhone(text: string): string {
  const number = KENYAN_MOBILE.exec(text.replaceAll(/[\s()./-]/g, ""))?.[1];
  return number === undefined ? text : `+254${number}`;
}

/** Whether a number has a country's code, as it needs to be reached from anywhere; Kenyan mobile numbers are given it. */
export function isInternationalPhone(text: string): boolean {
  return readPhone(text)?.startsWith("+") ?? false;
}

/** A number of the gym's with its country's code: as it was typed, where it has one. */
export function internationalPhone(text: string): string {
  return text.startsWith("+") ? text : normalizePhone(text);
}

/** The sentence about a number of the gym's that has no country's code. */
export const PHONE_PROBLEM =
  "Write a number that can be called from anywhere: a mobile number, or one with the country’s code, like +254 20 234 5678.";

/** The problem of a number of the gym's, as a sentence; undefined when there is none. */
export function problemOfPhone(text: string): string | undefined {
  return isInternationalPhone(text) ? undefined : PHONE_PROBLEM;
}

/**
 * The address that opens a chat with a Kenyan mobile number; undefined for other numbers, which may have no WhatsApp.
 * @param text what is filled in as the message
 */
export function whatsAppAddress(phone: string, text?: string): string | undefined {
  return /^\+254[17]\d{8}$/.test(phone) ? chatAddress(phone, text) : undefined;
}

/** The address that calls a number. */
export function callAddress(phone: string): string {
  return `tel:${internationalPhone(phone).replaceAll(/[^\d+]/g, "")}`;
}

/** The address that writes a text message to a number, as it is stored. */
export function smsAddress(phone: string, text: string): string {
  return `sms:${phone.replaceAll(/[^\d+]/g, "")}?body=${encodeURIComponent(text)}`;
}

/** The first Kenyan mobile number in a text, normalized; undefined when there is none. */
export function findPhone(text: string): string | undefined {
  const found = KENYAN_MOBILE_IN_TEXT.exec(text)?.[0];
  return found === undefined ? undefined : normalizePhone(found);
}

/** A number as people in Kenya write it, `0712 345 678`; every other number as it is stored. */
export function localPhone(phone: string): string {
  return phone.replace(/^\+254([17]\d{2})(\d{3})(\d{3})$/, "0$1 $2 $3");
}
