import type { DiffPart } from "../editing/difference.ts";

/** A difference as a page shows it: two texts with their pieces marked, or two pictures by their addresses. */
export type DifferenceView = {
  field: string;
  label: string;
  parts: readonly DiffPart[];
  pictures?: { before: string | undefined; after: string | undefined };
};

/** One side of a difference, the texts marked by `Mark` where only this side has them. */
export function DifferenceSide({
  difference: { parts, pictures },
  side,
  mark: Mark,
}: {
  difference: DifferenceView;
  side: "before" | "after";
  mark: "ins" | "del";
}) {
  if (pictures !== undefined) return <PictureSide src={pictures[side]} />;
  const own = side === "before" ? "removed" : "added";
  const shown = parts.filter(({ kind }) => kind === "same" || kind === own);
  if (shown.length === 0) return <i className="none">Nothing</i>;
  return shown.map(({ kind, text }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text, which never move
    kind === "same" ? text : <Mark key={index}>{text}</Mark>,
  );
}

/** The files of a picture are deleted when a consent is withdrawn; its alternative text then says so. */
function PictureSide({ src }: { src: string | undefined }) {
  if (src === undefined) return <i className="none">No picture</i>;
  return <img src={src} alt="A picture, or the place of one that is deleted" className="picture" loading="lazy" />;
}

/** Differences, field by field. Colour says nothing here: what is gone is struck, what is new is underlined. */
export function Differences({
  differences,
  before,
  after,
  areMarksAlike = false,
}: {
  differences: readonly DifferenceView[];
  before: string;
  after: string;
  /** Neither text takes the place of the other: nothing is struck. */
  areMarksAlike?: boolean;
}) {
  return (
    <div className="diff">
      {differences.map((difference) => (
        <div key={difference.label}>
          <h3>{difference.label}</h3>
          <p className="was whitespace-pre-line">
            <small>{before}</small>
            <DifferenceSide difference={difference} side="before" mark={areMarksAlike ? "ins" : "del"} />
          </p>
          <p className="is whitespace-pre-line">
            <small>{after}</small>
            <DifferenceSide difference={difference} side="after" mark="ins" />
          </p>
        </div>
      ))}
    </div>
  );
}
