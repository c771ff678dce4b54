/** A person's fields: their limits and problems, and who is a child. */
import { dayNumber, sameDayMonthsAfter } from "../time/days.ts";

export const PERSON_NAME_MAX = 100;
export const NOTE_MAX = 1000;
export const HEARD_OF_MAX = 100;

/** The age of adulthood (Data Protection Act, 2019, section 33; Constitution, article 260). */
const ADULT_YEARS = 18;

export const MARKETING_CONSENT_WAYS = ["at the desk", "by phone", "in writing"] as const;

export type ReadPerson = {
  name: string;
  phone: string;
  email: string;
  isChild: boolean;
  /** A date; null if unknown. */
  bornOn: string | null;
  guardianId: string | null;
  heardOf: string;
};

export type PersonProblem = {
  code:
    | "name-missing"
    | "name-long"
    | "name-link"
    | "phone-invalid"
    | "email-malformed"
    | "born-invalid"
    | "born-ahead"
    | "guardian-missing"
    | "guardian-unknown"
    | "guardian-child"
    | "heard-of-long";
};

export function isUnderAge(bornOn: string | null, today: string): boolean {
  return bornOn !== null && sameDayMonthsAfter(dayNumber(bornOn), 12 * ADULT_YEARS) > dayNumber(today);
}

/** Whether a person is a child on a date: by date of birth if known, else as the desk recorded. */
export function isChildOn(
  { born_on: bornOn, is_child: isChild }: { born_on: string | null; is_child: number },
  date: string,
): boolean {
  return bornOn === null ? isChild === 1 : isUnderAge(bornOn, date);
}

export const SOMEBODY_ELSE = "somebody-else";

export type PeopleChoice = {
  who: string;
  people: readonly { id: string; name: string; contact: string }[];
  hasMore: boolean;
};
