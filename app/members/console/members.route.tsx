import { href } from "react-router";
import { ListPage } from "../../console/kit/list-page.tsx";
import { ConsoleLink, Notice } from "../../console/page-parts.tsx";
import { wholeNumberIn } from "../../platform/text.ts";
import { can } from "../../staff/roles.ts";
import { calendarDay } from "../../time/days.ts";
import { listMembers, MEMBER_FILTERS, MEMBERS_SHOWN, type MemberFilter, searchMembers } from "../member-list.server.ts";
import type { Route } from "./+types/members.route";
import { listedView } from "./member-labels.server.ts";
import { membersRequest } from "./person-request.server.ts";

const NAMES: Readonly<Record<MemberFilter, string>> = {
  all: "All",
  running: "Active",
  new: "New in the last 7 days",
  ending: "Ending within 7 days",
  grace: "Grace period",
  frozen: "Frozen",
  over: "Ended in the last 7 days",
  ended: "Ended",
  never: "No pass yet",
};

const addressOf = (query: Record<string, string>) => `${href("/staff/members")}?${new URLSearchParams(query)}`;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = await membersRequest(context, "see");
  const query = url.searchParams;
  const terms = (query.get("q") ?? "").trim().slice(0, 200);
  const isSearch = terms !== "";
  const filter = MEMBER_FILTERS.find((name) => name === query.get("state")) ?? "all";
  const page = wholeNumberIn(query.get("page")) ?? 0;
  const today = calendarDay(services.now());
  // A search has no counts, which take half of the page's time.
  const { members, counts, hasMore }: Awaited<ReturnType<typeof listMembers>> = isSearch
    ? { counts: {}, ...(await searchMembers(services, terms, { shown: MEMBERS_SHOWN })) }
    : await listMembers(services, filter, page);
  const pageAt = (label: string, number: number) => ({ label, to: addressOf({ state: filter, page: String(number) }) });
  return {
    query: terms,
    tabs: MEMBER_FILTERS.map((name) => ({
      to: addressOf({ state: name }),
      label: NAMES[name],
      count: counts[name],
      isCurrent: !isSearch && name === filter,
    })),
    rows: members.map((person) => {
      const { id, name, about, mark, label } = listedView(person, today);
      return { to: href("/staff/members/:person", { person: id }), title: name, about, state: { mark, words: label } };
    }),
    pager:
      page > 0 || hasMore
        ? {
            back: page > 0 && !isSearch ? pageAt("Previous", page - 1) : undefined,
            note: isSearch ? "First matches" : "By name",
            more: hasMore && !isSearch ? pageAt("Next", page + 1) : undefined,
          }
        : undefined,
    isEmpty: !isSearch && filter === "all" && page === 0 && members.length === 0,
    isRemoved: query.has("removed"),
    canImport: can(member.role, "publish", "members"),
  };
}

export default function Members({ loaderData }: Route.ComponentProps) {
  const { query, tabs, rows, pager, isEmpty, isRemoved, canImport } = loaderData;
  const importLink = canImport && <ConsoleLink to={href("/staff/members/import")} label="Import members" />;
  return (
    <ListPage
      title="Members"
      actions={
        <>
          {!isEmpty && importLink}
          <ConsoleLink className="button red" to={href("/staff/members/new")} label="New member" />
        </>
      }
      notices={isRemoved && <Notice>The record is deleted.</Notice>}
      search={{
        action: href("/staff/members"),
        label: "Name, phone, email or door number",
        placeholder: "Name, phone or number",
        words: query,
      }}
      tabs={{ label: "Status", tabs }}
      rows={rows}
      pager={pager}
      empty={
        isEmpty ? (
          <>
            <p>No members yet. Add the next person who comes in: a name and a phone number are enough.</p>
            {canImport && (
              <>
                <p>Have a list in a spreadsheet? Import it once: name, phone, plan, last day.</p>
                <p className="actions">{importLink}</p>
              </>
            )}
          </>
        ) : query === "" ? (
          "Nobody at the moment."
        ) : (
          "No match. Try any part of a name, or the last digits of a phone number."
        )
      }
    />
  );
}
