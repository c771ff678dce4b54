import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { changePassword } from "../accounts/account-settings.server.ts";
import { AccountFrame } from "../accounts/auth-layout.tsx";
import { ChangePasswordForm } from "../accounts/change-password-form.tsx";
import { CREDENTIAL_SENTENCES } from "../accounts/credentials.ts";
import { NOT_FOR_TEST_ACCOUNT, REFUSALS, WRONG_CURRENT_PASSWORD } from "../accounts/messages.ts";
import { signInFirst } from "../accounts/return-to.ts";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { formAnswer, keepingForm, wholeFormAnswer } from "../forms/form-response.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import { clientAddressContext, servicesContext, visitorContext } from "../request-context.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { LINK } from "../ui/link-styles.ts";
import { Notice } from "../ui/status-message.tsx";
import type { Route } from "./+types/account-password";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Change Password",
    description: "Choose a new password for your account.",
    path: "/account/password",
    share: "account",
    shareAlt: "A man swings a kettlebell to shoulder height between red light tubes.",
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  if (visitor === null) throw redirect(signInFirst(request.url));
  return {
    email: visitor.email,
    isTestAccount: visitor.isTestAccount,
    isChanged: new URL(request.url).searchParams.get("changed") === "1",
    pictures: await findPlacePictures(context.get(servicesContext), ["sign-up"]),
  };
}

const passwordForm = z.object({ currentPassword: z.string(), password: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  if (visitor === null) throw redirect(signInFirst(request.url));
  const services = context.get(servicesContext);
  const form = await readForm(request, passwordForm);
  if (!form.ok) return formAnswer(form);
  return keepingForm(services.log, {}, async () => {
    const typed = { current: form.values.currentPassword, password: form.values.password };
    const clientAddress = context.get(clientAddressContext);
    const outcome = await changePassword(services, visitor, typed, { request, clientAddress });
    if (outcome.ok) return redirect(`${href("/account/password")}?changed=1`, 303);
    switch (outcome.code) {
      case "wrong":
        return formAnswer({ status: 422, errors: { currentPassword: WRONG_CURRENT_PASSWORD }, typed: {} });
      case "test-account":
        return wholeFormAnswer(403, NOT_FOR_TEST_ACCOUNT, {});
      case "limited":
      case "busy":
        return wholeFormAnswer(REFUSALS[outcome.code].status, REFUSALS[outcome.code].sentence, {});
      default:
        return formAnswer({ status: 422, errors: { password: CREDENTIAL_SENTENCES[outcome.code] }, typed: {} });
    }
  });
}

export default function AccountPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isTestAccount, isChanged, pictures } = loaderData;
  return (
    <AccountFrame photo={pictures["sign-up"]} title="Change Password">
      {isTestAccount && <p className="text-lg text-ash">{NOT_FOR_TEST_ACCOUNT}</p>}
      {isChanged && <Notice>Your password has changed. Your other browsers are signed out.</Notice>}
      {!isTestAccount && !isChanged && <ChangePasswordForm answer={actionData} email={email} />}
      <p className="mt-4">
        <Link to={href("/account")} className={LINK}>
          Back to your account
        </Link>
      </p>
    </AccountFrame>
  );
}
