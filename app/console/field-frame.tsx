import type { ReactNode } from "react";
import { withWholeWords } from "../ui/whole-words.tsx";

export type ControlWiring = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

/**
 * The frame of a console field: label, help and problem. @param limit short text after the label @param isAnnounced
 * whether screen readers announce the problem
 */
export function FieldFrame({
  id,
  label,
  limit,
  help,
  isHelpFirst = false,
  problem,
  isAnnounced = false,
  children,
}: {
  id: string;
  label: ReactNode;
  limit?: ReactNode;
  help?: ReactNode;
  isHelpFirst?: boolean;
  problem: string | undefined;
  isAnnounced?: boolean;
  children: (wiring: ControlWiring) => ReactNode;
}) {
  const described = [problem && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  const labelled = <label htmlFor={id}>{withLightOptional(label)}</label>;
  const helpText = help && (
    <p id={`${id}-help`} className="help">
      {withWholeDates(help)}
    </p>
  );
  return (
    <div className={problem ? "field wrong" : "field"}>
      {limit === undefined ? (
        labelled
      ) : (
        <div className="line">
          {labelled}
          {limit && <span className="limit">{limit}</span>}
        </div>
      )}
      {isHelpFirst && helpText}
      {problem && (
        <p id={`${id}-error`} role={isAnnounced ? "alert" : undefined} className="error">
          {withWholeDates(problem)}
        </p>
      )}
      {children({ id, "aria-invalid": problem ? true : undefined, "aria-describedby": described || undefined })}
      {!isHelpFirst && helpText}
    </div>
  );
}

const OPTIONAL = " (optional)";

/** The name of a field weighs more than that it may stay empty. */
function withLightOptional(label: ReactNode): ReactNode {
  if (typeof label !== "string" || !label.endsWith(OPTIONAL)) return label;
  return (
    <>
      {label.slice(0, -OPTIONAL.length)}
      <span className="help">{OPTIONAL}</span>
    </>
  );
}

/** Such as 2026-12-01T06:30. */
const NUMERIC_DATE = /(\d{4}-\d{2}-\d{2}\S*)/;

function withWholeDates(text: ReactNode): ReactNode {
  return typeof text === "string" ? withWholeWords(text, NUMERIC_DATE) : text;
}
