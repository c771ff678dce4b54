import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { EmailField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, StatusMessage, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { formAction } from "../../request/form-action.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { TextLink } from "../../ui/button.tsx";
import { LINK_VALID_MINUTES } from "../credentials.ts";
import { requestPasswordReset } from "../password-reset.server.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { readSignInIntent, withSignInIntent } from "../return-to.ts";
import type { Route } from "./+types/forgot-password.route";
import { AccountFrame } from "./account-frame.tsx";

export const handle = {
  publicPage: { searchParams: { sent: ["1"] }, personalSearchParams: ["next", "save"], isUnlisted: true },
} satisfies PublicPageHandle;

export const meta = accountMeta("Forgot Password", "Get a link by email to choose a new password.", "login");

export async function loader({ context, request }: Route.LoaderArgs) {
  return {
    pictures: await findPlacePictures(context.get(servicesContext), ["sign-in"]),
    intent: readSignInIntent(request.url),
    isSent: new URL(request.url).searchParams.get("sent") === "1",
  };
}

/** The address is checked by `requestPasswordReset`. */
const forgottenForm = z.object({ email: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  return formAction({ context, request }, forgottenForm, async ({ services, visit, values, typed }) => {
    const intent = readSignInIntent(request.url);
    const outcome = await requestPasswordReset(services, values.email, visit, intent);
    if (outcome.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, outcome.code, typed);
    return redirect(withSignInIntent(`${href("/forgot-password")}?sent=1`, intent), 303);
  });
}

/** Requests a password link. The form posts to its own address, which keeps the visitor's intent in the query. */
export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { intent, isSent, pictures } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={pictures["sign-in"]} title="Forgot your password?">
      {isSent ? (
        <StatusMessage>
          If there is an account with this address, an email with a link is on its way to it. The link works once, for{" "}
          {LINK_VALID_MINUTES} minutes. If it doesn’t arrive, check your spam folder or ask for another one.
        </StatusMessage>
      ) : (
        <>
          <p className="mb-7 text-lg text-ash">
            Enter the email address of your account, and we’ll send you a link to choose a new password.
          </p>
          <PostForm returned={returned}>
            <FormAlert returned={returned} />
            <EmailField name="email" label="Email" autoComplete="username" required returned={returned} />
            <SubmitButton>Send me the link</SubmitButton>
          </PostForm>
        </>
      )}
      <p className="mt-4 flex flex-wrap gap-x-8">
        <TextLink to={withSignInIntent(href("/login"), intent)} label="Back to Sign In" />
        {isSent && <TextLink to={withSignInIntent(href("/forgot-password"), intent)} label="Ask for another link" />}
      </p>
    </AccountFrame>
  );
}
