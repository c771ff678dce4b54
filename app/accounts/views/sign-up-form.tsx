import { href, Link } from "react-router";
import { EmailField, PasswordField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { LINK, TEXT_LINK } from "../../ui/link-styles.ts";
import { type Arrival, withArrival } from "../return-to.ts";

/** Sign Up (specification, section 2). It posts to its own address, so what the visitor came for stays with it. */
export function SignUpForm({
  returnedForm,
  arrival,
  passwordHint,
  hasTestAccount,
}: {
  returnedForm: ReturnedForm<"email" | "password"> | undefined;
  arrival: Arrival;
  passwordHint: string;
  hasTestAccount: boolean;
}) {
  const returned = useReturnedForm(returnedForm);
  const signIn = withArrival(href("/login"), arrival);
  return (
    <>
      <PostForm returned={returned}>
        <FormAlert returned={returned} />
        <EmailField name="email" label="Email" autoComplete="username" required returned={returned} />
        <PasswordField
          name="password"
          label="Password"
          hint={passwordHint}
          purpose="new-password"
          required
          retry
          returned={returned}
        />
        <SubmitButton>Sign Up</SubmitButton>
      </PostForm>
      <p className="mt-4">
        Already have account?{" "}
        <Link to={signIn} className={LINK}>
          Sign In
        </Link>
      </p>
      <div className="mt-5 grid gap-3 border-t border-white/15 pt-6 text-[15px] text-ash">
        {hasTestAccount && (
          <p>
            Only looking around? The Sign In page has a{" "}
            <Link to={`${signIn}#test-account`} className={TEXT_LINK}>
              test account
            </Link>{" "}
            for that.
          </p>
        )}
        <p>
          We keep your email address, your password in a form nobody can read, and the classes you save or book. More on
          the{" "}
          <Link to={href("/privacy")} className={TEXT_LINK}>
            privacy page
          </Link>
          .
        </p>
      </div>
    </>
  );
}
