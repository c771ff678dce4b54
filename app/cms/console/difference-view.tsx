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
