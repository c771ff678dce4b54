import type { ReactNode } from "react";
import { href, redirect } from "react-router";
import { z } from "zod";
import { ConsoleButton, ConsoleLink, PageHead } from "../../console/page-parts.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { useReturnedForm } from "../../forms/post-form.tsx";
import { shortMoment } from "../../time/dates.server.ts";
import { listPasskeys, passkeySite } from "../passkeys.server.ts";
import { STAFF_PROBLEMS } from "../problems.ts";
import { countRecoveryCodes } from "../recovery-codes.server.ts";
import { findAppState, removeFactor, renewRecoveryCodes } from "../second-step.server.ts";
import { consoleSignInContext, requireFreshSecondStep } from "../staff-guard.server.ts";
import { staffAction, staffRequest } from "../staff-request.server.ts";
import type { Route } from "./+types/factors.route";
import { FormButton, FormNotice } from "./code-form.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context);
  const now = services.now();
  const format = (moment: string) => shortMoment(new Date(moment), now);
  const passkeys = await listPasskeys(services, member.id);
  const { hostname } = new URL((await passkeySite(services, url)).origin);
  return {
    app: await findAppState(services, member.id),
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt, host }) => ({
      id,
      name,
      addedAt: format(addedAt),
      lastUsedAt: lastUsedAt === null ? undefined : format(lastUsedAt),
      otherHost: host === null || host === hostname ? undefined : host,
    })),
    recoveryCodes: await countRecoveryCodes(services, member.id),
  };
}

const changeForm = z.object({ do: fixedValue(["remove-app", "remove-passkey", "new-codes"]), passkeyId: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  const signIn = context.get(consoleSignInContext);
  requireFreshSecondStep(context, url);
  return staffAction({ context, request }, undefined, changeForm, async ({ services, values }) => {
    if (values.do === "new-codes") {
      if (!signIn.state.hasFactor) return redirect(href("/staff/second-step/set-up"), 303);
      await renewRecoveryCodes(services, signIn);
      return redirect(href("/staff/second-step/recovery-codes"), 303);
    }
    const factor = values.do === "remove-app" ? "app" : { passkey: values.passkeyId };
    const outcome = await removeFactor(services, signIn, factor, signIn.state.isRequired);
    return outcome.code === "done"
      ? redirect(href("/staff/second-step/factors"), 303)
      : problemResponse(STAFF_PROBLEMS, outcome.code);
  });
}

/** A member's factors and recovery codes, with the changes that are possible. */
export default function FactorsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { app, passkeys, recoveryCodes } = loaderData;
  const returned = useReturnedForm(actionData);
  const hasApp = app !== "none";
  const hasFactor = hasApp || passkeys.length > 0;
  return (
    <>
      <PageHead
        title="Two-step verification"
        back={{ to: href("/staff"), label: "Today" }}
        meta="What the console asks for besides your password."
      />
      <FormNotice returned={returned} />
      <div className="parts max-w-190">
        <ul className="board">
          <Row
            name="Authenticator app"
            state={APP_STATES[app].text}
            look={APP_STATES[app].look}
            change={
              <>
                <ConsoleLink to={href("/staff/second-step/set-up")} label={APP_STATES[app].change} />
                {hasApp && (
                  <FormButton fields={{ do: "remove-app" }} label="Switch off" about=" the authenticator app" />
                )}
              </>
            }
          />
          {passkeys.map(({ id, name, addedAt, lastUsedAt, otherHost }) => (
            <Row
              key={id}
              name={`Passkey: ${name}`}
              state={
                otherHost === undefined
                  ? lastUsedAt === undefined
                    ? `Added ${addedAt}`
                    : `Last used ${lastUsedAt}`
                  : `Created for ${otherHost}, and doesn’t work at this address: add a new one`
              }
              look={otherHost === undefined ? "on" : "alert"}
              change={
                <FormButton
                  fields={{ do: "remove-passkey", passkeyId: id }}
                  label="Remove"
                  about={` the passkey: ${name}`}
                />
              }
            />
          ))}
          <Row
            name="Passkeys"
            state={passkeys.length === 0 ? "None yet" : `${passkeys.length} of 10`}
            look={passkeys.length > 0 ? "on" : "off"}
            change={<ConsoleLink to={href("/staff/second-step/set-up")} label="Add a passkey" />}
          />
          {hasFactor && (
            <Row
              name="Recovery codes"
              state={`${recoveryCodes} of 10 left`}
              look={recoveryCodes > 0 ? "on" : "off"}
              change={<FormButton fields={{ do: "new-codes" }} label="Create new ones" about=" recovery codes" />}
            />
          )}
        </ul>
        <div className="part">
          <h2>Still signed in somewhere?</h2>
          <p>
            If you lose a phone or a laptop, sign out everywhere, including here. This also switches off your calendar
            address.
          </p>
          <form method="post" action={href("/sign-out")} data-deletes-copies="">
            <ConsoleButton name="where" value="everywhere" className="button danger" label="Sign out everywhere" />
          </form>
        </div>
      </div>
    </>
  );
}

type Look = "on" | "off" | "alert";

const APP_STATES: Readonly<Record<"none" | "on" | "lost", { text: string; look: Look; change: string }>> = {
  none: { text: "Not set up", look: "off", change: "Set up" },
  on: { text: "On", look: "on", change: "Use another app" },
  lost: {
    text: "No longer works, because the site’s secret was changed or lost: set it up again",
    look: "alert",
    change: "Set up again",
  },
};

function Row({ name, state, look, change }: { name: string; state: string; look: Look; change: ReactNode }) {
  return (
    <li className="row">
      <div className="grid gap-1.5">
        <h2 className="name">{name}</h2>
        <p className={`state ${look}`}>{state}</p>
      </div>
      <div className="end grid justify-items-end gap-x-5 md:flex">{change}</div>
    </li>
  );
}
