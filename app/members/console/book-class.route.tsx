import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { findBookedPerson } from "../../bookings/booked-people.server.ts";
import { readBookingOffers } from "../../bookings/desk/booking-offers.server.ts";
import { BookingOffers } from "../../bookings/desk/booking-offers.tsx";
import { bookForProblem, deskActor } from "../../bookings/desk/desk-forms.server.ts";
import { bookFor } from "../../bookings/desk-actions.server.ts";
import { ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField, idField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ownTrainer } from "../../staff/roles.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/book-class.route";
import { personHead, personPath, personRequest } from "./person-request.server.ts";

const ACTIONS = { book: { submit: "Book", fields: [hiddenField("session"), idField("formId")] } } satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["edit", "bookings"],
  problems: MEMBER_PROBLEMS,
  find: async (_request, { context, params }: Route.LoaderArgs) => {
    const target = await personRequest(context, ["edit", "bookings"], params.person);
    if (target.person.erased_at !== null) throw data(null, { status: 404 });
    return target;
  },
  load: async ({ services, member, person }) => {
    const trainerSlug = ownTrainer(member);
    const booked = await findBookedPerson(services, person.id, { trainerSlug });
    const open = booked?.bookings.filter(({ state }) => state === "booked" || state === "waiting") ?? [];
    return {
      ...personHead(person),
      formId: randomUUID(),
      ...(await readBookingOffers(services, member, new Set(open.map(({ session }) => session.id)))),
    };
  },
  run: {
    book: [
      "edit",
      async ({ services, member, person }, { session, formId }) => {
        const outcome = await bookFor(services, session, { person: person.id, formId }, deskActor(member));
        return "booking" in outcome
          ? { code: "done" }
          : { code: "explained", problem: { ...bookForProblem(outcome), field: "form" } };
      },
    ],
  },
  to: ({ person }) => personPath(person.id, "booked"),
});
export const loader = server.loader;
export const action = server.action;

export default function BookClass({ loaderData: { page } }: Route.ComponentProps) {
  const { offers, moreOffers, formId, about, back } = page;
  return (
    <ActionPage actions={ACTIONS} title="Book a class" about={about} back={back} layout="max-w-190">
      <BookingOffers offers={offers} moreOffers={moreOffers} formId={formId} name={about} />
    </ActionPage>
  );
}
