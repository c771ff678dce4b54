import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { ConsoleButton, PageHead, unbroken } from "../page-parts.tsx";
import type { PageLink } from "./actions.ts";

type RowData = {
  to: string;
  /** Its column comes first, in all rows of a board or in none. */
  time?: { from: string; to: string };
  title: ReactNode;
  about?: ReactNode;
  state?: { mark: string; words: string };
  actions?: ReactNode;
};

type ListPageProps = ComponentProps<typeof PageHead> & {
  notices?: ReactNode;
  search?: Record<"action" | "label" | "placeholder" | "words", string> & { hasFocus?: boolean };
  tabs?: ComponentProps<typeof Tabs>;
  rows: readonly RowData[];
  areSentences?: boolean | undefined;
  empty: ReactNode;
  pager?: ComponentProps<typeof Pager> | undefined;
};

/**
 * A page that is a list.
 *
 *     <ListPage title="Members" tabs={{ label: "Status", tabs }} rows={members} empty="Nobody at the moment." pager={pager} />
 */
export function ListPage({ notices, search, tabs, rows, areSentences, empty, pager, ...head }: ListPageProps) {
  return (
    <>
      <PageHead {...head} />
      {notices}
      {search && (
        <SearchField
          key={search.words}
          action={search.action}
          label={search.label}
          submit="Find"
          input={{ defaultValue: search.words, placeholder: search.placeholder, autoFocus: search.hasFocus }}
        />
      )}
      {tabs && <Tabs {...tabs} />}
      {rows.length === 0 ? (
        <div className="empty">{typeof empty === "string" ? <p>{empty}</p> : empty}</div>
      ) : (
        <Board rows={rows} areSentences={areSentences} />
      )}
      {pager && <Pager {...pager} />}
    </>
  );
}

type Tab = PageLink & { count?: ReactNode; isCurrent?: boolean };

/** Views of a list: `<Tabs label="Status" tabs={[{ to: "?state=new", label: "New", count: 3 }]} />`. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const current = useRef<HTMLAnchorElement>(null);
  // Browsers that support `scroll-initial-target` show it from the start.
  useEffect(() => {
    // New browsers return a promise, which must not become the effect's cleanup.
    current.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} {...(tab.isCurrent && { ref: current, "aria-current": "page" })}>
          {tab.label} {tab.count !== undefined && (typeof tab.count === "number" ? <b>{tab.count}</b> : tab.count)}
        </Link>
      ))}
    </nav>
  );
}

type PagerProps = { back?: PageLink | undefined; note?: ReactNode; more?: PageLink | undefined };

/** Links to the other pages of a list: `<Pager more={page.more} />`. */
export function Pager({ back, note, more }: PagerProps) {
  if (back === undefined && more === undefined && note === undefined) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {back ? <Link to={back.to}>{back.label}</Link> : <span>{note}</span>}
      {more && <Link to={more.to}>{more.label}</Link>}
    </nav>
  );
}

type BoardProps = {
  rows: readonly RowData[];
  /** Not in capitals: the titles are sentences, or contain times. */
  areSentences?: boolean | undefined;
  heading?: "h2" | "h3" | "p";
};

/** Rows on hairlines below a thick rule: `<Board rows={page.rows} />`. @param heading the level of the rows' names, where they are headings */
export function Board({ rows, areSentences = false, heading: Name = "p" }: BoardProps) {
  return (
    <ul className="board">
      {rows.map(({ to, time, title, about, state, actions }) => (
        <li key={to} className="row">
          {time && (
            <p className="when">
              <span className="time name block">{time.from}</span>
              <span className="time quiet">-{time.to}</span>
            </p>
          )}
          <div>
            <Name className={areSentences ? "name sentence" : "name"}>
              <Link to={to}>{unbroken(title)}</Link>
            </Name>
            {about !== undefined && <p className="about">{typeof about === "string" ? aboutParts(about) : about}</p>}
          </div>
          {state && <p className={`state ${state.mark}`}>{withoutBreaks(state.words)}</p>}
          {actions && <div className="actions end above-link">{actions}</div>}
        </li>
      ))}
    </ul>
  );
}

/** The parts between commas: the lines break between them where they fit, and not at the hyphen of "M-Pesa". */
export function aboutParts(about: string): ReactNode {
  return withoutBreaks(about)
    .split(/(?<=, )/)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two payments may have the same words
      <span key={index} className="inline-block whitespace-pre-wrap">
        {part}
      </span>
    ));
}

type SearchFieldProps = ComponentProps<typeof Form> & { label: string; submit: string; input: ComponentProps<"input"> };

/** A search by words: `<SearchField action="" label="Name or phone" submit="Find" input={{ defaultValue: words }} />`. */
export function SearchField({ label, submit, input, ...form }: SearchFieldProps) {
  return (
    <search>
      <Form {...form} className="flex gap-2 xl:max-w-190">
        <label className="grow">
          <span className="sr-only">{label}</span>
          <input {...input} type="search" name="q" autoComplete="off" />
        </label>
        <ConsoleButton label={submit} />
      </Form>
    </search>
  );
}
