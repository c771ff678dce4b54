import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { listEntries } from "../../cms/entries.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { classType } from "../../content-types/class.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { servicesContext } from "../../request/request-context.ts";
import { listStaffWho } from "../../staff/staff.server.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { listMoment, monthName } from "../../time/date-texts.server.ts";
import { monthOf } from "../../time/dates.server.ts";
import { setEnquiryState } from "../desk.server.ts";
import { countByState, findListedEnquiry, listEnquiries, monthsToChoose } from "../inbox.server.ts";
import { isNarrowed, readInboxFilter, readInboxKey, statesOf } from "../inbox-filter.ts";
import type { Route } from "./+types/inbox.route";
import { deskFormResponse } from "./enquiry-actions.server.ts";
import { InboxFilters } from "./inbox-filters.tsx";
import { InboxNotices } from "./inbox-notices.tsx";
import { InboxRow } from "./inbox-row.tsx";
import { InboxTabs, inboxAddress } from "./inbox-tabs.tsx";

export function meta() {
  return consoleMeta("Enquiries");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  requirePermission(context.get(staffContext), "see", "enquiries");
  const query = url.searchParams;
  const filter = readInboxFilter(query);
  const after = readInboxKey(query.get("after"));
  const [{ enquiries, next }, counts, classes, staff, changed] = await Promise.all([
    listEnquiries(services, filter, { after }),
    countByState(services),
    listEntries(services, classType),
    listStaffWho(services, "edit", "enquiries"),
    findListedEnquiry(services, query.get("changed") ?? ""),
  ]);
  const now = services.now();
  const month = monthOf(now);
  return {
    filter,
    counts,
    enquiries: enquiries.map((enquiry) => ({
      ...enquiry,
      when: listMoment(new Date(enquiry.receivedAt), now),
    })),
    next: next && inboxAddress(filter, { after: `${next.receivedAt}_${next.id}` }),
    isFirstPage: after === undefined,
    changed,
    wasDeleted: query.has("deleted"),
    isExporting: query.has("exporting"),
    filtersOpen: query.has("filters"),
    choices: { classes: classes.map(({ slug, title }) => ({ slug, title })), staff, months: monthsToChoose(now) },
    // What the list shows is what is exported; without a filter it is all of the month, which is what the gym asks for.
    sheet: isNarrowed(filter)
      ? { label: "Export these (CSV)", query: url.search }
      : { label: `All of ${monthName(month).split(" ")[0]} (CSV)`, query: `?state=all&time=${month}` },
    address: inboxAddress(filter, after === undefined ? {} : { after: query.get("after") ?? "" }),
  };
}

const stateForm = z.object({ id: z.string(), seen: z.string(), to: z.string() });

export const shouldRevalidate = revalidateAfterConflict;

/** Sets the state of one enquiry, and comes back to the same list. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "edit", "enquiries");
  const form = await readForm(request, stateForm);
  if (!form.ok) return formResponse(form);
  const { id, seen, to } = form.values;
  return withFormReturnedOnError(services.log, {}, async () => {
    const outcome = await setEnquiryState(services, member, id, { seen, to });
    if (!outcome.ok) return deskFormResponse(services, outcome, {});
    const query = new URLSearchParams(url.searchParams);
    query.delete("deleted");
    query.delete("exporting");
    query.set("changed", id);
    return redirect(`${href("/staff/enquiries")}?${query}`, 303);
  });
}

/** How many of the view's enquiries the first page has; how many a filter finds is known only when they fit on it. */
function shownOf({ filter, counts, enquiries, next }: Route.ComponentProps["loaderData"]): string {
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
            {counts.suspect > 0 && (
              <Link className="link" to={inboxAddress({ view: "suspect" })}>
                {counts.suspect} held apart as spam
              </Link>
            )}
            {/* Not a link of the router: the address is a file, unless it leads back here with a sentence. */}
            <a className="button low" href={`${href("/staff/enquiries.csv")}${sheet.query}`}>
              {sheet.label}
            </a>
          </>
        }
      />
      <InboxNotices
        error={actionData?.errors.form}
        changed={actionData ? undefined : loaderData.changed}
        wasDeleted={loaderData.wasDeleted}
        isExporting={loaderData.isExporting}
        address={address}
      />
      <InboxTabs filter={filter} counts={counts} />
      <InboxFilters filter={filter} choices={loaderData.choices} isOpen={loaderData.filtersOpen} />
      {enquiries.length === 0 ? (
        <div className="empty">
          <p>
            {isNarrowed(filter)
              ? "Nothing matches. Names, addresses and numbers are found by how their words begin."
              : "Nobody here. What people write on the contact page arrives in this list."}
          </p>
          {(isNarrowed(filter) || filter.view !== "open") && (
            <Link className="button" to={href("/staff/enquiries")}>
              All open enquiries
            </Link>
          )}
        </div>
      ) : (
        <>
          <div className="cols inbox-cols" aria-hidden="true">
            {["State", "Name", "Class", "Message", "With", "When"].map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
          <ul className="board inbox">
            {enquiries.map((enquiry) => (
              <InboxRow key={enquiry.id} enquiry={enquiry} address={address} />
            ))}
          </ul>
        </>
      )}
      <p className="pages">
        {isFirstPage ? (
          <span>{enquiries.length > 0 && shownOf(loaderData)}</span>
        ) : (
          <Link className="link" to={inboxAddress(filter)}>
            Newest
          </Link>
        )}
        {next && (
          <Link className="link" to={next}>
            Older
          </Link>
        )}
      </p>
    </>
  );
}
