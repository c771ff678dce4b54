import { Link } from "react-router";
import { calendarDay, DAYS, dayNumber, mondayBefore } from "../../time/days.ts";
import type { Step } from "./timetable-view.ts";
import { useNow } from "./use-now.ts";

/** The dates that a page can show. Which of them are this week and the next is said once the browser knows the time. */
export function DateSteps({ steps }: { steps: readonly Step[] }) {
  const now = useNow();
  const thisWeek = now && mondayBefore(calendarDay(now));
  const words = new Map(
    thisWeek === undefined
      ? []
      : [
          [thisWeek, "This week"],
          [thisWeek + DAYS.length, "Next week"],
        ],
  );
  return (
    <nav aria-label="Weeks">
      <ul className="grid grid-cols-4 gap-1.5 md:max-lg:max-w-140 lg:grid-cols-[repeat(4,118px)]">
        {steps.map(({ date, label, path, isShown }) => (
          <li key={date} className="relative">
            <Link
              to={path}
              preventScrollReset
              aria-current={isShown ? "true" : undefined}
              className={`grid min-h-14 place-items-center font-display text-[clamp(18px,6vw-1px,24px)] leading-none font-black ${
                isShown ? "bg-chalk text-ink" : "border border-white/35 hover:bg-white/10"
              }`}
            >
              {label}
            </Link>
            <Over>{words.get(mondayBefore(dayNumber(date)))}</Over>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A word above a tab or a step. */
function Over({ children }: { children: string | undefined }) {
  return children ? (
    <span className="pointer-events-none absolute -inset-x-1 -top-6 text-center text-[12px] leading-5 font-bold tracking-[.02em] text-ember uppercase md:tracking-[.12em]">
      {children}
    </span>
  ) : null;
}
