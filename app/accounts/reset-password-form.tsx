import { href, Link } from "react-router";
import { PasswordField } from "../forms/fields.tsx";
import type { KeptForm } from "../forms/kept-form.ts";
import { FormAlert, PostForm, SubmitButton, useKeptForm } from "../forms/post-form.tsx";
import { LinkButton } from "../ui/button.tsx";
import { LINK_EXPIRED, PASSWORD_HINT } from "./sentences.ts";
import { LINK } from "./text-link.ts";

/** A new password, for a visitor who came by a mailed link. It posts to its own address, which carries the token. */
export function ResetPasswordForm({
  answer,
  isLinkValid,
}: {
  answer: KeptForm<"password"> | undefined;
  isLinkValid: boolean;
}) {
  const kept = useKeptForm(answer);
  if (!isLinkValid) {
    return (
      <>
        <p className="mb-7 text-lg text-ash">{LINK_EXPIRED}</p>
        <LinkButton to={href("/forgot-password")} className="w-full">
          Ask for a new link
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <PostForm kept={kept}>
        <FormAlert kept={kept} />
        <PasswordField
          name="password"
          label="New password"
          hint={PASSWORD_HINT}
          purpose="new-password"
          required
          retry
          kept={kept}
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
