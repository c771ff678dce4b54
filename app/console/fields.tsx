/** Fields of the console’s forms, with label, help and problem. */
import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import type { ReturnedForm } from "../forms/problems.ts";

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
  problem,
  isAnnounced = false,
  children,
}: {
  id: string;
  label: ReactNode;
  limit?: ReactNode;
  help?: ReactNode;
  problem: string | undefined;
  isAnnounced?: boolean;
  children: (wiring: ControlWiring) => ReactNode;
}) {
  const described = [problem && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  const labelled = <label htmlFor={id}>{withLightOptional(label)}</label>;
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
      {problem && (
        <p id={`${id}-error`} role={isAnnounced ? "alert" : undefined} className="error">
          {withWholeDates(problem)}
        </p>
      )}
      {children({ id, "aria-invalid": problem ? true : undefined, "aria-describedby": described || undefined })}
      {help && (
        <p id={`${id}-help`} className="help">
          {withWholeDates(help)}
        </p>
      )}
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

/** Numeric dates, such as 2026-12-01T06:30, stay on one line: browsers break them at their hyphens. */
function withWholeDates(text: ReactNode): ReactNode {
  if (typeof text !== "string") return text;
  return text.split(/(\d{4}-\d{2}-\d{2}\S*)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move, and a date may be there twice
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

/** The length of a text while somebody types it, as the limit of its field: `12 of 60`. */
export function useCounter(text: string, max: number | undefined) {
  const [count, setCount] = useState(text.length);
  return {
    limit: max === undefined ? undefined : `${count} of ${max}`,
    onInput: (event: { currentTarget: { value: string } }) => setCount(event.currentTarget.value.length),
  };
}

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

type DefaultButtonProps = {
  name?: string;
  value?: string;
  /** The form's id, if other buttons of the form come before it. */
  form?: string;
};

/** The hidden first button of a form, pressed by Enter: the harmless action, whose visible button comes last. */
export function DefaultButton({ name = "do", value, form }: DefaultButtonProps) {
  const action = value !== undefined && { name, value };
  return <button type="submit" form={form} {...action} className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
