import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import type { InboxFilter } from "../inbox-filter.ts";
import { inboxAddress } from "./inbox-tabs.tsx";

export type FilterChoices = {
  classes: readonly { slug: string; title: string }[];
  staff: readonly { id: string; name: string }[];
  months: readonly { month: string; name: string }[];
};

/**
 * The search, and three choices that narrow the view. On phones the choices are behind a link, unless one of them is in
 * use. A search looks into all states: somebody who looks for a person doesn't know the state.
 * @param isOpen whether the link was pressed
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
      <Choice name="class" label="Class" value={gymClass} className={onPhones}>
        <option value="">Every class</option>
        {choices.classes.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Choice>
      <Choice name="time" label="Time" value={time} className={onPhones}>
        <option value="">Any time</option>
        <option value="7d">Last 7 days</option>
        <option value="30d">Last 30 days</option>
        {choices.months.map(({ month, name }) => (
          <option key={month} value={month}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice name="with" label="With" value={assignee} className={onPhones}>
        <option value="">With anybody</option>
        <option value="nobody">With nobody</option>
        {choices.staff.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
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
  children,
}: {
  name: string;
  label: string;
  value: string;
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select name={name} defaultValue={value} className={className}>
        {children}
      </select>
    </label>
  );
}
