import type { ComponentProps, ReactNode } from "react";
import { href, Link } from "react-router";
import { calendarDay, DAYS, dayNumber, mondayBefore } from "../../time/days.ts";
import { CalendarAddIcon, LARGE_LINK, QuietLink } from "../../ui/class-parts.tsx";
import { strokedIcon } from "../../ui/icons.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import type { SessionRowView, Step } from "./timetable-view.server.ts";
import { useNow } from "./use-now.ts";

export function DateSteps({ steps }: { steps: readonly Step[] }) {
  const now = useNow();
  const thisWeek = now === undefined ? Number.NaN : mondayBefore(calendarDay(now));
  return (
    <nav aria-label="Weeks">
      <ul className="grid grid-cols-4 gap-1.5 md:max-lg:max-w-140 lg:grid-cols-[repeat(4,118px)]">
        {steps.map(({ date, label, path, isShown }) => (
          <li key={date} className="relative">
            <Link
              to={path}
              preventScrollReset
              aria-current={isShown ? "true" : undefined}
              className={`grid min-h-14 place-items-center font-display text-[clamp(16px,9vw-13px,24px)] leading-none font-black ${
                isShown
                  ? "bg-chalk on-light -outline-offset-6"
                  : "border border-white/35 outline-offset-0 hover:bg-white/10"
              }`}
            >
              {label}
            </Link>
            <WeekLabel days={mondayBefore(dayNumber(date)) - thisWeek} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The label above a step. @param days between this week and its week; NaN while the time is unknown */
function WeekLabel({ days }: { days: number }) {
  if (days !== 0 && days !== DAYS.length) return null;
  return (
    <span className="pointer-events-none absolute -inset-x-1 -top-6 text-center text-[12px] leading-5 font-bold tracking-[.02em] text-ember uppercase md:tracking-[.12em]">
      {days === 0 ? "This week" : "Next week"}
    </span>
  );
}

export function ClassName({ row: { classSlug, className, hasPage } }: { row: SessionRowView }) {
  if (!hasPage) return className;
  return (
    <Link to={href("/classes/:slug", { slug: classSlug })} className={LARGE_LINK}>
      {className}
    </Link>
  );
}

const CardsIcon = strokedIcon(<path d="M3 3h7v7H3zM14 3h7v7h-7zM3 14h7v7H3zM14 14h7v7h-7z" />);

type ScheduleFootProps = {
  note: ComponentProps<typeof RichText>["parts"];
  calendar: string;
  className?: string;
  children: ReactNode;
};

export function ScheduleFoot({ note, calendar, className = "", children }: ScheduleFootProps) {
  return (
    <div className={`mt-12 flex flex-wrap items-center justify-between gap-6 ${className}`}>
      <p className="max-w-[62ch] text-[15px] text-ash">
        <RichText parts={note} linkClass="font-bold text-white underline underline-offset-4" />
      </p>
      <div className="flex flex-wrap gap-3 max-md:w-full max-md:*:w-full print:hidden">
        {children}{" "}
        <QuietLink to={calendar} icon={<CalendarAddIcon />}>
          Add to calendar
        </QuietLink>{" "}
        <QuietLink to={href("/classes")} icon={<CardsIcon />}>
          See all classes
        </QuietLink>
      </div>
    </div>
  );
}
