import { DAY_FILL, type DaysInRow, MAX_DAYS_DRAWN } from "../days-in-row.ts";
import type { PassMark, PassStubView } from "./membership-view.server.ts";

/** Shapes in a square of 14, distinct even in black and white. */
const SHAPES: Readonly<Record<PassMark, string>> = {
  running: "M0 0h14v14H0z",
  ending: "M0 0h14v14z",
  grace: "M0 7h14v7H0z",
  frozen: "M0 14 14 0h-5L0 9zM0 5l5-5H0zM14 5l-9 9h5l4-4z",
  future: "M0 0h7v14H0z",
  ended: "M0 5h14v4H0z",
};

export function PassStub({ stub, label: ariaLabel }: { stub: PassStubView; label: string }) {
  const { plan, mark, label, days, note, row, rowFrom, rowMiddle, rowTo, next } = stub;
  return (
    <section aria-label={ariaLabel} className="on-light bg-chalk text-ink print:border">
      <div aria-hidden="true" className="shuka h-4.5" />
      <div className="px-6 pt-6 pb-6 lg:px-9 lg:pt-8.5">
        <p className={`flex items-center gap-2.5 font-bold ${mark === "grace" ? "text-blood" : ""}`}>
          <svg
            viewBox="0 0 14 14"
            fill="currentColor"
            overflow="visible"
            aria-hidden="true"
            className="size-4 shrink-0"
          >
            <path d="M.5.5h13v13H.5z" className="fill-none stroke-current" />
            <path d={SHAPES[mark]} />
          </svg>
          {label}
        </p>
        <p className="mt-3 font-display text-[clamp(56px,7.4vw,84px)] leading-[.86] font-black uppercase wrap-anywhere">
          {plan}
        </p>
        <p className="mt-3 font-display text-[clamp(28px,3vw,38px)] leading-[1.05] font-black">
          {days} <span className="block text-blood">{note}</span>
        </p>
        {row.length > 0 && (
          <div className="mt-5">
            <PassDaysRow row={row} />
            <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-[15px] text-graphite">
              <span>{rowFrom}</span> {rowMiddle && <span>{rowMiddle}</span>} <span>{rowTo}</span>
            </p>
          </div>
        )}
      </div>
      {next && (
        <p className="border-t-2 border-dashed border-ink/45 px-6 pt-4.5 pb-6 lg:px-9 lg:pt-6 lg:pb-9">
          <b>{next.strong}</b> {next.rest}
        </p>
      )}
    </section>
  );
}

const DRAWN = {
  gone: { fill: "currentColor", fillOpacity: 0.25 },
  today: { className: "fill-red" },
  open: { fill: "currentColor" },
  frozen: { fill: "currentColor", fillOpacity: 0.6 },
  grace: { fill: "none", stroke: "currentColor", className: "text-blood" },
} as const;

/**
 * The days of a pass: past days are pale, today is red, frozen days are low, grace days are outlined. Decoration: a
 * text below it has the same facts.
 */
function PassDaysRow({ row }: { row: DaysInRow }) {
  const total = row.reduce((sum, { days }) => sum + days, 0);
  const paths = new Map<keyof typeof DRAWN, string>();
  let from = 0;
  for (const { kind, days } of row) {
    const [top, height] = kind === "frozen" ? [5, 3] : [0, 8];
    const draw = (x: number, width: number) => `M${x} ${top}h${width}v${height}h-${width}z`;
    const drawn =
      total > MAX_DAYS_DRAWN
        ? draw(from, days)
        : Array.from({ length: days }, (_, index) => draw(from + index, DAY_FILL)).join("");
    paths.set(kind, (paths.get(kind) ?? "") + drawn);
    from += days;
  }
  return (
    <svg
      viewBox={`0 0 ${total > MAX_DAYS_DRAWN ? total : total - 1 + DAY_FILL} 8`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-8 w-full"
    >
      {[...paths].map(([kind, path]) => (
        <path key={kind} d={path} {...DRAWN[kind]} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
