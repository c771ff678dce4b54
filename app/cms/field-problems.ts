/** Sentences about a field's value, for the person who fills in the form. */

import { PHONE_PROBLEM } from "../forms/phone.ts";
import { minuteOfDay } from "../time/days.ts";
import type { Field, Presence } from "./fields.ts";

type AnyField = Field<unknown, Presence>;

/** What is asked for where nothing was given. */
function missingSentence({ kind, limits }: AnyField): string {
  switch (kind) {
    case "choice":
    case "reference":
      return "Choose one of these.";
    case "photo":
      return "Choose a picture.";
    case "time":
      return "Write both times, like 9:00am and 10:00am.";
    case "money":
      return "Write a whole number of shillings.";
    case "whole number":
      return `Write a whole number from ${limits.min} to ${limits.max}.`;
    case "list":
      return limits.min === 1 ? "Write one at least." : `Write ${limits.min} at least.`;
    default:
      return "Write something here.";
  }
}

/** The parts of a range of time, with an example of each. */
const TIME_PARTS: Readonly<Record<string, { name: string; example: string }>> = {
  from: { name: "From", example: "9:00am" },
  to: { name: "To", example: "10:00am" },
};

/** What is wrong with one of the two times of a range. */
function timePartSentence(value: unknown, part: string): string {
  const typed: unknown = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  const { name, example } = TIME_PARTS[part] ?? { name: part, example: "9:00am" };
  if (typeof typed !== "string") return `“${name}” is empty: write a time like ${example}.`;
  const [, hour, minutes = "00"] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(typed) ?? [];
  const isHalfMissing = hour !== undefined && !Number.isNaN(minuteOfDay(`${hour}:${minutes}am`));
  return isHalfMissing
    ? `“${name}” is ${typed}: write ${hour}:${minutes}am or ${hour}:${minutes}pm.`
    : `“${name}” is ${typed}: write a time like ${example}.`;
}

/**
 * The sentence about a value that a field refuses.
 * @param value as the form's reader made it; undefined when nothing was given
 * @param message what the field's schema says, where it has a sentence of its own
 * @param part which of a field's parts is refused, such as `from` of a time
 */
export function fieldProblemSentence(field: AnyField, value: unknown, message: string, part?: string): string {
  const { kind, limits } = field;
  if (value === undefined || (Array.isArray(value) && value.length < (limits.min ?? 0))) return missingSentence(field);
  if (typeof value === "string" && limits.max !== undefined && value.length > limits.max) {
    const excess = value.length - limits.max;
    return `Make it shorter by ${excess} ${excess === 1 ? "character" : "characters"}.`;
  }
  if (Array.isArray(value) && limits.max !== undefined && value.length > limits.max) {
    return `There can be ${limits.max} at most; take ${value.length - limits.max} away.`;
  }
  if (limits.format === "degrees") return "Write degrees with a point, like -1.2921.";
  if (limits.format === "email") return "This should be an e-mail address, like name@example.com.";
  if (limits.format === "url") return "This should be an address that starts with https://.";
  if (limits.format === "phone") return PHONE_PROBLEM;
  if (kind === "money" || kind === "whole number") {
    return `Write a whole number from ${limits.min?.toLocaleString("en-KE")} to ${limits.max?.toLocaleString("en-KE")}, without other characters.`;
  }
  if (kind === "time") return part === undefined ? message : timePartSentence(value, part);
  if (kind === "photo" && part === "alt") return message;
  if (kind === "choice" || kind === "reference" || kind === "photo") return missingSentence(field);
  return message;
}
