import { withoutBreaks } from "../time/without-breaks.ts";
import type { ReceiptView } from "./receipts.server.ts";

export function ReceiptFacts({ receipt, gymPin }: { receipt: ReceiptView; gymPin: string }) {
  const { date, buyer, buyerPin, seller, firstReceiptId, rows, rest } = receipt;
  const facts: [label: string, value: string][] = [
    ["Date", date],
    ["For", buyer],
    ["Buyer’s KRA PIN", buyerPin],
    ["Served by", seller],
    ["Our KRA PIN", gymPin],
    ["Belongs to", firstReceiptId],
  ];
  return (
    <>
      <dl className="facts">
        {facts.map(([label, value]) =>
          value === "" ? null : (
            <div key={`${label} ${value}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Sums rows={[...rows, { what: "Balance", amount: rest }]} />
      <p>This is a receipt, not a tax invoice.</p>
    </>
  );
}

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
