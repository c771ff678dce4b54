import type { PointerEvent as ReactPointerEvent } from "react";
import { Form, Link } from "react-router";
import { DefaultButton } from "../../console/default-button.tsx";
import { Board, Pager } from "../../console/kit/list-page.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { RemovedRow } from "./list-page.server.ts";
import { type StatusView, StatusWords } from "./status.tsx";

export type ListedEntry = {
  slug: string;
  title: string;
  summary: string;
  status: StatusView;
  changed: string;
  /** The address of its picture; null when none can be shown, undefined where the type has no pictures. */
  thumbnail?: string | null;
  /** Its place on the site, from 1; undefined when it is not on the site. */
  place?: number;
};

/**
 * The entries of a type in order, with Up and Down, numbers from 1200 px and a handle from 640 px. @param seen the
 * shown order, for stale forms
 */
export function EntryList({
  rows,
  entryPath,
  isOrdered,
  hasPictures,
  columns,
}: {
  rows: readonly ListedEntry[];
  /** The address of an entry's page, without its slug. */
  entryPath: string;
  isOrdered: boolean;
  hasPictures: boolean;
  columns: string;
}) {
  const areSentences = rows.some(({ title }) => title.length > LONG_TITLE);
  const placed = rows.filter(({ place }) => place !== undefined);
  const layout = [!hasPictures && "without-pictures", !isOrdered && "unordered"].filter(Boolean).join(" ");
  return (
    <Form method="post" id="order" preventScrollReset>
      {isOrdered && <DefaultButton value="order" />}
      <input type="hidden" name="seen" value={placed.map(({ slug }) => slug).join(" ")} />
      <div className={`cols entries-cols ${layout}`} aria-hidden="true">
        {isOrdered && <span>Position</span>}
        {hasPictures && <span />}
        <span>{columns}</span>
        <span>Status</span>
        <span>Last change</span>
      </div>
      <ol className={`board entries ${layout}`}>
        {rows.map((row) => (
          <li key={row.slug} id={`entry-${row.slug}`} data-slug={row.slug}>
            {hasPictures && <Thumbnail address={row.thumbnail} />}
            <div className="what">
              <h2 className={areSentences ? "name sentence" : "name"}>
                <Link to={`${entryPath}/${row.slug}`}>{row.title}</Link>
              </h2>
              {row.summary && <span className="sub">{row.summary}</span>}
            </div>
            <StatusWords status={row.status} />
            <p className="when">{row.changed}</p>
            {isOrdered && <OrderControls row={row} count={placed.length} />}
          </li>
        ))}
      </ol>
      {isOrdered && placed.length > 1 && (
        <p className="save-order">
          <button type="submit" name="do" value="order" className="button">
            Save order
          </button>
        </p>
      )}
    </Form>
  );
}

/** A title with more characters is a sentence, such as the words of a picture: the titles of its list are not in capitals. */
const LONG_TITLE = 44;

function Thumbnail({ address }: { address: string | null | undefined }) {
  return address ? (
    <img className="pic" src={address} alt="" width="96" height="72" loading="lazy" />
  ) : (
    <span className="pic no-pic">No picture</span>
  );
}

/** The place of an entry: its number, and one step up or down. An entry that is not on the site has no place. */
function OrderControls({ row: { slug, title, place }, count }: { row: ListedEntry; count: number }) {
  const isHydrated = useHydrated();
  if (place === undefined) return <div className="order above-link" />;
  const step = (direction: "up" | "down", isDisabled: boolean) => (
    <button
      type="submit"
      name="do"
      value={`${direction}:${slug}`}
      className="step"
      aria-label={`${title} ${direction}`}
      disabled={isDisabled}
    >
      {direction === "up" ? "Up" : "Down"}
    </button>
  );
  function onPointerDown(event: ReactPointerEvent<HTMLElement>): void {
    const number = event.currentTarget.parentElement?.querySelector("input");
    dragRow(event, (to) => {
      if (!number?.form) return;
      number.value = String(to);
      number.form.requestSubmit();
    });
  }
  return (
    <div className="order above-link">
      {isHydrated && <span className="handle" aria-hidden="true" onPointerDown={onPointerDown} />}
      <input
        type="number"
        name={`place.${slug}`}
        aria-label={`Position of ${title}`}
        defaultValue={place}
        key={place}
      />
      {step("up", place === 1)}
      {step("down", place === count)}
    </div>
  );
}

const EDGE = 72;
const SCROLL_STEP = 14;

/**
 * Drags a row by its handle, in addition to buttons and numbers (WCAG 2.5.7). Escape cancels. @param onDrop gets the
 * new position, from 1
 */
function dragRow(event: ReactPointerEvent<HTMLElement>, onDrop: (place: number) => void): void {
  const handle = event.currentTarget;
  const row = handle.closest("li");
  if (event.button !== 0 || row === null) return;
  event.preventDefault();
  // Where the rows are when nothing moves, so that the moved one doesn't push its own target away.
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>("li:has(.handle)") ?? [])];
  const middles = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + scrollY + height / 2;
  });
  const from = rows.indexOf(row);
  const startY = event.clientY + scrollY;
  let to = from;
  const end = new AbortController();
  const { signal } = end;

  function follow({ clientY }: PointerEvent): void {
    if (clientY < EDGE) scrollBy(0, -SCROLL_STEP);
    if (clientY > innerHeight - EDGE) scrollBy(0, SCROLL_STEP);
    const y = clientY + scrollY;
    row?.style.setProperty("translate", `0 ${y - startY}px`);
    to = middles.filter((middle, index) => index !== from && middle < y).length;
    for (const [index, row] of rows.entries()) {
      const isTarget = to !== from && index === to;
      row.toggleAttribute("data-drop-before", isTarget && to < from);
      row.toggleAttribute("data-drop-after", isTarget && to > from);
    }
  }

  function stop(): void {
    end.abort();
    row?.style.removeProperty("translate");
    row?.removeAttribute("data-dragged");
    for (const row of rows) {
      row.removeAttribute("data-drop-before");
      row.removeAttribute("data-drop-after");
    }
  }

  handle.setPointerCapture(event.pointerId);
  row.setAttribute("data-dragged", "");
  handle.addEventListener("pointermove", follow, { signal });
  handle.addEventListener("pointercancel", stop, { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && stop(), { signal });
  const drop = () => {
    stop();
    if (to !== from) onDrop(to + 1);
  };
  handle.addEventListener("pointerup", drop, { signal });
}

/** Unpublished entries, each with a link to its history. @param older address of the next page */
export function RemovedEntries({
  rows,
  path,
  older,
}: {
  rows: readonly RemovedRow[];
  path: string;
  older: string | undefined;
}) {
  if (rows.length === 0) return null;
  return (
    <section id="off-the-site" aria-labelledby="off-the-site-heading" className="mt-10">
      <h2 id="off-the-site-heading">Unpublished</h2>
      <p className="help mt-1 mb-3">Choose one to see its content and restore it.</p>
      <Board
        heading="h3"
        rows={rows.map(({ slug, title, removed }) => ({ to: `${path}/${slug}/history`, title, about: removed }))}
      />
      <Pager more={older === undefined ? undefined : { to: older, label: "Older" }} />
    </section>
  );
}
