import type { MouseEvent, ReactNode } from "react";
import { href, Link } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { CalendarAddIcon, CalendarIcon } from "../../ui/calendar-icons.tsx";
import { QUIET } from "../../ui/quiet-link.tsx";
import { Eyebrow } from "../../ui/section.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import type { BookingStateView, OfferView } from "./offer-view.server.ts";

type BookedProps = { offer: OfferView; booked: Extract<BookingStateView, { kind: "booked" }>; street: string };

/** The page of somebody who has a place: a stub as of a ticket, and what can be done with it. */
export function BookedPage({ offer, booked, street }: BookedProps) {
  const { filePath, google, whatsApp, friend, isPromoted, note } = booked;

  /** Where the browser has a menu for sharing, it opens that instead. */
  function share(event: MouseEvent<HTMLAnchorElement>): void {
    if (!("share" in navigator)) return;
    event.preventDefault();
    const text = new URL(event.currentTarget.href).searchParams.get("text") ?? "";
    // It rejects when the visitor closes the menu.
    navigator.share({ text }).catch(() => {});
  }

  return (
    <div className="grid gap-x-16 gap-y-2 bg-ink px-gutter pt-28 pb-section md:pt-34 lg:grid-cols-[minmax(0,1fr)_minmax(0,540px)] lg:grid-rows-[auto_1fr]">
      <div>
        <Eyebrow>Booked</Eyebrow>
        <h1 className="mt-4 text-[clamp(64px,8.6vw,136px)] leading-[.86]">You have a place</h1>
        <p className="mt-5.5 max-w-[42ch] text-lg text-ash">
          {isPromoted ? "It came free, and it was your turn. " : ""}
          {note === undefined ? "The same is in your mail. " : ""}Come ten minutes early; the desk checks you in by
          name.
        </p>
      </div>
      <Stub offer={offer} booked={booked} street={street} />
      <ul className="mt-5.5 grid content-start gap-2.5 *:*:w-full sm:grid-cols-2 lg:mt-8.5 lg:max-w-[580px]">
        <li className="sm:col-span-2">
          <LinkButton to={href("/account/bookings")}>My bookings</LinkButton>
        </li>
        <li>
          <a href={filePath} className={QUIET}>
            <CalendarAddIcon />
            Add to calendar
          </a>
        </li>
        <li>
          <a href={google} rel="noopener" className={QUIET}>
            <CalendarIcon />
            Google Calendar
          </a>
        </li>
        <li>
          <WhatsAppLink href={whatsApp} className={QUIET}>
            Send to my WhatsApp
          </WhatsAppLink>
        </li>
        <li>
          <WhatsAppLink href={friend} className={QUIET} onClick={share}>
            Send to a friend
          </WhatsAppLink>
        </li>
      </ul>
    </div>
  );
}

function Stub({ offer: { session, price }, booked: { deadline, note, cancelPath }, street }: BookedProps) {
  const { className, dateText, timeText, trainer, insteadOf, change } = session;
  return (
    <section
      aria-label="Your booking"
      className="on-light mt-8 self-start bg-chalk lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-2"
    >
      <div aria-hidden="true" className="shuka h-4.5" />
      <div className="px-6 pt-6 pb-6.5 lg:px-9 lg:pt-8.5 lg:pb-9">
        <p className="font-display text-[clamp(44px,12.5vw,56px)] leading-[.84] sm:text-[clamp(56px,7.4vw,84px)] font-black uppercase wrap-anywhere">
          {className}
        </p>
        <p className="mt-4 font-display text-[32px] leading-[1.05] font-black">
          {dateText} <span className="block text-blood">{timeText}</span>
        </p>
        <p className="mt-3 text-graphite">
          with {trainer}
          {insteadOf === null ? "" : `, for ${insteadOf}`}, at {street}
        </p>
        <Small>{change && `${change.flag} ${change.words}`}</Small>
        <Small>{price && `${price}, paid at the desk`}</Small>
      </div>
      <div className="border-t-2 border-dashed border-ink/45 px-6 pt-4.5 pb-3 lg:px-9 lg:pt-6 lg:pb-4.5">
        <p className="font-bold">{deadline}</p>
        <Small>{note}</Small>
        <Link
          to={cancelPath}
          className="inline-flex min-h-11 items-center font-bold text-blood underline underline-offset-4 hover:text-ink"
        >
          Cancel this booking
        </Link>
      </div>
    </section>
  );
}

function Small({ children }: { children: ReactNode }) {
  return children ? <p className="mt-1 text-graphite">{children}</p> : null;
}
