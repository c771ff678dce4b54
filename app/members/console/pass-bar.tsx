import { DAY_FILL, type DaysInRow, MAX_DAYS_DRAWN } from "../days-in-row.ts";

/** The days of a pass as a row of marks: past days are pale, frozen days are low. A text below it has the same facts. */
export function PassBar({ days }: { days: DaysInRow }) {
  const total = days.reduce((sum, part) => sum + part.days, 0);
  let from = 0;
  const marks = days.flatMap(({ kind, days: count }) => {
    const start = from;
    from += count;
    return total > MAX_DAYS_DRAWN
      ? [{ kind, x: start, width: count }]
      : Array.from({ length: count }, (_, index) => ({ kind, x: start + index, width: DAY_FILL }));
  });
  return (
    <svg className="h-8.5 w-full" viewBox={`0 0 ${total} 8`} preserveAspectRatio="none" aria-hidden="true">
      {marks.map(({ kind, x, width }) => (
        <rect
          key={x}
          className={kind === "gone" ? "opacity-20" : kind === "frozen" ? "fill-graphite" : ""}
          x={x}
          y={kind === "frozen" ? 5 : 0}
          width={width}
          height={kind === "frozen" ? 3 : 8}
        />
      ))}
    </svg>
  );
}
