import { useId } from "react";
import type { ReturnedForm } from "../forms/form-state.ts";
import { Textarea } from "../ui/textarea.tsx";
import { FieldFrame } from "./field-frame.tsx";

type ConsoleTextareaFieldProps = {
  name: string;
  label: string;
  help?: string | undefined;
  defaultValue?: string | undefined;
  returned: ReturnedForm | undefined;
};

export function ConsoleTextareaField({ name, label, help, defaultValue, returned }: ConsoleTextareaFieldProps) {
  const isFirstWrong = returned !== undefined && Object.keys(returned.errors)[0] === name;
  return (
    <FieldFrame id={useId()} label={label} help={help} problem={returned?.errors[name]}>
      {(wiring) => (
        <Textarea
          {...wiring}
          name={name}
          rows={4}
          defaultValue={returned?.typed[name] ?? defaultValue}
          autoFocus={isFirstWrong}
        />
      )}
    </FieldFrame>
  );
}
