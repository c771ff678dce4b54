/** The view of a difference: two texts, or the addresses of two pictures. */
export type DifferenceView = {
  field: string;
  label: string;
  before: string | undefined;
  after: string | undefined;
  pictures?: { before: string | undefined; after: string | undefined };
};

function DifferenceSide({ difference, side }: { difference: DifferenceView; side: "before" | "after" }) {
  const { pictures } = difference;
  if (pictures !== undefined) return <PictureSide src={pictures[side]} side={side} />;
  return difference[side] || <span className="text-graphite">Nothing</span>;
}

/** The alternative text stays when the picture's files were deleted after a withdrawn consent. */
function PictureSide({ src, side }: { src: string | undefined; side: "before" | "after" }) {
  if (src === undefined) return <span className="text-graphite">No picture</span>;
  return (
    <img
      src={src}
      alt={side === "before" ? "Before the change" : "After the change"}
      className="h-auto w-full max-w-70"
      loading="lazy"
    />
  );
}

const SIDE = "wrap-anywhere grid min-w-0 content-start gap-line whitespace-pre-line border border-line px-3.5 py-2.5";

type DifferencesProps = { differences: readonly DifferenceView[]; before: string | undefined; after: string };

/** The changed fields before and after. @param before, after labels of the two sides; a first version has no `before` */
export function Differences({ differences, before, after }: DifferencesProps) {
  return (
    <div className="border-line border-t">
      {differences.map((difference) => (
        <div
          key={difference.label}
          className="grid gap-2.5 border-line border-b py-row md:grid-cols-[180px_minmax(0,1fr)_minmax(0,1fr)] md:gap-4"
        >
          <h3 className="name sentence md:pt-2">{difference.label}</h3>
          {before !== undefined && (
            <p className={`bg-sand ${SIDE}`}>
              <small className="quiet">{before}</small>
              <DifferenceSide difference={difference} side="before" />
            </p>
          )}
          <p
            className={
              before === undefined
                ? "wrap-anywhere max-w-[46em] whitespace-pre-line md:col-span-2 md:pt-2"
                : `bg-white ${SIDE}`
            }
          >
            {before !== undefined && <small className="quiet">{after}</small>}
            <DifferenceSide difference={difference} side="after" />
          </p>
        </div>
      ))}
    </div>
  );
}
