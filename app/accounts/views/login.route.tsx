import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/place-pictures.server.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { TEST_ACCOUNT } from "../../platform/test-account.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { clientAddressContext, servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { findStaffMember } from "../../staff/staff.server.ts";
import { StatusMessage } from "../../ui/status-message.tsx";
import { accountFormResponse } from "../account-response.server.ts";
import { signIn } from "../accounts.server.ts";
import { completeSignIn } from "../complete-sign-in.server.ts";
import { CALENDAR_ENDED } from "../messages.ts";
import { readArrival } from "../return-to.ts";
import { isSignedInContext } from "../visitor-context.ts";
import type { Route } from "./+types/login.route";
import { AccountFrame } from "./account-frame.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { TestAccountNote } from "./test-account-note.tsx";

export const handle = {
  publicPage: { searchParams: { reset: ["1"] }, personalSearchParams: ["next", "save"], isUnlisted: true },
} satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Sign In",
    description: "Sign in to see the classes you saved.",
    path: "/login",
    share: "login",
    shareAlt: "A boxer in red gloves holds his guard beside a heavy bag.",
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(isSignedInContext)) throw redirect(href("/account"));
  const services = context.get(servicesContext);
  return {
    pictures: await findPlacePictures(services, ["sign-in"]),
    arrival: readArrival(request.url),
    testAccount: services.config.testAccount ? TEST_ACCOUNT : null,
    isReset: new URL(request.url).searchParams.get("reset") === "1",
  };
}

/** The fields are checked by `signIn`, which has one message for all problems. */
const signInForm = z.object({ email: z.string(), password: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await readForm(request, signInForm);
  if (!form.ok) return formResponse(form);
  return withFormReturnedOnError(services.log, form.typed, async () => {
    const clientAddress = context.get(clientAddressContext);
    const outcome = await signIn(services, form.values, { request, clientAddress });
    if (!outcome.ok) return accountFormResponse(outcome.code, form.typed);
    const isStaff = (await findStaffMember(services, outcome.userId)) !== undefined;
    return completeSignIn(services, request, outcome, isStaff ? href("/staff") : undefined);
  });
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, arrival, testAccount, isReset } = loaderData;
  return (
    <AccountFrame photo={pictures["sign-in"]} title="Sign In">
      {isReset && actionData === undefined && (
        <StatusMessage>Your new password is set. Sign in with it. {CALENDAR_ENDED}</StatusMessage>
      )}
      <SignInForm returnedForm={actionData} arrival={arrival} />
      {testAccount && <TestAccountNote account={testAccount} />}
    </AccountFrame>
  );
}
