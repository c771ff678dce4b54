import { type ReactNode, useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { findFeed } from "../../bookings/feed-tokens.server.ts";
import { listOwnBookings } from "../../bookings/own-bookings.server.ts";
import { BookingList, NothingBooked, OpenBookings } from "../../bookings/views/booking-lists.tsx";
import { bookingView } from "../../bookings/views/session-view.server.ts";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { membershipType } from "../../content-types/membership.ts";
import { joinPath } from "../../content-types/paths.ts";
import { settingsType } from "../../content-types/settings.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { deleteCopies } from "../../forms/post-form.tsx";
import { siteOrigin } from "../../platform/config.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { findStaffMember } from "../../staff/staff.server.ts";
import { isSecondStepDue, secondStepPathFor } from "../../staff/staff-guard.server.ts";
import { cardTimes, weeklyTimesOf } from "../../timetable/card-times.ts";
import { weeklySlotsToday } from "../../timetable/timetable-records.server.ts";
import styles from "../../timetable/views/schedule.css?url";
import { Banner } from "../../ui/banner.tsx";
import { Button, LinkButton, TextLink } from "../../ui/button.tsx";
import { SMALL_BUTTON } from "../../ui/copy-button.tsx";
import { ArrowIcon } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { isAddressConfirmed } from "../address-confirmation.server.ts";
import { NOT_FOR_TEST_ACCOUNT } from "../messages.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account.route";
import { EmailAddress, UnconfirmedAddress } from "./account-page.tsx";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta = accountMeta("Account", "Your bookings and saved classes.");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const visitor = context.get(signedInVisitorContext);
  const services = context.get(servicesContext);
  const [own, membership, staffMember, isConfirmed, gym, classes, slots, pictures] = await Promise.all([
    listOwnBookings(services, visitor.id),
    findSingleEntry(services, membershipType),
    findStaffMember(services, visitor.id),
    isAddressConfirmed(services, visitor.id),
    findSingleEntry(services, settingsType),
    listEntries(services, classType),
    weeklySlotsToday(services),
    findPlacePictures(services, ["account"]),
  ]);
  const view = { gym, origin: siteOrigin(services.config), now: services.now().toISOString() };
  return {
    pictures,
    bookings: own.current.map((booking) => bookingView(booking, view)),
    email: visitor.email,
    isTestAccount: visitor.isTestAccount,
    isStaff: staffMember !== undefined,
    hasMemberships: membership.isOn === "on",
    isConfirmed,
    hasCalendar: (await findFeed(services, visitor.id)) !== undefined,
    // Replaces the download while verification is due: a browser would save the redirect's page as the file.
    secondStepPath: (await isSecondStepDue({ context, request })) ? secondStepPathFor("second-step", url) : undefined,
    // Saved order, without classes the gym no longer has.
    saved: visitor.savedShows.flatMap((slug) => {
      const match = classes.find((gymClass) => gymClass.slug === slug);
      if (match === undefined) return [];
      const { title, photo } = match;
      return [{ slug, title, photo, ...cardTimes(match, weeklyTimesOf(slug, slots)) }];
    }),
  };
}

type AccountView = Route.ComponentProps["loaderData"];

export default function Account({ loaderData }: Route.ComponentProps) {
  const { pictures, bookings, saved, ...account } = loaderData;
  return (
    <>
      <Banner eyebrow="Karibu tena" title="Account" photo={pictures.account} />
      <div className="grid gap-x-[clamp(40px,6vw,96px)] gap-y-16 bg-ink px-gutter py-section lg:grid-cols-[minmax(0,1fr)_372px]">
        <div>
          <BookingList id="bookings" title="My bookings">
            {bookings.length === 0 ? <NothingBooked /> : <OpenBookings bookings={bookings} />}
            <p className="mt-4">
              <TextLink to={href("/account/bookings")} label="All bookings, calendar and reminders" />
            </p>
          </BookingList>
          <BookingList id="saved-title" title="Saved Classes">
            <SavedClassList classes={saved} />
          </BookingList>
        </div>
        <section aria-labelledby="you-title" className="lg:bg-coal lg:p-9 lg:self-start lg:forced-colors:border">
          <h2 id="you-title" className="mb-6 border-chalk text-[40px] max-lg:border-b-4 max-lg:pb-6">
            You
          </h2>
          <AccountActions {...account} />
        </section>
      </div>
    </>
  );
}

const ACTION_LINE =
  "group flex min-h-15 w-full items-center justify-between gap-4 text-left font-bold hover:text-ember cursor-pointer";

function AccountActions({
  email,
  isTestAccount,
  isStaff,
  hasMemberships,
  isConfirmed,
  hasCalendar,
  secondStepPath,
}: Omit<AccountView, "pictures" | "bookings" | "saved">) {
  return (
    <>
      <p className="text-[15px] text-ash">Signed in as</p>
      <p className="text-lg font-bold">
        <EmailAddress email={email} />
      </p>
      {!isTestAccount && !isConfirmed && <UnconfirmedAddress />}
      <Form method="post" action={href("/sign-out")} data-deletes-copies="" onSubmit={deleteCopies} className="mt-7">
        <Button type="submit" tone="ghost" className="w-full">
          Sign out
        </Button>
      </Form>
      {isTestAccount ? (
        <p className="mt-8 border-t border-white/15 pt-6 text-[15px] text-ash">{NOT_FOR_TEST_ACCOUNT}</p>
      ) : (
        <ul className="mt-8 border-b border-white/15 print:hidden">
          {isStaff && (
            <ActionLine>
              <a href="/staff" className={ACTION_LINE}>
                Go to the console <Arrow />
              </a>
            </ActionLine>
          )}
          <ActionLine>
            <Link to={href("/account/bookings")} className={ACTION_LINE}>
              My bookings <Arrow />
            </Link>
          </ActionLine>
          {hasMemberships && (
            <ActionLine>
              <Link to={href("/account/membership")} className={ACTION_LINE}>
                My membership <Arrow />
              </Link>
            </ActionLine>
          )}
          <ActionLine>
            <Link to={href("/account/details")} className={ACTION_LINE}>
              Your details <Arrow />
            </Link>
          </ActionLine>
          <ActionLine>
            <Link to={href("/account/password")} className={ACTION_LINE}>
              Change password <Arrow />
            </Link>
          </ActionLine>
          <ActionLine>
            <Link to={href("/account/sign-ins")} className={ACTION_LINE}>
              Your sign-ins <Arrow />
            </Link>
          </ActionLine>
          <ActionLine>
            <a
              href={secondStepPath ?? href("/account/data")}
              download={secondStepPath === undefined}
              className={ACTION_LINE}
            >
              Download my data <Arrow />
            </a>
          </ActionLine>
          <ActionLine>
            <Form method="post" action={href("/sign-out")} data-deletes-copies="" onSubmit={deleteCopies}>
              <button type="submit" name="where" value="everywhere" className={ACTION_LINE}>
                Sign out everywhere <Arrow />
              </button>
            </Form>
            {hasCalendar && <p className="pb-4 text-[15px] text-ash">This also switches off your calendar address.</p>}
          </ActionLine>
          <ActionLine>
            <Link to={href("/account/delete")} className={ACTION_LINE}>
              Delete my account <Arrow />
            </Link>
          </ActionLine>
        </ul>
      )}
    </>
  );
}

function ActionLine({ children }: { children: ReactNode }) {
  return <li className="border-t border-white/15">{children}</li>;
}

function Arrow() {
  return <ArrowIcon className="h-4 w-6 shrink-0 transition-transform group-hover:translate-x-1" />;
}

function SavedClassList({ classes }: { classes: AccountView["saved"] }) {
  const list = useRef<HTMLDivElement>(null);
  const lastCount = useRef(classes.length);
  useEffect(() => {
    // The button that removed a class is removed with it, and the focus would be lost.
    if (classes.length < lastCount.current) list.current?.focus({ preventScroll: true });
    lastCount.current = classes.length;
  }, [classes.length]);
  return (
    <div ref={list} tabIndex={-1}>
      {classes.length === 0 ? <NothingSaved /> : <SavedClassLines classes={classes} />}
    </div>
  );
}

function SavedClassLines({ classes }: { classes: AccountView["saved"] }) {
  return (
    <ul className="border-b border-white/15">
      {classes.map((saved) => (
        <li
          key={saved.slug}
          className="group grid grid-cols-[96px_1fr] items-center gap-x-5 gap-y-3 border-t border-white/15 py-5 first:border-t-0 sm:max-lg:grid-cols-[150px_1fr_auto] sm:gap-x-8 lg:max-xl:grid-cols-[150px_1fr] xl:grid-cols-[150px_1fr_auto] print:grid-cols-1"
        >
          <div className="row-span-2 overflow-hidden self-start sm:max-lg:row-span-1 xl:row-span-1">
            <Picture photo={saved.photo} sizes="(width >= 40rem) 150px, 96px" aspect="4/3" decorative />
          </div>
          <div>
            <h3 className="text-[clamp(30px,3.6vw,46px)]">{saved.title}</h3>
            <p className="mt-2 flex flex-wrap gap-x-3 font-display text-[22px] leading-tight font-black text-ash">
              <span className="text-white">{saved.days}</span>
              {saved.time && (
                <span>
                  {saved.time.from}-
                  <wbr />
                  {saved.time.to}
                </span>
              )}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 sm:gap-x-5 print:hidden">
            <Link
              to={joinPath(saved.slug)}
              className="inline-flex min-h-11 items-center font-bold text-ember underline underline-offset-4 hover:text-white"
            >
              Join now<span className="sr-only">: {saved.title}</span>
            </Link>
            <Form method="post" action={href("/saved-classes")} preventScrollReset>
              <input type="hidden" name="class" value={saved.slug} />
              <input type="hidden" name="do" value="remove" />
              <input type="hidden" name="back" value={href("/account")} />
              <button type="submit" className={SMALL_BUTTON}>
                Remove<span className="sr-only"> {saved.title}</span>
              </button>
            </Form>
          </div>
        </li>
      ))}
    </ul>
  );
}

function NothingSaved() {
  return (
    <div className="pt-10">
      <p className="max-w-[46ch] text-lg text-ash">
        Nothing saved yet. Save a class on its card and you’ll find it here, with its day and time.
      </p>
      <LinkButton to={href("/classes")} className="mt-7">
        our classes
      </LinkButton>
    </div>
  );
}
