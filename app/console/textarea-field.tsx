import { useId } from "react";
import type { ReturnedForm } from "../forms/problems.ts";
import { Textarea } from "../ui/textarea.tsx";
import { FieldFrame } from "./fields.tsx";
import { LineTextarea } from "./line-textarea.tsx";

type ConsoleTextareaFieldProps = {
  name: string;
  label: string;
  help?: string | undefined;
  defaultValue?: string | undefined;
  isLine?: boolean;
  hasFocus?: boolean | undefined;
  returned: ReturnedForm | undefined;
};

/** @param props.isLine whether it is for one line, which Enter sends */
export function ConsoleTextareaField({ name, label, help, returned, isLine, ...field }: ConsoleTextareaFieldProps) {
  const isFirstWrong = returned !== undefined && Object.keys(returned.errors)[0] === name;
  const defaultValue = returned?.typed[name] ?? field.defaultValue;
  return (
    <FieldFrame id={useId()} label={label} help={help} problem={returned?.errors[name]}>
      {(wiring) => {
        const input = { ...wiring, name, defaultValue, autoFocus: isFirstWrong || field.hasFocus };
        return isLine ? <LineTextarea {...input} autoComplete="off" /> : <Textarea {...input} rows={4} />;
      }}
    </FieldFrame>
  );
}
