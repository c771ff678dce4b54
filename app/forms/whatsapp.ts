/** Links that open WhatsApp with a text filled in. Nothing is sent until the person sends it in WhatsApp. */

const WHATSAPP = "https://wa.me";

/** The origins of such a link: it redirects to the second, and on computers from there to the third. */
export const WHATSAPP_ORIGINS = [WHATSAPP, "https://api.whatsapp.com", "https://web.whatsapp.com"] as const;

/**
 * The address that opens a chat.
 * @param number in the international form; without one, WhatsApp asks whom to send the text to
 */
export function chatAddress(number: string | undefined, text?: string): string {
  const digits = number?.replaceAll(/\D/g, "") ?? "";
  return `${WHATSAPP}/${digits}${text === undefined ? "" : `?text=${encodeURIComponent(text)}`}`;
}

/**
 * The address that opens a chat with a prepared question. @param about such as "Boxing on Monday 23 November, 9:00am"
 */
export function questionAddress(number: string, about?: string): string {
  return chatAddress(
    number,
    about === undefined ? "Hello! I have a question." : `Hello! I have a question about ${about}.`,
  );
}
