import type { PointerEvent as ReactPointerEvent } from "react";
import { Form, Link } from "react-router";
import { DefaultButton } from "../../console/fields.tsx";
import { Board, Pager } from "../../console/kit/list-page.tsx";
import { ConsoleButton, TitledSection, UnbrokenTimes } from "../../console/page-parts.tsx";
import { type StatusView, StatusWords } from "./entry-parts.tsx";
import type { RemovedRow } from "./list-page.server.ts";

export type ListedEntry = {
  slug: string;
  title: string;
  summary: string;
  status: StatusView;
  /** Its last change; undefined if nobody has edited it. */
  changed?: { by: string; at: string };
  /** The address of its picture; null if it has no picture to show, undefined if the type has no pictures. */
  thumbnail?: string | null;
  /** The entry's place on the site, from 1; undefined if it is unpublished. */
  place?: number;
};

type EntryListProps = {
  rows: readonly ListedEntry[];
  /** The address of an entry's page, without its slug. */
  entryPath: string;
  isOrdered: boolean;
  hasPictures: boolean;
  label: string;
};

/**
 * The entries of a type in order, with Up and Down, numbers from 1200 px and a drag handle from 640 px. `seen`
 * has the shown order, to detect stale forms.
 */
export function EntryList({ rows, entryPath, isOrdered, hasPictures, label }: EntryListProps) {
  const areSentences = rows.some(({ title }) => title.length > LONG_TITLE);
  const placed = rows.filter(({ place }) => place !== undefined);
  const areChanged = rows.some(({ changed }) => changed !== undefined);
  const columns = `[--state-width:clamp(136px,12.5vw,176px)] ${columnsOf(isOrdered, hasPictures)}`;
  return (
    <Form method="post" id="order" preventScrollReset>
      {isOrdered && <DefaultButton value="order" />}
      <input type="hidden" name="seen" value={placed.map(({ slug }) => slug).join(" ")} />
      <div className={`quiet gap-x-5 pb-2 font-semibold max-xl:hidden xl:grid ${columns}`} aria-hidden="true">
        {isOrdered && <span className="pl-10 noscript:pl-0">Position</span>}
        {hasPictures && <span />}
        <span>{label}</span>
        <span>Status</span>
        {areChanged && <span>Last change</span>}
      </div>
      <ol className="board">
        {rows.map((row) => (
          <li
            key={row.slug}
            id={`entry-${row.slug}`}
            data-slug={row.slug}
            className={`grid items-center gap-x-row py-row sm:gap-x-5 ${columns} ${hasPictures ? "xl:py-2" : ""} ${DRAGGED}`}
          >
            {hasPictures && <Thumbnail address={row.thumbnail} />}
            {/* Lines below each other; columns from 1200 px, and of the status from 768 px. */}
            <div className="grid gap-2.5 md:max-xl:grid-cols-[minmax(0,1fr)_176px] md:max-xl:items-center md:max-xl:gap-x-5 xl:contents">
              <div>
                <h2 className={areSentences ? "name sentence" : "name"}>
                  <Link to={`${entryPath}/${row.slug}`}>{row.title}</Link>
                </h2>
                {row.summary && (
                  <p className="about pt-0.75 text-pretty">
                    <UnbrokenTimes text={row.summary} />
                  </p>
                )}
              </div>
              <div className="grid gap-2.5 md:gap-1 xl:contents">
                <StatusWords status={row.status} />
                {row.changed && (
                  <p className="quiet">
                    {`${row.changed.by}, `}
                    <span className="inline-block">{row.changed.at}</span>
                  </p>
                )}
              </div>
            </div>
            {isOrdered && <OrderControls row={row} count={placed.length} />}
          </li>
        ))}
      </ol>
      {isOrdered && placed.length > 1 && (
        // Sticky, as a long list ends below the fold.
        <p className="sticky bottom-0 z-3 border-ink border-t bg-chalk py-row max-xl:hidden">
          <ConsoleButton name="do" value="order" label="Save order" />
        </p>
      )}
    </Form>
  );
}

/** The columns of a row. Below 1200 px the place comes last. */
function columnsOf(isOrdered: boolean, hasPictures: boolean): string {
  if (!isOrdered) {
    return hasPictures
      ? "grid-cols-[64px_minmax(0,1fr)] sm:grid-cols-[84px_minmax(0,1fr)] xl:grid-cols-[96px_minmax(0,1fr)_var(--state-width)_168px]"
      : "grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_var(--state-width)_168px]";
  }
  return hasPictures
    ? "grid-cols-[64px_minmax(0,1fr)_52px] sm:grid-cols-[84px_minmax(0,1fr)_92px] xl:grid-cols-[216px_96px_minmax(0,1fr)_var(--state-width)_168px]"
    : "grid-cols-[minmax(0,1fr)_52px] sm:grid-cols-[minmax(0,1fr)_92px] xl:grid-cols-[216px_minmax(0,1fr)_var(--state-width)_168px]";
}

/** Styles of the dragged row, and of the line where it would be dropped (`dragRow`). */
const DRAGGED =
  "data-dragged:z-2 data-dragged:bg-white data-dragged:ring-2 data-drop-before:shadow-[inset_0_4px_0_var(--color-red)] data-drop-after:shadow-[inset_0_-4px_0_var(--color-red)]";

const THUMBNAIL = "size-16 object-cover max-sm:self-start sm:size-21 xl:h-18 xl:w-24";

/** Longer titles are sentences, such as picture descriptions; their lists don't use capitals. */
const LONG_TITLE = 44;

function Thumbnail({ address }: { address: string | null | undefined }) {
  return address ? (
    <img className={`bg-ink ${THUMBNAIL}`} src={address} alt="" width="96" height="72" loading="lazy" />
  ) : (
    <span className={`quiet grid place-items-center bg-sand text-center ${THUMBNAIL}`}>No picture</span>
  );
}

/** The place of an entry: its number, and buttons up and down. Unpublished entries have no place. */
function OrderControls({ row: { slug, title, place }, count }: { row: ListedEntry; count: number }) {
  if (place === undefined) return <div className="max-xl:hidden xl:-order-1" />;
  const step = (direction: "up" | "down", isDisabled: boolean) => (
    <button
      type="submit"
      name="do"
      value={`${direction}:${slug}`}
      className="step sm:col-start-2"
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
    <div className="above-link grid gap-x-2 gap-y-1 justify-end sm:grid-cols-[auto_52px] xl:-order-1 xl:flex xl:justify-start">
      <span
        className="min-h-11 w-8 cursor-grab self-center touch-none bg-[radial-gradient(circle,var(--edge)_2px,#0000_2.5px)] bg-size-[9px_9px] bg-clip-content bg-origin-content px-1.75 py-[8.5px] max-sm:hidden sm:row-span-2 noscript:hidden"
        data-handle=""
        aria-hidden="true"
        onPointerDown={onPointerDown}
      />
      <input
        type="number"
        className="min-h-11! w-14 shrink-0 px-1.5! py-1! text-center font-bold max-xl:hidden"
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

const SCROLL_EDGE = 72;
const SCROLL_STEP = 14;

/**
 * Drags a row by its handle, as an alternative to buttons and numbers (WCAG 2.5.7). Escape cancels.
 * @param onDrop gets the new position, from 1
 */
function dragRow(event: ReactPointerEvent<HTMLElement>, onDrop: (place: number) => void): void {
  const handle = event.currentTarget;
  const row = handle.closest("li");
  if (event.button !== 0 || row === null) return;
  event.preventDefault();
  // The rows' positions before the drag, so that the dragged row doesn't shift its own target.
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>("li:has([data-handle])") ?? [])];
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
    if (clientY < SCROLL_EDGE) scrollBy(0, -SCROLL_STEP);
    if (clientY > innerHeight - SCROLL_EDGE) scrollBy(0, SCROLL_STEP);
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

type RemovedEntriesProps = { rows: readonly RemovedRow[]; path: string; older: string | undefined };

/** Unpublished entries, each with a link to its history. @param older address of the next page */
export function RemovedEntries({ rows, path, older }: RemovedEntriesProps) {
  if (rows.length === 0) return null;
  return (
    <TitledSection id="off-the-site" title="Unpublished">
      <p className="help">Choose one to see its content and restore it.</p>
      <Board
        heading="h3"
        rows={rows.map(({ slug, title, removed }) => ({ to: `${path}/${slug}/history`, title, about: removed }))}
      />
      <Pager more={older === undefined ? undefined : { to: older, label: "Older" }} />
    </TitledSection>
  );
}
