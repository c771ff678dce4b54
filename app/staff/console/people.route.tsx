import { href } from "react-router";
import { listEntries } from "../../cms/entries.server.ts";
import { ActionPage, ActionPress } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField } from "../../console/kit/actions.ts";
import { Board } from "../../console/kit/list-page.tsx";
import { type Found, staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleLink, Notice, useRefreshWhile } from "../../console/page-parts.tsx";
import { trainerType } from "../../content-types/trainer.ts";
import { shortMoment, timeSince } from "../../time/dates.server.ts";
import { listInvitations, resendInvitation, revokeInvitation } from "../invitations.server.ts";
import { findRemovedName, listPeople } from "../people.server.ts";
import { STAFF_PROBLEMS } from "../problems.ts";
import { can, ROLE_NAMES } from "../roles.ts";
import type { Route } from "./+types/people.route";
import { findInvitationMails } from "./invitation-mail.server.ts";
import { InvitationMail } from "./invitation-mail.tsx";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ACTIONS = {
  resend: {
    submit: "Send again",
    fields: [hiddenField("invitation")],
    done: "They have a new link that works once, within 72 hours. The status of the email is below.",
  },
  revoke: {
    submit: "Withdraw",
    fields: [hiddenField("invitation")],
    done: "The invitation is withdrawn: its link no longer works.",
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["see", "people"],
  isSensitive: true,
  problems: STAFF_PROBLEMS,
  load: async (request, url) => ({
    removedName: await findRemovedName(request.services, url.searchParams.get("removed") ?? ""),
    hasMailServer: request.services.config.smtpUrl !== undefined,
    people: await readPeople(request),
    invitations: await readInvitations(request),
  }),
  run: {
    resend: ["edit", ({ services, member }, { invitation }) => resendInvitation(services, member, invitation)],
    revoke: ["edit", ({ services, member }, { invitation }) => revokeInvitation(services, member, invitation)],
  },
  to: () => href("/staff/people"),
});
export const loader = server.loader;
export const action = server.action;

async function readPeople({ services, member }: Found) {
  const people = await listPeople(services);
  return people.map(({ id, name, email, role, lastSeenAt, passkeys, trainerSlug, ...app }) => ({
    to: href("/staff/people/:person", { person: id }),
    name,
    email,
    roleName: ROLE_NAMES[role],
    lastSeen:
      lastSeenAt === null ? "not active recently" : `last active ${timeSince(new Date(lastSeenAt), services.now())}`,
    state: secondStepOf(passkeys > 0, app),
    // A trainer whose account isn't linked to a trainer on the site.
    lacksTrainer: role === "trainer" && trainerSlug === null,
    mayRemove: can(member.role, "edit", "people") && id !== member.id,
  }));
}

function secondStepOf(hasPasskey: boolean, { hasApp, isAppLost }: { hasApp: boolean; isAppLost: boolean }) {
  if (isAppLost) {
    return {
      mark: "alert",
      words: hasPasskey ? "Passkey on; the app no longer works" : "App no longer works: set it up again",
    };
  }
  return hasApp || hasPasskey
    ? { mark: "on", words: "Two-step verification on" }
    : { mark: "off", words: "No two-step verification yet" };
}

async function readInvitations({ services }: Found) {
  const now = services.now();
  const open = await listInvitations(services);
  const mails = await findInvitationMails(
    services,
    open.map(({ email }) => email),
  );
  const names = new Map((await listEntries(services, trainerType)).map(({ slug, name }) => [slug, name]));
  return open.map(({ id, email, role, trainerSlug, invitedBy, expiresAt }) => {
    const roleName =
      trainerSlug === null ? ROLE_NAMES[role] : `${ROLE_NAMES[role]}, ${names.get(trainerSlug) ?? trainerSlug}`;
    const isExpired = new Date(expiresAt) <= now;
    const expiry = `the link ${isExpired ? "expired" : "works until"} ${shortMoment(new Date(expiresAt), now)}`;
    return {
      id,
      email,
      invitedBy,
      isExpired,
      state: `${roleName}: ${expiry}`,
      isOnItsWay: false,
      ...mails.get(email),
    };
  });
}

export default function People({ loaderData: { page } }: Route.ComponentProps) {
  const { removedName, people, invitations, hasMailServer } = page;
  useRefreshWhile(hasMailServer && invitations.some(({ isOnItsWay }) => isOnItsWay));
  return (
    <ActionPage
      actions={ACTIONS}
      title="Team"
      meta="Who works here, and what each person can do."
      headActions={<ConsoleLink to={href("/staff/people/invite")} className="button red" label="Invite" />}
      notice={
        removedName !== undefined && (
          <Notice>
            <b>{removedName}</b> is removed, and can no longer open the console.
          </Notice>
        )
      }
      layout="parts"
    >
      <Board
        heading="h2"
        rows={people.map(({ to, name, email, roleName, lastSeen, state, lacksTrainer, mayRemove }) => ({
          ...{ to, title: name, state },
          about: (
            <>
              <b>{roleName}</b>, {email}, <span className="inline-block">{lastSeen}</span>
              {lacksTrainer && (
                <span className="state alert">
                  Sees no classes yet: open their page and choose which trainer they are
                </span>
              )}
            </>
          ),
          actions: mayRemove && <ConsoleLink to={`${to}?remove=1#remove`} label="Remove" about={` ${name}`} />,
        }))}
      />
      {invitations.length > 0 && (
        <section className="part" aria-labelledby="invited">
          <h2 id="invited">Invited</h2>
          <ul className="board">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} hasMailServer={hasMailServer} {...invitation} />
            ))}
          </ul>
        </section>
      )}
    </ActionPage>
  );
}

type Invitation = Route.ComponentProps["loaderData"]["page"]["invitations"][number];

function InvitationRow({ id, state, invitedBy, isExpired, ...mail }: Invitation & { hasMailServer: boolean }) {
  const about = `: ${mail.email}`;
  return (
    <li className="row">
      <div className="grid gap-1">
        <p className="font-bold">{mail.email}</p>
        <p className={isExpired ? "state alert" : "state due"}>{state}</p>
        <p className="quiet">Invited by {invitedBy}</p>
        {!isExpired && <InvitationMail {...mail} />}
      </div>
      <div className="actions">
        <ActionPress action="resend" values={{ invitation: id }} about={about} />
        <ActionPress action="revoke" values={{ invitation: id }} about={about} />
      </div>
    </li>
  );
}
