import { href, Link } from "react-router";
import { EmailField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { LINK } from "../../ui/link-styles.ts";
import { StatusMessage } from "../../ui/status-message.tsx";
import { LINK_VALID_MINUTES } from "../credentials.ts";

/** The form that requests a link for a new password. */
export function PasswordResetRequestForm({
  returnedForm,
  isSent,
}: {
  returnedForm: ReturnedForm<"email"> | undefined;
  isSent: boolean;
}) {
  const returned = useReturnedForm(returnedForm);
  return (
    <>
      {isSent ? (
        <StatusMessage>
          If there is an account with this address, a mail with a link is on its way to it. The link works once, for{" "}
          {LINK_VALID_MINUTES} minutes. If it doesn’t come, look among the spam, or ask for another one.
        </StatusMessage>
      ) : (
        <>
          <p className="mb-7 text-lg text-ash">
            Tell us the address of your account, and we mail you a link to choose a new password.
          </p>
          <PostForm returned={returned}>
            <FormAlert returned={returned} />
            <EmailField name="email" label="Email" autoComplete="username" required returned={returned} />
            <SubmitButton>Send me the link</SubmitButton>
          </PostForm>
        </>
      )}
      <p className="mt-4 flex flex-wrap gap-x-8">
        <Link to={href("/login")} className={LINK}>
          Back to Sign In
        </Link>
        {isSent && (
          <Link to={href("/forgot-password")} className={LINK}>
            Ask for another link
          </Link>
        )}
      </p>
    </>
  );
}
