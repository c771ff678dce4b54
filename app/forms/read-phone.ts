/** Parses phone numbers into E.164. Server only: the library contains all numbering plans. `phone.ts` formats them. */
import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { asLine } from "../platform/text.ts";
import { PHONE_MAX_CHARACTERS } from "./phone.ts";

const PHONE_CHARACTERS = /^\(?\+?[\d\s()./-]+$/;

/** The usual form of a Kenyan number, without spaces. It needs no library, which would take a thousand times as long. */
const KENYAN = /^(?:\+?254|0)?([17]\d{8})$/;

/** A Kenyan mobile number within a text; only the prefix distinguishes it from other figures. */
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

/** A number of the gym as its pages show it; an international number keeps the owner's spacing. */
export function readGymPhone(typed: string): string | undefined {
  const read = readPhone(typed);
  const line = asLine(typed);
  return line.replaceAll(" ", "") === read ? line : read;
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
  return KENYAN.exec(text.replaceAll(/(?<=\d)[ -](?=\d)/g, ""))?.[1];
}

function parsePhone(typed: string): PhoneNumber | undefined {
  const text = asLine(typed)
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Pd}\u2212]/gu, "");
  if (text.length > PHONE_MAX_CHARACTERS || !PHONE_CHARACTERS.test(text)) return undefined;
  for (const spelling of spellingsOf(text)) {
    const number = parsePhoneNumberFromString(spelling, "KE");
    if (number !== undefined && isCallable(number)) return number;
  }
  return undefined;
}

function spellingsOf(text: string): string[] {
  // Numbers of some countries have no zero to leave out: `+45 (0)20 12 34 56`.
  return [text, text.replace("(0)", "")]
    .map((part) =>
      part
        .replaceAll(/[^\d+]/g, "")
        .replace("+0", "0")
        .replace(/^(?:000?(?=[1-9])|0(?=254))/, "+")
        // A country code without its plus. With a leading 1 or 7 it may be a Kenyan number with an extra digit.
        .replace(/^(?=[2-689]\d{10})/, "+")
        .replace(/^(?=[17]\d{8}$)/, "0"),
    )
    .filter((digits) => /^[+0]/.test(digits));
}

/** Outside Kenya only the length is checked: other numbering plans change, and are incomplete. */
function isCallable(number: PhoneNumber): boolean {
  return number.countryCallingCode === "254" ? number.isValid() : number.isPossible();
}
