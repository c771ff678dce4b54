import { useId } from "react";
import type { ReturnedForm } from "../forms/form-state.ts";

/** A choice from a list, with its label and its error. What was chosen is chosen again when the form was returned. */
export function ConsoleSelectField({
  name,
  label,
  options,
  empty,
  help,
  chosen = "",
  returned,
}: {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** What is to be read while nothing is chosen. */
  empty: string;
  help?: string;
  chosen?: string | undefined;
  returned: ReturnedForm | undefined;
}) {
  const id = useId();
  const error = returned?.errors[name];
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      <select
        id={id}
        name={name}
        defaultValue={returned?.typed[name] ?? chosen}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      >
        <option value="">{empty}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {help && (
        <p id={`${id}-help`} className="help">
          {help}
        </p>
      )}
    </div>
  );
}
