/** Closed drawers as the desk sees them. The sums of an open drawer are never shown. */

import type { Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { shortMoment } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { type DrawerRow, withdrawalsOf } from "../drawer.server.ts";
import { sellerNames } from "../sale-rows.server.ts";
import { sumOf } from "../sales.ts";
import { signedMoney } from "../words.server.ts";

/** How a count differs from the expected cash: "KES 10 short". */
export function differenceWords(difference: number | null): { words: string; mark: string } {
  if (difference === null || difference === 0) return { words: "Correct to the shilling", mark: "on" };
  const amount = moneyText(Math.abs(difference));
  return { words: `${amount} ${difference < 0 ? "short" : "over"}`, mark: "alert" };
}

/** @returns undefined for an open drawer */
export async function readClosedDrawer({ db, now }: Services, id: string) {
  const drawer = await db.selectFrom("drawers").selectAll().where("id", "=", id).executeTakeFirst();
  if (drawer === undefined || drawer.closed_at === null) return undefined;
  const withdrawals = await withdrawalsOf(db, id);
  const payments = await db.selectFrom("payments").select(["way", "amount_kes"]).where("drawer_id", "=", id).execute();
  const paidBy = (way: string) => payments.filter((payment) => payment.way === way);
  const sellerOf = await sellerNames(db);
  return {
    id,
    closed: closedWords(drawer, sellerOf, now()),
    difference: differenceWords(drawer.difference_kes),
    note: drawer.note,
    rows: [
      {
        what: `When it was opened, ${shortMoment(new Date(drawer.opened_at), now())}, by ${sellerOf(drawer.opened_by_id)}`,
        amount: moneyText(drawer.opened_kes),
      },
      { what: `Cash taken, ${plural(paidBy("cash").length, "payment")}`, amount: signedMoney(sumOf(paidBy("cash"))) },
      ...withdrawals.map(({ amount_kes: amount, reason, by_id: by }) => ({
        ...{ what: `Taken out by ${sellerOf(by)}: ${reason}`, amount: signedMoney(-amount) },
      })),
      { what: "Expected", amount: signedMoney(drawer.expected_kes ?? 0) },
      { what: "Counted", amount: moneyText(drawer.counted_kes ?? 0) },
    ],
    others: [
      ["mpesa", "By M-Pesa"],
      ["card", "By card"],
      ["bank", "To the bank"],
    ].flatMap(([way = "", what = ""]) => {
      const paid = paidBy(way);
      return paid.length === 0
        ? []
        : { what: `${what}, ${plural(paid.length, "payment")}`, amount: signedMoney(sumOf(paid)) };
    }),
  };
}

/** "Closed Fri 27 Nov, 7:31pm, by Moraa". */
export function closedWords(
  { closed_at: at, closed_by_id: by }: DrawerRow,
  sellerOf: (id: string | null) => string,
  now: Date,
): string {
  return `Closed ${shortMoment(new Date(at ?? ""), now)}, by ${sellerOf(by)}`;
}
