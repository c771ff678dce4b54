import { Form, href, Link } from "react-router";

/** A day in short, "Mon 23 Nov", and its page. */
export type DayStep = { name: string; path: string };

/** The ways to other days: the one before, the one after, today, and any by its date. */
export function DaySteps({
  date,
  today,
  steps,
}: {
  date: string;
  today: string;
  /** The day before, this one and the one after. */
  steps: readonly DayStep[];
}) {
  return (
    <div className="day-steps">
      <nav className="tabs" aria-label="Days">
        {steps.map(({ name, path }, index) => (
          <Link key={path} to={path} aria-current={index === 1 ? "page" : undefined}>
            {name}
          </Link>
        ))}
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
