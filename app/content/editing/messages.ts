/** What editing content says to staff, on pages and in mails. */
import type { Messages } from "../../forms/messages.ts";
import type { ContentType } from "../content-type.ts";
import { shortMomentInNairobi } from "../nairobi-time.ts";
import type { PublishProblem } from "./editing-types.ts";

/** The problems of an entry that come from something other than its fields' own limits. */
export const EDITING_PROBLEMS = {
  "reference-missing": "This is not on the site any more. Please choose another.",
  "reference-unpublished": "This is not on the site yet. Publish both, or choose another.",
  "list-full": "There is no place for one more. Please remove another first.",
  "version-missing": "Its content is not stored any more.",
  "type-unknown": "This version of the site does not know this kind of content.",
  "still-referenced": "Something on the site still refers to it.",
  "too-few": "The site needs at least as many as there are.",
  fixed: "The site needs it; it can be changed, but not removed.",
} as const satisfies Messages;

/** A problem as a sentence: that of its code, or what the field's own check says. */
export function problemSentence({ message }: PublishProblem): string {
  return Object.hasOwn(EDITING_PROBLEMS, message)
    ? EDITING_PROBLEMS[message as keyof typeof EDITING_PROBLEMS]
    : message;
}

/** A scheduled change that could not be made. */
type FailedSchedule = {
  /** What the entry is called, and what one of its type is called. */
  label: string;
  typeLabel: string;
  isRemoval: boolean;
  dueAt: Date;
  scheduledBy: string;
  problems: readonly PublishProblem[];
  /** For the labels of the fields; undefined when this version of the site doesn't know the type. */
  type: ContentType | undefined;
  /** The page for editing the entry. */
  address: string;
};

/** The mail to the desk about a scheduled change that could not be made. */
export function scheduleFailedMail(failed: FailedSchedule): { subject: string; text: string } {
  const { label, typeLabel, isRemoval, dueAt, scheduledBy, problems, type, address } = failed;
  const lines = problems.map((problem) => {
    const field = type?.fields[problem.field.split(".")[0] ?? ""]?.label;
    const about = field ?? problem.target?.title;
    return `- ${about === undefined ? "" : `${about}: `}${problemSentence(problem)}`;
  });
  return {
    subject: `Not ${isRemoval ? "taken off the site" : "published"}: ${label}`,
    text: `A change that ${scheduledBy} had scheduled for ${shortMomentInNairobi(dueAt, dueAt)} (Nairobi time) could not be made.
The site is as it was before.

${typeLabel}: ${label}
${lines.join("\n")}

Please look at it, and publish it or choose another time:
${address}
`,
  };
}
