import type { ReactNode } from "react";
import { Notice } from "../../console/notice.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";

/** What a form says about the whole of it. */
export function FormNotice({ returned }: { returned: ReturnedForm | undefined }) {
  const sentence = returned?.errors.form;
  return sentence === undefined ? null : <Notice isBad>{sentence}</Notice>;
}

/** The form for the six digits of an authenticator app. */
export function CodeForm({
  returnedForm,
  help,
  submit,
  hasFocus,
  children,
}: {
  returnedForm: ReturnedForm | undefined;
  help: string;
  submit: string;
  hasFocus?: boolean;
  /** Other ways, beside the button. */
  children?: ReactNode;
}) {
  const returned = useReturnedForm(returnedForm);
  return (
    <PostForm returned={returned} className="form w-full max-w-[440px]">
      <FormNotice returned={returned} />
      <ConsoleTextField
        name="code"
        label="Code"
        help={help}
        returned={returned}
        isSecret
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...(hasFocus && { hasFocus })}
        className="six"
      />
      <p className="actions">
        <button type="submit" className="button red">
          {submit}
        </button>
        {children}
      </p>
    </PostForm>
  );
}

/** The form for one of the recovery codes. */
export function RecoveryCodeForm({ returnedForm }: { returnedForm: ReturnedForm | undefined }) {
  const returned = useReturnedForm(returnedForm);
  return (
    <PostForm returned={returned} className="form w-full max-w-[440px]">
      <FormNotice returned={returned} />
      <ConsoleTextField
        name="code"
        label="Recovery code"
        help="One of the ten you printed or saved, like K7QM-4RXD. Each works once."
        returned={returned}
        isSecret
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <p className="actions">
        <button type="submit" className="button red">
          Sign in
        </button>
      </p>
    </PostForm>
  );
}
