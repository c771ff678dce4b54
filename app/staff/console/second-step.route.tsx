import { href, redirect } from "react-router";
import { SignOutButton } from "../../console/console-frame.tsx";
import { ConsoleLink, consoleMeta } from "../../console/page-parts.tsx";
import { servicesContext } from "../../request/request-context.ts";
import { consoleAccess } from "../access.server.ts";
import { checkPasskey, listPasskeys, passkeySite, requestOptions } from "../passkeys.server.ts";
import { checkAppCode, checkRecoveryCode, hasApp } from "../second-step.server.ts";
import {
  consoleSignInContext,
  isSecondStepFresh,
  nextInConsole,
  secondStepPathFor,
  withNext,
} from "../staff-guard.server.ts";
import type { Route } from "./+types/second-step.route";
import { CodeForm, FormNotice } from "./code-form.tsx";
import { factorAction } from "./factor-action.server.ts";
import { PasskeyButton } from "./passkey-button.tsx";

const WITH_RECOVERY_CODE = "recovery-code";

export const meta = () => consoleMeta("Two-step verification");

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const signIn = context.get(consoleSignInContext);
  const next = nextInConsole(url);
  if (!signIn.state.hasFactor) {
    throw redirect(signIn.state.isRequired ? secondStepPathFor("set-up", new URL(next, url)) : next);
  }
  if (isSecondStepFresh(context)) throw redirect(next);
  const path = withNext(href("/staff/second-step"), next);
  return {
    email: signIn.member.email,
    isAgain: consoleAccess(signIn.state, services.now()) === "allowed",
    isRecovery: url.searchParams.get("with") === WITH_RECOVERY_CODE,
    hasApp: await hasApp(services, signIn.member.id),
    passkey: await requestOptions(services, signIn, await passkeySite(services, url)),
    hasPasskey: (await listPasskeys(services, signIn.member.id)).length > 0,
    path,
    recoveryPath: `${path}${path.includes("?") ? "&" : "?"}with=${WITH_RECOVERY_CODE}`,
  };
}

export async function action(args: Route.ActionArgs) {
  const isRecovery = args.url.searchParams.get("with") === WITH_RECOVERY_CODE;
  return factorAction(
    args,
    {
      byCode: isRecovery ? checkRecoveryCode : checkAppCode,
      byPasskey: checkPasskey,
      next: ({ log }) => {
        log.info({ event: "second-step-passed" }, "verified a second step");
        return nextInConsole(args.url);
      },
    },
    { event: "second-step-refused", message: "refused a second step" },
  );
}

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isAgain, isRecovery, passkey, hasPasskey, path, recoveryPath } = loaderData;
  const mayUseApp = loaderData.hasApp && !isRecovery;
  return (
    <>
      <div>
        <h1>{isRecovery ? "Recovery code" : mayUseApp ? "Six digits" : "Your passkey"}</h1>
        <p className="pt-row text-[17px]">
          {isAgain && "Please verify again, because the next step is sensitive. "}
          {mayUseApp ? "From your authenticator app, for " : "For "}
          <b>{email}</b>.
        </p>
      </div>
      {isRecovery && (
        <CodeForm
          isRecovery
          returnedForm={actionData}
          help="One of the ten you printed or saved, like K7QM4-RXD9T. Each works once."
          submit="Sign in"
        />
      )}
      {mayUseApp && (
        <CodeForm
          hasFocus
          returnedForm={actionData}
          help="A new one comes every 30 seconds. Each works once."
          submit={isAgain ? "Continue" : "Sign in"}
        />
      )}
      {!mayUseApp && !isRecovery && (
        <>
          <FormNotice returned={actionData} />
          <noscript>
            <p>Passkeys need JavaScript, which is off in this browser. Use a recovery code instead.</p>
          </noscript>
          {passkey && (
            <p className="actions">
              <PasskeyButton request={{ kind: "use", options: passkey }} className="button red">
                Use the passkey
              </PasskeyButton>
            </p>
          )}
        </>
      )}
      {hasPasskey && passkey === undefined && (
        <p className="max-w-[440px]">Your passkey was created for another address, and doesn’t work at this one.</p>
      )}
      <ul className="max-w-110 border-line border-t pt-2">
        {passkey && mayUseApp && (
          <li>
            <PasskeyButton request={{ kind: "use", options: passkey }}>Use a passkey</PasskeyButton>
          </li>
        )}
        <li>
          <ConsoleLink
            to={isRecovery ? path : recoveryPath}
            label={isRecovery ? "Use another method" : "Use a recovery code"}
          />
        </li>
        <li>
          <SignOutButton />
        </li>
      </ul>
    </>
  );
}
