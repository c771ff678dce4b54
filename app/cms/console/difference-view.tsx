/** A difference as a page shows it: two texts, or two pictures by their addresses. */
export type DifferenceView = {
  field: string;
  label: string;
  before: string | undefined;
  after: string | undefined;
  pictures?: { before: string | undefined; after: string | undefined };
};

function DifferenceSide({ difference, side }: { difference: DifferenceView; side: "before" | "after" }) {
  const { pictures } = difference;
  if (pictures !== undefined) return <PictureSide src={pictures[side]} />;
  return difference[side] || <i className="none">Nothing</i>;
}

/** The alternative text remains when the files of a picture were deleted after a withdrawal. */
function PictureSide({ src }: { src: string | undefined }) {
  if (src === undefined) return <i className="none">No picture</i>;
  return <img src={src} alt="As it was" className="picture" loading="lazy" />;
}

/** The changed fields, each before and after. */
export function Differences({
  differences,
  before,
  after,
}: {
  differences: readonly DifferenceView[];
  before: string;
  after: string;
}) {
  return (
    <div className="diff">
      {differences.map((difference) => (
        <div key={difference.label}>
          <h3>{difference.label}</h3>
          <p className="was whitespace-pre-line">
            <small>{before}</small>
            <DifferenceSide difference={difference} side="before" />
          </p>
          <p className="is whitespace-pre-line">
            <small>{after}</small>
            <DifferenceSide difference={difference} side="after" />
          </p>
        </div>
      ))}
    </div>
  );
}
