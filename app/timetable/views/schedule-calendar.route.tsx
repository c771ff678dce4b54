import { href } from "react-router";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { settingsType } from "../../content-types/settings.ts";
import { findBanner } from "../../content-types/site-texts.server.ts";
import type { Services } from "../../platform/services.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { dayAndDate } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi, isCalendarDate } from "../../time/dates.server.ts";
import { Banner } from "../../ui/banner.tsx";
import { Section, SectionHeading } from "../../ui/section.tsx";
import { googleEventAddress, sessionFile, sessionInCalendar } from "../session-in-calendar.server.ts";
import { HORIZON_DAYS, sessionsBetween } from "../sessions.server.ts";
import type { Route } from "./+types/schedule-calendar.route";
import { type CalendarSession, CalendarSessionList } from "./calendar-session-list.tsx";
import { ClassFeedList } from "./class-feed-list.tsx";
import { FeedLinks, SlowRefresh } from "./feed-links.tsx";

/** `date` and `class` say which sessions are listed: too many pages to have them all in the cache. */
export const handle = { publicPage: { personalSearchParams: ["date", "class"] } } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  return pageMeta(site, {
    title: "Add to Calendar",
    description: `The classes of ${site.settings.name} in your own calendar: the whole timetable, one class, or one hour of it.`,
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
  const asked = url.searchParams.get("date") ?? "";
  const date = isCalendarDate(asked) && asked >= today && asked <= last ? asked : undefined;
  const listed =
    chosen === undefined && date === undefined ? [] : await listSessions(services, date ?? today, date ?? last);
  return {
    banner,
    chosen: chosen && { slug: chosen.slug, title: chosen.title },
    day: date && dayAndDate(date),
    sessions: listed.filter(({ classSlug }) => chosen === undefined || classSlug === chosen.slug),
    classes: classes.map(({ slug, title }) => ({ slug, title })),
  };
}

/** The sessions that take place and have not ended. */
async function listSessions(services: Services, from: string, to: string) {
  const [sessions, gym] = await Promise.all([
    sessionsBetween(services, from, to),
    findSingleEntry(services, settingsType),
  ]);
  const now = services.now().toISOString();
  return sessions
    .filter(({ state, endsAt }) => state === "scheduled" && endsAt > now)
    .map((session): CalendarSession & { classSlug: string } => ({
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

export default function ScheduleCalendar({ loaderData, matches }: Route.ComponentProps) {
  const { banner, chosen, day, sessions, classes } = loaderData;
  const { origin } = matches[0].loaderData;
  const path =
    chosen === undefined ? href("/schedule.ics") : href("/classes/:slug/calendar.ics", { slug: chosen.slug });
  const isListing = chosen !== undefined || day !== undefined;
  return (
    <>
      <Banner {...banner} eyebrow="The timetable" title="Add to Calendar" />
      <Section background="ink" labelledBy="feed">
        <SectionHeading id="feed">{chosen?.title ?? "The whole timetable"}</SectionHeading>
        <p className="mt-6 mb-9 max-w-[56ch] text-lg">
          Follow {chosen === undefined ? "the timetable" : "this class"} once, and every date of the next four weeks
          stands in your calendar: with its trainer, and changed when we change it.
        </p>
        <FeedLinks origin={origin} path={path} />
        <SlowRefresh className="mt-2 max-w-[62ch] text-[15px] text-ash" />
      </Section>
      {isListing && (
        <Section background="coal" labelledBy="sessions">
          <SectionHeading id="sessions" className="mb-9">
            {day ?? "One date"}
          </SectionHeading>
          {sessions.length === 0 ? (
            <p className="text-lg text-ash">
              Nothing is on{day === undefined ? " in the next four weeks" : " any more"}.
            </p>
          ) : (
            <>
              <CalendarSessionList sessions={sessions} isOfClass={day === undefined} />
              <p className="mt-6 max-w-[62ch] text-[15px] text-ash">
                A date that you add here is a copy: it stays as it is when we move or cancel the class.
              </p>
            </>
          )}
        </Section>
      )}
      {classes.length > 0 && (
        <Section background={isListing ? "ink" : "coal"} labelledBy="classes">
          <SectionHeading id="classes" className="mb-9">
            {chosen === undefined ? "One class only" : "Other calendars"}
          </SectionHeading>
          <ClassFeedList classes={classes} chosen={chosen?.slug} />
        </Section>
      )}
    </>
  );
}
