import { href, redirect } from "react-router";
import { z } from "zod";
import { AccountFrame } from "../accounts/auth-layout.tsx";
import { CREDENTIAL_SENTENCES } from "../accounts/credentials.ts";
import { LINK_EXPIRED, LINK_MISSING, REFUSALS } from "../accounts/messages.ts";
import { isResetTokenValid, resetPassword } from "../accounts/password-reset.server.ts";
import { ResetPasswordForm } from "../accounts/password-reset-form.tsx";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { formAnswer, keepingForm, wholeFormAnswer } from "../forms/form-response.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import type { Services } from "../platform/services.ts";
import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/reset-password";

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches[0].loaderData, {
      title: "New Password",
      description: "Choose a new password for your account.",
      path: "/reset-password",
      share: "login",
      shareAlt: "A boxer in red gloves holds his guard beside a heavy bag.",
    }),
    // The address holds the token. Not `no-referrer`, with which the form would come from nowhere (`Origin: null`).
    { name: "referrer", content: "same-origin" },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return {
    pictures: await findPlacePictures(services, ["sign-in"]),
    refusal: await findLinkRefusal(services, tokenOf(request)),
  };
}

/** What is wrong with the password is for `resetPassword` to know. */
const resetForm = z.object({ password: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await readForm(request, resetForm);
  if (!form.ok) return formAnswer(form);
  return keepingForm(services.log, {}, async () => {
    const outcome = await resetPassword(services, tokenOf(request), form.values.password);
    if (outcome.ok) return redirect(`${href("/login")}?reset=1`, 303);
    if (outcome.code === "link-expired")
      return wholeFormAnswer(410, tokenOf(request) === "" ? LINK_MISSING : LINK_EXPIRED, {});
    if (outcome.code === "busy" || outcome.code === "limited") {
      return wholeFormAnswer(REFUSALS[outcome.code].status, REFUSALS[outcome.code].sentence, {});
    }
    return formAnswer({ status: 422, errors: { password: CREDENTIAL_SENTENCES[outcome.code] }, typed: {} });
  });
}

/** What is wrong with the link that led here; undefined when it still works. */
async function findLinkRefusal(services: Services, token: string): Promise<string | undefined> {
  if (token === "") return LINK_MISSING;
  return (await isResetTokenValid(services, token)) ? undefined : LINK_EXPIRED;
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame photo={loaderData.pictures["sign-in"]} title="New Password">
      <ResetPasswordForm answer={actionData} refusal={loaderData.refusal} />
    </AccountFrame>
  );
}
