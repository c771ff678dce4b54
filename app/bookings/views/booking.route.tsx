import { data, href, Link, redirect } from "react-router";
import { z } from "zod";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findEntry } from "../../cms/entries.server.ts";
import { findSingleEntry } from "../../cms/single-entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { findPlacePictures } from "../../content-types/place-pictures.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { questionAddress } from "../../forms/whatsapp.ts";
import { siteOrigin } from "../../platform/config.ts";
import { clientAddressContext, servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { bookingPath, isSessionId } from "../../timetable/session-path.server.ts";
import styles from "../../timetable/views/schedule.css?url";
import { dayPath } from "../../timetable/views/schedule-dates.server.ts";
import { LinkButton } from "../../ui/button.tsx";
import { LINK } from "../../ui/link-styles.ts";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import { type BookOutcome, bookPlace } from "../book.server.ts";
import { findOffer } from "../own-bookings.server.ts";
import type { Route } from "./+types/booking.route";
import { BookedPage } from "./booked.tsx";
import { BookingFrame } from "./booking-frame.tsx";
import type { BookingStateView } from "./booking-view.ts";
import { BOOKING_MESSAGES } from "./messages.ts";
import { NextSteps } from "./next-steps.tsx";
import { OfferForm } from "./offer-form.tsx";
import { offerView } from "./offer-view.server.ts";
import { PlaceInLine, SessionFacts, Statement } from "./session-facts.tsx";

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { session, state } = loaderData.offer;
  const { className, dateText } = session;
  return pageMeta(matches[0].loaderData, {
    title: state.kind === "booked" ? "You have a place" : `${titleOf(state)}: ${className}, ${dateText}`,
    description: `${className} on ${dateText}, ${session.timeText}.`,
    path: href("/booking"),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

/** What the page is: its title, and the line above the name of the class. */
function titleOf(state: BookingStateView): string {
  const isOfList = state.kind === "waiting" || (state.kind === "offer" && state.line !== undefined);
  return isOfList ? "Waiting list" : "Book a place";
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const id = url.searchParams.get("session") ?? "";
  const visitor = context.get(signedInVisitorContext);
  const found = isSessionId(id) ? await findOffer(services, visitor, id) : undefined;
  if (found === undefined) throw data(null, { status: 404 });
  const { session } = found;
  const [gym, gymClass, pictures] = await Promise.all([
    findSingleEntry(services, settingsType),
    findEntry(services, classType, session.classSlug),
    findPlacePictures(services, ["banner"]),
  ]);
  const now = services.now();
  const back = dayPath(session.date, dateInNairobi(now)) ?? href("/schedule/week");
  return {
    offer: offerView(found, {
      gym,
      origin: siteOrigin(services.config),
      classPath: gymClass === undefined ? back : href("/classes/:slug", { slug: gymClass.slug }),
      now: now.toISOString(),
    }),
    photo: gymClass?.photo ?? pictures.banner,
    back,
    startsAt: session.time.from,
  };
}

/** What is wrong with the name and the phone number is for `bookPlace` to know. */
const bookingForm = z.object({ name: z.string(), phone: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const sessionId = url.searchParams.get("session") ?? "";
  if (!isSessionId(sessionId)) throw data(null, { status: 404 });
  const form = await readForm(request, bookingForm);
  if (!form.ok) return formResponse(form);
  return withFormReturnedOnError(services.log, form.typed, async () => {
    const { name, phone } = form.values;
    const person = { ...context.get(signedInVisitorContext), clientAddress: context.get(clientAddressContext) };
    // The form asks the first time only.
    const typed = name === "" && phone === "" ? {} : { name, phone };
    const outcome = await bookPlace(services, person, { sessionId, ...typed });
    return respond(outcome, sessionId, form.typed);
  });
}

function respond({ code }: BookOutcome, sessionId: string, typed: { name?: string; phone?: string }) {
  switch (code) {
    case "booked":
    case "waiting":
    case "same":
      return redirect(bookingPath(sessionId), 303);
    case "unknown":
      throw data(null, { status: 404 });
    case "busy":
      return formResponse({ status: 503, problems: { form: { code } }, typed }, BOOKING_MESSAGES);
    case "name-missing":
    case "name-long":
      return formResponse({ status: 422, problems: { name: { code } }, typed }, BOOKING_MESSAGES);
    case "phone-invalid":
      return formResponse({ status: 422, problems: { phone: { code } }, typed }, BOOKING_MESSAGES);
    case "too-often":
    case "too-many-new":
      return formResponse({ status: 429, problems: { form: { code } }, typed }, BOOKING_MESSAGES);
    default:
      // The page says which: it is loaded again.
      return formResponse({ status: 409, problems: { form: { code: "refused" } }, typed }, BOOKING_MESSAGES);
  }
}

/** One session, for the visitor: to book, to wait for, or booked. */
export default function Booking({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { offer, photo, back, startsAt } = loaderData;
  const { session, state } = offer;
  const { settings } = matches[0].loaderData;
  if (state.kind === "booked") return <BookedPage offer={offer} booked={state} street={settings.street} />;
  return (
    <BookingFrame photo={photo} eyebrow={titleOf(state)} title={session.className}>
      <SessionFacts offer={offer} />
      {state.kind === "offer" && <OfferForm offer={state} className={session.className} returnedForm={actionData} />}
      {state.kind === "waiting" && (
        <>
          <div data-outcome="">
            <PlaceInLine before="You are" line={state.line} />
          </div>
          <Statement said={state.promise} />
          <LinkButton to={href("/account/bookings")} className="w-full">
            My bookings
          </LinkButton>
          <p className="mt-3">
            <Link to={state.cancelPath} className={LINK}>
              Leave the waiting list
            </Link>
          </p>
        </>
      )}
      {state.kind === "said" && (
        <>
          <Statement said={state.said} />
          <NextSteps steps={state.next} />
        </>
      )}
      <p className="mt-4.5 flex flex-wrap justify-between gap-x-6.5">
        <Link
          to={back}
          className="inline-flex min-h-11 items-center text-[15px] font-bold underline underline-offset-4"
        >
          Back to {session.dayName}
        </Link>{" "}
        {settings.whatsApp && (
          <WhatsAppLink
            href={questionAddress(settings.whatsApp, `${session.className} on ${session.dateText}, ${startsAt}`)}
          />
        )}
      </p>
    </BookingFrame>
  );
}
