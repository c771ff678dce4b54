/** What editing content says to staff, on pages and in mails. */
import type { Messages } from "../../forms/messages.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import type { ContentType } from "../content-type.ts";
import { fieldProblemSentence } from "../field-problems.ts";
import type { PublishProblem } from "./editing-types.ts";
import type { Values } from "./stored-body.ts";

/** The problems of an entry that come from something other than its fields' own limits. */
export const EDITING_PROBLEMS = {
  "reference-missing": "This is not on the site. Please choose another.",
  "reference-unpublished": "This is not on the site yet. Publish both, or choose another.",
  "list-full": "There is no place for one more. Please remove another first.",
  "version-missing": "Its content is not stored any more.",
  "still-referenced": "Something on the site still refers to it.",
  "too-few": "The site needs at least as many as there are.",
  "author-may-not":
    "Who set it may not publish this any more, so it waits: publish it yourself, set it again, or cancel it.",
  fixed: "The site needs it; it can be changed, but not removed.",
} as const satisfies Messages;

/** A problem as a sentence: that of its code, or what the field's own check says. */
export function problemSentence({ message }: PublishProblem): string {
  return Object.hasOwn(EDITING_PROBLEMS, message)
    ? EDITING_PROBLEMS[message as keyof typeof EDITING_PROBLEMS]
    : message;
}

/** The field that a problem is about, or its part; the item's for an item of a list; undefined for the entry as a whole. */
function fieldOf(type: ContentType, values: Values, { field }: PublishProblem) {
  const [key = "", row] = field.split(".");
  const declared = type.fields[key];
  const value = values[key];
  if (declared?.item === undefined || row === undefined) return declared && { declared, value, part: row };
  return { declared: declared.item, value: Array.isArray(value) ? value[Number(row)] : undefined, part: undefined };
}

/** A problem of an entry as a sentence at its field. */
export function entryProblemSentence(type: ContentType, values: Values, problem: PublishProblem): string {
  const found = fieldOf(type, values, problem);
  if (found === undefined || Object.hasOwn(EDITING_PROBLEMS, problem.message)) return problemSentence(problem);
  return fieldProblemSentence(found.declared, found.value, problem.message, found.part);
}

/** A scheduled change that could not be made. */
type FailedSchedule = {
  /** What the entry is called. */
  label: string;
  /** Its author may not publish it any more, so that it waits, due or not. */
  isHeld: boolean;
  isRemoval: boolean;
  dueAt: Date;
  scheduledBy: string;
  problems: readonly PublishProblem[];
  type: ContentType;
  /** What was to be published, or is on the site. */
  values: Values;
  /** The page for editing the entry. */
  address: string;
};

/** The mail to the desk about a scheduled change that could not be made. */
export function scheduleFailedMail(failed: FailedSchedule): { subject: string; text: string } {
  const { label, isHeld, isRemoval, dueAt, scheduledBy, problems, type, values, address } = failed;
  const what = `A change that ${scheduledBy} had scheduled for ${shortMoment(dueAt, dueAt)} (Nairobi time)`;
  if (isHeld) {
    return {
      subject: `On hold: ${label}`,
      text: `${what} waits: ${scheduledBy} may not publish this any more.
The site is without it.

${type.label}: ${label}
To be ${isRemoval ? "taken off the site" : "published"}.

Please look at it, and publish it yourself, set it again, or cancel it:
${address}
`,
    };
  }
  const lines = problems.map((problem) => {
    const about = type.fields[problem.field.split(".")[0] ?? ""]?.label ?? problem.target?.title;
    return `- ${about === undefined ? "" : `${about}: `}${entryProblemSentence(type, values, problem)}`;
  });
  return {
    subject: `Not ${isRemoval ? "taken off the site" : "published"}: ${label}`,
    text: `${what} could not be made.
The site is as it was before.

${type.label}: ${label}
${lines.join("\n")}

Please look at it, and publish it or choose another time:
${address}
`,
  };
}

/** Whether a name is that under which the content that the site began with is stored. */
export function isFirstContent(name: string): boolean {
  return name === "seed";
}

/** Somebody's name, or "you". */
export function byWhom(name: string, viewer: { name: string }): string {
  if (isFirstContent(name)) return "the site’s first content";
  return name === viewer.name ? "you" : name;
}
