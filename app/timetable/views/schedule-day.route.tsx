import { href } from "react-router";
import { findNote } from "../../content-types/site-texts.server.ts";
import { questionAddress } from "../../forms/whatsapp.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { calendarDay, dayName, dayNumber } from "../../time/days.ts";
import { CalendarIcon, Flag, OFF, QuietLink, TrainerName } from "../../ui/class-parts.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import type { Route } from "./+types/schedule-day.route";
import { marksAt, RowChange } from "./row-change.tsx";
import { dayOfPattern } from "./schedule-dates.server.ts";
import { ClassName, DateSteps, ScheduleFoot } from "./schedule-parts.tsx";
import { SessionButton } from "./session-button.tsx";
import { type DayView, findDay, type SessionRowView } from "./timetable-view.server.ts";
import { useNow } from "./use-now.ts";

export const handle = {
  publicPage: { searchParams: { date: "schedule-date" }, dependsOn: ["content", "timetable", "places", "date"] },
} satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { day, dateText, rows } = loaderData.view;
  const name = dayName(day);
  const isLater = loaderData.steps[0]?.isShown === false;
  const classes = rows
    .filter(({ isOff }) => !isOff)
    .map(({ className }) => className)
    .join(", ");
  const site = matches[0].loaderData;
  return pageMeta(site, {
    title: `Schedule: ${name}${isLater ? ` ${dateText}` : ""}`,
    description: `${name} classes at ${site.settings.name} in Nairobi, with times and trainers: ${classes}.`,
    path: href(`/schedule/${day}`),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

/** Every weekday has its own route (specification, section 2): the last segment of the path. */
export async function loader({ context, pattern, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [page, note] = await Promise.all([
    findDay(services, dayOfPattern(pattern), request.url),
    findNote(services, "schedule"),
  ]);
  return { ...page, note };
}

export default function ScheduleDay({ loaderData, matches }: Route.ComponentProps) {
  const { view, steps, toWeek, note } = loaderData;
  return (
    <>
      <div className="mt-12 mb-7 grid gap-x-10 gap-y-13 md:mt-16 md:mb-8 lg:grid-cols-[1fr_auto] lg:items-end">
        <h2 className="text-[clamp(56px,7.2vw,104px)] leading-[.84]">
          {dayName(view.day)}{" "}
          <span className="mt-2.5 block text-[clamp(26px,2.8vw,40px)] leading-none text-ash normal-case">
            {view.dateText}
          </span>
        </h2>
        <DateSteps steps={steps} />
      </div>
      <Timetable shown={view} whatsApp={matches[0].loaderData.settings.whatsApp} />
      <ScheduleFoot note={note} calendar={`${href("/schedule/calendar")}?date=${view.date}`}>
        <QuietLink to={toWeek} icon={<CalendarIcon />}>
          The whole week
        </QuietLink>
      </ScheduleFoot>
    </>
  );
}

/** Explicit roles: with a grid layout, browsers drop the table's semantics. */
const TABLE = { role: "table" } as const;
const GROUP = { role: "rowgroup" } as const;
const ROW = { role: "row" } as const;
const HEAD = { role: "columnheader", scope: "col" } as const;
const ROW_HEAD = { role: "rowheader", scope: "row" } as const;
const CELL = { role: "cell" } as const;

const COLUMNS =
  "md:grid md:grid-cols-[10.5rem_1fr_20%_minmax(10.75rem,min-content)] md:gap-x-0 lg:grid-cols-[14rem_1fr_22%_minmax(10.75rem,min-content)] print:grid-cols-[20%_1fr_30%]";

/** The classes of a date. Current and next classes are marked by shape and text once the browser knows the time. */
function Timetable({ shown, whatsApp }: { shown: DayView; whatsApp: string | undefined }) {
  const { date, dateText, day, closure, rows } = shown;
  const now = useNow();
  const marks = now !== undefined && calendarDay(now) === dayNumber(date) ? marksAt(rows, now) : undefined;
  if (rows.length === 0) {
    return (
      <>
        {closure && <Closed sentence={closure} />}
        <p className="border-t-4 border-chalk py-10 text-lg">There are no classes on {dayName(day)}.</p>
      </>
    );
  }
  return (
    <div className="relative">
      {closure && (
        <>
          <span aria-hidden="true" className="barrier absolute inset-y-0 -left-gutter w-2 md:w-2.5" />
          <Closed sentence={closure} />
        </>
      )}
      <table {...TABLE} className="block w-full border-t-4 border-chalk text-left">
        <caption className="sr-only">
          Classes on {dayName(day)}, {dateText}
        </caption>
        <thead {...GROUP} className="block max-md:sr-only">
          <tr {...ROW} className={`border-b border-white/15 py-3.5 text-[15px] font-bold text-steel ${COLUMNS}`}>
            <th {...HEAD}>Time</th>
            <th {...HEAD}>Class Name</th>
            <th {...HEAD}>Trainer</th>
            <th {...HEAD}>Join Now</th>
          </tr>
        </thead>
        <tbody {...GROUP} className="block">
          {rows.map((row) => (
            <ClassSessionRow
              key={row.key}
              row={row}
              isDayClosed={closure !== undefined}
              isOn={marks?.on.has(row.key) ?? false}
              isNext={marks?.next.has(row.key) ?? false}
              whatsApp={whatsApp}
              dayText={`${dayName(day)} ${dateText}`}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Closed({ sentence }: { sentence: string }) {
  return (
    <div className="grid gap-2.5 border-t-4 border-chalk py-6.5 md:grid-cols-[10.5rem_1fr] md:items-center md:gap-0 md:py-8.5 lg:grid-cols-[14rem_1fr]">
      <strong className="font-display text-[clamp(44px,4.6vw,66px)] leading-[.88] font-black text-white uppercase">
        Closed
      </strong>
      <p className="max-w-[60ch]">{sentence}</p>
    </div>
  );
}

function edgeOf({ change }: SessionRowView, isOn: boolean, isDayClosed: boolean): string | undefined {
  if (isOn) return "shuka";
  if (change?.kind === "cancelled") return isDayClosed ? undefined : "barrier";
  return change?.kind === "moved" ? "hollow-edge" : undefined;
}

type ClassSessionRowProps = {
  row: SessionRowView;
  isOn: boolean;
  isNext: boolean;
  isDayClosed: boolean;
  whatsApp: string | undefined;
  /** "Monday 23 November 2026" */
  dayText: string;
};

/** A class of a day. Cancelled classes keep their position, without a button. */
function ClassSessionRow({ row, isOn, isNext, isDayClosed, whatsApp, dayText }: ClassSessionRowProps) {
  const { time, className, isOff } = row;
  const edge = edgeOf(row, isOn, isDayClosed);
  return (
    <tr
      {...ROW}
      className={`day-row relative border-b border-white/15 py-6 max-md:grid max-md:grid-cols-[minmax(0,1fr)_9.5rem] max-[359px]:grid-cols-[minmax(0,1fr)_9rem] max-md:items-center max-md:gap-x-3 md:items-baseline md:py-6.5 ${COLUMNS}`}
    >
      <td {...CELL} className="max-md:col-span-2 max-md:mb-2 md:row-span-2">
        {edge && <span aria-hidden="true" className={`${edge} absolute inset-y-0 -left-gutter w-2 md:w-2.5`} />}
        <span className={`font-display text-[26px] leading-none font-black md:text-[34px] ${isOff ? OFF : ""}`}>
          {time.from}
        </span>
        <span className={`text-[15px] max-md:ml-1.5 md:mt-1 md:block ${isOff ? "text-steel" : "text-ash"}`}>
          <span className="max-md:mr-1.5 md:mr-1">-</span>
          <span className={isOff ? OFF : ""}>{time.to}</span>
          {(isOn || isNext) && (
            <span className="ml-3 inline-block print:hidden">
              <Flag kind={isOn ? "now" : "outlined"}>{isOn ? "On now" : "Next"}</Flag>
            </span>
          )}
        </span>
      </td>
      <th {...ROW_HEAD} className="contents">
        <span
          className={`font-display text-[clamp(26px,8.6vw,40px)] max-[359px]:text-[24px] leading-[.9] font-black wrap-break-word uppercase md:pr-6 md:text-[clamp(40px,4vw,54px)] ${isOff ? OFF : ""}`}
        >
          <ClassName row={row} />
        </span>{" "}
        <RowChange row={row} hasButton className={`change mt-3 md:pr-6 ${isOff ? "max-md:col-span-2" : ""}`} />
      </th>
      <td
        {...CELL}
        className={`day-trainer ${isOff ? "text-steel" : "text-ash"} max-md:col-start-1 max-md:row-start-3 max-md:mt-1.5 max-md:self-start md:col-start-3 md:row-start-1 md:pr-4`}
      >
        <TrainerName row={row} />
      </td>
      <td
        {...CELL}
        className="day-button flex flex-col items-start max-md:col-start-2 max-md:row-span-3 max-md:row-start-2 md:col-start-4 md:row-span-2 md:row-start-1"
      >
        <SessionButton row={row} className="w-full" />
        {whatsApp && (
          <WhatsAppLink
            href={questionAddress(whatsApp, `${className} on ${dayText}, ${time.from}`)}
            about={className}
            size="small"
            className="print:hidden"
          />
        )}
      </td>
    </tr>
  );
}
