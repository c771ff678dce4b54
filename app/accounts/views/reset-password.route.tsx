import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { PasswordField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { messageFor } from "../../forms/problems.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { LinkButton, TextLink } from "../../ui/button.tsx";
import { PASSWORD_HINT } from "../messages.ts";
import { findLinkProblem, resetPassword } from "../password-reset.server.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { logRefusedSecret } from "../refused-secret.server.ts";
import { readSignInIntent, withSignInIntent } from "../return-to.ts";
import { tokenInUrl } from "../sign-in.server.ts";
import type { Route } from "./+types/reset-password.route";
import { AccountFrame } from "./account-frame.tsx";

export function meta(args: Route.MetaArgs) {
  return [
    ...accountMeta("New Password", "Choose a new password for your account.", "login")(args),
    // The address has the token. `no-referrer` would send the form with `Origin: null`.
    { name: "referrer", content: "same-origin" },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const problem = await findLinkProblem(services, tokenInUrl(url));
  if (problem === "link-expired") logRefusedSecret(context, "password-link", problem);
  return {
    pictures: await findPlacePictures(services, ["sign-in"]),
    intent: readSignInIntent(url.href),
    linkMessage: problem && messageFor({ code: problem }, ACCOUNT_PROBLEMS),
  };
}

/** The password is checked by `resetPassword`. */
const resetForm = z.object({ password: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  return formAction({ context, request }, resetForm, async ({ services, values }) => {
    const outcome = await resetPassword(services, tokenInUrl(url), values.password);
    if (outcome.code === "done")
      return redirect(withSignInIntent(`${href("/login")}?reset=1`, readSignInIntent(url.href)), 303);
    if (outcome.code === "link-expired" || outcome.code === "limited")
      logRefusedSecret(context, "password-link", outcome.code);
    return problemResponse(ACCOUNT_PROBLEMS, outcome.code);
  });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { intent, linkMessage, pictures } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={pictures["sign-in"]} title="New Password">
      {linkMessage === undefined ? (
        <>
          <PostForm returned={returned}>
            <FormAlert returned={returned} />
            <PasswordField
              name="password"
              label="New password"
              hint={PASSWORD_HINT}
              purpose="new-password"
              retry
              returned={returned}
            />
            <SubmitButton>Set the password</SubmitButton>
          </PostForm>
          <p className="mt-4">
            <TextLink to={withSignInIntent(href("/login"), intent)} label="Back to Sign In" />
          </p>
        </>
      ) : (
        <>
          <p className="mb-7 text-lg text-ash">{linkMessage}</p>
          <LinkButton to={withSignInIntent(href("/forgot-password"), intent)} className="w-full">
            Ask for a new link
          </LinkButton>
        </>
      )}
    </AccountFrame>
  );
}
