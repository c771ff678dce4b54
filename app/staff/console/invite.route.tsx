import { href } from "react-router";
import { listEntries } from "../../cms/entries.server.ts";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, emailField, ownField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { Notice, useRefreshWhile } from "../../console/page-parts.tsx";
import { trainerType } from "../../content-types/trainer.ts";
import { invite, listInvitations } from "../invitations.server.ts";
import { readRoleChoice } from "../people.server.ts";
import { STAFF_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/invite.route";
import { findInvitationMails } from "./invitation-mail.server.ts";
import { InvitationMail } from "./invitation-mail.tsx";
import { RoleField } from "./role-field.tsx";

const ACTIONS = {
  invite: {
    submit: "Send the invitation",
    isMain: true,
    fields: [
      emailField("email", "Email", { help: "They get a link that works once, within 72 hours.", hasFocus: true }),
      ownField("role"),
    ],
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["edit", "people"],
  isSensitive: true,
  problems: STAFF_PROBLEMS,
  load: async ({ services }, url) => {
    const invited = (await listInvitations(services)).find(({ id }) => id === url.searchParams.get("invited"));
    const mail = invited && (await findInvitationMails(services, [invited.email])).get(invited.email);
    return {
      invited: invited && { email: invited.email, isOnItsWay: false, ...mail },
      hasMailServer: services.config.smtpUrl !== undefined,
      trainers: (await listEntries(services, trainerType)).map(({ slug, name }) => ({ slug, name })),
    };
  },
  run: {
    invite: [
      "edit",
      async ({ services, member }, { email: address, role }) => {
        if (address === "") return { code: "email-missing" };
        const read = await readRoleChoice(services, role);
        if (read.code !== "done") return read;
        const outcome = await invite(services, member, address, read.choice.role, read.choice.trainerSlug);
        if (outcome.code !== "done") return outcome;
        const sent = (await listInvitations(services)).find((invitation) => invitation.email === address);
        return { code: "done", id: sent?.id ?? "" };
      },
    ],
  },
  to: (_found, { id }) => `${href("/staff/people/invite")}?invited=${id}`,
});

export const loader = server.loader;
export const action = server.action;

export default function Invite({ loaderData: { page } }: Route.ComponentProps) {
  const { invited, hasMailServer, trainers } = page;
  useRefreshWhile(hasMailServer && invited?.isOnItsWay === true);
  return (
    <ActionPage
      actions={ACTIONS}
      title="Invite somebody"
      back={{ to: href("/staff/people"), label: "Team" }}
      notice={
        invited && (
          <div className="grid gap-2">
            <Notice>
              <b>{`${invited.email} is invited.`}</b> The link works once, for 72 hours. You can invite the next person
              here.
            </Notice>
            <InvitationMail hasMailServer={hasMailServer} {...invited} />
          </div>
        )
      }
    >
      <ActionForm
        action="invite"
        inputs={{
          role: (returned) => (
            <RoleField current={{ role: "desk", trainerSlug: null }} trainers={trainers} returned={returned} />
          ),
        }}
      />
    </ActionPage>
  );
}
