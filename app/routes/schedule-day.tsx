import { href } from "react-router";
import { dayName, isDay } from "../content/nairobi-time.ts";
import { findNote } from "../content/site-texts.server.ts";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { listDay } from "../schedule/schedule.server.ts";
import { Timetable } from "../schedule/timetable.tsx";
import { pageMeta } from "../seo/page-meta.ts";
import { LinkButton } from "../ui/button.tsx";
import { RichText } from "../ui/rich-text.tsx";
import type { Route } from "./+types/schedule-day";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const name = dayName(loaderData.day);
  const classes = loaderData.rows.map((row) => row.className).join(", ");
  const site = matches[0].loaderData;
  return pageMeta(site, {
    title: `Schedule: ${name}`,
    description: `The classes of ${name} at ${site.settings.name} in Nairobi, with times and trainers: ${classes}.`,
    path: href(`/schedule/${loaderData.day}`),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

/** Every day is a route of its own (specification, section 2): the last segment of the path says which. */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const day = pattern.split("/").at(-1);
  if (!isDay(day)) throw new Error(`No day of the week at the end of the route ${pattern}`);
  const services = context.get(servicesContext);
  const [rows, note] = await Promise.all([listDay(services, day), findNote(services, "schedule")]);
  return { day, rows, note };
}

export default function ScheduleDay({ loaderData: { day, rows, note } }: Route.ComponentProps) {
  return (
    <>
      <h2 className="mt-12 mb-7 text-[clamp(36px,4.4vw,64px)] md:mt-16">{dayName(day)}</h2>
      <Timetable day={day} rows={rows} />
      <div className="mt-12 flex flex-wrap items-center justify-between gap-6">
        <p className="text-[15px] text-ash">
          <RichText parts={note} linkClass="font-bold text-white underline underline-offset-4" />
        </p>
        <LinkButton to={href("/classes")} tone="ghost">
          See all classes
        </LinkButton>
      </div>
    </>
  );
}
