import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { PasswordField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, StatusMessage, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { formAction, type SentForm } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { isSecondStepDue, secondStepPathFor } from "../../staff/staff-guard.server.ts";
import { changePassword, type PasswordCheckProblem } from "../account-settings.server.ts";
import type { PasswordProblem } from "../credentials.ts";
import { CALENDAR_ADDRESS_ENDED, NOT_FOR_TEST_ACCOUNT, PASSWORD_HINT } from "../messages.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-password.route";
import { AccountFrame } from "./account-frame.tsx";
import { BackToAccount } from "./account-page.tsx";

export const meta = accountMeta("Change password", "Choose a new password for your account.");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const visitor = context.get(signedInVisitorContext);
  const isChanged = url.searchParams.get("changed") === "1";
  // Staff repeat the second step, so that nobody takes over the account from an unattended browser.
  if (!isChanged && (await isSecondStepDue({ context, request }))) {
    throw redirect(secondStepPathFor("second-step", url));
  }
  return {
    email: visitor.email,
    isTestAccount: visitor.isTestAccount,
    isChanged,
    pictures: await findPlacePictures(context.get(servicesContext), ["sign-up"]),
  };
}

const passwordForm = z.object({
  currentPassword: z.string().min(1, "wrong-password" satisfies PasswordCheckProblem),
  password: z.string().min(1, "password-missing" satisfies PasswordProblem),
});

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  const work = async ({ services, visit, values }: SentForm<typeof passwordForm>) => {
    if (await isSecondStepDue({ context, request })) return problemResponse(ACCOUNT_PROBLEMS, "second-step-due");
    const outcome = await changePassword(services, visitor, values, visit);
    if (outcome.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, outcome.code);
    return redirect(`${href("/account/password")}?changed=1`, 303);
  };
  return formAction({ context, request }, passwordForm, work, ACCOUNT_PROBLEMS);
}

export default function AccountPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isTestAccount, isChanged, pictures } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={pictures["sign-up"]} title="Change password">
      {isTestAccount && <p className="text-lg text-ash">{NOT_FOR_TEST_ACCOUNT}</p>}
      {isChanged && (
        <StatusMessage>
          Your password has changed. Your other browsers are signed out. {CALENDAR_ADDRESS_ENDED}
        </StatusMessage>
      )}
      {!isTestAccount && !isChanged && (
        <PostForm returned={returned}>
          <FormAlert returned={returned} />
          {/* Tells a password manager which account the form is for. Hidden, and not sent. */}
          <input type="email" defaultValue={email} autoComplete="username" readOnly hidden aria-label="Email" />
          <PasswordField
            name="currentPassword"
            label="Current password"
            purpose="current-password"
            retry
            returned={returned}
          />
          <PasswordField
            name="password"
            label="New password"
            hint={PASSWORD_HINT}
            purpose="new-password"
            returned={returned}
          />
          <SubmitButton>Change password</SubmitButton>
        </PostForm>
      )}
      <BackToAccount />
    </AccountFrame>
  );
}
