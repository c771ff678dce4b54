import { type FormField, fieldId } from "../content/form-field.ts";

const EFFECTIVE = "effective";

/** The day as a field with a problem, for the summary above a form. */
export function effectiveProblemField(problem: string | undefined): FormField[] {
  if (problem === undefined) return [];
  return [
    { name: EFFECTIVE, kind: "text", label: "From which day", limits: {}, isRequired: false, texts: {}, problem },
  ];
}

/** From which date a change of the weekly timetable counts. */
export function EffectiveField({ text, problem, today }: { text: string; problem: string | undefined; today: string }) {
  const id = fieldId(EFFECTIVE);
  return (
    <div className={problem ? "field wrong" : "field"}>
      <label htmlFor={id}>
        From which day <span className="limit">(may be left empty)</span>
      </label>
      <p className="help" id={`${id}-help`}>
        Empty: at once, for every class that has not begun. With a day: until then the timetable stays as it is.
      </p>
      {problem && (
        <p className="error" id={`${id}-error`}>
          {problem}
        </p>
      )}
      <input
        id={id}
        name={EFFECTIVE}
        type="date"
        min={today}
        defaultValue={text}
        className="max-w-60"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error ${id}-help` : `${id}-help`}
      />
    </div>
  );
}
