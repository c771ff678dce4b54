import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { CalendarAddIcon, Flag, LARGE_LINK, TrainerName } from "../../ui/class-parts.tsx";
import { SMALL_BUTTON } from "../../ui/copy-button.tsx";
import { CheckIcon, CloseIcon, Stroked } from "../../ui/icons.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import type { BookableSessionView, BookingView, PastBookingView } from "./session-view.server.ts";

const ROW =
  "grid grid-cols-[minmax(92px,max-content)_minmax(0,1fr)] max-[359px]:grid-cols-1 gap-x-5 border-b border-white/15 sm:grid-cols-[minmax(120px,max-content)_minmax(0,1fr)] xl:grid-cols-[minmax(140px,max-content)_minmax(0,1fr)_auto] xl:gap-x-6";

export function BookingList({
  id,
  title,
  aside,
  children,
}: {
  id: string;
  title: string;
  aside?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="not-first:mt-16">
      <h2
        id={id}
        className="flex flex-wrap items-baseline gap-x-4 gap-y-2 border-b-4 border-chalk pb-6 text-[clamp(40px,4.4vw,64px)]"
      >
        {title}
        {aside && (
          <small className="font-text text-[15px] font-normal tracking-normal text-ash normal-case">{aside}</small>
        )}
      </h2>
      {children}
    </section>
  );
}

export function OpenBookings({ bookings }: { bookings: readonly BookingView[] }) {
  return (
    <ul>
      {bookings.map((booking) => (
        <li key={booking.id} className={`${ROW} py-6`}>
          <DateStamp session={booking.session} className="text-[34px] md:text-[40px]" />
          <div>
            <h3 className="text-[36px]">
              <Link to={booking.pagePath} className={LARGE_LINK}>
                {booking.session.className}
              </Link>
            </h3>
            <p className="mt-1 font-display text-2xl leading-tight font-black">{booking.session.timeText}</p>
            <p className="mt-0.5 text-ash">
              <TrainerName row={booking.session} />
            </p>
            <State booking={booking} />
          </div>
          <Actions booking={booking} />
        </li>
      ))}
    </ul>
  );
}

function State({ booking: { session, position, deadline, guest } }: { booking: BookingView }) {
  const { change } = session;
  return (
    <div className="mt-2.5 grid gap-1.5 text-[15px] leading-normal">
      {change && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Flag kind="here">{change.flag}</Flag> {change.text}
        </p>
      )}
      {position && (
        <p>
          <Flag kind="outlined">{position}</Flag>
        </p>
      )}
      <p>{deadline}</p>
      {guest && <p className="wrap-anywhere">{guest.text}</p>}
    </div>
  );
}

function Actions({ booking }: { booking: BookingView }) {
  const { session, cancelPath, movePath, filePath, whatsApp, position, guest } = booking;
  const about = `${session.className}, ${session.dateText}`;
  return (
    <p className="mt-4 flex max-w-78 flex-wrap gap-2.5 max-[359px]:gap-1.5 print:hidden max-xl:col-start-[-2] max-sm:col-span-full xl:mt-0 xl:justify-end xl:self-start">
      {movePath && (
        <Link to={movePath} className={SMALL_BUTTON}>
          <span>
            Move{guest?.cancelPath && " both"}
            <span className="sr-only">: {about}</span>
          </span>
        </Link>
      )}
      {cancelPath && (
        <Link to={cancelPath} className={SMALL_BUTTON}>
          <span>
            {position ? "Leave the list" : "Cancel"}
            {guest?.cancelPath && (position ? " together" : " for both")}
            <span className="sr-only">: {about}</span>
          </span>
        </Link>
      )}
      {guest?.cancelPath && (
        <Link to={guest.cancelPath} className={SMALL_BUTTON}>
          <span>
            Cancel my guest’s place
            <span className="sr-only">: {about}</span>
          </span>
        </Link>
      )}{" "}
      {!position && (
        // Never one of them alone on a line.
        <span className="flex gap-[inherit]">
          <a href={filePath} className={`${SMALL_BUTTON} min-w-11`}>
            <CalendarAddIcon />
            <span className="sr-only">Add to calendar: {about}</span>
          </a>{" "}
          <WhatsAppLink href={whatsApp} isIcon about={about} className={`${SMALL_BUTTON} min-w-11`}>
            Send to my WhatsApp
          </WhatsAppLink>
        </span>
      )}
    </p>
  );
}

export function PastBookings({ bookings }: { bookings: readonly PastBookingView[] }) {
  return (
    <ul>
      {bookings.map(({ id, session, result, mark, guest, mayDispute, isDisputed }) => (
        <li key={id} className={`${ROW} py-4 xl:items-center`}>
          <DateStamp session={session} className="text-[26px] text-ash md:text-[30px]" />
          <div>
            <h3 className="text-[30px] text-ash">{session.className}</h3>
            <p className="mt-0.5 text-ash">
              {session.timeText}
              <span className="max-md:hidden">,</span> <br className="md:hidden" />
              {session.trainer}
            </p>
            {guest && <p className="mt-0.5 wrap-anywhere text-ash">{guest}</p>}
            {isDisputed && <p className="mt-0.5 text-[15px]">You told us that you were there.</p>}
            {mayDispute && (
              <Form method="post" className="mt-2.5">
                <input type="hidden" name="booking" value={id} />
                <button type="submit" name="do" value="dispute" className={SMALL_BUTTON}>
                  I was there
                  <span className="sr-only">{`: ${session.className}, ${session.dateText}`}</span>
                </button>
              </Form>
            )}
          </div>
          <p className="flex items-center gap-2.5 text-[15px] font-bold max-xl:col-start-[-2] max-xl:mt-2 xl:w-48">
            <Mark mark={mark} />
            {result}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Mark({ mark }: { mark: PastBookingView["mark"] }) {
  const shape = "size-4 stroke-3";
  if (mark === "tick") return <CheckIcon className={shape} />;
  if (mark === "cross") return <CloseIcon className={shape} />;
  return (
    <Stroked className={shape}>
      <path d="M3 12h18" />
    </Stroked>
  );
}

type DateStampProps = { session: BookableSessionView; className: string };

function DateStamp({ session: { date, dayName, shortDate }, className }: DateStampProps) {
  return (
    <p className="max-xl:row-span-3 max-[359px]:mb-2 xl:self-start">
      <time dateTime={date}>
        <span className="block text-[15px] font-bold">{dayName}</span>{" "}
        <span className={`font-display leading-none font-black ${className}`}>{shortDate}</span>
      </time>
    </p>
  );
}

export function NothingBooked() {
  return (
    <div className="border-b border-white/15 py-10">
      <p className="max-w-[46ch] text-lg text-ash">
        Nothing booked. Pick a class from the week: it appears here, with the time until which you can cancel it free of
        charge.
      </p>
      <LinkButton to={href("/schedule/week")} className="mt-7">
        the week
      </LinkButton>
    </div>
  );
}
