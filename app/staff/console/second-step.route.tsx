import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { redirectWithCookies } from "../../accounts/account-response.server.ts";
import { formDigest, renewSession } from "../../accounts/renewed-session.server.ts";
import { signInFirst } from "../../accounts/return-to.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { logNames } from "../../platform/log-names.server.ts";
import { clientAddressContext, servicesContext } from "../../request/request-context.ts";
import { consoleAccess } from "../access.ts";
import { checkPasskey, passkeySite, requestOptions } from "../passkeys.server.ts";
import { checkAppCode, checkRecoveryCode, endPending, hasApp } from "../second-step.server.ts";
import { consoleSessionContext } from "../staff-context.ts";
import { isSecondStepFresh, nextInConsole, secondStepFirst, withNext } from "../staff-guard.server.ts";
import { staffFormResponse } from "../staff-response.server.ts";
import type { Route } from "./+types/second-step.route";
import { CodeForm, FormNotice, RecoveryCodeForm } from "./code-form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** The search parameter that shows the form for a recovery code. */
const WITH_RECOVERY_CODE = "recovery-code";

export function meta() {
  return consoleMeta("Second step");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(consoleSessionContext);
  const next = nextInConsole(url);
  if (!session.state.hasFactor) {
    throw redirect(session.state.isRequired ? secondStepFirst("set-up", new URL(next, url)) : next);
  }
  if (isSecondStepFresh(context)) throw redirect(next);
  const path = href("/staff/second-step");
  const recoveryPath = withNext(path, next);
  return {
    email: session.member.email,
    isAgain: consoleAccess(session.state, services.now()) === "allowed",
    isRecovery: url.searchParams.get("with") === WITH_RECOVERY_CODE,
    hasApp: await hasApp(services, session.member.id),
    passkey: await requestOptions(services, session, await passkeySite(services, url)),
    path: withNext(path, next),
    recoveryPath: `${recoveryPath}${recoveryPath.includes("?") ? "&" : "?"}with=${WITH_RECOVERY_CODE}`,
  };
}

const secondStepForm = z.object({ code: z.string(), passkey: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const session = context.get(consoleSessionContext);
  const sent = await formDigest(services, request, url);
  const form = await readForm(request, secondStepForm);
  if (!form.ok) return formResponse(form);
  const { code, passkey } = form.values;
  return withFormReturnedOnError(services.log, {}, async () => {
    const isRecovery = url.searchParams.get("with") === WITH_RECOVERY_CODE;
    const check = isRecovery ? checkRecoveryCode : checkAppCode;
    const outcome =
      passkey === ""
        ? await check(services, session, code)
        : await checkPasskey(services, session, await passkeySite(services, url), passkey);
    if (!outcome.ok) {
      const who = logNames(services, { email: session.member.email, clientAddress: context.get(clientAddressContext) });
      services.log.info({ event: "second-step-refused", code: outcome.code, ...who }, "refused a second step");
      const isWrongCode = isRecovery && outcome.code === "code-wrong";
      return staffFormResponse(isWrongCode ? "recovery-code-wrong" : outcome.code);
    }
    const setCookie = await renewSession(services, request, sent, endPending);
    if (setCookie === undefined) return redirect(signInFirst(new URL(nextInConsole(url), url).href), 303);
    services.log.info({ event: "second-step-passed" }, "a member of staff passed the second step");
    return redirectWithCookies(nextInConsole(url), setCookie);
  });
}

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isAgain, isRecovery, passkey, path, recoveryPath } = loaderData;
  const mayUseApp = loaderData.hasApp && !isRecovery;
  return (
    <>
      <div>
        <h1>{isRecovery ? "Recovery code" : mayUseApp ? "Six digits" : "Your passkey"}</h1>
        <p className="mt-3 text-[17px]">
          {isAgain && "Once more, because what comes next is sensitive. "}
          {mayUseApp ? "From your authenticator app, for " : "For "}
          <b>{email}</b>.
        </p>
      </div>
      {isRecovery && <RecoveryCodeForm returnedForm={actionData} />}
      {mayUseApp && (
        <CodeForm
          hasFocus
          returnedForm={actionData}
          help="A new one comes every 30 seconds. Each works once."
          submit={isAgain ? "Go on" : "Sign in"}
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
      <ul className="max-w-[440px] border-(--line) border-t pt-2">
        {passkey && mayUseApp && (
          <li>
            <PasskeyButton request={{ kind: "use", options: passkey }}>Use a passkey</PasskeyButton>
          </li>
        )}
        <li>
          {isRecovery ? (
            <Link to={path} className="link">
              Use another way
            </Link>
          ) : (
            <Link to={recoveryPath} className="link">
              Use a recovery code
            </Link>
          )}
        </li>
        <li>
          <form method="post" action={href("/sign-out")}>
            <button type="submit" className="link">
              Sign out
            </button>
          </form>
        </li>
      </ul>
    </>
  );
}
