import { href } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { EmailField, PasswordField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { formAction, type SentForm } from "../../request/form-action.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { TEXT_LINK, TextLink } from "../../ui/button.tsx";
import { completeSignIn, redirectWithCookies } from "../account-response.server.ts";
import { mailConfirmation } from "../address-confirmation.server.ts";
import type { EmailProblem, PasswordProblem } from "../credentials.ts";
import { PASSWORD_HINT } from "../messages.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { readSignInIntent, withSignInIntent } from "../return-to.ts";
import { signUpOnce } from "../sign-up-and-in.server.ts";
import { isSignedInContext } from "../visitor-context.ts";
import type { Route } from "./+types/signup.route";
import { AccountFrame } from "./account-frame.tsx";

export const handle = {
  publicPage: { personalSearchParams: ["next", "save"], isUnlisted: true },
} satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Sign Up",
    description: "Create an account and save the classes you like.",
    path: "/signup",
    share: "signup",
    shareAlt: "A man squats deep with a bar of red and black plates across his shoulders.",
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(isSignedInContext))
    throw redirectWithCookies(readSignInIntent(request.url).next ?? href("/account"), []);
  const services = context.get(servicesContext);
  return {
    pictures: await findPlacePictures(services, ["sign-up"]),
    intent: readSignInIntent(request.url),
    passwordHint: PASSWORD_HINT,
    hasTestAccount: services.config.testAccount,
  };
}

/** `signUp` checks what is typed. */
const signUpForm = z.object({
  email: z.string().min(1, "email-missing" satisfies EmailProblem),
  password: z.string().min(1, "password-missing" satisfies PasswordProblem),
});

export async function action({ context, request }: Route.ActionArgs) {
  const work = async ({ services, visit, values, typed }: SentForm<typeof signUpForm>) => {
    const outcome = await signUpOnce(services, values, visit);
    if (outcome.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, outcome.code, typed);
    if (outcome.isNew) await mailConfirmation(services, outcome.userId);
    return completeSignIn(services, request, outcome);
  };
  return formAction({ context, request }, signUpForm, work, ACCOUNT_PROBLEMS);
}

/** Sign Up (specification, section 2). It posts to its own address, which keeps the visitor's intent in the query. */
export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, intent, passwordHint, hasTestAccount } = loaderData;
  const returned = useReturnedForm(actionData);
  const signIn = withSignInIntent(href("/login"), intent);
  return (
    <AccountFrame photo={pictures["sign-up"]} title="Sign Up">
      {/* Before the fields: the header's icon leads members here, who would fill them in. */}
      <p className="-mt-3 mb-6">
        Already have account? <TextLink to={signIn} label="Sign In" />
      </p>
      <PostForm returned={returned} deletesCopies>
        <FormAlert returned={returned} />
        <EmailField name="email" label="Email" autoComplete="username" required returned={returned} />
        <PasswordField
          name="password"
          label="Password"
          hint={passwordHint}
          purpose="new-password"
          retry
          returned={returned}
        />
        <SubmitButton>Sign Up</SubmitButton>
      </PostForm>
      <div className="mt-6 grid gap-3 border-t border-white/15 pt-6 text-[15px] text-ash">
        {hasTestAccount && (
          <p>
            Only looking around? The Sign In page has a{" "}
            <span className="inline-block">
              <TextLink to={`${signIn}#test-account`} className={TEXT_LINK} label="test account" /> for that.
            </span>
          </p>
        )}
        <p>
          We keep your email address, your password in a form nobody can read, and the classes you save or book. More on
          the <TextLink to={href("/privacy")} className={TEXT_LINK} label="privacy page" />.
        </p>
      </div>
    </AccountFrame>
  );
}
