import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/place-pictures.server.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { clientAddressContext, servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { accountFormResponse } from "../account-response.server.ts";
import { completeSignIn } from "../complete-sign-in.server.ts";
import { PASSWORD_HINT } from "../messages.ts";
import { readArrival } from "../return-to.ts";
import { signUpOnce } from "../sign-up-once.server.ts";
import { isSignedInContext } from "../visitor-context.ts";
import type { Route } from "./+types/signup.route";
import { AccountFrame } from "./account-frame.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

export const handle = {
  publicPage: { personalSearchParams: ["next", "save"], isUnlisted: true },
} satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Sign Up",
    description: "Make an account and keep the classes you like.",
    path: "/signup",
    share: "signup",
    shareAlt: "A man squats deep with a bar of red and black plates across his shoulders.",
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(isSignedInContext)) throw redirect(href("/account"));
  const services = context.get(servicesContext);
  return {
    pictures: await findPlacePictures(services, ["sign-up"]),
    arrival: readArrival(request.url),
    passwordHint: PASSWORD_HINT,
    hasTestAccount: services.config.testAccount,
  };
}

/** What is wrong with either field is for `signUp` to know. */
const signUpForm = z.object({ email: z.string(), password: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await readForm(request, signUpForm);
  if (!form.ok) return formResponse(form);
  return withFormReturnedOnError(services.log, form.typed, async () => {
    const clientAddress = context.get(clientAddressContext);
    const outcome = await signUpOnce(services, form.values, { request, clientAddress });
    if (!outcome.ok) return accountFormResponse(outcome.code, form.typed);
    return completeSignIn(services, request, outcome);
  });
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, ...form } = loaderData;
  return (
    <AccountFrame photo={pictures["sign-up"]} title="Sign Up">
      <SignUpForm returnedForm={actionData} {...form} />
    </AccountFrame>
  );
}
