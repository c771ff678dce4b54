import { href, Link } from "react-router";
import { CalendarAddIcon } from "../../ui/calendar-icons.tsx";

/** Leads to the calendar of a class, with what there is to know of calendars beside it. */
export function ClassCalendarLink({ slug }: { slug: string }) {
  return (
    <Link
      to={`${href("/schedule/calendar")}?class=${slug}`}
      className="inline-flex min-h-11 items-center gap-2 text-[15px] leading-tight font-bold underline-offset-4 hover:underline"
    >
      <CalendarAddIcon className="size-5 shrink-0" />
      Add to calendar
    </Link>
  );
}
