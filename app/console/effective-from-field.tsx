import { type FormField, fieldId } from "./form-field.ts";

const EFFECTIVE_FROM = "effectiveFrom";

/** From when a change holds, as it was typed, with what is wrong with it. */
export type TypedEffectiveFrom = { effectiveFrom?: string; effectiveTime?: string; effectiveProblem?: string };

/** The day as a field with a problem, for the summary above a form. */
export function effectiveProblemField(problem: string | undefined): FormField[] {
  if (problem === undefined) return [];
  return [
    { name: EFFECTIVE_FROM, kind: "text", label: "From which day", limits: {}, isRequired: false, texts: {}, problem },
  ];
}

/**
 * From when a change holds: now, or from a day on.
 * @param help what is so until then
 * @param hasTime whether it can be a time of that day
 */
export function EffectiveFromField({
  typed: { effectiveFrom = "", effectiveTime = "", effectiveProblem: problem },
  today,
  help,
  hasTime = false,
}: {
  typed: TypedEffectiveFrom;
  today: string;
  help: string;
  hasTime?: boolean;
}) {
  const id = fieldId(EFFECTIVE_FROM);
  return (
    <div className={problem ? "field wrong" : "field"}>
      <label htmlFor={id}>
        From which day <span className="limit">(may be left empty)</span>
      </label>
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
      {problem && (
        <p className="error" id={`${id}-error`}>
          {problem}
        </p>
      )}
      <div className={hasTime ? "pair" : undefined}>
        <input
          id={id}
          name={EFFECTIVE_FROM}
          type="date"
          min={today}
          defaultValue={effectiveFrom}
          className="max-w-60"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error ${id}-help` : `${id}-help`}
        />
        {hasTime && (
          <input
            name="effectiveTime"
            type="time"
            defaultValue={effectiveTime}
            aria-label="At what time, in Nairobi"
            className="max-w-60"
          />
        )}
      </div>
    </div>
  );
}
