import { data, href, redirect } from "react-router";
import { z } from "zod";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findEntry } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, SubmitButton } from "../../forms/post-form.tsx";
import { isProblem } from "../../forms/problems.ts";
import type { Services } from "../../platform/services.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { bookingPath, isSessionId } from "../../timetable/addresses.server.ts";
import styles from "../../timetable/views/schedule.css?url";
import { LinkButton, TextLink } from "../../ui/button.tsx";
import { isBookingId } from "../booking.ts";
import type { OwnBooking } from "../booking-rows.server.ts";
import { cancelBooking } from "../cancel-booking.server.ts";
import { findBookingOfSession, findOwnBooking } from "../own-bookings.server.ts";
import { BOOKING_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/booking-cancel.route";
import { BookingFrame, SessionFacts, Statement } from "./booking-frame.tsx";
import type { BookingDone } from "./messages.ts";
import { cancellationView } from "./session-view.server.ts";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { className, dateText } = loaderData.session;
  return pageMeta(matches[0].loaderData, {
    title: `Cancel ${className}`,
    description: `Cancel your booking of ${className} on ${dateText}.`,
    path: href("/booking/cancel"),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

/** Finds the booking by its id, or by its session as in emails. @throws 404 when the visitor has no such booking */
async function findNamedBooking(services: Services, userId: string, url: URL): Promise<OwnBooking> {
  const id = url.searchParams.get("booking") ?? "";
  const sessionId = url.searchParams.get("session") ?? "";
  const target = isBookingId(id)
    ? await findOwnBooking(services, userId, id)
    : isSessionId(sessionId) && (await findBookingOfSession(services, userId, sessionId));
  if (!target) throw data(null, { status: 404 });
  return target;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const booking = await findNamedBooking(services, context.get(signedInVisitorContext).id, url);
  const [gymClass, pictures] = await Promise.all([
    findEntry(services, classType, booking.session.classSlug),
    findPlacePictures(services, ["banner"]),
  ]);
  return {
    ...cancellationView(booking, services.now().toISOString()),
    here: bookingPath(booking.session.id),
    photo: gymClass?.photo ?? pictures.banner,
  };
}

const cancelForm = z.object({});

export async function action({ context, request, url }: Route.ActionArgs) {
  return formAction({ context, request }, cancelForm, async ({ services }) => {
    const visitor = context.get(signedInVisitorContext);
    const { id, guestName } = await findNamedBooking(services, visitor.id, url);
    const { code } = await cancelBooking(services, visitor.id, id);
    if (code === "unknown") throw data(null, { status: 404 });
    if (isProblem(BOOKING_PROBLEMS, code)) return problemResponse(BOOKING_PROBLEMS, code);
    const done: BookingDone = guestName === null || code === "same" ? code : `guest-${code}`;
    return redirect(`${href("/account/bookings")}?done=${done}`, 303);
  });
}

export default function BookingCancel({ loaderData, actionData }: Route.ComponentProps) {
  const { session, message, button, eyebrow, guestName, guestPath, movePath, photo, here } = loaderData;
  return (
    <BookingFrame photo={photo} eyebrow={eyebrow} title={session.className}>
      <SessionFacts offer={{ session, price: undefined, places: undefined }} guest={guestName} />
      <Statement message={message} />
      {button === undefined ? (
        <LinkButton to={href("/account/bookings")} className="w-full">
          My bookings
        </LinkButton>
      ) : (
        <>
          <PostForm returned={actionData}>
            <FormAlert returned={actionData} />
            <SubmitButton tone="ghost" className="w-full text-ember">
              {button}
            </SubmitButton>
          </PostForm>
          <p className="mt-4 flex flex-wrap gap-x-8">
            <TextLink to={here} label="Keep the booking" />{" "}
            {movePath && <TextLink to={movePath} label="Move it to another class" />}{" "}
            {guestPath && <TextLink to={guestPath} label="Cancel my guest’s place" />}
          </p>
        </>
      )}
    </BookingFrame>
  );
}
