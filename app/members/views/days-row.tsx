import { DAY_FILL, type DaysInRow, MAX_DAYS_DRAWN } from "../days-in-row.ts";

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
export function PassDaysRow({ row }: { row: DaysInRow }) {
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
