import { href, Link } from "react-router";
import { z } from "zod";
import { accountFormResponse, redirectWithCookies } from "../../accounts/account-response.server.ts";
import { hasAccount, signIn } from "../../accounts/accounts.server.ts";
import { PASSWORD_HINT } from "../../accounts/messages.ts";
import { signUpOnce } from "../../accounts/sign-up-once.server.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { clientAddressContext, servicesContext } from "../../request/request-context.ts";
import { acceptInvitation, findInvitation } from "../invitations.server.ts";
import { STAFF_MESSAGES } from "../messages.ts";
import { personName } from "../person-fields.ts";
import { ROLE_NAMES } from "../roles.ts";
import { staffFormResponse } from "../staff-response.server.ts";
import type { Route } from "./+types/invitation.route";
import { JoinForm } from "./join-form.tsx";

export function meta() {
  return consoleMeta("Invitation");
}

function tokenOf(url: URL): string {
  return url.searchParams.get("token") ?? "";
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const invitation = await findInvitation(services, tokenOf(url));
  if (invitation === undefined) return { invitation: undefined };
  const visitor = context.get(visitorContext);
  const { email, role, invitedBy } = invitation;
  const isSignedIn = visitor?.email === email;
  const account: "signed-in" | "existing" | "new" = isSignedIn
    ? "signed-in"
    : (await hasAccount(services, email))
      ? "existing"
      : "new";
  return {
    invitation: { email, roleName: ROLE_NAMES[role], invitedBy },
    account,
    otherEmail: visitor === null || isSignedIn ? undefined : visitor.email,
    passwordHint: PASSWORD_HINT,
  };
}

const acceptForm = z.object({ name: personName(), password: z.string() });

/** The invited address becomes staff: signed in already, signing in, or with a new account. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(visitorContext);
  const token = tokenOf(url);
  const form = await readForm(request, acceptForm);
  if (!form.ok) return formResponse(form, STAFF_MESSAGES);
  const { values, typed } = form;
  return withFormReturnedOnError(services.log, typed, async () => {
    const invitation = await findInvitation(services, token);
    if (visitor !== null && (invitation === undefined || invitation.email === visitor.email)) {
      const outcome = await acceptInvitation(services, token, visitor, values.name);
      return outcome.ok ? redirectWithCookies(href("/staff"), []) : staffFormResponse(outcome.code, typed, "form");
    }
    if (invitation === undefined) return staffFormResponse("invitation-wrong", typed);
    const { email } = invitation;
    const visit = { request, clientAddress: context.get(clientAddressContext) };
    const credentials = { email, password: values.password };
    const enter = (await hasAccount(services, email)) ? signIn : signUpOnce;
    const entered = await enter(services, credentials, visit);
    if (!entered.ok) return accountFormResponse(entered.code, typed);
    const outcome = await acceptInvitation(services, token, { id: entered.userId, email }, values.name);
    if (!outcome.ok) return staffFormResponse(outcome.code, typed, "form");
    return redirectWithCookies(href("/staff"), entered.setCookie);
  });
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation } = loaderData;
  if (invitation === undefined) {
    return (
      <>
        <h1>Not this link</h1>
        <p className="text-[17px]">{STAFF_MESSAGES["invitation-wrong"]}</p>
        <p>
          <Link to={href("/staff")} className="link">
            To the console
          </Link>
        </p>
      </>
    );
  }
  const { account, otherEmail, passwordHint } = loaderData;
  return (
    <>
      <div>
        <h1>Karibu</h1>
        <p className="mt-3 text-[17px]">
          {invitation.invitedBy} invites you to the console. Your role: <b>{invitation.roleName}</b>. Your address:{" "}
          <b>{invitation.email}</b>.
        </p>
        {otherEmail !== undefined && (
          <p className="mt-3">
            You are signed in as {otherEmail}; with this form you go on as {invitation.email}.
          </p>
        )}
        {account === "existing" && (
          <p className="mt-3">
            There is an account with this address. <a href={href("/forgot-password")}>Forgot its password?</a>
          </p>
        )}
      </div>
      <JoinForm
        returnedForm={actionData}
        account={account}
        email={invitation.email}
        submit="Join the team"
        passwordHint={passwordHint}
      />
    </>
  );
}
