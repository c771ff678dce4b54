import { href } from "react-router";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { settingsType } from "../../content-types/settings.ts";
import { findBanner } from "../../content-types/site-texts.server.ts";
import { siteOrigin } from "../../platform/config.ts";
import type { Services } from "../../platform/services.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { addDays, dateInNairobi, dayAndDate, isCalendarDate } from "../../time/dates.server.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton, TEXT_LINK } from "../../ui/button.tsx";
import { Section, SectionHeading } from "../../ui/section.tsx";
import { googleFeedAddress, sessionFile, subscriptionAddress } from "../addresses.server.ts";
import { HORIZON_DAYS, sessionsBetween } from "../class-sessions.server.ts";
import { googleEventAddress, sessionInCalendar } from "../icalendar.server.ts";
import type { Route } from "./+types/schedule-calendar.route";

/** `date` and `class` select the listed sessions: too many combinations to cache. */
export const handle = { publicPage: { personalSearchParams: ["date", "class"] } } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  return pageMeta(site, {
    title: "Add to Calendar",
    description: `The classes of ${site.settings.name} in your own calendar: the whole timetable, or a single class.`,
    path: href("/schedule/calendar"),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [banner, classes] = await Promise.all([findBanner(services, "schedule"), listEntries(services, classType)]);
  const chosen = classes.find(({ slug }) => slug === url.searchParams.get("class"));
  const today = dateInNairobi(services.now());
  const last = addDays(today, HORIZON_DAYS - 1);
  const requested = url.searchParams.get("date") ?? "";
  const date = isCalendarDate(requested) && requested >= today && requested <= last ? requested : undefined;
  const listed =
    chosen === undefined && date === undefined ? [] : await listSessions(services, date ?? today, date ?? last);
  const origin = siteOrigin(services.config);
  const path = href("/schedule.ics");
  return {
    banner,
    feed: {
      path,
      address: origin + path,
      subscription: subscriptionAddress(origin, path),
      google: googleFeedAddress(origin, path),
    },
    chosen: chosen?.title,
    day: date && dayAndDate(date),
    sessions: listed.filter(({ classSlug }) => chosen === undefined || classSlug === chosen.slug),
  };
}

/** Sessions that take place and have not ended, with their calendar links. */
async function listSessions(services: Services, from: string, to: string) {
  const [sessions, gym] = await Promise.all([
    sessionsBetween(services, from, to),
    findSingleEntry(services, settingsType),
  ]);
  const now = services.now().toISOString();
  return sessions
    .filter(({ state, endsAt }) => state === "scheduled" && endsAt > now)
    .map((session) => ({
      id: session.id,
      day: dayAndDate(session.date),
      ...session.time,
      classSlug: session.classSlug,
      className: session.className,
      trainerName: session.trainerName,
      file: sessionFile(session.id),
      googleAddress: googleEventAddress(sessionInCalendar(session, gym)),
    }));
}

export default function ScheduleCalendar({ loaderData }: Route.ComponentProps) {
  const { banner, feed, chosen, day, sessions } = loaderData;
  const isListing = chosen !== undefined || day !== undefined;
  return (
    <>
      <Banner {...banner} eyebrow="The timetable" title="Add to Calendar" />
      {isListing && (
        <Section background="ink" labelledBy="sessions">
          <SectionHeading id="sessions" className="mb-9">
            {[chosen, day].filter(Boolean).join(", ")}
          </SectionHeading>
          {sessions.length === 0 ? (
            <p className="text-lg text-ash">
              {day === undefined ? "No classes in the next four weeks." : "No more classes on this day."}
            </p>
          ) : (
            <>
              <CalendarSessionList sessions={sessions} isOfClass={day === undefined} />
              <p className="mt-6 max-w-168 text-[15px] text-ash">
                An event that you add here is a copy: it does not change when we move or cancel the class.
              </p>
            </>
          )}
        </Section>
      )}
      <Section background={isListing ? "coal" : "ink"} labelledBy="feed">
        <SectionHeading id="feed">The whole timetable</SectionHeading>
        <div className="max-w-168">
          <p className="mt-6 mb-9 text-lg">
            Follow the timetable once, and every class of the next four weeks appears in your calendar, with its trainer
            and any changes we make.
          </p>
          <FeedLinks {...feed} />
          <p className="mt-4 text-[15px] text-ash">
            Calendars update at their own pace, Google’s every 4 to 24 hours. A cancellation may show up late there; the
            timetable on this site shows it at once.
          </p>
          {!isListing && (
            <p className="mt-4 text-[15px] text-ash">
              To add a single class, press “Add to calendar” on its day or on its page.
            </p>
          )}
        </div>
      </Section>
    </>
  );
}

/** Links to follow a feed: in this device's calendar, in Google Calendar, and by address in any other. */
function FeedLinks({ path, address, subscription, google }: Route.ComponentProps["loaderData"]["feed"]) {
  return (
    <>
      <div className="flex flex-col gap-3.5 sm:flex-row">
        <LinkButton to={subscription}>Follow in my calendar</LinkButton>{" "}
        <LinkButton to={google} tone="ghost">
          Follow in Google Calendar
        </LinkButton>
      </div>
      <p className="mt-6 text-[15px] text-ash">
        For any other calendar, this is the address to follow:{" "}
        <a href={path} className={`${TEXT_LINK} wrap-anywhere`}>
          {address}
        </a>
      </p>
    </>
  );
}

const SESSION_LINK =
  "inline-flex min-h-11 items-center font-bold text-ember underline underline-offset-4 hover:text-white whitespace-nowrap";

/** Sessions with two calendar links each. `isOfClass`: the heading is the date instead of the name. */
function CalendarSessionList({
  sessions,
  isOfClass,
}: Pick<Route.ComponentProps["loaderData"], "sessions"> & { isOfClass: boolean }) {
  return (
    <ul className="border-b border-white/15">
      {sessions.map(({ id, className, day, from, to, trainerName, file, googleAddress }) => {
        const about = <span className="sr-only">{`: ${className}, ${day}, ${from}`}</span>;
        return (
          <li
            key={id}
            className="grid gap-x-8 gap-y-1 border-t border-white/15 py-5 sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <div>
              <h3 className="text-[clamp(28px,3vw,38px)]">{isOfClass ? day : className}</h3>
              <p className="mt-1 text-ash">
                {from}-{to}, {trainerName}
              </p>
            </div>
            <p className="flex flex-wrap gap-x-6">
              <a href={file} className={SESSION_LINK}>
                Calendar file{about}
              </a>{" "}
              <a href={googleAddress} className={SESSION_LINK}>
                Google Calendar{about}
              </a>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
