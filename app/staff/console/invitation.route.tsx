import { href } from "react-router";
import { z } from "zod";
import { redirectSignedIn, redirectWithCookies } from "../../accounts/account-response.server.ts";
import { ACCOUNT_PROBLEMS } from "../../accounts/problems.ts";
import { logRefusedSecret } from "../../accounts/refused-secret.server.ts";
import { tokenInUrl } from "../../accounts/sign-in.server.ts";
import { hasAccount, signIn, signUpOnce } from "../../accounts/sign-up-and-in.server.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { consoleMeta } from "../../console/page-parts.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { messageFor } from "../../forms/problems.ts";
import { formAction, type SentForm } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { acceptInvitation, findInvitation } from "../invitations.server.ts";
import { staffName } from "../people.server.ts";
import { STAFF_PROBLEMS, type StaffProblem } from "../problems.ts";
import { ROLE_NAMES } from "../roles.ts";
import type { Route } from "./+types/invitation.route";
import { JoinForm, WrongLink } from "./join-form.tsx";

export const meta = () => consoleMeta("Invitation");

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const invitation = await findInvitation(services, tokenInUrl(url));
  if (invitation === undefined) {
    logRefusedSecret(context, "invitation-link", "invitation-wrong");
    return { invitation: undefined, problem: messageFor({ code: "invitation-wrong" }, STAFF_PROBLEMS) };
  }
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
  };
}

const acceptForm = z.object({ name: staffName(), password: z.string() });

/** The invited address becomes staff: signed in already, signing in, or with a new account. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  const token = tokenInUrl(url);
  const refuse = (code: StaffProblem, typed: Record<string, string>, field?: "form") => {
    logRefusedSecret(context, "invitation-link", code);
    return problemResponse(STAFF_PROBLEMS, code, typed, field);
  };
  const work = async ({ services, visit, values, typed }: SentForm<typeof acceptForm>) => {
    const invitation = await findInvitation(services, token);
    if (visitor !== null && (invitation === undefined || invitation.email === visitor.email)) {
      const outcome = await acceptInvitation(services, token, visitor, values.name);
      return outcome.code === "done" ? redirectWithCookies(href("/staff"), []) : refuse(outcome.code, typed, "form");
    }
    if (invitation === undefined) return refuse("invitation-wrong", typed);
    const { email } = invitation;
    const enter = (await hasAccount(services, email)) ? signIn : signUpOnce;
    const entered = await enter(services, { email, password: values.password }, visit);
    if (entered.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, entered.code, typed);
    const outcome = await acceptInvitation(services, token, { id: entered.userId, email }, values.name);
    if (outcome.code !== "done") return refuse(outcome.code, typed, "form");
    return redirectSignedIn(href("/staff"), entered.setCookie);
  };
  return formAction({ context, request }, acceptForm, work, STAFF_PROBLEMS);
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.invitation === undefined) return <WrongLink problem={loaderData.problem} />;
  const { invitation, account, otherEmail } = loaderData;
  return (
    <>
      <div>
        <h1>Karibu</h1>
        <p className="pt-row text-[17px]">
          {invitation.invitedBy} invites you to the console. Your role: <b>{invitation.roleName}</b>. Your address:{" "}
          <b>{invitation.email}</b>.
        </p>
        {otherEmail !== undefined && (
          <p className="pt-row">
            You are signed in as {otherEmail}; this form continues as {invitation.email}.
          </p>
        )}
        {account === "existing" && (
          <p className="pt-row">
            There is an account with this address. <a href={href("/forgot-password")}>Forgot its password?</a>
          </p>
        )}
      </div>
      <JoinForm returnedForm={actionData} account={account} email={invitation.email} submit="Join the team" />
    </>
  );
}
