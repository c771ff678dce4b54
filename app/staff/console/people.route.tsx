import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { useRefreshWhile } from "../../console/use-refresh-while.ts";
import { settingsType } from "../../content-types/settings.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { useReturnedForm } from "../../forms/post-form.tsx";
import { shortMoment, timeSince } from "../../time/date-texts.server.ts";
import { invitationMails, invite, listInvitations, revokeInvitation } from "../invitations.server.ts";
import { findRemovedName, listPeople } from "../people.server.ts";
import { STAFF_PROBLEMS } from "../problems.ts";
import { can, ROLE_NAMES } from "../roles.ts";
import { requireFreshSecondStep } from "../staff-guard.server.ts";
import { staffAction, staffRequest } from "../staff-request.server.ts";
import type { Route } from "./+types/people.route";
import { FormButton, FormNotice } from "./code-form.tsx";
import { passedOn } from "./invitation-mail.server.ts";
import { InvitationMail } from "./invitation-mail.tsx";

export function meta() {
  return consoleMeta("Team");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "people"]);
  requireFreshSecondStep(context, url);
  const now = services.now();
  const people = await listPeople(services);
  const open = await listInvitations(services);
  const mails = await invitationMails(
    services,
    open.map(({ email }) => email),
  );
  const { name: gym } = await findSingleEntry(services, settingsType);
  const names = new Map((await listEntries(services, trainerType)).map(({ slug, name }) => [slug, name]));
  return {
    removedName: await findRemovedName(services, url.searchParams.get("removed") ?? ""),
    done: DONE.get(url.searchParams.get("done") ?? ""),
    people: people.map(({ id, name, email, role, lastSeenAt, passkeys, trainerSlug, ...app }) => ({
      id,
      name,
      email,
      roleName: ROLE_NAMES[role],
      lastSeen: lastSeenAt === null ? "Not seen lately" : `Seen ${timeSince(new Date(lastSeenAt), now)}`,
      secondStep: secondStepOf(passkeys > 0, app),
      // A trainer of whom nobody has said who they are on the site.
      lacksTrainer: role === "trainer" && trainerSlug === null,
      // One's own page has that.
      mayRemove: can(member.role, "edit", "people") && id !== member.id,
    })),
    hasMailServer: services.config.smtpUrl !== undefined,
    invitations: open.map(({ id, email, role, trainerSlug, invitedBy, expiresAt }) => ({
      id,
      email,
      roleName:
        trainerSlug === null ? ROLE_NAMES[role] : `${ROLE_NAMES[role]}, ${names.get(trainerSlug) ?? trainerSlug}`,
      invitedBy,
      isExpired: new Date(expiresAt) <= now,
      expires: shortMoment(new Date(expiresAt), now),
      ...passedOn(gym, mails.get(email)),
    })),
  };
}

/** The state of somebody's second step, in words, and how it looks. */
function secondStepOf(hasPasskey: boolean, { hasApp, isAppLost }: { hasApp: boolean; isAppLost: boolean }) {
  if (isAppLost) {
    const text = hasPasskey ? "Passkey on; the app works no more" : "App works no more: set up anew";
    return { text, look: "state alert" };
  }
  return hasApp || hasPasskey
    ? { text: "Second step on", look: "state on" }
    : { text: "No second step yet", look: "state off" };
}

const DONE = new Map([
  ["invited", "There is a new link for them, which works once, for 72 hours. Below is what became of the mail."],
  ["withdrawn", "The invitation is withdrawn: its link doesn’t work any more."],
]);

const invitationForm = z.object({ do: fixedValue(["resend", "revoke"]), invitation: z.string() });

/** Sends an invitation again, with a new link, or withdraws it. One that is gone already needs nothing. */
export async function action({ context, request, url }: Route.ActionArgs) {
  staffRequest(context, ["edit", "people"]);
  requireFreshSecondStep(context, url);
  return staffAction({ context, request }, undefined, invitationForm, async ({ services, member, values }) => {
    const found = (await listInvitations(services)).find(({ id }) => id === values.invitation);
    if (found === undefined) return redirect(href("/staff/people"), 303);
    if (values.do === "revoke") {
      await revokeInvitation(services, member, found.id);
    } else {
      const outcome = await invite(services, member, found.email, found.role, found.trainerSlug);
      if (outcome.code !== "done") return problemResponse(STAFF_PROBLEMS, outcome.code, {}, "form");
    }
    return redirect(`${href("/staff/people")}?done=${values.do === "resend" ? "invited" : "withdrawn"}`, 303);
  });
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { removedName, done, people, invitations, hasMailServer } = loaderData;
  useRefreshWhile(hasMailServer && invitations.some(({ isOnItsWay }) => isOnItsWay));
  return (
    <>
      <PageHead
        title="Team"
        meta="Who works here, and what each may do."
        actions={
          <Link to={href("/staff/people/invite")} className="button red">
            Invite
          </Link>
        }
      />
      {done !== undefined && actionData === undefined && <Notice>{done}</Notice>}
      {removedName !== undefined && actionData === undefined && (
        <Notice>
          <b>{removedName}</b> is removed, and can’t open the console any more.
        </Notice>
      )}
      <ul className="board">
        {people.map(({ id, name, email, roleName, lastSeen, secondStep, lacksTrainer, mayRemove }) => (
          <li key={id} className={COLUMNS}>
            <div className="grid min-w-0 gap-1">
              <h2 className="name">
                <Link to={href("/staff/people/:person", { person: id })}>{name}</Link>
              </h2>
              <p className="break-words">
                <b>{roleName}</b> · {email}
              </p>
              {lacksTrainer && (
                <p className="state alert">Sees no classes yet: open the name and choose which trainer they are</p>
              )}
            </div>
            <p className={secondStep.look}>{secondStep.text}</p>
            <p className="text-graphite text-sm">{lastSeen}</p>
            {mayRemove && (
              // Above the link of the row.
              <p className="relative z-1 justify-self-start min-[1200px]:justify-self-end">
                <Link className="link" to={`${href("/staff/people/:person", { person: id })}?remove=1#remove`}>
                  Remove<span className="sr-only">{` ${name}`}</span>
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      {invitations.length > 0 && (
        <InvitationRows invitations={invitations} returnedForm={actionData} hasMailServer={hasMailServer} />
      )}
    </>
  );
}

type PeopleView = Route.ComponentProps["loaderData"];

/** Four columns from 1000 px: who, the second step, when they were last seen, and how they are removed. */
const COLUMNS =
  "grid gap-x-8 gap-y-1.5 py-4 min-[1200px]:grid-cols-[minmax(0,1fr)_220px_200px_80px] min-[1200px]:items-center";

/** Who was invited and has not come yet. */
function InvitationRows({
  invitations,
  returnedForm,
  hasMailServer,
}: {
  hasMailServer: boolean;
  invitations: PeopleView["invitations"];
  returnedForm: ReturnedForm | undefined;
}) {
  const returned = useReturnedForm(returnedForm);
  return (
    <section aria-labelledby="invited" className="mt-10">
      <h2 id="invited" className="mb-3">
        Invited
      </h2>
      <FormNotice returned={returned} />
      <ul className="board">
        {invitations.map(({ id, email, roleName, invitedBy, isExpired, expires, ...mail }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-3">
            <div className="grid min-w-0 gap-1">
              <p className="font-bold break-words">{email}</p>
              <p className={isExpired ? "state alert" : "state due"}>
                {isExpired
                  ? `${roleName}: the link expired ${expires}`
                  : `${roleName}: the link works until ${expires}`}
              </p>
              <p className="text-graphite text-sm">Invited by {invitedBy}</p>
              {!isExpired && <InvitationMail email={email} hasMailServer={hasMailServer} {...mail} />}
            </div>
            <div className="actions">
              <FormButton fields={{ do: "resend", invitation: id }} label="Send again" about={`: ${email}`} />
              <FormButton fields={{ do: "revoke", invitation: id }} label="Withdraw" about={`: ${email}`} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
