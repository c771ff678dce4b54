import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/place-pictures.server.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { forgetTriesAfterNewPassword } from "../../staff/second-step.server.ts";
import { accountFormResponse } from "../account-response.server.ts";
import { ACCOUNT_MESSAGES } from "../messages.ts";
import { findLinkProblem, resetPassword } from "../password-reset.server.ts";
import type { Route } from "./+types/reset-password.route";
import { AccountFrame } from "./account-frame.tsx";
import { PasswordResetForm } from "./password-reset-form.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches[0].loaderData, {
      title: "New Password",
      description: "Choose a new password for your account.",
      path: "/reset-password",
      share: "login",
      shareAlt: "A boxer in red gloves holds his guard beside a heavy bag.",
    }),
    // The address holds the token. Not `no-referrer`, with which the form would be sent with `Origin: null`.
    { name: "referrer", content: "same-origin" },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const problem = await findLinkProblem(services, tokenOf(request));
  return {
    pictures: await findPlacePictures(services, ["sign-in"]),
    linkMessage: problem && ACCOUNT_MESSAGES[problem],
  };
}

/** The password is checked by `resetPassword`. */
const resetForm = z.object({ password: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await readForm(request, resetForm);
  if (!form.ok) return formResponse(form);
  return withFormReturnedOnError(services.log, {}, async () => {
    const outcome = await resetPassword(services, tokenOf(request), form.values.password);
    if (!outcome.ok) return accountFormResponse(outcome.code);
    await forgetTriesAfterNewPassword(services, outcome.userId);
    return redirect(`${href("/login")}?reset=1`, 303);
  });
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame photo={loaderData.pictures["sign-in"]} title="New Password">
      <PasswordResetForm returnedForm={actionData} linkMessage={loaderData.linkMessage} />
    </AccountFrame>
  );
}
