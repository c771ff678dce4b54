import type { ReactNode } from "react";
import { ConsoleTextField } from "../../console/fields.tsx";
import { ConsoleButton, Notice } from "../../console/page-parts.tsx";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";

export function FormNotice({ returned }: { returned: ReturnedForm | undefined }) {
  const sentence = returned?.errors.form;
  return sentence === undefined ? null : <Notice isBad>{sentence}</Notice>;
}

/** The form for a code. @param children other methods */
export function CodeForm({
  returnedForm,
  isRecovery = false,
  help,
  submit,
  hasFocus = false,
  children,
}: {
  returnedForm: ReturnedForm | undefined;
  isRecovery?: boolean;
  help: string;
  submit: string;
  hasFocus?: boolean;
  children?: ReactNode;
}) {
  const returned = useReturnedForm(returnedForm);
  const field = isRecovery
    ? ({
        label: "Recovery code",
        autoComplete: "off",
        autoCapitalize: "characters",
        spellCheck: false,
        maxLength: 40,
      } as const)
    : ({
        label: "Code",
        inputMode: "numeric",
        autoComplete: "one-time-code",
        maxLength: 12,
        className:
          "min-h-21! border-2! not-aria-invalid:border-ink! px-4! py-2! font-display text-[52px]! leading-none! tracking-[0.16em]",
      } as const);
  return (
    <PostForm returned={returned} className="form w-full max-w-110">
      <FormNotice returned={returned} />
      <ConsoleTextField name="code" {...field} help={help} returned={returned} isSecret hasFocus={hasFocus} />
      <p className="actions">
        <ConsoleButton className="button red" label={submit} />
        {children}
      </p>
    </PostForm>
  );
}

/** A button with its own form. @param about its object, for screen readers */
export function FormButton({ fields, label, about }: { fields: Record<string, string>; label: string; about: string }) {
  return (
    <PostForm returned={undefined}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ConsoleButton className="link" label={label} about={about} />
    </PostForm>
  );
}
