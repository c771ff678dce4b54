import { PasswordField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { UserNameField } from "./hidden-username-field.tsx";

/** Deletes the account of a visitor who knows its password. */
export function DeleteAccountForm({ returnedForm, email }: { returnedForm: ReturnedForm | undefined; email: string }) {
  const returned = useReturnedForm(returnedForm);
  return (
    <PostForm returned={returned}>
      <FormAlert returned={returned} />
      <UserNameField email={email} />
      <PasswordField
        name="currentPassword"
        label="Password"
        hint="So that nobody else can do this in your place."
        purpose="current-password"
        required
        retry
        returned={returned}
      />
      <SubmitButton>Delete my account</SubmitButton>
    </PostForm>
  );
}
