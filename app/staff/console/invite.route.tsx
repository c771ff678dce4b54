import { href, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { invite } from "../invitations.server.ts";
import { STAFF_MESSAGES } from "../messages.ts";
import { accountEmail, role } from "../person-fields.ts";
import { staffContext } from "../staff-context.ts";
import { holdFormUntilFresh, requireFreshSecondStep } from "../staff-guard.server.ts";
import { requirePermission } from "../staff-request.server.ts";
import { staffFormResponse } from "../staff-response.server.ts";
import type { Route } from "./+types/invite.route";
import { FormNotice } from "./code-form.tsx";
import { RoleField } from "./role-field.tsx";

export function meta() {
  return consoleMeta("Invite somebody");
}

export function loader({ context, url }: Route.LoaderArgs) {
  requirePermission(context.get(staffContext), "edit", "people");
  requireFreshSecondStep(context, url);
  return null;
}

const inviteForm = z.object({ email: accountEmail(), role: role() });

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "edit", "people");
  holdFormUntilFresh(args);
  const form = await readForm(request, inviteForm);
  if (!form.ok) return formResponse(form, { ...STAFF_MESSAGES, "email-missing": "Please enter their email address." });
  return withFormReturnedOnError(services.log, form.typed, async () => {
    const outcome = await invite(services, member, form.values.email, form.values.role);
    if (!outcome.ok) return staffFormResponse(outcome.code, form.typed);
    return redirect(`${href("/staff/people")}?done=invited`, 303);
  });
}

export default function Invite({ actionData }: Route.ComponentProps) {
  const returned = useReturnedForm(actionData);
  return (
    <>
      <PageHead title="Invite somebody" back={{ to: href("/staff/people"), label: "People" }} />
      <PostForm returned={returned} className="form max-w-[520px]">
        <FormNotice returned={returned} />
        <ConsoleTextField
          name="email"
          label="Email"
          type="email"
          help="They get a link, which works once and for 72 hours."
          returned={returned}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <RoleField current="desk" returned={returned} />
        <p className="actions">
          <button type="submit" className="button red">
            Send the invitation
          </button>
        </p>
      </PostForm>
    </>
  );
}
