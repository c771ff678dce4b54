import { randomUUID } from "node:crypto";
import { href, redirect } from "react-router";
import { z } from "zod";
import { readBookOffers } from "../../bookings/desk/book-offers.server.ts";
import { BookOffers } from "../../bookings/desk/book-offers.tsx";
import { bookForResponse, deskActor } from "../../bookings/desk/desk-forms.server.ts";
import { bookFor } from "../../bookings/desk-actions.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { findMember } from "../members.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/book-class.route";
import { readMemberBookings } from "./member-page.server.ts";
import { memberRequest, membersAction } from "./members-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `Book: ${loaderData.name}` : "Book");
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, member, person } = await memberRequest(context, "edit", params.member);
  const { coming } = await readMemberBookings(services, person.id);
  return {
    id: person.id,
    name: person.name,
    formId: randomUUID(),
    ...(await readBookOffers(services, member, new Set(coming.map(({ sessionId }) => sessionId)))),
  };
}

const bookForm = z.object({ do: fixedValue(["book"]), session: z.string(), formId: z.string() });

/** Books for the account of somebody, who gets the mails then, or by name and number; the pass covers it either way. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", bookForm, async (form) => {
    const { services, member, values, typed } = form;
    requirePermission(member, "edit", "bookings");
    const person = await findMember(services.db, params.member);
    if (person === undefined || person.erased_at !== null) return problemResponse(MEMBER_PROBLEMS, "unknown", typed);
    const { id: memberId, name, phone, user_id: account } = person;
    const who = account === null ? { name, phone, memberId } : { account };
    const outcome = await bookFor(services, values.session, { ...who, formId: values.formId }, deskActor(member));
    if ("booking" in outcome) {
      return redirect(`${href("/staff/members/:member", { member: memberId })}?done=booked`, 303);
    }
    return bookForResponse(outcome, typed, "form");
  });
}

/** Books a class for somebody who trains here. */
export default function BookClass({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, formId, offers, moreOffers } = loaderData;
  const problem = actionData?.errors.form;
  return (
    <>
      <PageHead title="Book a class" back={{ to: href("/staff/members/:member", { member: id }), label: name }} />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      <div className="max-w-[760px]">
        <BookOffers offers={offers} moreOffers={moreOffers} formId={formId} name={name} />
      </div>
    </>
  );
}
