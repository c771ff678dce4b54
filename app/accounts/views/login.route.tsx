import { href } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { EmailField, PasswordField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, StatusMessage, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { TEST_ACCOUNT } from "../../platform/config.ts";
import { formAction } from "../../request/form-action.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { findStaffMember } from "../../staff/staff.server.ts";
import { TextLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { completeSignIn, redirectWithCookies } from "../account-response.server.ts";
import { CALENDAR_ADDRESS_ENDED } from "../messages.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { readSignInIntent, withSignInIntent } from "../return-to.ts";
import { signIn } from "../sign-up-and-in.server.ts";
import { isSignedInContext } from "../visitor-context.ts";
import type { Route } from "./+types/login.route";
import { AccountFrame } from "./account-frame.tsx";

export const handle = {
  publicPage: { searchParams: { reset: ["1"] }, personalSearchParams: ["next", "save"], isUnlisted: true },
} satisfies PublicPageHandle;

export const meta = accountMeta("Sign In", "Sign in to see the classes you saved.", "login");

export async function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(isSignedInContext))
    throw redirectWithCookies(readSignInIntent(request.url).next ?? href("/account"), []);
  const services = context.get(servicesContext);
  return {
    pictures: await findPlacePictures(services, ["sign-in"]),
    intent: readSignInIntent(request.url),
    testAccount: services.config.testAccount ? TEST_ACCOUNT : null,
    isReset: new URL(request.url).searchParams.get("reset") === "1",
  };
}

/** The fields are checked by `signIn`, which has one message for all problems. */
const signInForm = z.object({ email: z.string(), password: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  return formAction({ context, request }, signInForm, async ({ services, visit, values, typed }) => {
    const outcome = await signIn(services, values, visit);
    if (outcome.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, outcome.code, typed);
    const isStaff = (await findStaffMember(services, outcome.userId)) !== undefined;
    return completeSignIn(services, request, outcome, isStaff ? href("/staff") : undefined);
  });
}

/** Sign In (specification, section 2). It posts to its own address, which keeps the visitor's intent in the query. */
export default function SignIn({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { pictures, intent, testAccount, isReset } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={pictures["sign-in"]} title="Sign In">
      {isReset && actionData === undefined && (
        <StatusMessage>Your new password is set. Sign in with it. {CALENDAR_ADDRESS_ENDED}</StatusMessage>
      )}
      <PostForm returned={returned} deletesCopies>
        <FormAlert returned={returned} />
        <EmailField name="email" label="Email" autoComplete="username" required returned={returned} />
        <PasswordField name="password" label="Password" purpose="current-password" retry returned={returned} />
        <SubmitButton>Sign In</SubmitButton>
      </PostForm>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-5">
        <p>
          {`New to ${matches[0].loaderData.settings.name}?`}{" "}
          <TextLink to={withSignInIntent(href("/signup"), intent)} label="Sign Up" />
        </p>
        <TextLink to={withSignInIntent(href("/forgot-password"), intent)} label="Forgot your password?" />
      </div>
      {testAccount && <TestAccountNote account={testAccount} />}
    </AccountFrame>
  );
}

/** Shows the shared test account, with buttons that copy it (specification, section 2: "a visible hint"). */
function TestAccountNote({ account }: { account: { email: string; password: string } }) {
  return (
    <section
      id="test-account"
      aria-labelledby="test-account-title"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-white/15 pt-6 text-[15px] text-ash"
    >
      <div>
        <h2
          id="test-account-title"
          className="font-text text-base leading-normal font-bold tracking-normal text-white normal-case"
        >
          Test Account
        </h2>
        <p className="wrap-anywhere">
          {account.email} / {account.password}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={account.email}>Copy email</CopyButton>{" "}
        <CopyButton text={account.password}>Copy password</CopyButton>
      </div>
    </section>
  );
}
