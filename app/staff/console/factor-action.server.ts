/** The action of forms that prove a factor by a code or a passkey: verification and set-up. */

import { redirect } from "react-router";
import { z } from "zod";
import { redirectWithCookies } from "../../accounts/account-response.server.ts";
import { signInPathFor } from "../../accounts/return-to.ts";
import { formDigest, rotateSignIn } from "../../accounts/rotated-sign-in.server.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { logNames } from "../../platform/log.server.ts";
import type { Services } from "../../platform/services.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import type { ConsoleSignIn } from "../access.server.ts";
import { passkeySite, type Site } from "../passkeys.server.ts";
import { STAFF_PROBLEMS, type StaffOutcome } from "../problems.ts";
import { clearPendingSetup } from "../second-step.server.ts";
import { consoleSignInContext, type GuardArgs, nextInConsole } from "../staff-guard.server.ts";

const factorForm = z.object({ code: z.string(), passkey: z.string() });

/** Verifies a factor and rotates the token. @param checks.next the destination @param refusal the log line */
export async function factorAction(
  { context, request, url }: GuardArgs,
  checks: {
    byCode: (services: Services, signIn: ConsoleSignIn, code: string) => Promise<StaffOutcome>;
    byPasskey: (services: Services, signIn: ConsoleSignIn, site: Site, sent: string) => Promise<StaffOutcome>;
    next: (services: Services, signIn: ConsoleSignIn) => Promise<string> | string;
  },
  refusal: { event: string; message: string },
) {
  const signIn = context.get(consoleSignInContext);
  const digest = await formDigest(context.get(servicesContext), request, url);
  return formAction({ context, request }, factorForm, async ({ services, visit, values: { code, passkey } }) => {
    const outcome =
      passkey === ""
        ? await checks.byCode(services, signIn, code)
        : await checks.byPasskey(services, signIn, await passkeySite(services, url), passkey);
    if (outcome.code !== "done") {
      const who = logNames(services, { email: signIn.member.email, clientAddress: visit.clientAddress });
      services.log.info({ event: refusal.event, code: outcome.code, ...who }, refusal.message);
      return problemResponse(STAFF_PROBLEMS, outcome.code);
    }
    const setCookie = await rotateSignIn(services, request, digest, clearPendingSetup);
    if (setCookie === undefined) return redirect(signInPathFor(new URL(nextInConsole(url), url).href), 303);
    return redirectWithCookies(await checks.next(services, signIn), setCookie);
  });
}
