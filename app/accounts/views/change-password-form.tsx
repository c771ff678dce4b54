import { PasswordField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { PASSWORD_HINT } from "../messages.ts";
import { UserNameField } from "./hidden-username-field.tsx";

/** The form for a new password, for a signed-in visitor who types the current one. */
export function ChangePasswordForm({ returnedForm, email }: { returnedForm: ReturnedForm | undefined; email: string }) {
  const returned = useReturnedForm(returnedForm);
  return (
    <PostForm returned={returned}>
      <FormAlert returned={returned} />
      <UserNameField email={email} />
      <PasswordField
        name="currentPassword"
        label="Current password"
        purpose="current-password"
        required
        retry
        returned={returned}
      />
      <PasswordField
        name="password"
        label="New password"
        hint={PASSWORD_HINT}
        purpose="new-password"
        required
        returned={returned}
      />
      <SubmitButton>Change password</SubmitButton>
    </PostForm>
  );
}
