import { href } from "react-router";
import { PASSWORD_HINT } from "../../accounts/messages.ts";
import { ConsoleTextField } from "../../console/fields.tsx";
import { ConsoleButton, ConsoleLink } from "../../console/page-parts.tsx";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { FormNotice } from "./code-form.tsx";

type JoinFormProps = {
  returnedForm: ReturnedForm | undefined;
  account: "signed-in" | "existing" | "new";
  email?: string;
  submit: string;
};

/**
 * The form for an invited person to join.
 * @param account `existing` needs its password, `new` is created
 * @param email fixed
 */
export function JoinForm({ returnedForm, account, email, submit }: JoinFormProps) {
  const returned = useReturnedForm(returnedForm);
  return (
    <PostForm returned={returned} deletesCopies className="form w-full max-w-110">
      <FormNotice returned={returned} />
      <ConsoleTextField
        name="name"
        label="Your name"
        help="As colleagues know you. It is shown next to your changes."
        returned={returned}
        autoComplete="name"
      />
      {account !== "signed-in" && (
        <>
          {email === undefined ? (
            <ConsoleTextField
              name="email"
              label="Email"
              type="email"
              returned={returned}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          ) : (
            // For the browser's password manager.
            <input type="text" autoComplete="username" value={email} readOnly hidden />
          )}
          <ConsoleTextField
            name="password"
            label={account === "new" ? "Choose a password" : "Your password"}
            help={account === "new" ? PASSWORD_HINT : undefined}
            type="password"
            isSecret
            returned={returned}
            autoComplete={account === "new" ? "new-password" : "current-password"}
          />
        </>
      )}
      <p className="actions">
        <ConsoleButton className="button red" label={submit} />
      </p>
    </PostForm>
  );
}

export function WrongLink({ problem }: { problem: string }) {
  return (
    <>
      <div>
        <h1>This link doesn’t work</h1>
        <p className="pt-row text-[17px]">{problem}</p>
      </div>
      <p>
        <ConsoleLink to={href("/staff")} className="button" label="Go to the console" />
      </p>
    </>
  );
}
