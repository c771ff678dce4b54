import { useId } from "react";
import type { ReturnedForm } from "../forms/form-state.ts";
import { FieldFrame } from "./field-frame.tsx";

/** A choice from a list, with its label and its error. A returned form keeps the choice. */
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
  /** The text of the option that chooses nothing; undefined where something is always chosen. */
  empty?: string | undefined;
  help?: string | undefined;
  chosen?: string | undefined;
  returned: ReturnedForm | undefined;
}) {
  return (
    <FieldFrame id={useId()} label={label} help={help} problem={returned?.errors[name]}>
      {(wiring) => (
        <select {...wiring} name={name} defaultValue={returned?.typed[name] ?? chosen}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export function optionsOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}
