import { PasswordField } from "../forms/fields.tsx";
import type { KeptForm } from "../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useKeptForm } from "../forms/post-form.tsx";
import { UserNameField } from "./hidden-username-field.tsx";

/** Deletes the account of a visitor who knows its password. */
export function DeleteAccountForm({ answer, email }: { answer: KeptForm | undefined; email: string }) {
  const kept = useKeptForm(answer);
  return (
    <PostForm kept={kept}>
      <FormAlert kept={kept} />
      <UserNameField email={email} />
      <PasswordField
        name="currentPassword"
        label="Password"
        hint="So that nobody else can do this in your place."
        purpose="current-password"
        required
        retry
        kept={kept}
      />
      <SubmitButton>Delete my account</SubmitButton>
    </PostForm>
  );
}
