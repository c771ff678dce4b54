import { href, Link } from "react-router";
import { PasswordField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { LINK } from "../../ui/link-styles.ts";
import { PASSWORD_HINT } from "../messages.ts";

/** The form for a new password behind a mailed link. It posts to its own address, which has the token. */
export function PasswordResetForm({
  returnedForm,
  linkMessage,
}: {
  returnedForm: ReturnedForm<"password"> | undefined;
  /** The message that says why the link doesn't work; undefined when it does. */
  linkMessage: string | undefined;
}) {
  const returned = useReturnedForm(returnedForm);
  if (linkMessage !== undefined) {
    return (
      <>
        <p className="mb-7 text-lg text-ash">{linkMessage}</p>
        <LinkButton to={href("/forgot-password")} className="w-full">
          Ask for a new link
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <PostForm returned={returned}>
        <FormAlert returned={returned} />
        <PasswordField
          name="password"
          label="New password"
          hint={PASSWORD_HINT}
          purpose="new-password"
          required
          retry
          returned={returned}
        />
        <SubmitButton>Set the password</SubmitButton>
      </PostForm>
      <p className="mt-4">
        <Link to={href("/login")} className={LINK}>
          Back to Sign In
        </Link>
      </p>
    </>
  );
}
