import { randomUUID } from "node:crypto";
import { readBookOffers } from "../../bookings/desk/book-offers.server.ts";
import { BookOffers } from "../../bookings/desk/book-offers.tsx";
import { bookForProblem, deskActor } from "../../bookings/desk/desk-forms.server.ts";
import { bookFor } from "../../bookings/desk-actions.server.ts";
import { ActionPage } from "../../console/kit/action-page.tsx";
import type { Actions } from "../../console/kit/actions.ts";
import { hiddenField, idField } from "../../console/kit/fields.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/book-class.route";
import { readMemberBookings } from "./member-page.server.ts";
import { memberHead, memberPage, memberPath } from "./members-request.server.ts";

const ACTIONS = { book: { submit: "Book", fields: [hiddenField("session"), idField("formId")] } } satisfies Actions;

const server = staffActions(ACTIONS, {
  ...memberPage,
  load: async ({ services, member, person }) => {
    const { coming } = await readMemberBookings(services, person.id);
    return {
      ...memberHead(person),
      formId: randomUUID(),
      ...(await readBookOffers(services, member, new Set(coming.map(({ sessionId }) => sessionId)))),
    };
  },
  run: {
    book: [
      "edit",
      /** For the account of somebody, who gets the mails then, or by name and number; the pass covers it either way. */
      async ({ services, member, person }, { session, formId }) => {
        requirePermission(member, "edit", "bookings");
        if (person.erased_at !== null) return { code: "unknown" };
        const { id: memberId, name, phone, user_id: account } = person;
        const who = account === null ? { name, phone, memberId } : { account };
        const outcome = await bookFor(services, session, { ...who, formId }, deskActor(member));
        return "booking" in outcome
          ? { code: "done" }
          : { code: "explained", problem: { ...bookForProblem(outcome), field: "form" } };
      },
    ],
  },
  to: ({ person }) => memberPath(person.id, "booked"),
});
export const loader = server.loader;
export const action = server.action;

/** Books a class for somebody who trains here. */
export default function BookClass({ loaderData: { page } }: Route.ComponentProps) {
  const { offers, moreOffers, formId, about, back } = page;
  return (
    <ActionPage actions={ACTIONS} title="Book a class" about={about} back={back} layout="max-w-[760px]">
      <BookOffers offers={offers} moreOffers={moreOffers} formId={formId} name={about} />
    </ActionPage>
  );
}
