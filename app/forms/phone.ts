/** Stored phone numbers as links and as text. `read-phone.ts` parses typed numbers. */
import { chatAddress } from "./whatsapp.ts";

/** The longest typed number, with spaces and punctuation. */
export const PHONE_MAX_CHARACTERS = 40;

/** The message for a number of the gym that can't be called. */
export const PHONE_PROBLEM =
  "Enter a number that can be called: a Kenyan one like 0712 345 678 or 020 234 5678, or a foreign one with its country code, like +44 20 7946 0958.";

/**
 * The address that opens a chat with a Kenyan mobile number; undefined for other numbers, which may have no WhatsApp.
 * @param text the prefilled message
 */
export function whatsAppAddress(phone: string, text?: string): string | undefined {
  return /^\+254[17]\d{8}$/.test(phone) ? chatAddress(phone, text) : undefined;
}

export function callAddress(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
}

export function smsAddress(phone: string, text: string): string {
  return `sms:${phone.replaceAll(/[^\d+]/g, "")}?body=${encodeURIComponent(text)}`;
}

/** A number as people in Kenya write it, `0712 345 678` or `020 234 5678`; every other number as it is stored. */
export function localPhone(phone: string): string {
  return phone.replace(/^\+254([17]\d{2}|[89]00|20|[4-6]\d)(\d{3})(\d{2,4})$/, "0$1 $2 $3");
}
