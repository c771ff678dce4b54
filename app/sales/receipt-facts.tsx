import type { ReceiptView } from "./receipts.server.ts";
import { Sums } from "./sums.tsx";

/** The facts of a receipt, for the desk and the buyer. */
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
