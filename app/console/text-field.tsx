import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import type { ReturnedForm } from "../forms/form-state.ts";
import { FieldFrame } from "./field-frame.tsx";

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string;
  label: string;
  help?: ReactNode;
  /** Never sent back to the page, and emptied when the form is returned. */
  isSecret?: boolean;
  hasFocus?: boolean;
  returned: ReturnedForm | undefined;
};

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
  const isFirstWrong = returned !== undefined && Object.keys(returned.errors)[0] === name;
  return (
    <FieldFrame id={useId()} label={label} help={help} problem={returned?.errors[name]}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          name={name}
          defaultValue={returned?.typed[name] ?? defaultValue}
          data-secret={isSecret ? "" : undefined}
          // biome-ignore lint/a11y/noAutofocus: only where it is the next thing to do
          autoFocus={isFirstWrong || hasFocus}
        />
      )}
    </FieldFrame>
  );
}
