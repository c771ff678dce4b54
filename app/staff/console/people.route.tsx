import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { shortMoment, timeSince } from "../../time/date-texts.server.ts";
import { findInvitationById, invite, listInvitations, revokeInvitation } from "../invitations.server.ts";
import { findRemovedName, listPeople } from "../people.server.ts";
import { can, ROLE_NAMES } from "../roles.ts";
import { staffContext } from "../staff-context.ts";
import { requireFreshSecondStep } from "../staff-guard.server.ts";
import { requirePermission } from "../staff-request.server.ts";
import { staffFormResponse } from "../staff-response.server.ts";
import type { Route } from "./+types/people.route";
import { InvitationRows, PeopleRows } from "./people-board.tsx";

export function meta() {
  return consoleMeta("People");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "see", "people");
  requireFreshSecondStep(context, url);
  const now = services.now();
  const people = await listPeople(services);
  return {
    removedName: await findRemovedName(services, url.searchParams.get("removed") ?? ""),
    done: DONE.get(url.searchParams.get("done") ?? ""),
    people: people.map(({ id, name, email, role, lastSeenAt, hasApp, passkeys, trainerSlug }) => ({
      id,
      name,
      email,
      roleName: ROLE_NAMES[role],
      lastSeen: lastSeenAt === null ? "Not seen lately" : `Seen ${timeSince(new Date(lastSeenAt), now)}`,
      hasSecondStep: hasApp || passkeys > 0,
      lacksTrainer: role === "trainer" && trainerSlug === null,
      mayRemove: can(member.role, "edit", "people") && id !== member.id,
    })),
    invitations: (await listInvitations(services)).map(({ id, email, role, invitedBy, expiresAt }) => ({
      id,
      email,
      roleName: ROLE_NAMES[role],
      invitedBy,
      isExpired: new Date(expiresAt) <= now,
      expires: shortMoment(new Date(expiresAt), now),
    })),
  };
}

const DONE = new Map([
  ["invited", "The invitation is on its way by mail. Its link works once, for 72 hours."],
  ["withdrawn", "The invitation is withdrawn: its link doesn’t work any more."],
]);

const invitationForm = z.object({ do: fixedValue(["resend", "revoke"]), invitation: z.string() });

/** Sends an invitation again, with a new link, or withdraws it. One that is gone already needs nothing. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "edit", "people");
  requireFreshSecondStep(context, url);
  const form = await readForm(request, invitationForm);
  if (!form.ok) return formResponse(form);
  return withFormReturnedOnError(services.log, {}, async () => {
    const found = await findInvitationById(services, form.values.invitation);
    if (found !== undefined && form.values.do === "revoke") await revokeInvitation(services, member, found.id);
    if (found !== undefined && form.values.do === "resend") {
      const outcome = await invite(services, member, found.email, found.role);
      if (!outcome.ok) return staffFormResponse(outcome.code, {}, "form");
    }
    if (found === undefined) return redirect(href("/staff/people"), 303);
    return redirect(`${href("/staff/people")}?done=${form.values.do === "resend" ? "invited" : "withdrawn"}`, 303);
  });
}

export default function People({
  loaderData: { removedName, done, people, invitations },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="People"
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
      <PeopleRows people={people} />
      {invitations.length > 0 && <InvitationRows invitations={invitations} returnedForm={actionData} />}
    </>
  );
}
