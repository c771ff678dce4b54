import { useEffect, useRef } from "react";
import { href, Link, useSubmit } from "react-router";
import { documentContext } from "../request/request-context.ts";
import { staffRequest } from "../staff/staff-request.server.ts";
import { findSlots } from "../timetable/console/weekly-slot-pages.server.ts";
import type { Route } from "./+types/search.route";
import { SearchField } from "./kit/list-page.tsx";
import { ConsoleLink, PageHead } from "./page-parts.tsx";
import {
  type Finder,
  type FoundGroup,
  type FoundRow,
  findClassesAtDesk,
  findContent,
  findEnquiriesOf,
  findPeopleOfDesk,
} from "./search.server.ts";

const FINDERS: readonly Finder[] = [findPeopleOfDesk, findEnquiriesOf, findClassesAtDesk, findSlots, findContent];

const MIN_LETTERS = 2;
/** Two digits match a twelfth of all people: with ten years of data such a search took twice as long as with three. */
const MIN_DIGITS = 3;
const MAX_CHARACTERS = 200;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context);
  // The page searches while somebody types, from the first letter on.
  context.get(documentContext).startsAtOnce = true;
  const query = (new URL(request.url).searchParams.get("q") ?? "").slice(0, MAX_CHARACTERS);
  const typed = query.trim();
  const isLongEnough = typed.length >= (/^\d+$/.test(typed) ? MIN_DIGITS : MIN_LETTERS);
  const results = isLongEnough ? await Promise.all(FINDERS.map((finder) => finder(services, member, typed))) : [];
  return {
    query,
    isTooShort: typed !== "" && !isLongEnough,
    isSearched: isLongEnough,
    groups: results.flatMap((group) =>
      group === undefined || (group.rows.length === 0 && group.more === undefined) ? [] : group,
    ),
  };
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { query, groups, isSearched, isTooShort } = loaderData;
  return (
    <>
      <PageHead title="Search" />
      <SearchForm words={query} />
      <p role="status" className="sr-only">
        {groups.map(({ name, rows }) => `${name}: ${rows.length}`).join(", ")}
      </p>
      {isTooShort && <p className="empty">Enter at least two letters or three digits.</p>}
      {isSearched && groups.length === 0 && (
        <p className="empty">No match among people, enquiries, classes and content.</p>
      )}
      {groups.map((group) => (
        <Group key={group.name} group={group} />
      ))}
    </>
  );
}

/** The pause after the last letter, so that a word typed without a break is one search. */
const TYPING_PAUSE_MS = 200;

function SearchForm({ words }: { words: string }) {
  const submit = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  const searched = useRef(words);

  function search() {
    clearTimeout(timer.current);
    const typed = field.current?.value ?? "";
    if (typed === searched.current) return;
    searched.current = typed;
    submit({ q: typed }, { action: href("/staff/search"), replace: true, preventScrollReset: true });
  }

  useEffect(() => {
    const input = field.current;
    if (input === null || document.activeElement === input) return;
    // The search came from another page, or from going back.
    searched.current = words;
    input.value = words;
  }, [words]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script loaded
  useEffect(() => {
    search();
    return () => clearTimeout(timer.current);
  }, []);

  return (
    <SearchField
      action={href("/staff/search")}
      replace
      onSubmit={() => clearTimeout(timer.current)}
      label="Search terms"
      submit="Search"
      input={{
        ref: field,
        defaultValue: words,
        placeholder: "Name, number or class",
        autoFocus: words === "",
        onChange: () => {
          clearTimeout(timer.current);
          timer.current = window.setTimeout(search, TYPING_PAUSE_MS);
        },
      }}
    />
  );
}

function Group({ group: { name, rows, more, all } }: { group: FoundGroup }) {
  return (
    <section className="part" aria-label={name}>
      <h2>{name}</h2>
      {rows.length > 0 && (
        <ul className="board">
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </ul>
      )}
      {more !== undefined && (
        <p className="help">
          {more} {all && <ConsoleLink to={all.to} label={all.label} />}
        </p>
      )}
    </section>
  );
}

function Row({ row: { title, isSentence, to, about, isCancelled, excerpt, lines, ways = [] } }: { row: FoundRow }) {
  return (
    <li className={isCancelled ? "row gone" : "row"}>
      <div>
        <h3 className={isSentence ? "name sentence" : "name"}>
          <Link to={to}>{title}</Link>
        </h3>
        <p className="about">{about}</p>
        {isCancelled && <p className="state alert">Cancelled</p>}
        {excerpt !== undefined && excerpt !== "" && <p className="pt-line">{excerpt}</p>}
        {lines?.length === 0 && <p className="about">Nothing booked.</p>}
        {lines !== undefined && lines.length > 0 && (
          <ul className="pt-row">
            {lines.map(({ key, text, state, to: page }) => (
              <li key={key} className="py-2.75 leading-snug">
                {/* Padding makes each link tall enough for a finger. */}
                <ConsoleLink to={page} className="above-link py-row font-semibold" label={text} />: <b>{state}</b>
              </li>
            ))}
          </ul>
        )}
      </div>
      {ways.length > 0 && (
        <p className="actions above-link">
          {ways.map((way) => (
            <ConsoleLink key={way.label} {...way} className="button" about={`: ${title}`} />
          ))}
        </p>
      )}
    </li>
  );
}
