import { href, redirect } from "react-router";
import { z } from "zod";
import { ConsoleButton, consoleMeta, Notice } from "../../console/page-parts.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { STAFF_PROBLEMS } from "../problems.ts";
import { deleteShownCodes, findShownCodes } from "../recovery-codes.server.ts";
import { consoleSignInContext, nextInConsole, requireConsoleAccess } from "../staff-guard.server.ts";
import type { Route } from "./+types/recovery-codes.route";
import { FormNotice } from "./code-form.tsx";

export const meta = () => consoleMeta("Recovery codes");

/** Only the sign-in that made the codes sees them, until they are confirmed as saved. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireConsoleAccess(context, url);
  const services = context.get(servicesContext);
  const codes = await findShownCodes(services, context.get(consoleSignInContext).signInId);
  if (codes === undefined) throw redirect(href("/staff/second-step/factors"));
  return { codes };
}

const storedForm = z.object({ stored: fixedValue(["", "yes"]) });

export async function action({ context, request, url }: Route.ActionArgs) {
  requireConsoleAccess(context, url);
  return formAction({ context, request }, storedForm, async ({ services, values }) => {
    if (values.stored === "") return problemResponse(STAFF_PROBLEMS, "not-stored");
    await deleteShownCodes(services, context.get(consoleSignInContext).signInId);
    return redirect(nextInConsole(url), 303);
  });
}

export default function RecoveryCodesPage({ loaderData: { codes }, actionData }: Route.ComponentProps) {
  const returned = useReturnedForm(actionData);
  const isHydrated = useHydrated();
  const problem = returned?.errors.stored;
  return (
    <>
      <Notice>
        <b>Two-step verification is on.</b>
      </Notice>
      <div>
        <h1>Ten ways back in</h1>
        <p className="pt-row text-[17px]">
          If you lose your phone, each of these opens the console once. They’re shown only now.
        </p>
      </div>
      <ol className="grid border-ink border-t-4 min-[360px]:grid-cols-2 min-[360px]:gap-x-4" data-codes="">
        {codes.map((code, index) => (
          <li
            key={code}
            data-number={index + 1}
            className="flex min-h-12 items-baseline gap-1.5 whitespace-nowrap border-line border-b py-2.5 font-bold text-base before:w-5 before:font-medium before:text-graphite before:text-sm before:content-[attr(data-number)] sm:gap-3.5 sm:text-lg sm:tracking-wider"
          >
            {code}
          </li>
        ))}
      </ol>
      <p className="actions print:hidden">
        {isHydrated && (
          <button type="button" className="button" onClick={() => window.print()}>
            Print
          </button>
        )}
        <a className="button" href={href("/staff/second-step/recovery-codes.txt")} download>
          Save as text
        </a>
      </p>
      <PostForm returned={returned} className="form print:hidden">
        <FormNotice returned={returned} />
        <div className={problem ? "field wrong" : "field"}>
          {problem && (
            <p id="stored-error" className="error">
              {problem}
            </p>
          )}
          <label className="choice">
            <input
              type="checkbox"
              name="stored"
              value="yes"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? "stored-error" : undefined}
            />
            <span>I have printed or saved them where I can find them without this phone.</span>
          </label>
        </div>
        <p className="actions">
          <ConsoleButton className="button red" label="Go to the console" />
        </p>
      </PostForm>
    </>
  );
}
