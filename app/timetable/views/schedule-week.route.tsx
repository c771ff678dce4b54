import type { CSSProperties } from "react";
import { href, Link } from "react-router";
import type { Settings } from "../../content-types/settings.ts";
import { findBanner, findNote } from "../../content-types/site-texts.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { SavedNotice } from "../../site/offline/saved-notice.tsx";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { calendarDay, dayName, dayNumber } from "../../time/days.ts";
import { Banner } from "../../ui/banner.tsx";
import { Flag, QUIET, TrainerName } from "../../ui/class-parts.tsx";
import { Stroked } from "../../ui/icons.tsx";
import { Section } from "../../ui/section.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/schedule-week.route";
import { marksAt, RowChange } from "./row-change.tsx";
import styles from "./schedule.css?url";
import { ClassName, DateSteps, ScheduleFoot } from "./schedule-parts.tsx";
import { findWeek, type WeekView } from "./timetable-view.server.ts";
import { useNow } from "./use-now.ts";
import weekStyles from "./week.css?url";
import printStyles from "./week-print.css?url";

const LONG_NAME_LETTERS = 20;

/** A week: a column per day on wide screens, a line per day on paper (week.css). */
function Week({ week: { lines, days, size } }: { week: WeekView }) {
  const now = useNow();
  const today = now && calendarDay(now);
  return (
    // React's types lack custom properties.
    <ol className="week" data-size={size} style={{ "--lines": lines.length } as CSSProperties}>
      {/* The grid's times; each class has its own for screen readers. */}
      {lines.map((time, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place in the grid
        <li key={line} aria-hidden="true" className="week-line" style={{ "--line": line + 2 } as CSSProperties}>
          {time && (
            <>
              <b>{time.from}</b>- {time.to}
            </>
          )}
        </li>
      ))}
      {days.map((day, index) => (
        <Day
          key={day.date}
          day={day}
          column={index + 2}
          now={dayNumber(day.date) === today ? now : undefined}
          isPast={today !== undefined && dayNumber(day.date) < today}
        />
      ))}
    </ol>
  );
}

type DayProps = { day: WeekView["days"][number]; column: number; now: Date | undefined; isPast: boolean };

/** @param now the time; undefined on other days than today */
function Day({ day, column, now, isPast }: DayProps) {
  const { day: name, shortDate, closure, path, rows } = day;
  const marks = now && marksAt(rows, now);
  const title = (
    <>
      <span>
        {dayName(name).slice(0, 3)}
        <span className="week-rest">{dayName(name).slice(3)}</span>
      </span>{" "}
      <small>{shortDate}</small>
    </>
  );
  return (
    <li
      className={`week-day ${now ? "is-today" : isPast ? "is-past" : ""}`}
      style={{ "--column": column } as CSSProperties}
    >
      <div className="week-head">
        <h3>{path === undefined ? title : <Link to={path}>{title}</Link>}</h3>
        {now && (
          <span className="week-mark">
            <Flag kind="outlined">Today</Flag>
          </span>
        )}
        {closure && <p className="week-closed">{closure}</p>}
      </div>
      {rows.length === 0 ? (
        <p className="week-none">No classes.</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <ClassOfDay key={row.key} row={row} marks={marks} />
          ))}
        </ul>
      )}
    </li>
  );
}

type ClassOfDayProps = { row: WeekView["days"][number]["rows"][number]; marks: ReturnType<typeof marksAt> | undefined };

function ClassOfDay({ row, marks }: ClassOfDayProps) {
  const isOn = marks?.on.has(row.key) ?? false;
  const isNext = marks?.next.has(row.key) ?? false;
  const isLongName = row.insteadOf !== null || row.trainer.length > LONG_NAME_LETTERS;
  const edge = isOn ? "shuka" : row.change?.kind === "cancelled" ? "barrier" : undefined;
  return (
    <li className={`week-class ${row.isOff ? "is-off" : ""}`} style={{ "--line": row.line + 1 } as CSSProperties}>
      {edge && <span aria-hidden="true" className={`week-edge ${edge}`} />}
      <span className="week-time">{row.time.from}</span>{" "}
      <b className="week-name">
        <ClassName row={row} />
      </b>{" "}
      <span className={`week-trainer ${isLongName ? "is-long" : ""}`}>
        <TrainerName row={row} />
      </span>{" "}
      <RowChange row={row} className="change" />
      {(isOn || isNext) && (
        <span className="change week-mark">
          <Flag kind={isOn ? "now" : "outlined"}>{isOn ? "On now" : "Next"}</Flag>
        </span>
      )}
    </li>
  );
}

export const handle = {
  publicPage: { searchParams: { date: "schedule-date" }, dependsOn: ["content", "timetable", "places", "date"] },
} satisfies PublicPageHandle;

export function links(): Route.LinkDescriptors {
  return [styles, weekStyles, printStyles].map((sheet) => ({ rel: "stylesheet", href: sheet }));
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { week, steps } = loaderData;
  const isLater = steps[0]?.isShown === false;
  const site = matches[0].loaderData;
  return pageMeta(site, {
    title: isLater ? `The whole week: ${week.range} ${week.year}` : "The whole week",
    description: `All classes of a week at ${site.settings.name} in Nairobi on one page, with times and trainers. It prints on one sheet.`,
    path: href("/schedule/week"),
    share: "schedule",
    shareAlt: "A woman in a red top drives her knee high in mid sprint.",
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [page, note, { eyebrow, photo }] = await Promise.all([
    findWeek(services, request.url),
    findNote(services, "schedule"),
    findBanner(services, "schedule"),
  ]);
  return { ...page, note, eyebrow, photo, offlineReading: services.config.offlineReading };
}

export default function ScheduleWeek({ loaderData, matches }: Route.ComponentProps) {
  const { week, steps, note, eyebrow, photo, offlineReading } = loaderData;
  const { origin, settings, isSignedIn } = matches[0].loaderData;
  return (
    <>
      <Banner eyebrow={eyebrow} photo={photo} title="The whole week" />
      {offlineReading && <SavedNotice isSignedIn={isSignedIn} />}
      <Section background="ink" className="pt-12 md:pt-14">
        <SheetHead settings={settings} week={week} />
        <div className="mb-8 grid gap-x-10 gap-y-13 lg:grid-cols-[1fr_auto] lg:items-end print:hidden">
          <h2 className="text-[clamp(44px,5vw,72px)]">{week.range}</h2>
          <DateSteps steps={steps} />
        </div>
        <Week week={week} />
        <SheetFoot settings={settings} week={week} address={`${origin}${href("/schedule/week")}`} />
        <ScheduleFoot note={note} calendar={href("/schedule/calendar")} className="print:hidden">
          <WeekPrintButton />
        </ScheduleFoot>
      </Section>
    </>
  );
}

/** Opens the browser's print dialog; rendered only with JavaScript. */
function WeekPrintButton() {
  if (!useHydrated()) return null;
  return (
    <button type="button" className={QUIET} onClick={() => window.print()}>
      <Stroked>
        <path d="M6.5 8V3h11v5M6.5 17H3V8h18v9h-3.5M6.5 14h11v7h-11z" />
      </Stroked>
      Print the week
    </button>
  );
}

type Sheet = Pick<Route.ComponentProps["loaderData"], "week"> & { settings: Settings };

function SheetHead({ settings, week }: Sheet) {
  return (
    <div className="sheet-head" data-size={week.size}>
      {/* As large as fits on one line. */}
      <p className="sheet-name" style={{ "--letters": settings.name.length } as CSSProperties}>
        {settings.name}
      </p>
      <p className="sheet-week">
        Week of {week.range} {week.year}
      </p>
    </div>
  );
}

/** From when the printed week is valid. @param address of the current version */
function SheetFoot({ settings, week, address }: Sheet & { address: string }) {
  return (
    <div className="sheet-foot">
      <p>
        <b>Valid from {week.firstDay}.</b>
        <br />
        As of {week.asOf}.
        <br />
        For later changes: {address.replace(/^https?:\/\//, "")}
      </p>
      <p>
        {settings.footerHours.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </p>
    </div>
  );
}
