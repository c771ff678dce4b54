import type { MouseEvent, ReactNode } from "react";
import { href, Link } from "react-router";
import { TextField } from "../../forms/fields.tsx";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CalendarAddIcon, CalendarIcon, QUIET } from "../../ui/class-parts.tsx";
import { Eyebrow } from "../../ui/section.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import { WithSum } from "./booking-frame.tsx";
import type { BookingStateView, OfferView } from "./offer-view.server.ts";

const CANCEL = "inline-flex min-h-11 items-center font-bold text-blood underline underline-offset-4 hover:text-ink";

/** The ticket links to this form: on a phone it is far below. */
const ADD_GUEST = "add-guest";

type Booked = Extract<BookingStateView, { kind: "booked" }>;

type BookedProps = { offer: OfferView; booked: Booked; street: string };

/** The page of a booked place: a ticket stub, and what can be done with the booking. */
export function BookedPage({
  offer,
  booked,
  street,
  returnedForm,
}: BookedProps & { returnedForm: ReturnedForm | undefined }) {
  const { filePath, google, whatsApp, friend, isPromoted, note, guest, leftOut } = booked;
  const hasTwo = guest?.name !== undefined && !guest.isWaiting;

  function share(event: MouseEvent<HTMLAnchorElement>): void {
    if (!("share" in navigator)) return;
    event.preventDefault();
    const text = new URL(event.currentTarget.href).searchParams.get("text") ?? "";
    // Rejects when the visitor closes the menu.
    navigator.share({ text }).catch(() => {});
  }

  return (
    <div className="grid gap-x-10 gap-y-2 xl:gap-x-16 bg-ink px-gutter pt-28 pb-section md:pt-34 noticed:pt-10 lg:grid-cols-[minmax(0,1fr)_min(540px,42%)] lg:grid-rows-[auto_1fr]">
      <div>
        <Eyebrow>Booked</Eyebrow>
        <h1 className="mt-4 text-[clamp(64px,8.6vw,136px)] leading-[.86]">
          {hasTwo ? "You have two places" : "You have a place"}
        </h1>
        {leftOut && <p className="mt-5.5 max-w-[42ch] text-lg font-bold">{leftOut}</p>}
        <p className="mt-5.5 max-w-[42ch] text-lg text-ash">
          {isPromoted ? "A place became free, and it was your turn. " : ""}
          {note === undefined ? "You also have this by email. " : ""}Come ten minutes early; the desk checks you in by
          name.
        </p>
      </div>
      <Stub offer={offer} booked={booked} street={street} />
      <div className="mt-5.5 lg:mt-8.5 lg:max-w-[580px]">
        <ul className="grid content-start gap-2.5 *:*:w-full sm:grid-cols-2">
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
              Share with a friend
            </WhatsAppLink>
          </li>
        </ul>
        {guest?.isBookable && <AddGuest id={ADD_GUEST} guest={guest} returnedForm={returnedForm} />}
      </div>
    </div>
  );
}

type AddGuestProps = { id: string; guest: NonNullable<Booked["guest"]>; returnedForm: ReturnedForm | undefined };

/** Adds a guest while a place is free, or books a place for a waiting guest. */
function AddGuest({ id, guest: { name, price }, returnedForm }: AddGuestProps) {
  const returned = useReturnedForm(returnedForm);
  return (
    <section aria-labelledby={id} className="mt-8 border-t border-white/15 pt-6 print:hidden">
      <h2 id={id} className="mb-4 text-[30px] wrap-anywhere">
        {name === undefined ? "Bring somebody" : `A place is free for ${name}`}
      </h2>
      <PostForm returned={returned}>
        <FormAlert returned={returned} />
        <input type="hidden" name="bring" value="yes" />
        {name === undefined ? (
          <TextField
            name="guestName"
            label="Your guest’s name"
            required
            hint="The desk uses it to check them in."
            autoComplete="off"
            autoCapitalize="words"
            returned={returned}
          />
        ) : (
          <input type="hidden" name="guestName" value={name} />
        )}
        <SubmitButton tone="ghost" className="w-full">
          <WithSum what={name === undefined ? "Add a guest" : "Book it"} sum={price} />
        </SubmitButton>
      </PostForm>
    </section>
  );
}

function Stub({
  offer: { session, price, cover },
  booked: { deadline, note, cancelPath, guest },
  street,
}: BookedProps) {
  const { className, dateText, timeText, trainer, insteadOf, change } = session;
  return (
    <section
      aria-label="Your booking"
      className="on-light mt-8 self-start bg-chalk lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-2 print:border forced-colors:border"
    >
      <div aria-hidden="true" className="shuka h-5.75" />
      <div className="px-6 pt-6 pb-6.5 lg:px-9 lg:pt-8.5 lg:pb-9">
        <p className="font-display text-[clamp(44px,12.5vw,56px)] leading-[.84] sm:text-[clamp(56px,7.4vw,84px)] font-black uppercase wrap-anywhere">
          {className}
        </p>
        <p className="mt-4 font-display text-[32px] leading-[1.05] font-black">
          {dateText} <span className="mt-1.5 block text-blood">{timeText}</span>
        </p>
        <p className="mt-3 text-graphite">
          with {trainer}
          {insteadOf === null ? "" : `, for ${insteadOf}`}, at {street}
        </p>
        {guest?.text && <p className="mt-1 font-bold wrap-anywhere">{guest.text}</p>}
        <Small>{change && `${change.flag} ${change.text}`}</Small>
        <Small>{cover && withoutBreaks(cover)}</Small>
        <Small>{price && `${price}, payable at the desk`}</Small>
      </div>
      <div className="border-t-2 border-dashed border-ink/45 px-6 pt-4.5 pb-3 lg:px-9 lg:pt-6 lg:pb-4.5">
        <p className="font-bold">{deadline}</p>
        <Small>{note}</Small>
        <p className="flex flex-wrap gap-x-8 print:hidden">
          <Link to={cancelPath} className={CANCEL}>
            {guest?.name === undefined ? "Cancel this booking" : "Cancel for both"}
          </Link>{" "}
          {guest?.cancelPath && (
            <Link to={guest.cancelPath} className={CANCEL}>
              Cancel my guest’s place
            </Link>
          )}{" "}
          {guest?.isBookable && (
            <a href={`#${ADD_GUEST}`} className={CANCEL}>
              {guest.name === undefined ? "Bring somebody" : "Book my guest’s place"}
            </a>
          )}
        </p>
      </div>
    </section>
  );
}

function Small({ children }: { children: ReactNode }) {
  return children ? <p className="mt-1 text-graphite">{children}</p> : null;
}
