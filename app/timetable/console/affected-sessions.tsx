import { Link } from "react-router";
import { ConsoleTextField } from "../../console/fields.tsx";
import { fieldId } from "../../console/form-field.ts";
import type { AffectedSessionView } from "./timetable-pages.server.ts";

const AFFECTED_CHOICES = {
  leave: {
    one: { label: "Leave it as it is", help: "It takes place as listed." },
    several: { label: "Leave them as they are", help: "They take place as listed." },
  },
  follow: {
    one: { label: "Change it too", help: "It gets the day, time and trainer of the weekly class." },
    several: { label: "Change them too", help: "They get the day, time and trainer of the weekly class." },
  },
  cancel: {
    one: { label: "Cancel it", help: "Visitors see it as cancelled, with the reason below." },
    several: { label: "Cancel them", help: "Visitors see them as cancelled, with the reason below." },
  },
} as const;

type AffectedChoice = keyof typeof AFFECTED_CHOICES;

export function answerIn({ affected = "", affectedReason = "" }: Partial<Record<string, string>>) {
  if (!Object.hasOwn(AFFECTED_CHOICES, affected)) return undefined;
  return { choice: affected as AffectedChoice, reason: affectedReason.trim() };
}

export type AffectedQuestion = {
  sessions: AffectedSessionView[];
  /** A sentence with the number of people; null when nobody has booked. */
  booked: string | null;
  choices: AffectedChoice[];
  answer: ReturnType<typeof answerIn>;
  problem?: string;
};

export const FIRST_DAY_HELP =
  "Leave empty to apply it at once, to every class that has not begun. With a date, the timetable stays as it is until then.";

const AFFECTED = "affected";

export const AFFECTED_ID = fieldId(AFFECTED);

const DEFAULT_REASON = "The timetable has changed.";

/** Asks what happens to booked or overridden sessions that a change of the weekly timetable affects. */
export function AffectedSessions({ sessions, booked, choices, answer, problem }: AffectedQuestion) {
  const isOne = sessions.length === 1;
  const chosen = answer?.choice ?? "leave";
  const returned =
    problem === undefined ? undefined : { errors: { affectedReason: problem }, typed: { affectedReason: "" } };
  return (
    <fieldset className="asked" id={AFFECTED_ID} tabIndex={-1}>
      <legend className="sr-only">Classes that are booked or were changed manually</legend>
      <input type="hidden" name="affectedIds" value={sessions.map(({ id }) => id).join(" ")} />
      <p>
        <b>
          {isOne ? "This class " : `These ${sessions.length} classes `}
          {booked !== null && (isOne ? "is booked, or " : "are booked, or ")}
          {isOne ? "was changed manually." : "were changed manually."}
        </b>{" "}
        {isOne ? "What happens to it?" : "What happens to them?"}
      </p>
      {booked !== null && (
        <p>
          <b>{booked}</b> Those with an account get an email, and all of them go on the call list.
        </p>
      )}
      <AffectedSessionList sessions={sessions} />
      <div>
        {choices.map((choice) => {
          const { label, help } = AFFECTED_CHOICES[choice][isOne ? "one" : "several"];
          return (
            <label key={choice} className="choice">
              <input type="radio" name={AFFECTED} value={choice} defaultChecked={choice === chosen} />
              <span>
                <b>{label}</b> {help}
              </span>
            </label>
          );
        })}
      </div>
      <div className="form">
        <ConsoleTextField
          name="affectedReason"
          label={isOne ? "Reason, if it is cancelled" : "Reason, if they are cancelled"}
          defaultValue={answer?.reason ?? DEFAULT_REASON}
          returned={returned}
        />
      </div>
    </fieldset>
  );
}

export function AffectedSessionList({ sessions }: { sessions: readonly AffectedSessionView[] }) {
  return (
    <ul className="board">
      {sessions.map(({ id, when, className, trainerName, note }) => (
        <li key={id} className="grid items-baseline gap-x-3.5 py-2 min-[24rem]:grid-cols-[150px_minmax(0,1fr)]">
          <span className="time">{when}</span>
          <Link to={`/staff/timetable/${id}`} className="font-bold">
            {className}
          </Link>
          <span className="quiet min-[24rem]:col-start-2">{note === "" ? trainerName : `${trainerName}. ${note}`}</span>
        </li>
      ))}
    </ul>
  );
}
