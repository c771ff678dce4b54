import { href, Link } from "react-router";
import { PasswordField } from "../forms/fields.tsx";
import type { ReturnedForm } from "../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../forms/post-form.tsx";
import { LinkButton } from "../ui/button.tsx";
import { LINK } from "../ui/link-styles.ts";
import { PASSWORD_HINT } from "./messages.ts";

/** A new password, for a visitor who came by a mailed link. It posts to its own address, which carries the token. */
export function PasswordResetForm({
  returnedForm,
  refusal,
}: {
  returnedForm: ReturnedForm<"password"> | undefined;
  /** Why the link doesn't work; undefined when it does. */
  refusal: string | undefined;
}) {
  const returned = useReturnedForm(returnedForm);
  if (refusal !== undefined) {
    return (
      <>
        <p className="mb-7 text-lg text-ash">{refusal}</p>
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
