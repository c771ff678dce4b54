import { Fragment, type PointerEvent } from "react";
import { Form, Link } from "react-router";
import { DefaultButton } from "../../console/default-button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { dragRow } from "./drag-row.ts";
import type { StatusView } from "./status.ts";
import { StatusWords } from "./status-words.tsx";

/** An entry as its list shows it. */
export type ListedEntry = {
  slug: string;
  title: string;
  summary: string;
  /** The heading of the part of the list that it is in. */
  heading?: string;
  /** The title without what the heading says. */
  titleBelow?: string;
  status: StatusView;
  /** Who changed it last, and when. */
  changed: string;
  /** The address of its picture; null when none can be shown, undefined where the type has no pictures. */
  thumbnail?: string | null;
  /** Its place on the site, from 1; undefined when it is not on the site. */
  place?: number;
};

/**
 * The entries of a type in the order of the site, with the ways to change it: Up and Down, numbers from 1000 px on, and
 * with script a handle from 640 px on: on a phone the thumb that scrolls would move rows.
 * @param seen the slugs in the order in which they were shown, so that nothing moves in a list that somebody else has changed
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
  const RowName = rows.some(({ heading }) => heading !== undefined) ? "h3" : "h2";
  const placed = rows.filter(({ place }) => place !== undefined);
  const layout = [!hasPictures && "without-pictures", !isOrdered && "unordered"].filter(Boolean).join(" ");
  return (
    <Form method="post" id="order" preventScrollReset>
      {isOrdered && <DefaultButton value="order" />}
      <input type="hidden" name="seen" value={placed.map(({ slug }) => slug).join(" ")} />
      <div className={`cols entries-cols ${layout}`} aria-hidden="true">
        {isOrdered && <span>Place</span>}
        {hasPictures && <span />}
        <span>{columns}</span>
        <span>Status</span>
        <span>Last change</span>
      </div>
      <ol className={`board entries ${layout}`}>
        {rows.map((row, index) => (
          <Fragment key={row.slug}>
            {row.heading !== undefined && row.heading !== rows[index - 1]?.heading && (
              <li className="list-heading">
                <h2>{row.heading}</h2>
              </li>
            )}
            <li id={`entry-${row.slug}`} data-slug={row.slug}>
              {hasPictures && <Thumbnail address={row.thumbnail} />}
              <div className="what">
                <RowName className={areSentences ? "name sentence" : "name"}>
                  <Link to={`${entryPath}/${row.slug}`}>
                    {row.titleBelow || row.title}
                    {row.titleBelow && <span className="sr-only">{`, ${row.heading}`}</span>}
                  </Link>
                </RowName>
                {row.summary && <span className="sub">{row.summary}</span>}
              </div>
              <StatusWords status={row.status} />
              <p className="when">{row.changed}</p>
              {isOrdered && <OrderControls row={row} count={placed.length} />}
            </li>
          </Fragment>
        ))}
      </ol>
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
  function onPress(event: PointerEvent<HTMLElement>): void {
    const number = event.currentTarget.parentElement?.querySelector("input");
    dragRow(event, (to) => {
      if (!number?.form) return;
      number.value = String(to);
      number.form.requestSubmit();
    });
  }
  return (
    <div className="order above-link">
      {isHydrated && <span className="handle" aria-hidden="true" onPointerDown={onPress} />}
      <input type="number" name={`place.${slug}`} aria-label={`Place of ${title}`} defaultValue={place} key={place} />
      {step("up", place === 1)}
      {step("down", place === count)}
    </div>
  );
}
