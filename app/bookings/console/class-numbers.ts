/** The numbers of a class that one screen has for all of them. */
export const CLASS_NUMBERS = ["places", "lateHours", "price"] as const;

export type ClassNumber = (typeof CLASS_NUMBERS)[number];
