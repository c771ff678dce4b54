import { withoutBreaks } from "../time/without-breaks.ts";

/** Sums of money below each other: what each is for, and the amount at the end of its line. */
export function Sums({ rows }: { rows: readonly { what: string; amount: string }[] }) {
  return (
    <dl className="facts">
      {rows.map(({ what, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two payments of a sale may have the same words
        <div key={index} className="grid-cols-[minmax(0,1fr)_auto]!">
          <dt className="text-[1em] text-inherit">{withoutBreaks(what)}</dt>
          <dd className="text-right font-bold tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
