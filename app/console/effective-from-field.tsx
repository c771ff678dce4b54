import { FieldFrame } from "./fields.tsx";
import { type FormField, fieldId } from "./form-field.ts";

const EFFECTIVE_FROM = "effectiveFrom";

export type TypedEffectiveFrom = { effectiveFrom?: string; effectiveTime?: string; effectiveProblem?: string };

export function effectiveProblemField(problem: string | undefined): FormField[] {
  if (problem === undefined) return [];
  return [
    { name: EFFECTIVE_FROM, kind: "text", label: "Publish on", limits: {}, isRequired: false, texts: {}, problem },
  ];
}

type EffectiveFromFieldProps = { typed: TypedEffectiveFrom; today: string; help: string; hasTime?: boolean };

/** The date of publishing; empty publishes at once. @param help explains what happens until then */
export function EffectiveFromField({
  typed: { effectiveFrom = "", effectiveTime = "", effectiveProblem: problem },
  today,
  help,
  hasTime = false,
}: EffectiveFromFieldProps) {
  const label = (
    <>
      Publish on <span className="limit">(optional)</span>
    </>
  );
  return (
    <FieldFrame id={fieldId(EFFECTIVE_FROM)} label={label} help={help} problem={problem}>
      {(wiring) => (
        <div className={hasTime ? "pair" : "max-w-60"}>
          <input {...wiring} name={EFFECTIVE_FROM} type="date" min={today} defaultValue={effectiveFrom} />
          {hasTime && (
            <input
              name="effectiveTime"
              type="time"
              defaultValue={effectiveTime}
              aria-label="At what time, in Nairobi"
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}
