import { Form, href, Link } from "react-router";
import { addDays, shortDate } from "../../content/timetable/calendar-dates.ts";

/** The ways to other days: the one before, the one after, today, and any by its date. */
export function DaySteps({
  date,
  today,
  address,
  before,
  after,
}: {
  date: string;
  today: string;
  address: string;
  before: string;
  after: string;
}) {
  return (
    <div className="day-steps">
      <nav className="tabs" aria-label="Days">
        <Link to={before}>{shortDate(addDays(date, -1))}</Link>
        <Link to={address} aria-current="page">
          {shortDate(date)}
        </Link>
        <Link to={after}>{shortDate(addDays(date, 1))}</Link>
        {date !== today && <Link to={href("/staff/day")}>Today</Link>}
      </nav>
      <Form className="day-choice" action={href("/staff/day")}>
        <label>
          <span className="sr-only">Day</span>
          {/* Made anew with each day. */}
          <input key={date} type="date" name="date" defaultValue={date} required />
        </label>
        <button type="submit" className="button">
          Show
        </button>
      </Form>
    </div>
  );
}
