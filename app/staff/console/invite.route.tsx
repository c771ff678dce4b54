import { href, redirect } from "react-router";
import { z } from "zod";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { useRefreshWhile } from "../../console/use-refresh-while.ts";
import { settingsType } from "../../content-types/settings.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { invitationMails, invite, listInvitations } from "../invitations.server.ts";
import { accountEmail } from "../people.server.ts";
import { STAFF_PROBLEMS } from "../problems.ts";
import { holdFormUntilFresh, requireFreshSecondStep } from "../staff-guard.server.ts";
import { type StaffForm, staffAction, staffRequest } from "../staff-request.server.ts";
import type { Route } from "./+types/invite.route";
import { FormNotice } from "./code-form.tsx";
import { passedOn } from "./invitation-mail.server.ts";
import { InvitationMail } from "./invitation-mail.tsx";
import { readRoleChoice } from "./role-choice.server.ts";
import { RoleField } from "./role-field.tsx";

export function meta() {
  return consoleMeta("Invite somebody");
}

/** The form, with the invitation that it has sent just now. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["edit", "people"]);
  requireFreshSecondStep(context, url);
  const invited = (await listInvitations(services)).find(({ id }) => id === url.searchParams.get("invited"));
  const { name: gym } = await findSingleEntry(services, settingsType);
  const mail = invited && (await invitationMails(services, [invited.email])).get(invited.email);
  return {
    invited: invited && { email: invited.email, at: invited.invitedAt, ...passedOn(gym, mail) },
    hasMailServer: services.config.smtpUrl !== undefined,
    trainers: (await listEntries(services, trainerType)).map(({ slug, name }) => ({ slug, name })),
  };
}

const inviteForm = z.object({ email: accountEmail(), role: z.string() });

export async function action(args: Route.ActionArgs) {
  staffRequest(args.context, ["edit", "people"]);
  holdFormUntilFresh(args);
  const work = async ({ services, member, values, typed }: StaffForm<typeof inviteForm>) => {
    const read = await readRoleChoice(services, values.role);
    if (read.code !== "done") return problemResponse(STAFF_PROBLEMS, read.code, typed);
    const { role, trainerSlug } = read.choice;
    const outcome = await invite(services, member, values.email, role, trainerSlug);
    if (outcome.code !== "done") return problemResponse(STAFF_PROBLEMS, outcome.code, typed);
    const sent = (await listInvitations(services)).find(({ email }) => email === values.email);
    return redirect(`${href("/staff/people/invite")}?invited=${sent?.id ?? ""}`, 303);
  };
  const messages = { ...STAFF_PROBLEMS, "email-missing": "Please enter their email address." };
  return staffAction(args, undefined, inviteForm, work, messages);
}

export default function Invite({ loaderData: { invited, hasMailServer, trainers }, actionData }: Route.ComponentProps) {
  const returned = useReturnedForm(actionData);
  useRefreshWhile(hasMailServer && invited?.isOnItsWay === true);
  const isSent = actionData === undefined && invited !== undefined;
  return (
    <>
      <PageHead title="Invite somebody" back={{ to: href("/staff/people"), label: "Team" }} />
      {isSent && (
        <div className="mb-8 grid gap-2">
          <Notice>
            <b>{`${invited.email} is invited.`}</b> The link works once, for 72 hours. The next one can be invited here.
          </Notice>
          <InvitationMail hasMailServer={hasMailServer} {...invited} />
        </div>
      )}
      {/* Made anew for the next one once it is sent. */}
      <PostForm key={invited?.at} returned={returned} className="form max-w-[520px]">
        <FormNotice returned={returned} />
        <ConsoleTextField
          name="email"
          label="Email"
          type="email"
          help="They get a link, which works once and for 72 hours."
          returned={returned}
          hasFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <RoleField current={{ role: "desk", trainerSlug: null }} trainers={trainers} returned={returned} />
        <p className="actions">
          <button type="submit" className="button red">
            Send the invitation
          </button>
        </p>
      </PostForm>
    </>
  );
}
