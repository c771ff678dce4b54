/** Fields with their label, their hint and their error, the same on every form. They are designed for dark backgrounds. */
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId, useState } from "react";
import { Textarea } from "../ui/textarea.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import type { ReturnedForm } from "./problems.ts";

/** The box of every field: at least 60 px high, its border with a contrast of 3:1 to the background. */
const BOX =
  "w-full rounded-edge border-2 border-white/45 bg-black px-4.5 text-lg text-white transition-colors placeholder:text-steel hover:border-white/70 aria-invalid:border-ember";

type Common = {
  name: string;
  label: string;
  /** Checked by the server only: the browser's own messages would hide ours. */
  required?: boolean;
  /** Required, and marked with an asterisk, on a form where other fields are optional. */
  starred?: boolean;
  hint?: string;
  returned: ReturnedForm | undefined;
};

type ControlProps = {
  id: string;
  name: string;
  required: boolean;
  autoFocus: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

function Field({
  name,
  label,
  required,
  starred,
  hint,
  returned,
  renderControl,
}: Common & { renderControl: (controlProps: ControlProps) => ReactNode }) {
  const id = useId();
  const error = returned?.errors[name];
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-[15px] font-bold">
        {label}
        {starred && (
          <span aria-hidden="true" className="text-ember">
            {" *"}
          </span>
        )}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-[15px] text-ash">
          {hint}
        </p>
      )}
      {renderControl({
        id,
        name,
        required: required ?? starred ?? false,
        // Takes the visitor to the first invalid field without JavaScript; with it, `PostForm` does.
        autoFocus: returned !== undefined && Object.keys(returned.errors)[0] === name,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="flex gap-2.5 text-[15px] font-bold text-ember">
          <span aria-hidden="true" className="shuka mt-1.5 size-3 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

type InputAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "autoComplete" | "inputMode" | "autoCapitalize" | "spellCheck"
> & { type?: "text" | "email" | "tel" | "date" };

export function TextField({ type = "text", initial, ...props }: Common & InputAttributes & { initial?: string }) {
  const { name, label, required, starred, hint, returned, ...input } = props;
  const typed = returned?.typed[name] ?? initial;
  return (
    <Field
      {...props}
      renderControl={(controlProps) => (
        <input {...controlProps} type={type} {...input} defaultValue={typed} className={`${BOX} min-h-15`} />
      )}
    />
  );
}

export function EmailField(field: Common & { autoComplete: string }) {
  return <TextField {...field} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />;
}

/** A password, never sent back to the page. JavaScript can show it, because long passwords are hard to type unseen. */
export function PasswordField({
  purpose,
  retry,
  ...field
}: Common & {
  purpose: "current-password" | "new-password";
  /** Takes the focus when the form is returned with a message about the whole form. */
  retry?: boolean;
}) {
  const [isShown, setShown] = useState(false);
  const isHydrated = useHydrated();
  return (
    <Field
      {...field}
      required
      renderControl={(controlProps) => (
        <div className="relative">
          <input
            {...controlProps}
            // biome-ignore lint/a11y/noAutofocus: only on a returned form, where it is the next thing to do
            autoFocus={controlProps.autoFocus || (retry && field.returned?.errors.form !== undefined)}
            type={isShown ? "text" : "password"}
            autoComplete={purpose}
            autoCapitalize="none"
            spellCheck={false}
            data-secret=""
            data-retry={retry ? "" : undefined}
            className={`${BOX} min-h-15 pr-22`}
          />
          {isHydrated && (
            <button
              type="button"
              onClick={() => setShown(!isShown)}
              className="absolute inset-y-0.5 right-0.5 w-20 cursor-pointer text-[15px] font-bold text-ash -outline-offset-3 hover:text-white"
            >
              {isShown ? "Hide" : "Show"}
              <span className="sr-only"> the password</span>
            </button>
          )}
        </div>
      )}
    />
  );
}

export function TextAreaField({
  rows = 5,
  initial,
  ...field
}: Common & Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, "rows"> & { initial?: string }) {
  return (
    <Field
      {...field}
      renderControl={(controlProps) => (
        <Textarea
          {...controlProps}
          rows={rows}
          defaultValue={field.returned?.typed[field.name] ?? initial}
          className={`${BOX} block resize-y py-4`}
        />
      )}
    />
  );
}

/** A choice from a list; the placeholder means that nothing is chosen. */
export function SelectField({
  placeholder,
  options,
  initial = "",
  ...field
}: Common & {
  placeholder: string;
  options: readonly { value: string; label: string }[];
  initial?: string;
}) {
  return (
    <Field
      {...field}
      renderControl={(controlProps) => (
        <div className="relative">
          <select
            {...controlProps}
            defaultValue={field.returned?.typed[field.name] ?? initial}
            className={`${BOX} min-h-15 appearance-none pr-14`}
          >
            <option value="">{placeholder}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <svg
            aria-hidden="true"
            viewBox="0 0 16 10"
            className="pointer-events-none absolute top-1/2 right-5 w-4 -translate-y-1/2 fill-none stroke-current stroke-2"
          >
            <path d="m1 1 7 7 7-7" />
          </svg>
        </div>
      )}
    />
  );
}
