/** Door numbers: five random digits and a check digit. */

const DIGITS = 5;

export const DOOR_NUMBER_COUNT = 10 ** DIGITS;

/** Appends the check digit (Luhn, ISO/IEC 7812-1, annex B). @param index less than `DOOR_NUMBER_COUNT` */
export function doorNumber(index: number): string {
  const payload = String(index).padStart(DIGITS, "0");
  return payload + checkDigit(payload);
}

export function isDoorNumber(text: string): boolean {
  return /^\d{6}$/.test(text) && checkDigit(text.slice(0, DIGITS)) === text[DIGITS];
}

/** Formats a door number: `318 204`. */
export function doorNumberText(number: string): string {
  return `${number.slice(0, 3)} ${number.slice(3)}`;
}

function checkDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
