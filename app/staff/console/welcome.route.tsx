import { href, redirect } from "react-router";
import { z } from "zod";
import { redirectSignedIn } from "../../accounts/account-response.server.ts";
import { ACCOUNT_PROBLEMS } from "../../accounts/problems.ts";
import { logRefusedSecret } from "../../accounts/refused-secret.server.ts";
import { withSignInIntent } from "../../accounts/return-to.ts";
import { tokenInUrl } from "../../accounts/sign-in.server.ts";
import { signUpOnce } from "../../accounts/sign-up-and-in.server.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { ConsoleLink, consoleMeta } from "../../console/page-parts.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { messageFor } from "../../forms/problems.ts";
import { formAction, type SentForm } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { becomeOwner, findOwnerLinkProblem, isNewOwner } from "../invitations.server.ts";
import { staffName } from "../people.server.ts";
import { STAFF_PROBLEMS, type StaffProblem } from "../problems.ts";
import type { Route } from "./+types/welcome.route";
import { JoinForm, WrongLink } from "./join-form.tsx";

export const meta = () => consoleMeta("Welcome");

export async function loader({ context, url }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  const problem = await findOwnerLinkProblem(context.get(servicesContext), tokenInUrl(url));
  if (problem !== undefined) logRefusedSecret(context, "owner-link", problem);
  const isTestAccount = visitor?.isTestAccount ?? false;
  return {
    problem: problem && messageFor({ code: problem }, STAFF_PROBLEMS),
    email: isTestAccount ? undefined : visitor?.email,
    testAccountProblem: isTestAccount ? messageFor({ code: "test-account-staff" }, STAFF_PROBLEMS) : undefined,
    signInPath: withSignInIntent(href("/login"), { next: `${url.pathname}${url.search}`, save: undefined }),
  };
}

const entryForm = z.object({ name: staffName(), email: z.string(), password: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  const token = tokenInUrl(url);
  const refuse = (code: StaffProblem, typed: Record<string, string>) => {
    logRefusedSecret(context, "owner-link", code);
    return problemResponse(STAFF_PROBLEMS, code, typed);
  };
  const work = async ({ services, visit, values, typed }: SentForm<typeof entryForm>) => {
    const { name, email } = values;
    if (visitor !== null && !visitor.isTestAccount) {
      const outcome = await becomeOwner(services, token, visitor, name);
      return outcome.code === "done" ? redirect(href("/staff"), 303) : refuse(outcome.code, typed);
    }
    const problem = await findOwnerLinkProblem(services, token);
    if (problem !== undefined && !(await isNewOwner(services, email))) return refuse(problem, typed);
    const entered = await signUpOnce(services, values, visit);
    if (entered.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, entered.code, typed);
    const account = { id: entered.userId, email: email.trim().toLowerCase() };
    const outcome = await becomeOwner(services, token, account, name);
    if (outcome.code !== "done") return refuse(outcome.code, typed);
    return redirectSignedIn(href("/staff"), entered.setCookie);
  };
  return formAction({ context, request }, entryForm, work, STAFF_PROBLEMS);
}

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const { problem, email, testAccountProblem, signInPath } = loaderData;
  if (problem !== undefined) return <WrongLink problem={problem} />;
  return (
    <>
      <div>
        <h1>Karibu</h1>
        <p className="pt-row text-[17px]">
          This site has no owner yet. With this link you become the owner: you run the console, and invite the others.
        </p>
        {email !== undefined && (
          <p className="pt-row text-[17px]">
            You are signed in as <b>{email}</b>.
          </p>
        )}
        {testAccountProblem !== undefined && (
          <p className="pt-row">{testAccountProblem} Create your own account here.</p>
        )}
      </div>
      <JoinForm
        returnedForm={actionData}
        account={email === undefined ? "new" : "signed-in"}
        submit="Become the owner"
      />
      {email === undefined && (
        <p>
          <ConsoleLink to={signInPath} reloadDocument label="I have an account here: sign in first" />
        </p>
      )}
    </>
  );
}
