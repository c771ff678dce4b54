import { href, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { invite } from "../invitations.server.ts";
import { STAFF_MESSAGES, type StaffProblem } from "../messages.ts";
import { accountEmail } from "../people.server.ts";
import { ROLES } from "../roles.ts";
import { holdFormUntilFresh, requireFreshSecondStep } from "../staff-guard.server.ts";
import { type StaffForm, staffAction, staffFormResponse, staffRequest } from "../staff-request.server.ts";
import type { Route } from "./+types/invite.route";
import { FormNotice } from "./code-form.tsx";
import { RoleField } from "./role-field.tsx";

export function meta() {
  return consoleMeta("Invite somebody");
}

export function loader({ context, url }: Route.LoaderArgs) {
  staffRequest(context, ["edit", "people"]);
  requireFreshSecondStep(context, url);
  return null;
}

const inviteForm = z.object({ email: accountEmail(), role: z.enum(ROLES, "role-unknown" satisfies StaffProblem) });

export async function action(args: Route.ActionArgs) {
  staffRequest(args.context, ["edit", "people"]);
  holdFormUntilFresh(args);
  const work = async ({ services, member, values, typed }: StaffForm<typeof inviteForm>) => {
    const outcome = await invite(services, member, values.email, values.role);
    if (!outcome.ok) return staffFormResponse(outcome.code, typed);
    return redirect(`${href("/staff/people")}?done=invited`, 303);
  };
  const messages = { ...STAFF_MESSAGES, "email-missing": "Please enter their email address." };
  return staffAction(args, undefined, inviteForm, work, messages);
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
