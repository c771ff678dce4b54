import { Form, href, redirect } from "react-router";
import { z } from "zod";
import { NOT_FOR_TEST_ACCOUNT } from "../../accounts/messages.ts";
import { ACCOUNT_PROBLEMS } from "../../accounts/problems.ts";
import { BackToAccount, SideBox, Switch } from "../../accounts/views/account-page.tsx";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, StatusMessage } from "../../forms/post-form.tsx";
import { setMailPreference } from "../../people/mail-preferences.server.ts";
import { personOfAccount } from "../../people/people.server.ts";
import { siteOrigin } from "../../platform/config.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { googleFeedAddress, subscriptionAddress } from "../../timetable/addresses.server.ts";
import styles from "../../timetable/views/schedule.css?url";
import { Banner } from "../../ui/banner.tsx";
import { LINK } from "../../ui/button.tsx";
import { CopyButton, SMALL_BUTTON } from "../../ui/copy-button.tsx";
import { disputeNoShow } from "../attendance.server.ts";
import { PAST_BOOKINGS_DAYS } from "../booking.ts";
import { findFeed, makeFeed, removeFeed } from "../feed-tokens.server.ts";
import { listOwnBookings } from "../own-bookings.server.ts";
import { BOOKING_PROBLEMS } from "../problems.ts";
import { REMINDER_TIMES } from "../reminder-times.server.ts";
import type { Route } from "./+types/account-bookings.route";
import { BookingList, NothingBooked, OpenBookings, PastBookings } from "./booking-lists.tsx";
import { BOOKING_DONE, isDone, RULES } from "./messages.ts";
import { bookingsView } from "./session-view.server.ts";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta = accountMeta("My bookings", "The classes you have booked, and those you are waiting for.");

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { id, isTestAccount } = context.get(signedInVisitorContext);
  const [own, gym, person, feed, pictures] = await Promise.all([
    listOwnBookings(services, id),
    findSingleEntry(services, settingsType),
    personOfAccount(services.db, id),
    findFeed(services, id),
    findPlacePictures(services, ["account"]),
  ]);
  const origin = siteOrigin(services.config);
  const done = url.searchParams.get("done");
  const feedPath = feed?.token && `${href("/calendar.ics")}?key=${feed.token}`;
  return {
    ...bookingsView(own, { gym, origin, now: services.now().toISOString() }),
    done: isDone(done) ? BOOKING_DONE[done] : undefined,
    reminders: person && person.reminders === 1,
    reminderTimes: REMINDER_TIMES,
    feed:
      feed === undefined
        ? undefined
        : !feedPath
          ? ("unreadable" as const)
          : {
              address: origin + feedPath,
              subscription: subscriptionAddress(origin, feedPath),
              google: googleFeedAddress(origin, feedPath),
            },
    rules: RULES,
    isTestAccount,
    photo: pictures.account,
  };
}

const bookingsForm = z.object({
  do: fixedValue(["new-address", "feed-off", "reminders-on", "reminders-off", "dispute"]),
  booking: z.string(),
});

export async function action({ context, request }: Route.ActionArgs) {
  const { id, isTestAccount } = context.get(signedInVisitorContext);
  return formAction({ context, request }, bookingsForm, async ({ services, values: { do: act, booking } }) => {
    if (isTestAccount) return problemResponse(ACCOUNT_PROBLEMS, "test-account");
    if (act === "dispute") {
      const { code } = await disputeNoShow(services, id, booking);
      if (code === "busy") return problemResponse(BOOKING_PROBLEMS, code);
      const done = code === "done" || code === "same" ? "disputed" : "dispute-late";
      return redirect(`${href("/account/bookings")}?done=${done}`, 303);
    }
    if (act === "new-address") await makeFeed(services, id);
    else if (act === "feed-off") await removeFeed(services, id);
    else await setMailPreference(services, "reminders", id, act === "reminders-on");
    return redirect(`${href("/account/bookings")}?done=${act === "new-address" ? "address" : act}`, 303);
  });
}

export default function AccountBookings({ loaderData, actionData }: Route.ComponentProps) {
  const { upcoming, waiting, past, done, reminders, feed, rules, isTestAccount, photo } = loaderData;
  return (
    <>
      <Banner eyebrow="Karibu tena" title="My bookings" photo={photo} />
      <div className="grid gap-x-[clamp(40px,6vw,96px)] gap-y-16 bg-ink px-gutter py-section lg:grid-cols-[minmax(0,1fr)_372px] lg:grid-rows-[auto_1fr]">
        <div>
          {done && <StatusMessage key={done}>{done}</StatusMessage>}
          <FormAlert returned={actionData} />
          <BookingList id="coming" title="Upcoming">
            {upcoming.length === 0 ? <NothingBooked /> : <OpenBookings bookings={upcoming} />}
          </BookingList>
          {waiting.length > 0 && (
            <BookingList id="waiting" title="Waiting">
              <OpenBookings bookings={waiting} />
            </BookingList>
          )}
        </div>
        <div className="lg:row-span-2">
          {isTestAccount ? (
            <SideBox id="test" title="Test account">
              <p>{NOT_FOR_TEST_ACCOUNT}</p>
            </SideBox>
          ) : (
            <>
              <CalendarFeedCard feed={feed} />
              <RemindersCard isOn={reminders} times={loaderData.reminderTimes} />
            </>
          )}
          <SideBox id="rules" title="The rules">
            <p>{rules}</p>
          </SideBox>
          <BackToAccount />
        </div>
        {past.length > 0 && (
          <BookingList id="past" title="Past" aside={`and cancelled, from the last ${PAST_BOOKINGS_DAYS} days`}>
            <PastBookings bookings={past} />
          </BookingList>
        )}
      </div>
    </>
  );
}

/** The address of the visitor's own calendar. `address` begins with https, `subscription` opens a calendar app. */
function CalendarFeedCard({ feed }: Pick<Route.ComponentProps["loaderData"], "feed">) {
  return (
    <SideBox id="calendar" title="Your calendar">
      <p>
        One web address with all your bookings, for any calendar app. Keep it private: anybody who has it can read them.
        It stops working when you change your password or sign out everywhere.
      </p>
      {feed === undefined ? (
        <Form method="post" preventScrollReset className="mt-4">
          <CardButton value="new-address">Create calendar address</CardButton>
        </Form>
      ) : (
        <>
          {feed === "unreadable" ? (
            <p>
              Calendars that use your address keep working, but it can no longer be shown. If you need it, create a new
              one: this one then stops working.
            </p>
          ) : (
            <>
              <p>
                <a href={feed.subscription} className={LINK}>
                  Follow in my calendar
                </a>
              </p>
              <p>
                <a href={feed.google} className={LINK}>
                  Follow in Google Calendar
                </a>
              </p>
              <p className="mb-4 text-[15px]">
                For Google Calendar on an Android phone, do this on a computer: the app can’t add an address.
              </p>
              <p className="mb-4 border-2 border-white/45 bg-black px-4 py-3.5 text-[15px] leading-snug wrap-anywhere text-white select-all">
                {feed.address}
              </p>
            </>
          )}
          <div className="flex flex-wrap gap-2.5">
            <Form method="post" preventScrollReset className="flex flex-wrap gap-2.5">
              <CardButton value="new-address">New address</CardButton>{" "}
              <CardButton value="feed-off">Switch off</CardButton>
            </Form>
            {feed !== "unreadable" && <CopyButton text={feed.address}>Copy</CopyButton>}
          </div>
        </>
      )}
      <p className="mt-4 text-[15px]">Calendars refresh slowly, some only once a day. We email you about changes.</p>
    </SideBox>
  );
}

/** The reminders switch. @param isOn undefined before the first booking */
function RemindersCard({ isOn, times }: { isOn: boolean | undefined; times: string }) {
  return (
    <SideBox id="reminders" title="Reminders">
      <p>{times}</p>
      {isOn === undefined ? (
        <p className="mt-3">They start with your first booking. After that you can switch them off here.</p>
      ) : (
        <Form method="post" preventScrollReset className="mt-4">
          <Switch isOn={isOn} on="reminders-on" off="reminders-off">
            Send me reminders
          </Switch>
        </Form>
      )}
    </SideBox>
  );
}

function CardButton({ value, children }: { value: string; children: string }) {
  return (
    <button type="submit" name="do" value={value} className={SMALL_BUTTON}>
      {children}
    </button>
  );
}
