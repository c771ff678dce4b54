import { Form, href, Link, redirect } from "react-router";
import { z } from "zod";
import { listEntries } from "../../cms/entries.server.ts";
import { Pager } from "../../console/kit/list-page.tsx";
import { ConsoleButton, ConsoleLink, Notice, PageHead } from "../../console/page-parts.tsx";
import { classType } from "../../content-types/class.ts";
import { allOf } from "../../platform/all-of.server.ts";
import { readPageKey } from "../../platform/cursor.server.ts";
import { listStaffForEnquiries } from "../../staff/staff.server.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { listMoment, monthName, monthOf } from "../../time/dates.server.ts";
import { setEnquiryState } from "../enquiry-changes.server.ts";
import { countByState, findListedEnquiry, listEnquiries, monthsToChoose } from "../inbox.server.ts";
import { isNarrowed, readInboxFilter, statesOf } from "../inbox-filter.ts";
import { STATE_NAMES } from "../messages.ts";
import { NEXT_STATES, type State } from "../states.ts";
import type { Route } from "./+types/inbox.route";
import { deskFormResponse } from "./enquiry-actions.server.ts";
import { type InboxData, InboxFilters, InboxTabs, inboxAddress } from "./inbox-filters.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["see", "enquiries"]);
  const query = url.searchParams;
  const filter = readInboxFilter(query);
  const after = query.get("after");
  const isFirstPage = readPageKey(after) === undefined;
  const { list, classes, staff, ...content } = await allOf({
    list: listEnquiries(services, filter, { after }),
    counts: countByState(services),
    classes: listEntries(services, classType),
    staff: listStaffForEnquiries(services),
    changed: findListedEnquiry(services, query.get("changed") ?? ""),
  });
  const { enquiries, next } = list;
  const now = services.now();
  const month = monthOf(now);
  return {
    ...content,
    filter,
    enquiries: enquiries.map((enquiry) => ({ ...enquiry, when: listMoment(new Date(enquiry.receivedAt), now) })),
    next: next && inboxAddress(filter, { after: next }),
    isFirstPage,
    wasDeleted: query.has("deleted"),
    isExporting: query.has("exporting"),
    filtersOpen: query.has("filters"),
    choices: {
      classes: classes.map(({ slug, title }) => [slug, title] as const),
      staff: staff.map(({ id, name }) => [id, name] as const),
      months: monthsToChoose(now),
    },
    // Exports the list as shown; without a filter, the whole month, which is what the gym asks for.
    sheet: isNarrowed(filter)
      ? { label: "Export these (CSV)", query: url.search }
      : { label: `Export all of ${monthName(month).split(" ")[0]} (CSV)`, query: `?state=all&time=${month}` },
    address: inboxAddress(filter, isFirstPage || after === null ? {} : { after }),
  };
}

const stateForm = z.object({ id: z.string(), seen: z.string(), to: z.string() });

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

export async function action({ context, request, url }: Route.ActionArgs) {
  return staffAction({ context, request }, ["edit", "enquiries"], stateForm, async ({ services, member, values }) => {
    const { id, ...change } = values;
    const outcome = await setEnquiryState(services, member, id, change);
    if (outcome.code !== "done") return deskFormResponse(services, outcome, {});
    const query = new URLSearchParams(url.searchParams);
    query.delete("deleted");
    query.delete("exporting");
    query.set("changed", id);
    return redirect(`${href("/staff/enquiries")}?${query}`, 303);
  });
}

/** The number shown, of the view's total. With a filter the total is known only when it fits on one page. */
function shownOf({ filter, counts, enquiries, next }: InboxData): string {
  const total = statesOf(filter.view).reduce((sum, state) => sum + counts[state], 0);
  if (!isNarrowed(filter)) return `${enquiries.length} of ${total}`;
  return next === undefined ? `${enquiries.length} found` : `The newest ${enquiries.length}`;
}

export default function Enquiries({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, counts, enquiries, next, isFirstPage, sheet, address } = loaderData;
  return (
    <>
      <PageHead
        title="Enquiries"
        actions={
          <>
            {counts.suspect > 0 && filter.view !== "suspect" && (
              <ConsoleLink to={inboxAddress({ view: "suspect" })} label={`Suspected spam: ${counts.suspect}`} />
            )}
            {/* Not a router link: the response is a file, or a redirect back here. */}
            <a className="button" href={`${href("/staff/enquiries.csv")}${sheet.query}`}>
              {sheet.label}
            </a>
          </>
        }
      />
      <InboxNotices
        {...loaderData}
        changed={actionData ? undefined : loaderData.changed}
        error={actionData?.errors.form}
      />
      <InboxTabs filter={filter} counts={counts} />
      <InboxFilters filter={filter} choices={loaderData.choices} isOpen={loaderData.filtersOpen} />
      {enquiries.length === 0 ? (
        <div className="empty">
          <p>
            {isNarrowed(filter)
              ? "No match. Search for any part of a name or number, or the beginning of an email address."
              : "Nothing here yet. Messages from the contact page appear in this list."}
          </p>
          {(isNarrowed(filter) || filter.view !== "open") && (
            <ConsoleLink to={href("/staff/enquiries")} className="button" label="All open enquiries" />
          )}
        </div>
      ) : (
        <div className="grid gap-2">
          <div className={`quiet font-semibold max-xl:hidden ${COLUMNS}`} aria-hidden="true">
            {["Status", "Name", "Class", "Message", "Assigned to", "When"].map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
          <ul className="board">
            {enquiries.map((enquiry) => (
              <InboxRow key={enquiry.id} enquiry={enquiry} address={address} />
            ))}
          </ul>
        </div>
      )}
      <Pager
        back={isFirstPage ? undefined : { to: inboxAddress(filter), label: "Newest" }}
        note={enquiries.length > 0 ? shownOf(loaderData) : undefined}
        more={next ? { to: next, label: "Older" } : undefined}
      />
    </>
  );
}

/** From 1200 px a row has six columns. */
const COLUMNS = "grid gap-x-5 xl:grid-cols-[124px_200px_112px_minmax(0,1fr)_clamp(92px,9vw,128px)_92px]";

/** A row of the inbox with one-touch next states. @param address the inbox address to post to */
function InboxRow({ enquiry, address }: { enquiry: InboxData["enquiries"][number]; address: string }) {
  const { id, name, classTitle, comment, state, assignee, when } = enquiry;
  return (
    <li className={`grid-cols-[minmax(0,1fr)_auto] items-baseline gap-y-1.5 pt-row print:pb-row ${COLUMNS}`}>
      <h2 className="name xl:order-1">
        <Link to={href("/staff/enquiries/:id", { id })}>{name}</Link>
      </h2>
      <p className="font-bold max-xl:hidden xl:order-2">{classTitle}</p>
      <p className="quiet time text-right xl:order-5 xl:text-left">{when}</p>
      <p className="wrap-anywhere col-span-2 line-clamp-2 xl:order-3 xl:col-span-1">
        {classTitle !== "" && <b className="xl:hidden">{classTitle}. </b>}
        {comment}
      </p>
      <span className={`state ${SQUARES[state]}`}>{STATE_NAMES[state]}</span>
      <p className="quiet text-right xl:order-4 xl:text-left">{assignee?.name ?? "Nobody yet"}</p>
      <Form
        method="post"
        action={address}
        className="above-link col-span-full flex w-fit flex-wrap gap-x-5.5 print:hidden xl:order-6 xl:col-start-4"
        preventScrollReset
      >
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="seen" value={state} />
        <span className="quiet self-center">Mark as</span>
        {NEXT_STATES[state].map((next) => (
          <button key={next} type="submit" name="to" value={next} className="link">
            {(state === "suspect" || state === "spam") && next === "new" ? "Not spam" : STATE_NAMES[next]}
            <span className="sr-only"> {name}</span>
          </button>
        ))}
      </Form>
    </li>
  );
}

const SQUARES: Readonly<Record<State, string>> = {
  suspect: "off",
  new: "alert",
  answered: "waiting",
  "trial-booked": "due",
  joined: "on",
  "not-now": "off",
  spam: "off",
};

/** The last action's outcome with Undo, kept in sight. @param isExporting another export is running */
function InboxNotices({
  error,
  changed,
  wasDeleted,
  isExporting,
  address,
}: Pick<InboxData, "changed" | "wasDeleted" | "isExporting" | "address"> & { error: string | undefined }) {
  if (error !== undefined) return <Notice isBad>{error}</Notice>;
  if (wasDeleted) return <Notice>The enquiry has been deleted, with everything that belonged to it.</Notice>;
  if (isExporting)
    return (
      <Notice isBad>
        An export is still being prepared for you. Wait until it has arrived before you start another.
      </Notice>
    );
  if (changed === undefined) return null;
  const { id, name, state, stateBefore } = changed;
  const undo = stateBefore !== null && (
    <Form method="post" action={address} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={state} />
      <ConsoleButton name="to" value={stateBefore} className="link" label="Undo" />
    </Form>
  );
  return (
    <div className="sticky top-2 z-2">
      <Notice action={undo}>
        <b>{name}</b> is now “{STATE_NAMES[state]}”.
      </Notice>
    </div>
  );
}
