import { Form, href } from "react-router";
import { Tabs } from "../../console/kit/list-page.tsx";
import { ConsoleButton, ConsoleLink } from "../../console/page-parts.tsx";
import { type InboxFilter, type InboxView, inboxQuery } from "../inbox-filter.ts";
import { STATE_NAMES } from "../messages.ts";
import { DESK_STATES, OPEN_ENQUIRY_STATES, type State } from "../states.ts";
import type { Route } from "./+types/inbox.route";

export type InboxData = Route.ComponentProps["loaderData"];

/** The views of the inbox with their counts. Each link keeps the filters. */
export function InboxTabs({ filter, counts }: Pick<InboxData, "filter" | "counts">) {
  const sum = (states: readonly State[]) => states.reduce((total, state) => total + counts[state], 0);
  const views: [view: InboxView, label: string, count: number][] = [
    ["open", "Open", sum(OPEN_ENQUIRY_STATES)],
    ...DESK_STATES.map((state): [InboxView, string, number] => [state, STATE_NAMES[state], counts[state]]),
    ["all", "All", sum(DESK_STATES)],
  ];
  if (filter.view === "suspect") views.push(["suspect", STATE_NAMES.suspect, counts.suspect]);
  return (
    <Tabs
      label="Status"
      tabs={views.map(([view, label, count]) => ({
        to: inboxAddress({ ...filter, view }),
        label,
        count: view === "new" && count > 0 ? <span className="count">{count}</span> : count,
        isCurrent: filter.view === view,
      }))}
    />
  );
}

export function inboxAddress(filter: Partial<InboxFilter>, extra?: Record<string, string>): string {
  const query = inboxQuery(filter, extra);
  return `${href("/staff/enquiries")}${query === "" ? "" : `?${query}`}`;
}

/**
 * The search and three filters, folded away on phones unless in use. Searches cover all states. @param isOpen
 * whether Filters was pressed
 */
export function InboxFilters({ filter, choices, isOpen }: Pick<InboxData, "filter" | "choices"> & { isOpen: boolean }) {
  const { search, gymClass, time, assignee } = filter;
  const isShown = isOpen || [gymClass, time, assignee].some((value) => value !== "");
  const selects: [name: string, label: string, value: string, options: (readonly [value: string, name: string])[]][] = [
    ["class", "Class", gymClass, [["", "Every class"], ...choices.classes]],
    ["time", "Time", time, [["", "Any time"], ["7d", "Last 7 days"], ["30d", "Last 30 days"], ...choices.months]],
    ["with", "Assigned to", assignee, [["", "Anybody"], ["nobody", "Nobody"], ...choices.staff]],
  ];
  return (
    <Form
      className={`grid gap-2 print:hidden lg:grid-cols-3 xl:grid-cols-[minmax(0,1fr)_168px_168px_168px_auto] ${isShown ? "grid-cols-2" : "grid-cols-[minmax(0,1fr)_auto]"}`}
      role="search"
      aria-label="Enquiries"
      action={href("/staff/enquiries")}
      key={JSON.stringify(filter)}
    >
      <label className={isShown ? "max-lg:col-span-full lg:max-xl:col-span-2" : "lg:max-xl:col-span-2"}>
        <span className="sr-only">Name, email or phone</span>
        <input type="search" name="search" defaultValue={search} placeholder="Name, email or phone" />
      </label>
      {selects.map(([name, label, value, options]) => (
        <label key={name} className={isShown ? undefined : "only-wide"}>
          <span className="sr-only">{label}</span>
          <select name={name} defaultValue={value}>
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      <ConsoleButton className={isShown ? "button" : "button only-wide"} label="Search" />
      {!isShown && (
        <ConsoleLink to={inboxAddress(filter, { filters: "1" })} className="button only-narrow" label="Filters" />
      )}
    </Form>
  );
}
