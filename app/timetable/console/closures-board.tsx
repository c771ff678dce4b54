import { Form } from "react-router";

/** Days in a row that are closed with one note. */
export type ClosureView = {
  from: string;
  to: string;
  text: string;
  note: string;
  /** Each of them, where there are several. */
  days: { date: string; text: string }[];
};

/** The days that are closed, with the way to open them again: all in a row, or single ones. */
export function ClosuresBoard({ closures }: { closures: readonly ClosureView[] }) {
  if (closures.length === 0) {
    return <p className="empty">No day is closed.</p>;
  }
  return (
    <Form method="post">
      <input type="hidden" name="do" value="open" />
      <ul className="board closures">
        {closures.map(({ from, to, text, note, days }) => (
          <li key={from}>
            <h3 className="name">{text}</h3>
            <p>{note}</p>
            <OpenButton days={`${from} ${to}`} label="Open again" of={text} />
            {days.length > 0 && (
              <details>
                <summary className="link">Single days</summary>
                {days.map((day) => (
                  <OpenButton key={day.date} days={day.date} label={`Open ${day.text}`} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
    </Form>
  );
}

function OpenButton({ days, label, of }: { days: string; label: string; of?: string }) {
  return (
    <button type="submit" name="days" value={days} className="link">
      {label}
      {of && <span className="sr-only">{`: ${of}`}</span>}
    </button>
  );
}
