import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { EmailField, PasswordField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, StatusMessage, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { formAction, type SentForm } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { isSecondStepDue, secondStepPathFor } from "../../staff/staff-guard.server.ts";
import { TextLink } from "../../ui/button.tsx";
import type { PasswordCheckProblem } from "../account-settings.server.ts";
import { type EmailProblem, LINK_VALID_MINUTES } from "../credentials.ts";
import { NOT_FOR_TEST_ACCOUNT } from "../messages.ts";
import { requestNewAddress } from "../new-address.server.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-address.route";
import { AccountFrame } from "./account-frame.tsx";
import { EmailAddress } from "./account-page.tsx";

export const meta = accountMeta("Change Address", "Change the email address of your account.");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { email, isTestAccount } = context.get(signedInVisitorContext);
  const isSent = url.searchParams.get("sent") === "1";
  // Staff repeat the second step: whoever has the address can reset the password.
  if (!isSent && (await isSecondStepDue({ context, request }))) throw redirect(secondStepPathFor("second-step", url));
  const pictures = await findPlacePictures(context.get(servicesContext), ["account"]);
  return { email, isTestAccount, isSent, photo: pictures.account };
}

/** `requestNewAddress` checks what is typed. */
const addressForm = z.object({
  email: z.string().min(1, "email-missing" satisfies EmailProblem),
  currentPassword: z.string().min(1, "wrong-password" satisfies PasswordCheckProblem),
});

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  const work = async ({ services, visit, values, typed }: SentForm<typeof addressForm>) => {
    if (await isSecondStepDue({ context, request })) return problemResponse(ACCOUNT_PROBLEMS, "second-step-due", typed);
    const outcome = await requestNewAddress(services, visitor, values, visit);
    if (outcome.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, outcome.code, typed);
    return redirect(`${href("/account/address")}?sent=1`, 303);
  };
  return formAction({ context, request }, addressForm, work, ACCOUNT_PROBLEMS);
}

/** The form that requests another address. The message afterwards is the same whether the address has an account or not. */
export default function AccountAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isTestAccount, isSent, photo } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={photo} title="Change Address">
      {isTestAccount && <p className="text-lg text-ash">{NOT_FOR_TEST_ACCOUNT}</p>}
      {isSent && (
        <StatusMessage>
          We have sent a link to your new address. Open it within {LINK_VALID_MINUTES} minutes and press the button
          there; until then your address stays as it is. If the email doesn’t arrive, check your spam folder.
        </StatusMessage>
      )}
      {!isTestAccount && !isSent && (
        <>
          <p className="mb-7 text-lg text-ash">
            Your account has the address{" "}
            <strong className="text-white">
              <EmailAddress email={email} />
            </strong>
            . We email a link to the new address; it takes effect once you open the link.
          </p>
          <PostForm returned={returned}>
            <FormAlert returned={returned} />
            <EmailField name="email" label="New email" autoComplete="email" required returned={returned} />
            <PasswordField
              name="currentPassword"
              label="Current password"
              hint="So that nobody else can do this in your name."
              purpose="current-password"
              retry
              returned={returned}
            />
            <SubmitButton>Email me the link</SubmitButton>
          </PostForm>
        </>
      )}
      <p className="mt-4 flex flex-wrap gap-x-8">
        <TextLink to={href("/account/details")} label="Back to your details" />
        {isSent && <TextLink to={href("/account/address")} label="Ask for another link" />}
      </p>
    </AccountFrame>
  );
}
