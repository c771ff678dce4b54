import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { listPasskeys, removePasskey } from "../passkeys.server.ts";
import { countRecoveryCodes } from "../recovery-codes.server.ts";
import { hasApp, removeApp, renewRecoveryCodes } from "../second-step.server.ts";
import { consoleSessionContext } from "../staff-context.ts";
import { requireFreshSecondStep } from "../staff-guard.server.ts";
import { staffFormResponse } from "../staff-response.server.ts";
import type { Route } from "./+types/factors.route";
import { Factors } from "./factors.tsx";

export function meta() {
  return consoleMeta("Your second step");
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { member } = context.get(consoleSessionContext);
  const now = services.now();
  const shown = (moment: string) => shortMoment(new Date(moment), now);
  const passkeys = await listPasskeys(services, member.id);
  return {
    hasApp: await hasApp(services, member.id),
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
      id,
      name,
      addedAt: shown(addedAt),
      lastUsedAt: lastUsedAt === null ? undefined : shown(lastUsedAt),
    })),
    recoveryCodes: await countRecoveryCodes(services, member.id),
  };
}

const factorForm = z.object({ do: fixedValue(["remove-app", "remove-passkey", "new-codes"]), passkeyId: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const session = context.get(consoleSessionContext);
  requireFreshSecondStep(context, url);
  const form = await readForm(request, factorForm);
  if (!form.ok) return formResponse(form);
  const { do: change, passkeyId } = form.values;
  return withFormReturnedOnError(services.log, {}, async () => {
    if (change === "new-codes") {
      if (!session.state.hasFactor) return redirect(href("/staff/second-step/set-up"), 303);
      await renewRecoveryCodes(services, session);
      return redirect(href("/staff/second-step/recovery-codes"), 303);
    }
    const outcome =
      change === "remove-app"
        ? await removeApp(services, session, session.state.isRequired)
        : await removePasskey(services, session, passkeyId, session.state.isRequired);
    return outcome.ok ? redirect(href("/staff/second-step/factors"), 303) : staffFormResponse(outcome.code);
  });
}

export default function FactorsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Your second step" meta="What the console asks for beside your password." />
      <Factors {...loaderData} returnedForm={actionData} />
      <p className="mt-6">
        <Link to={href("/staff")} className="link">
          To the first page
        </Link>
      </p>
    </>
  );
}
