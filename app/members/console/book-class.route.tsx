import { randomUUID } from "node:crypto";
import { data, Form } from "react-router";
import { freeSessionsForDesk } from "../../bookings/availability.server.ts";
import { findBookedPerson } from "../../bookings/booked-people.server.ts";
import { bookForProblem, deskActor } from "../../bookings/desk/desk-forms.server.ts";
import { bookFor } from "../../bookings/desk-actions.server.ts";
import { ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField, idField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import type { Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { ownTrainer, type StaffMember } from "../../staff/roles.ts";
import { dateInNairobi, shortRelativeDay } from "../../time/dates.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/book-class.route";
import { personHead, personPath, personRequest } from "./person-request.server.ts";

const DATES_OFFERED = 3;
const OFFERS_SHOWN = 8;
const MAX_OFFERS = 40;

/**
 * The next classes with free places, by start time; for a trainer, only their own.
 * @param taken the class sessions that somebody has a place in or waits for
 */
async function readBookingOffers(services: Services, member: StaffMember, taken: ReadonlySet<string>) {
  const trainerSlug = ownTrainer(member);
  const today = dateInNairobi(services.now());
  const offers = (await freeSessionsForDesk(services, DATES_OFFERED))
    .filter(({ session }) => !taken.has(session.id) && (trainerSlug ?? session.trainerSlug) === session.trainerSlug)
    .sort((a, b) => (a.session.startsAt < b.session.startsAt ? -1 : 1))
    .slice(0, MAX_OFFERS)
    .map(({ session: { id, className, trainerName, date, time }, free }) => ({
      id,
      className,
      when: `${shortRelativeDay(date, today)}, ${time.from}`,
      about: `${trainerName}, ${plural(free, "place free", "places free")}`,
    }));
  return { offers: offers.slice(0, OFFERS_SHOWN), moreOffers: offers.slice(OFFERS_SHOWN) };
}

type BookingOffersView = Awaited<ReturnType<typeof readBookingOffers>>;

function BookingOffers({ offers, moreOffers, formId, name }: BookingOffersView & { formId: string; name: string }) {
  const rows = (list: typeof offers) => (
    <ul className="board">
      {list.map(({ id, className, when, about }) => (
        <li key={id} className="row">
          <div>
            <p className="name sentence">{withoutBreaks(`${className}, ${when}`)}</p>
            <p className="about">{about}</p>
          </div>
          <button type="submit" name="session" value={id} className="end button">
            Book<span className="sr-only">{` ${className}, ${when}, for ${name}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  if (offers.length === 0) return <p className="empty">No classes with free places.</p>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="do" value="book" />
      <input type="hidden" name="formId" value={formId} />
      {rows(offers)}
      {moreOffers.length > 0 && (
        <details>
          <summary className="link">Later classes</summary>
          {rows(moreOffers)}
        </details>
      )}
    </Form>
  );
}

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
    <ActionPage actions={ACTIONS} title="Book a class" about={about} back={back}>
      <BookingOffers offers={offers} moreOffers={moreOffers} formId={formId} name={about} />
    </ActionPage>
  );
}
