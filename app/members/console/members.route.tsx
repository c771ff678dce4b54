import { Form, href, Link } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { can } from "../../staff/roles.ts";
import { calendarDay } from "../../time/days.ts";
import { listMembers, MEMBER_FILTERS, MEMBERS_SHOWN, type MemberFilter, searchMembers } from "../member-list.server.ts";
import type { Route } from "./+types/members.route";
import { listedView } from "./member-words.server.ts";
import { membersRequest } from "./members-request.server.ts";

export function meta() {
  return consoleMeta("Members");
}

const NAMES: Readonly<Record<MemberFilter, string>> = {
  all: "All",
  running: "Running",
  ending: "End in 7 days",
  grace: "In grace",
  frozen: "Frozen",
  over: "Ended in the last 7",
  ended: "Ended",
  never: "No pass yet",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = await membersRequest(context, "see");
  const query = url.searchParams;
  const words = (query.get("q") ?? "").trim().slice(0, 200);
  const filter = MEMBER_FILTERS.find((one) => one === query.get("state")) ?? "all";
  const page = wholeNumberIn(query.get("page")) ?? 0;
  const today = calendarDay(services.now());
  // Beside what was found no states are counted: it is half of the page's time.
  const { members, counts, hasMore }: Awaited<ReturnType<typeof listMembers>> =
    words === ""
      ? await listMembers(services, filter, page)
      : { counts: {}, ...(await searchMembers(services, words, { shown: MEMBERS_SHOWN })) };
  return {
    words,
    filter,
    page,
    hasMore,
    tabs: MEMBER_FILTERS.map((one) => ({ filter: one, name: NAMES[one], count: counts[one] })),
    members: members.map((one) => listedView(one, today)),
    isEmpty: words === "" && filter === "all" && page === 0 && members.length === 0,
    isRemoved: query.has("removed"),
    mayBringIn: can(member.role, "publish", "members"),
  };
}

/** Everybody who trains. */
export default function Members({ loaderData }: Route.ComponentProps) {
  const { words, filter, page, hasMore, tabs, members, isEmpty, isRemoved, mayBringIn } = loaderData;
  const to = (query: Record<string, string>) => `${href("/staff/members")}?${new URLSearchParams(query)}`;
  return (
    <>
      <PageHead
        title="Members"
        actions={
          <>
            {mayBringIn && !isEmpty && (
              <Link className="link" to={href("/staff/members/lists")}>
                Bring in a list
              </Link>
            )}
            <Link className="button red" to={href("/staff/members/new")}>
              New person
            </Link>
          </>
        }
      />
      {isRemoved && <Notice>The record is deleted.</Notice>}
      <search>
        <Form className="filters one-field" action={href("/staff/members")} key={words}>
          <label>
            <span className="sr-only">Name, phone, mail or door number</span>
            <input type="search" name="q" defaultValue={words} placeholder="Name, phone or number" autoComplete="off" />
          </label>
          <button type="submit" className="button ink">
            Find
          </button>
        </Form>
      </search>
      <nav className="tabs" aria-label="State">
        {tabs.map((tab) => (
          <Link
            key={tab.filter}
            to={to({ state: tab.filter })}
            aria-current={words === "" && tab.filter === filter ? "page" : undefined}
          >
            {tab.name} {tab.count !== undefined && <b>{tab.count}</b>}
          </Link>
        ))}
      </nav>
      {members.length === 0 ? (
        <div className="empty">
          <p>
            {isEmpty
              ? "Nobody here yet. Make the record of whoever comes next: name and phone are enough."
              : words !== ""
                ? "Nobody has all of this. Any part of a name will do, or the last digits of a phone."
                : "Nobody at the moment."}
          </p>
          {isEmpty && mayBringIn && (
            <>
              <p>You have a list on paper or in Excel? Bring it in once: name, phone, plan, last day.</p>
              <p className="actions">
                <Link className="link" to={href("/staff/members/lists")}>
                  Bring in a list
                </Link>
              </p>
            </>
          )}
        </div>
      ) : (
        <ul className="board">
          {members.map(({ id, name, word, mark, about }) => (
            <li key={id} className="hit">
              <div>
                <p className="name">
                  <Link to={href("/staff/members/:member", { member: id })}>{name}</Link>
                </p>
                <p className="about">{about}</p>
              </div>
              <p className={`state ${mark}`}>{word}</p>
            </li>
          ))}
        </ul>
      )}
      {(page > 0 || hasMore) && (
        <nav className="pages" aria-label="Pages">
          {page > 0 && words === "" ? (
            <Link to={to({ state: filter, page: String(page - 1) })}>Before</Link>
          ) : (
            <span>{words === "" ? "By name" : "The first of those found"}</span>
          )}
          {hasMore && words === "" && <Link to={to({ state: filter, page: String(page + 1) })}>Next</Link>}
        </nav>
      )}
    </>
  );
}
