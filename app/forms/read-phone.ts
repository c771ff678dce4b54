/** Parses phone numbers into E.164. Server only: the library knows all numbering plans. `phone.ts` shows them. */
import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { asLine } from "../platform/text.ts";
import { PHONE_MAX_CHARACTERS } from "./phone.ts";

const DIALLED = /^\(?\+?[\d\s()./-]+$/;

/** The usual form of a Kenyan number, without blanks: most numbers are read without the library, which takes a thousand times as long. */
const KENYAN = /^(?:\+?254|0)?([17]\d{8})$/;

/** A number has up to 15 digits (E.164), and zeros before it. */
const MAX_DIGITS = 18;

/** A Kenyan mobile number within a text, where only a prefix tells it from other figures. */
const KENYAN_MOBILE_IN_TEXT = /(?<![\d+])(?:(?:\+|00)?254[ .-]?(?:\(0\)|0)?|0)[ .-]?[17](?:[ .-]?\d){8}(?!\d)/;

/** Parses a typed number; without a country code it is Kenyan. @returns undefined if it can't be dialled */
export function readPhone(typed: string): string | undefined {
  return readKenyanPhone(typed) ?? parsePhone(typed)?.number;
}

/** Reads only the usual form of a Kenyan number. */
export function readKenyanPhone(typed: string): string | undefined {
  const digits = kenyanDigits(typed);
  return digits && `+254${digits}`;
}

/** A stored number as numbers are compared: one stored by earlier rules may be as it was typed. */
export function comparedPhone(stored: string): string {
  return readPhone(stored) ?? stored;
}

/** A number of the gym's as its pages show it: the owner's own blanks stay in one that is in the international form. */
export function readGymPhone(typed: string): string | undefined {
  const read = readPhone(typed);
  const line = asLine(typed);
  return /^\+[\d ]+$/.test(line) && line.replaceAll(" ", "") === read ? line : read;
}

export function nationalDigits(phone: string): string | undefined {
  const national = kenyanDigits(phone) ?? parsePhone(phone)?.nationalNumber;
  return national && `0${national}`;
}

export function findPhone(text: string): string | undefined {
  const mobile = KENYAN_MOBILE_IN_TEXT.exec(text)?.[0];
  return mobile === undefined ? undefined : readPhone(mobile);
}

function kenyanDigits(text: string): string | undefined {
  return text.length > PHONE_MAX_CHARACTERS ? undefined : KENYAN.exec(text.replaceAll(/(?<=\d)[ -](?=\d)/g, ""))?.[1];
}

function parsePhone(typed: string): PhoneNumber | undefined {
  const text = asLine(typed)
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-");
  if (text.length > PHONE_MAX_CHARACTERS || !DIALLED.test(text)) return undefined;
  if (text.replaceAll(/\D/g, "").length > MAX_DIGITS) return undefined;
  for (const spelling of spellingsOf(text)) {
    const number = parsePhoneNumberFromString(spelling, "KE");
    if (number !== undefined && isCallable(number)) return number;
  }
  return undefined;
}

function spellingsOf(text: string): string[] {
  // Some countries have no zero that goes: `+45 (0)20 12 34 56`.
  return [text, text.replace("(0)", "")]
    .map((part) =>
      part
        .replaceAll(/[^\d+]/g, "")
        .replace(/^\+(?=0)/, "")
        .replace(/^(?:000?(?=[1-9])|0(?=254))/, "+")
        // A country's code without its plus; with 1 or 7 at the beginning it may be a Kenyan number with a digit too many.
        .replace(/^(?=[2-689]\d{10})/, "+")
        .replace(/^(?=[17]\d{8}$)/, "0"),
    )
    .filter((digits) => /^[+0]/.test(digits));
}

/** Outside Kenya the length has to do: the plans of other countries change, and hold numbers that no plan lists. */
function isCallable(number: PhoneNumber): boolean {
  return number.countryCallingCode === "254" ? number.isValid() : number.isPossible();
}
