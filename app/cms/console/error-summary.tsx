import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { type FormField, wrongInputId } from "../../console/form-field.ts";

/** The fields with a problem, and the rows of lists with one. */
function problemsIn(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => [...(field.problem === undefined ? [] : [field]), ...problemsIn(field.rows ?? [])]);
}

/** Goes to the input by its focus, without an entry in the browser's history that React Router doesn't know. */
function goToInput(event: MouseEvent<HTMLAnchorElement>): void {
  const input = document.getElementById(event.currentTarget.hash.slice(1));
  if (input === null) return;
  event.preventDefault();
  input.focus();
}

/**
 * What is wrong with a form, above it: a link to each field. It takes the focus, so that it is read out.
 * @param title what was not done: "Not published"
 * @param note what happens to what was typed
 */
export function ErrorSummary({
  title,
  note,
  fields,
  children,
}: {
  title: string;
  note: string;
  fields: readonly FormField[];
  children?: ReactNode;
}) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const wrong = problemsIn(fields);
  return (
    <div ref={summary} className="summary" role="alert" tabIndex={-1}>
      <h2>{title}</h2>
      <p>{note}</p>
      <ul>
        {wrong.map((field) => (
          <li key={field.name}>
            <a href={`#${wrongInputId(field)}`} onClick={goToInput}>{`${field.label}: ${field.problem}`}</a>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
