import { type FormField, fieldId } from "../../console/form-field.ts";
import { Differences, type DifferenceView } from "./difference-view.tsx";

/** The question about a change with a date, when something else is to happen to the same fields. */
export type ScheduledQuestion = {
  /** When it is due: `Thu 3 Dec, 6:00am`. */
  due: string;
  by: string;
  /** Whether the form publishes now, or makes a change with a date itself. */
  isLater: boolean;
  /** The fields: what was set before, and what is written here. */
  differences: readonly DifferenceView[];
};

const SCHEDULED = "scheduled";

const CHOICES = {
  now: {
    keep: { label: "What was set for that day", help: "What is written here is on the site until then." },
    replace: { label: "What is written here", help: "It stays. Whatever else was set for that day still comes." },
  },
  later: {
    keep: {
      label: "Change both that day",
      help: "What was set before comes along, but for the fields that are written here too.",
    },
    replace: { label: "Change only what is written here", help: "What was set before is dropped." },
  },
} as const;

/** The question as a field, for the summary above a form. */
export function scheduledProblemField(question: ScheduledQuestion | undefined): FormField[] {
  if (question === undefined) return [];
  const problem = questionOf(question);
  return [
    { name: SCHEDULED, kind: "text", label: "A change with a date", limits: {}, isRequired: true, texts: {}, problem },
  ];
}

function questionOf({ isLater }: ScheduledQuestion): string {
  return isLater
    ? "There is one change with a date at a time. What happens to that one?"
    : "What counts from that day on?";
}

/** Asks about the fields that a change with a date is about too. */
export function ScheduledFields({ question }: { question: ScheduledQuestion }) {
  const { due, by, isLater, differences } = question;
  const choices = CHOICES[isLater ? "later" : "now"];
  return (
    <fieldset className="asked" id={fieldId(SCHEDULED)} tabIndex={-1}>
      <legend className="sr-only">A change with a date</legend>
      <p>
        <b>{`For ${due}, ${by} has set this already.`}</b> {questionOf(question)}
      </p>
      <Differences differences={differences} before={due} after="Here" />
      <div>
        {(["keep", "replace"] as const).map((choice) => (
          <label key={choice} className="choice">
            <input type="radio" name={SCHEDULED} value={choice} defaultChecked={choice === "keep"} />
            <span>
              <b>{choices[choice].label}</b> {choices[choice].help}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
