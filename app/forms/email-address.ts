/** The longest address that mail can be delivered to (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const EMAIL_MAX_CHARACTERS = 254;

export const EMAIL_ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_CHARACTERS && EMAIL_ADDRESS.test(text);
}
