import { href } from "react-router";
import { findBanner, findNote } from "../../content-types/site-texts.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { SavedNotice } from "../../site/offline/saved-notice.tsx";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { CalendarAddIcon } from "../../ui/calendar-icons.tsx";
import { QuietLink } from "../../ui/quiet-link.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Section } from "../../ui/section.tsx";
import type { Route } from "./+types/schedule-week.route";
import { DateSteps } from "./date-steps.tsx";
import { WeekPrintButton } from "./print-button.tsx";
import styles from "./schedule.css?url";
import { findWeek } from "./timetable-view.server.ts";
import weekStyles from "./week.css?url";
import { Week } from "./week.tsx";
import printStyles from "./week-print.css?url";
import { SheetFoot, SheetHead } from "./week-sheet.tsx";

export const handle = {
  publicPage: { searchParams: { date: "schedule-date" }, dependsOn: ["content", "timetable", "places", "date"] },
} satisfies PublicPageHandle;

export function links(): Route.LinkDescriptors {
  return [styles, weekStyles, printStyles].map((sheet) => ({ rel: "stylesheet", href: sheet }));
}

/** The canonical address of every week is that of the present one. */
export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { week, steps } = loaderData;
  const isLater = steps[0]?.isShown === false;
  const site = matches[0].loaderData;
  return pageMeta(site, {
    title: isLater ? `The whole week: ${week.range} ${week.year}` : "The whole week",
    description: `All classes of a week at ${site.settings.name} in Nairobi on one page, with times and trainers, and on one sheet when printed.`,
    path: href("/schedule/week"),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [found, note, { eyebrow, photo }] = await Promise.all([
    findWeek(services, request.url),
    findNote(services, "schedule"),
    findBanner(services, "schedule"),
  ]);
  return { ...found, note, eyebrow, photo, offlineReading: services.config.offlineReading };
}

/** The week on one screen, and on one sheet of paper for a wall. */
export default function ScheduleWeek({ loaderData, matches }: Route.ComponentProps) {
  const { week, steps, note, eyebrow, photo, offlineReading } = loaderData;
  const isLater = steps[0]?.isShown === false;
  const { origin, settings, isSignedIn } = matches[0].loaderData;
  return (
    <>
      <Banner eyebrow={isLater ? `Week of ${week.range}` : eyebrow} photo={photo} title="The whole week" />
      {offlineReading && <SavedNotice isSignedIn={isSignedIn} />}
      <Section background="ink" className="pt-12 md:pt-14">
        <SheetHead settings={settings} week={week} />
        <div className="mb-8 grid gap-x-10 gap-y-13 lg:grid-cols-[1fr_auto] lg:items-end print:hidden">
          <h2 className="text-[clamp(44px,5vw,72px)]">{week.range}</h2>
          <DateSteps steps={steps} />
        </div>
        <Week week={week} />
        <SheetFoot settings={settings} week={week} address={`${origin}${href("/schedule/week")}`} />
        <div className="mt-12 flex flex-wrap items-center justify-between gap-6 print:hidden">
          <p className="max-w-[62ch] text-[15px] text-ash">
            <RichText parts={note} linkClass="font-bold text-white underline underline-offset-4" />
          </p>
          <div className="flex flex-wrap gap-3 max-md:w-full max-md:*:w-full">
            <WeekPrintButton />{" "}
            <QuietLink to={href("/schedule/calendar")} icon={<CalendarAddIcon />}>
              Add to calendar
            </QuietLink>{" "}
            <LinkButton to={href("/classes")} tone="ghost">
              See all classes
            </LinkButton>
          </div>
        </div>
      </Section>
    </>
  );
}
