import { href } from "react-router";
import { ConsoleLink, consoleMeta } from "../../console/page-parts.tsx";
import { type QrCode, qrCode } from "../../platform/qr-code.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { addPasskey, creationOptions, passkeySite } from "../passkeys.server.ts";
import { findShownCodes } from "../recovery-codes.server.ts";
import { confirmSetup, findOrStartSetup } from "../second-step.server.ts";
import { consoleSignInContext, nextInConsole, requireFreshSecondStep, withNext } from "../staff-guard.server.ts";
import { totpUri } from "../totp.server.ts";
import type { Route } from "./+types/set-up.route";
import { CodeForm } from "./code-form.tsx";
import { factorAction } from "./factor-action.server.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export const meta = () => consoleMeta("Set up two-step verification");

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const signIn = context.get(consoleSignInContext);
  const { hasFactor, isRequired } = signIn.state;
  if (hasFactor) requireFreshSecondStep(context, url);
  const key = await findOrStartSetup(services, signIn.signInId);
  const site = await passkeySite(services, url);
  const uri = totpUri(key, site.name, signIn.member.email);
  return {
    gym: site.name,
    key,
    uri,
    qr: await qrCode(uri),
    passkey: await creationOptions(services, signIn, site),
    hasFactor,
    skipTo: isRequired && !hasFactor ? undefined : nextInConsole(url),
  };
}

export async function action(args: Route.ActionArgs) {
  const { context, url } = args;
  if (context.get(consoleSignInContext).state.hasFactor) requireFreshSecondStep(context, url);
  return factorAction(
    args,
    {
      byCode: confirmSetup,
      byPasskey: addPasskey,
      next: async (services, { signInId }) => {
        const hasNewCodes = (await findShownCodes(services, signInId)) !== undefined;
        if (!hasNewCodes) return href("/staff/second-step/factors");
        return withNext(href("/staff/second-step/recovery-codes"), nextInConsole(url));
      },
    },
    { event: "set-up-refused", message: "refused a new factor" },
  );
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { gym, key, uri, qr, passkey, hasFactor, skipTo } = loaderData;
  return (
    <>
      <div>
        <h1>{hasFactor ? "Another app" : "Two-step verification"}</h1>
        <p className="pt-row text-[17px]">
          {hasFactor
            ? "The app you add here replaces the one you had. A passkey is added to the ones you have."
            : "Passwords can leak; your phone stays with you. Once this is on, the console asks for both."}
        </p>
      </div>
      <ol className="parts">
        <li className="part">
          <h2>1 Add {gym} to your app</h2>
          <TotpKey secret={key} uri={uri} qr={qr} />
        </li>
        <li className="part">
          <h2>2 Type the six digits</h2>
          <CodeForm
            returnedForm={actionData}
            help="If it is rejected, check that the phone’s clock is set automatically."
            submit="Switch on"
          >
            <PasskeyButton request={{ kind: "make", options: passkey }}>A passkey instead</PasskeyButton>
          </CodeForm>
        </li>
      </ol>
      {skipTo !== undefined && (
        <p>
          <ConsoleLink to={skipTo} label={hasFactor ? "Leave it as it is" : "Not now"} />
        </p>
      )}
    </>
  );
}

/** The key of an authenticator app: a link for the phone that has the app, a QR code for another one, and as text. */
function TotpKey({ secret, uri, qr }: { secret: string; uri: string; qr: QrCode }) {
  return (
    <>
      <p className="only-narrow">
        <a className="button" href={uri}>
          Open the authenticator app
        </a>
      </p>
      <div className="flex w-full flex-wrap gap-6">
        <div className="only-wide">
          <QrPicture qr={qr} />
        </div>
        <div className="grid flex-[1_1_260px] content-start gap-2">
          <p className="font-bold">Or type this key</p>
          <p
            className="w-full select-all border border-line bg-white px-4 py-row font-bold text-lg leading-relaxed tracking-wider"
            data-key=""
          >
            {secret.match(/.{1,4}/g)?.join(" ")}
          </p>
          <details className="only-narrow">
            <summary className="link whitespace-normal">The app is on another phone: show the QR code</summary>
            <QrPicture qr={qr} />
          </details>
          <p className="help only-wide">
            Scan the QR code with an app such as Google Authenticator, Aegis or 1Password, or type the key into it.
          </p>
        </div>
      </div>
    </>
  );
}

function QrPicture({ qr: { size, path } }: { qr: QrCode }) {
  return (
    <div className="w-51 border border-line bg-white p-3.5">
      <svg
        className="h-auto w-full"
        role="img"
        aria-label="QR code with the key"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#0b0b0c" />
      </svg>
    </div>
  );
}
