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
import { addPasskey, creationOptions, passkeySite } from "../passkeys.server.ts";
import { qrCode } from "../qr.ts";
import { findShownCodes } from "../recovery-codes.server.ts";
import { confirmSetup, endPending, findOrStartSetup } from "../second-step.server.ts";
import { consoleSessionContext } from "../staff-context.ts";
import { nextInConsole, requireFreshSecondStep, withNext } from "../staff-guard.server.ts";
import { staffFormResponse } from "../staff-response.server.ts";
import { totpUri } from "../totp.server.ts";
import type { Route } from "./+types/set-up.route";
import { CodeForm } from "./code-form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { TotpKey } from "./totp-key.tsx";

export function meta() {
  return consoleMeta("Set up the second step");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(consoleSessionContext);
  const { hasFactor, isRequired } = session.state;
  if (hasFactor) requireFreshSecondStep(context, url);
  const key = await findOrStartSetup(services, session.sessionId);
  const site = await passkeySite(services, url);
  const uri = totpUri(key, site.name, session.member.email);
  return {
    gym: site.name,
    key,
    uri,
    qr: await qrCode(uri),
    passkey: await creationOptions(services, session, site),
    hasFactor,
    skipTo: isRequired && !hasFactor ? undefined : nextInConsole(url),
  };
}

const setUpForm = z.object({ code: z.string(), passkey: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const session = context.get(consoleSessionContext);
  if (session.state.hasFactor) requireFreshSecondStep(context, url);
  const sent = await formDigest(services, request, url);
  const form = await readForm(request, setUpForm);
  if (!form.ok) return formResponse(form);
  const { code, passkey } = form.values;
  return withFormReturnedOnError(services.log, {}, async () => {
    const outcome =
      passkey === ""
        ? await confirmSetup(services, session, code)
        : await addPasskey(services, session, await passkeySite(services, url), passkey);
    if (!outcome.ok) {
      const who = logNames(services, { email: session.member.email, clientAddress: context.get(clientAddressContext) });
      services.log.info({ event: "set-up-refused", code: outcome.code, ...who }, "refused a new factor");
      return staffFormResponse(outcome.code);
    }
    const setCookie = await renewSession(services, request, sent, endPending);
    if (setCookie === undefined) return redirect(signInFirst(new URL(nextInConsole(url), url).href), 303);
    const hasNewCodes = (await findShownCodes(services, session.sessionId)) !== undefined;
    const to = hasNewCodes ? href("/staff/second-step/recovery-codes") : href("/staff/second-step/factors");
    return redirectWithCookies(withNext(to, hasNewCodes ? nextInConsole(url) : undefined), setCookie);
  });
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { gym, key, uri, qr, passkey, hasFactor, skipTo } = loaderData;
  return (
    <>
      <div>
        <h1>{hasFactor ? "Another app" : "Second step"}</h1>
        <p className="mt-3 text-[17px]">
          {hasFactor
            ? "The app you add here takes the place of the one you had. A passkey is added to those you have."
            : "Your password may leak; your phone stays with you. From now on the console asks for both."}
        </p>
      </div>
      <ol className="steps">
        <li>
          <h2>1 Add {gym} to your app</h2>
          <TotpKey secret={key} uri={uri} qr={qr} />
        </li>
        <li>
          <h2>2 Type the six digits</h2>
          <CodeForm
            returnedForm={actionData}
            help="If it’s refused, see that the phone’s clock is set by the network."
            submit="Switch on"
          >
            <PasskeyButton request={{ kind: "make", options: passkey }}>A passkey instead</PasskeyButton>
          </CodeForm>
        </li>
      </ol>
      {skipTo !== undefined && (
        <p>
          <Link to={skipTo} className="link">
            {hasFactor ? "Leave it as it is" : "Not now"}
          </Link>
        </p>
      )}
    </>
  );
}
