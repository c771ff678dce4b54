/** Pages that are lists: their tabs, their rows and the ways to more of them. */
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { PageHead } from "../page-head.tsx";

export type Tab = { to: string; label: string; count?: ReactNode; isCurrent?: boolean };

/** A row as data, made on the server. */
export type RowData = {
  to: string;
  title: ReactNode;
  about?: ReactNode;
  state?: { mark: string; words: string };
  /** What stands at the end of the row, above its link. */
  actions?: ReactNode;
};

/**
 * A page that is a list.
 *
 *     <ListPage title="Members" tabs={{ label: "State", tabs }} rows={members} empty="Nobody at the moment." pager={pager} />
 *
 * @param search the search above the list; `words` are those that were searched
 * @param notices sentences about what was just done
 * @param empty what stands instead of rows when there are none
 */
export function ListPage({
  title,
  meta,
  actions,
  notices,
  search,
  tabs,
  rows,
  empty,
  pager,
}: {
  title: string;
  meta?: ReactNode;
  actions?: ReactNode;
  notices?: ReactNode;
  search?: Parameters<typeof SearchField>[0];
  tabs?: Parameters<typeof Tabs>[0];
  rows: readonly RowData[];
  empty: ReactNode;
  pager?: Parameters<typeof Pager>[0] | undefined;
}) {
  return (
    <>
      <PageHead title={title} meta={meta} actions={actions} />
      {notices}
      {search && <SearchField {...search} />}
      {tabs && <Tabs {...tabs} />}
      {rows.length === 0 ? (
        <div className="empty">{typeof empty === "string" ? <p>{empty}</p> : empty}</div>
      ) : (
        <Board rows={rows} />
      )}
      {pager && <Pager {...pager} />}
    </>
  );
}

/** A search by words. @param action the address of its page */
export function SearchField({
  action,
  label,
  placeholder,
  words,
}: {
  action: string;
  label: string;
  placeholder: string;
  words: string;
}) {
  return (
    <search>
      <Form className="filters one-field" action={action} key={words}>
        <label>
          <span className="sr-only">{label}</span>
          <input type="search" name="q" defaultValue={words} placeholder={placeholder} autoComplete="off" />
        </label>
        <button type="submit" className="button ink">
          Find
        </button>
      </Form>
    </search>
  );
}

/** Views of a list, one beside the other. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab.isCurrent ? "page" : undefined}>
          {tab.label} {tab.count !== undefined && (typeof tab.count === "number" ? <b>{tab.count}</b> : tab.count)}
        </Link>
      ))}
    </nav>
  );
}

type Way = { to: string; label: string };

/** The ways to the other pages of a list, and a note where there is none back. */
export function Pager({ back, note, more }: { back?: Way | undefined; note?: ReactNode; more?: Way | undefined }) {
  if (back === undefined && more === undefined && note === undefined) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {back ? <Link to={back.to}>{back.label}</Link> : <span>{note}</span>}
      {more && <Link to={more.to}>{more.label}</Link>}
    </nav>
  );
}

/** Rows on hairlines below a thick rule. @param heading the level of the rows' names, where they are headings */
export function Board({ rows, heading: Name = "p" }: { rows: readonly RowData[]; heading?: "h2" | "h3" | "p" }) {
  return (
    <ul className="board">
      {rows.map(({ to, title, about, state, actions }) => (
        <li key={to} className="hit">
          <div>
            <Name className="name">
              <Link to={to}>{title}</Link>
            </Name>
            {about !== undefined && <p className="about">{about}</p>}
          </div>
          {state && <p className={`state ${state.mark}`}>{state.words}</p>}
          {actions && <div className="actions above-link">{actions}</div>}
        </li>
      ))}
    </ul>
  );
}
