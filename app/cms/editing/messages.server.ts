/** Sentences for staff about editing content, on pages and in emails. */
import type { Messages } from "../../forms/problems.ts";
import { shortMoment } from "../../time/dates.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import type { ContentType } from "../content-type.ts";
import type { AnyField } from "../fields.ts";
import type { ChangePending, PublishProblem } from "./entry-rows.server.ts";
import type { Values } from "./stored-body.ts";

/** Problems of an entry other than the limits of its fields. */
export const EDITING_PROBLEMS = {
  "reference-missing": "This is not on the site. Please choose another.",
  "reference-unpublished": "This is not on the site yet. Publish both, or choose another.",
  "list-full": "The list is full. Please remove another entry first.",
  "version-missing": "Its content is no longer stored.",
  "still-referenced": "Something on the site still refers to it.",
  "too-few": "The site needs at least this many, so it can’t be removed.",
  "author-may-not":
    "The person who scheduled it may no longer publish it, so it is on hold. Publish it yourself, schedule it again, or cancel it.",
  fixed: "The site needs it; it can be changed, but not removed.",
} as const satisfies Messages;

export function problemSentence({ message }: PublishProblem): string {
  return Object.hasOwn(EDITING_PROBLEMS, message)
    ? EDITING_PROBLEMS[message as keyof typeof EDITING_PROBLEMS]
    : message;
}

/** The field of a problem with its value, or its list item's; undefined for a problem with the whole entry. */
function fieldOf(type: ContentType, values: Values, { field }: PublishProblem) {
  const [key = "", row] = field.split(".");
  const declared = type.fields[key];
  const value = values[key];
  if (declared?.item === undefined || row === undefined) return declared && { declared, value, part: row };
  return { declared: declared.item, value: Array.isArray(value) ? value[Number(row)] : undefined, part: undefined };
}

export function entryProblemSentence(type: ContentType, values: Values, problem: PublishProblem): string {
  const match = fieldOf(type, values, problem);
  if (match === undefined || Object.hasOwn(EDITING_PROBLEMS, problem.message)) return problemSentence(problem);
  return fieldProblemSentence(match.declared, match.value, problem.message, match.part);
}

/** The label of a field, or of a list's row: "Opening hours, line 3". */
export function fieldName(type: ContentType, field: string): string | undefined {
  const [key = "", row] = field.split(".");
  const declared = type.fields[key];
  if (declared?.item === undefined || row === undefined) return declared?.label;
  return `${declared.label}, ${declared.item.label.toLowerCase()} ${Number(row) + 1}`;
}

type FailedSchedule = {
  label: string;
  /** The author may no longer publish it, so it is on hold, due or not. */
  isHeld: boolean;
  isRemoval: boolean;
  dueAt: Date;
  scheduledBy: string;
  problems: readonly PublishProblem[];
  type: ContentType;
  values: Values;
  address: string;
};

/** The email to the desk about a scheduled change that could not be applied. */
export function scheduleFailedMail(failed: FailedSchedule): { subject: string; text: string } {
  const { label, isHeld, isRemoval, dueAt, scheduledBy, problems, type, values, address } = failed;
  const what = `A change that ${scheduledBy} scheduled for ${shortMoment(dueAt, dueAt)} (Nairobi time)`;
  if (isHeld) {
    return {
      subject: `On hold: ${label}`,
      text: `${what} is on hold: ${scheduledBy} may no longer publish it.
The site is unchanged.

${type.label}: ${label}
To be ${isRemoval ? "unpublished" : "published"}.

Please check it, and publish it yourself, schedule it again, or cancel it:
${address}
`,
    };
  }
  const lines = problems.map((problem) => {
    const about = fieldName(type, problem.field) ?? problem.target?.title;
    return `- ${about === undefined ? "" : `${about}: `}${entryProblemSentence(type, values, problem)}`;
  });
  return {
    subject: `Not ${isRemoval ? "unpublished" : "published"}: ${label}`,
    text: `${what} could not be applied.
The site is unchanged.

${type.label}: ${label}
${lines.join("\n")}

Please check it, and publish it or choose another time:
${address}
`,
  };
}

export function isOriginalContent(name: string): boolean {
  return name === "seed";
}

/** Why nothing else can be published or scheduled for an entry. */
export function changePendingSentence({ dueAt, by, isDated }: ChangePending, now: Date): string {
  if (!isDated) return `A change by ${by} is pending without a date. Choose a date for it or put it in the form first.`;
  const due = shortMoment(new Date(dueAt), now);
  return `${by} has scheduled a change for ${due}. Until then, nothing else can be published. Cancel that change or keep it for later first.`;
}

export function byWhom(name: string, viewer: { name: string }): string {
  if (isOriginalContent(name)) return "the site’s original content";
  return name === viewer.name ? "you" : name;
}

function missingSentence({ kind, limits }: AnyField): string {
  switch (kind) {
    case "choice":
    case "reference":
      return "Choose one of these.";
    case "photo":
      return "Choose a picture.";
    case "time":
      return "Enter both times, like 9:00am and 10:00am.";
    case "moment":
      return "Choose a date, and a time like 06:00.";
    case "money":
      return "Enter a whole number of shillings.";
    case "whole number":
      return `Enter a whole number from ${limits.min} to ${limits.max}.`;
    case "list":
      return limits.min === 1 ? "Enter at least one." : `Enter at least ${limits.min}.`;
    default:
      return "This field is required.";
  }
}

const TIME_PARTS: Readonly<Record<string, { name: string; example: string }>> = {
  from: { name: "From", example: "9:00am" },
  to: { name: "To", example: "10:00am" },
};

function timePartSentence(value: unknown, part: string): string {
  const typed: unknown = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  const { name, example } = TIME_PARTS[part] ?? { name: part, example: "9:00am" };
  if (typeof typed !== "string") return `“${name}” is empty: enter a time like ${example}.`;
  const [, hour, minutes = "00"] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(typed) ?? [];
  const isHalfMissing = hour !== undefined && !Number.isNaN(minuteOfDay(`${hour}:${minutes}am`));
  return isHalfMissing
    ? `“${name}” is ${typed}: enter ${hour}:${minutes}am or ${hour}:${minutes}pm.`
    : `“${name}” is ${typed}: enter a time like ${example}.`;
}

/** The sentence for an invalid value. @param message the schema's own sentence @param part such as `from` of a time */
export function fieldProblemSentence(field: AnyField, value: unknown, message: string, part?: string): string {
  const { kind, limits } = field;
  if (value === undefined || (Array.isArray(value) && value.length < (limits.min ?? 0))) return missingSentence(field);
  if (typeof value === "string" && limits.max !== undefined && value.length > limits.max) {
    const excess = value.length - limits.max;
    return `Make it shorter by ${excess} ${excess === 1 ? "character" : "characters"}.`;
  }
  if (Array.isArray(value) && limits.max !== undefined && value.length > limits.max) {
    return `There can be at most ${limits.max}; remove ${value.length - limits.max}.`;
  }
  if (limits.format === "degrees") return "Enter degrees with a decimal point, like -1.2921.";
  if (limits.format === "email") return "This should be an email address, like name@example.com.";
  if (limits.format === "url") return "This should be an address that starts with https://.";
  if (kind === "money" || kind === "whole number") {
    return `Enter a whole number from ${limits.min?.toLocaleString("en-KE")} to ${limits.max?.toLocaleString("en-KE")}, without other characters.`;
  }
  if (kind === "time") return part === undefined ? message : timePartSentence(value, part);
  if (kind === "photo" && part === "alt") return message;
  if (kind === "choice" || kind === "reference" || kind === "photo" || kind === "moment") return missingSentence(field);
  return message;
}
