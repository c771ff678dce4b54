import { href, Link } from "react-router";
import { EmailField, PasswordField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { LINK } from "../../ui/link-styles.ts";
import { type Arrival, withArrival } from "../return-to.ts";

/** Sign In (specification, section 2). It posts to its own address, so what the visitor came for stays with it. */
export function SignInForm({
  returnedForm,
  arrival,
}: {
  returnedForm: ReturnedForm<"email" | "password"> | undefined;
  arrival: Arrival;
}) {
  const returned = useReturnedForm(returnedForm);
  return (
    <>
      <PostForm returned={returned}>
        <FormAlert returned={returned} />
        <EmailField name="email" label="Email" autoComplete="username" required returned={returned} />
        <PasswordField name="password" label="Password" purpose="current-password" required retry returned={returned} />
        <SubmitButton>Sign In</SubmitButton>
      </PostForm>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8">
        <p>
          New to Nguvu?{" "}
          <Link to={withArrival(href("/signup"), arrival)} className={LINK}>
            Sign Up
          </Link>
        </p>
        <Link to={href("/forgot-password")} className={LINK}>
          Forgot your password?
        </Link>
      </div>
    </>
  );
}
