import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import type { ReturnedForm } from "../forms/form-state.ts";

type TextFieldProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "type"
  | "autoComplete"
  | "inputMode"
  | "autoCapitalize"
  | "spellCheck"
  | "maxLength"
  | "className"
  | "defaultValue"
  | "placeholder"
  | "list"
  | "min"
> & {
  name: string;
  label: string;
  /** What to know before writing. */
  help?: ReactNode;
  /** Never sent back to the page, and emptied when the form is returned. */
  isSecret?: boolean;
  /** Whether its page is opened to write in it. */
  hasFocus?: boolean;
  returned: ReturnedForm | undefined;
};

/** One line of text, with its label, its help and its error. What was typed is in it again when the form was returned. */
export function ConsoleTextField({
  name,
  label,
  help,
  returned,
  isSecret,
  hasFocus,
  defaultValue,
  ...input
}: TextFieldProps) {
  const id = useId();
  const error = returned?.errors[name];
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  const isFirstWrong = returned !== undefined && Object.keys(returned.errors)[0] === name;
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      <input
        {...input}
        id={id}
        name={name}
        defaultValue={returned?.typed[name] ?? defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        data-secret={isSecret ? "" : undefined}
        // biome-ignore lint/a11y/noAutofocus: only where it is the next thing to do
        autoFocus={isFirstWrong || hasFocus}
      />
      {help && (
        <p id={`${id}-help`} className="help">
          {help}
        </p>
      )}
    </div>
  );
}
