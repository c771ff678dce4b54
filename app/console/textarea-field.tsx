import { type ComponentProps, type KeyboardEvent, useId } from "react";
import type { ReturnedForm } from "../forms/problems.ts";
import { Textarea } from "../ui/textarea.tsx";
import { FieldFrame } from "./fields.tsx";

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

/** With so many characters a line can be longer than its field on a phone. */
const LONG_LINE = 120;

export function isLongLine(max: number | undefined): boolean {
  return max !== undefined && max >= LONG_LINE;
}

/** A field of one line that wraps, so that a long line is visible whole. Enter sends its form. */
export function LineTextarea(attributes: Omit<ComponentProps<typeof Textarea>, "rows" | "className" | "onKeyDown">) {
  return (
    <Textarea
      {...attributes}
      rows={1}
      className="not-print:min-h-12! supports-[field-sizing:content]:resize-none"
      onKeyDown={submitOnEnter}
    />
  );
}

/** Presses the form's first button, as Enter in an input does. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget.form?.elements ?? [])].filter((each) => each instanceof HTMLButtonElement);
  buttons.find(({ type }) => type === "submit")?.click();
}
