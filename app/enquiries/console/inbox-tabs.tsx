import { href, Link } from "react-router";
import { type InboxFilter, type InboxView, inboxQuery } from "../inbox-filter.ts";
import { STATE_NAMES } from "../messages.ts";
import { DESK_STATES, OPEN_ENQUIRY_STATES, type State } from "../states.ts";

/** The views of the inbox with their counts. What narrows them stays from one to the next. */
export function InboxTabs({ filter, counts }: { filter: InboxFilter; counts: Readonly<Record<State, number>> }) {
  const sum = (states: readonly State[]) => states.reduce((total, state) => total + counts[state], 0);
  const views: [view: InboxView, label: string, count: number][] = [
    ["open", "Open", sum(OPEN_ENQUIRY_STATES)],
    ...DESK_STATES.map((state): [InboxView, string, number] => [state, STATE_NAMES[state], counts[state]]),
    ["all", "All", sum(DESK_STATES)],
  ];
  return (
    <nav className="tabs" aria-label="State">
      {views.map(([view, label, count]) => (
        <Link
          key={view}
          to={inboxAddress({ ...filter, view })}
          aria-current={filter.view === view ? "page" : undefined}
        >
          {label} {view === "new" && count > 0 ? <span className="count">{count}</span> : <b>{count}</b>}
        </Link>
      ))}
    </nav>
  );
}

/** The address of the inbox with a filter. */
export function inboxAddress(filter: Partial<InboxFilter>, extra?: Record<string, string>): string {
  const query = inboxQuery(filter, extra);
  return `${href("/staff/enquiries")}${query === "" ? "" : `?${query}`}`;
}
