import { data, href, redirect } from "react-router";
import { z } from "zod";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findEntry } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { isProblem } from "../../forms/problems.ts";
import { findCoveragesAfterMove } from "../../members/coverage.server.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { bookingPath, isSessionId } from "../../timetable/addresses.server.ts";
import styles from "../../timetable/views/schedule.css?url";
import { LinkButton, TextLink } from "../../ui/button.tsx";
import { rulesOf } from "../bookable-session.server.ts";
import { isBookingId } from "../booking.ts";
import { personIdOfAccount } from "../booking-rows.server.ts";
import { moveBooking } from "../move-booking.server.ts";
import { findOwnBooking, sessionsToMoveTo } from "../own-bookings.server.ts";
import { MOVE_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/booking-move.route";
import { BookingFrame, SessionFacts, Statement } from "./booking-frame.tsx";
import { SessionChoices } from "./session-choices.tsx";
import { moveView } from "./session-view.server.ts";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { className, dateText } = loaderData.session;
  return pageMeta(matches[0].loaderData, {
    title: `Move ${className}`,
    description: `Move your booking of ${className} on ${dateText} to another class.`,
    path: href("/booking/move"),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

/** The booking's id in the address. @throws a 404 if it is malformed */
function idOf(url: URL): string {
  const id = url.searchParams.get("booking") ?? "";
  if (!isBookingId(id)) throw data(null, { status: 404 });
  return id;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { id: userId } = context.get(signedInVisitorContext);
  const booking = await findOwnBooking(services, userId, idOf(url));
  if (booking === undefined) throw data(null, { status: 404 });
  const now = services.now().toISOString();
  const { session, deadline } = booking;
  const [sessions, ruleOf, personId, gymClass, pictures] = await Promise.all([
    sessionsToMoveTo(services, userId, booking),
    rulesOf(services),
    personIdOfAccount(services.db, userId),
    findEntry(services, classType, session.classSlug),
    findPlacePictures(services, ["banner"]),
  ]);
  const given = { personId, bookingId: booking.id, isLate: deadline < now };
  const covers = await findCoveragesAfterMove(services, given, sessions);
  const options = sessions.map((other, index) => ({
    session: other,
    price: covers[index]?.pass === undefined ? ruleOf(other).priceKes : undefined,
  }));
  const view = moveView(booking, options, now);
  // It can't be moved any more; the session's page shows its state.
  if (view === undefined) throw redirect(bookingPath(session.id));
  return { ...view, photo: gymClass?.photo ?? pictures.banner };
}

const moveForm = z.object({ to: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  return formAction({ context, request }, moveForm, async ({ services, visit, values: { to }, typed }) => {
    if (!isSessionId(to)) return problemResponse(MOVE_PROBLEMS, "move-missing", typed);
    const visitor = { ...context.get(signedInVisitorContext), clientAddress: visit.clientAddress };
    const outcome = await moveBooking(services, visitor, idOf(url), to);
    const { code } = outcome;
    if (code === "moved" || code === "moved-late") return redirect(`${href("/account/bookings")}?done=${code}`, 303);
    return problemResponse(MOVE_PROBLEMS, isProblem(MOVE_PROBLEMS, code) ? code : (LIMITS[code] ?? "refused"), typed);
  });
}

const LIMITS: Partial<Record<string, "too-many">> = { "guest-too-many": "too-many", unconfirmed: "too-many" };

export default function BookingMove({ loaderData, actionData }: Route.ComponentProps) {
  const { session, guestName, message, same, others, none, photo } = loaderData;
  const returned = useReturnedForm(actionData);
  const chosen = returned?.typed.to;
  const error = returned?.errors.to;
  return (
    <BookingFrame photo={photo} eyebrow="Move your booking" title={session.className}>
      <SessionFacts offer={{ session, price: undefined, places: undefined }} guest={guestName} />
      <Statement message={message} />
      {same.length + others.length === 0 ? (
        <>
          <p className="mb-6 text-lg">{none}</p>
          <LinkButton to={href("/account/bookings")} className="w-full">
            My bookings
          </LinkButton>
        </>
      ) : (
        <PostForm returned={returned}>
          <FormAlert returned={returned} />
          {same.length > 0 && <SessionChoices name="to" legend="At another time" rows={same} chosen={chosen} />}
          {others.length > 0 && <SessionChoices name="to" legend="Another class" rows={others} chosen={chosen} />}
          <div className="sticky bottom-0 bg-ink py-3 shadow-[0_-20px_16px_-4px_var(--color-ink)]">
            {error && (
              <p role="alert" tabIndex={-1} className="mb-3 flex gap-2.5 font-bold text-ember">
                <span aria-hidden="true" className="shuka mt-2 size-3 shrink-0" />
                {error}
              </p>
            )}
            <SubmitButton className="w-full">Move my booking</SubmitButton>
          </div>
        </PostForm>
      )}
      <p className="mt-4">
        <TextLink to={href("/account/bookings")} label="Keep the booking" />
      </p>
    </BookingFrame>
  );
}
