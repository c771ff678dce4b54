import { href } from "react-router";
import { findNote } from "../../content-types/site-texts.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { describeDay } from "../../site/seo/page-data.server.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { dayName } from "../../time/days.ts";
import { CalendarIcon } from "../../ui/calendar-icons.tsx";
import { QuietLink } from "../../ui/quiet-link.tsx";
import type { Route } from "./+types/schedule-day.route";
import { Timetable } from "./day-timetable.tsx";
import { dayOfPattern } from "./schedule-dates.server.ts";
import { DateSteps, ScheduleFoot } from "./schedule-parts.tsx";
import { findDay } from "./timetable-view.server.ts";

export const handle = {
  publicPage: { searchParams: { date: "schedule-date" }, dependsOn: ["content", "timetable", "places", "date"] },
} satisfies PublicPageHandle;

/** The canonical address of every date is that of the weekday. */
export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { day, dateText, rows } = loaderData.shown;
  const name = dayName(day);
  const isLater = loaderData.steps[0]?.isShown === false;
  const classes = rows
    .filter(({ isOff }) => !isOff)
    .map(({ className }) => className)
    .join(", ");
  const site = matches[0].loaderData;
  return pageMeta(site, {
    title: `Schedule: ${name}${isLater ? ` ${dateText}` : ""}`,
    description: `The classes of ${name} at ${site.settings.name} in Nairobi, with times and trainers: ${classes}.`,
    structuredData: loaderData.structuredData,
    path: href(`/schedule/${day}`),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

/** Every day is a route of its own (specification, section 2): the last segment of the path says which. */
export async function loader({ context, pattern, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [found, note] = await Promise.all([
    findDay(services, dayOfPattern(pattern), request.url),
    findNote(services, "schedule"),
  ]);
  return { ...found, note, structuredData: await describeDay(services, found.shown.date) };
}

export default function ScheduleDay({ loaderData, matches }: Route.ComponentProps) {
  const { shown, steps, toWeek, note } = loaderData;
  return (
    <>
      <div className="mt-12 mb-7 grid gap-x-10 gap-y-13 md:mt-16 md:mb-8 lg:grid-cols-[1fr_auto] lg:items-end">
        <h2 className="text-[clamp(56px,7.2vw,104px)] leading-[.84]">
          {dayName(shown.day)}{" "}
          <span className="mt-2.5 block text-[clamp(26px,2.8vw,40px)] leading-none text-ash normal-case">
            {shown.dateText}
          </span>
        </h2>
        <DateSteps steps={steps} />
      </div>
      <Timetable shown={shown} whatsApp={matches[0].loaderData.settings.whatsApp} />
      <ScheduleFoot note={note} calendar={`${href("/schedule/calendar")}?date=${shown.date}`}>
        <QuietLink to={toWeek} icon={<CalendarIcon />}>
          The whole week
        </QuietLink>
      </ScheduleFoot>
    </>
  );
}
