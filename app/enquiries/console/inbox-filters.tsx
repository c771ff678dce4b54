import { Form, href, Link } from "react-router";
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

/** An option of a choice: its value, and its name. */
type Option = readonly [value: string, name: string];

export type FilterChoices = { classes: readonly Option[]; staff: readonly Option[]; months: readonly Option[] };

/**
 * The search, and three choices that narrow the view. On phones the choices are behind a link, unless one of them is in
 * use. A search looks into all states: somebody who looks for a person doesn't know the state.
 * @param isOpen whether the link was used
 */
export function InboxFilters({
  filter,
  choices,
  isOpen,
}: {
  filter: InboxFilter;
  choices: FilterChoices;
  isOpen: boolean;
}) {
  const { search, gymClass, time, assignee } = filter;
  const isShown = isOpen || [gymClass, time, assignee].some((value) => value !== "");
  const onPhones = isShown ? undefined : "only-wide";
  return (
    <Form
      className={isShown ? "filters shown" : "filters"}
      role="search"
      aria-label="Enquiries"
      action={href("/staff/enquiries")}
      key={JSON.stringify(filter)}
    >
      <label>
        <span className="sr-only">Name, mail or phone</span>
        <input type="search" name="search" defaultValue={search} placeholder="Name, mail or phone" />
      </label>
      <Choice
        name="class"
        label="Class"
        value={gymClass}
        className={onPhones}
        options={[["", "Every class"], ...choices.classes]}
      />
      <Choice
        name="time"
        label="Time"
        value={time}
        className={onPhones}
        options={[["", "Any time"], ["7d", "Last 7 days"], ["30d", "Last 30 days"], ...choices.months]}
      />
      <Choice
        name="with"
        label="With"
        value={assignee}
        className={onPhones}
        options={[["", "With anybody"], ["nobody", "With nobody"], ...choices.staff]}
      />
      <button type="submit" className={isShown ? "button" : "button only-wide"}>
        Search
      </button>
      {!isShown && (
        <Link className="button only-narrow" to={inboxAddress(filter, { filters: "1" })}>
          Filters
        </Link>
      )}
    </Form>
  );
}

function Choice({
  name,
  label,
  value,
  className,
  options,
}: {
  name: string;
  label: string;
  value: string;
  className: string | undefined;
  options: readonly Option[];
}) {
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select name={name} defaultValue={value} className={className}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
