import { PasswordField } from "../forms/fields.tsx";
import type { KeptForm } from "../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useKeptForm } from "../forms/post-form.tsx";
import { UserNameField } from "./hidden-username-field.tsx";
import { PASSWORD_HINT } from "./messages.ts";

/** A new password, for a visitor who knows the one she has. */
export function ChangePasswordForm({ answer, email }: { answer: KeptForm | undefined; email: string }) {
  const kept = useKeptForm(answer);
  return (
    <PostForm kept={kept}>
      <FormAlert kept={kept} />
      <UserNameField email={email} />
      <PasswordField
        name="currentPassword"
        label="Current password"
        purpose="current-password"
        required
        retry
        kept={kept}
      />
      <PasswordField
        name="password"
        label="New password"
        hint={PASSWORD_HINT}
        purpose="new-password"
        required
        kept={kept}
      />
      <SubmitButton>Change password</SubmitButton>
    </PostForm>
  );
}
