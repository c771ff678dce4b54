import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/place-pictures.server.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { clientAddressContext, servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { accountFormResponse } from "../account-response.server.ts";
import { requestPasswordReset } from "../password-reset.server.ts";
import type { Route } from "./+types/forgot-password.route";
import { AccountFrame } from "./account-frame.tsx";
import { PasswordResetRequestForm } from "./password-reset-request-form.tsx";

export const handle = { publicPage: { searchParams: { sent: ["1"] }, isUnlisted: true } } satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Forgot Password",
    description: "Have a link mailed to you and choose a new password.",
    path: "/forgot-password",
    share: "login",
    shareAlt: "A boxer in red gloves holds his guard beside a heavy bag.",
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return {
    pictures: await findPlacePictures(context.get(servicesContext), ["sign-in"]),
    isSent: new URL(request.url).searchParams.get("sent") === "1",
  };
}

/** What is wrong with the address is for `requestPasswordReset` to know. */
const forgottenForm = z.object({ email: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await readForm(request, forgottenForm);
  if (!form.ok) return formResponse(form);
  return withFormReturnedOnError(services.log, form.typed, async () => {
    const clientAddress = context.get(clientAddressContext);
    const outcome = await requestPasswordReset(services, form.values.email, { request, clientAddress });
    if (!outcome.ok) return accountFormResponse(outcome.code, form.typed);
    return redirect(`${href("/forgot-password")}?sent=1`, 303);
  });
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame photo={loaderData.pictures["sign-in"]} title="Forgot your password?">
      <PasswordResetRequestForm returnedForm={actionData} isSent={loaderData.isSent} />
    </AccountFrame>
  );
}
