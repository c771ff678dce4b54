/** The pages that undo a sale and record a refund. */
import type { Effect } from "../../console/kit/actions.ts";
import { moneyText } from "../../time/money.ts";
import { findOpenDrawer } from "../drawer.server.ts";
import type { PaymentRow } from "../sale-rows.server.ts";
import { canUndo } from "../sales.ts";
import { refundablePayments } from "../take-back.server.ts";
import { namesOfSales, paymentWords, soldWords } from "../words.server.ts";
import { salePath } from "./sale-forms.ts";
import type { FoundSale } from "./sales-request.server.ts";

export async function readUndoPage({ services: { db }, actor, sale }: FoundSale) {
  const nameOf = await namesOfSales(db, [sale]);
  const drawer = await findOpenDrawer(db);
  const effects: Effect[] = [
    ...refundablePayments(sale).map(({ payment, rest }) => ({ text: refundInstruction(payment, moneyText(rest)) })),
    ...sale.lines.flatMap(({ kind, plan_name: plan, person_id: id }) =>
      kind === "pass"
        ? { text: `${plan} for ${nameOf(id)} is void from its first day. A pass that follows it begins earlier.` }
        : [],
    ),
    { text: "The receipts are kept, and one for undoing is added." },
  ];
  return {
    about: `${soldWords(sale)}, ${nameOf(sale.row.person_id)}`,
    to: salePath(sale.row.id),
    effects,
    emptyText: sale.isUndone
      ? "This sale is undone."
      : canUndo(sale.row, actor, drawer?.id)
        ? undefined
        : "The desk can undo its own sales until the drawer is closed. The owner can undo any.",
  };
}

function refundInstruction({ way, reference }: PaymentRow, amount: string): string {
  switch (way) {
    case "cash":
      return `Give ${amount} back in cash, from the drawer.`;
    case "mpesa":
      return `Send ${amount} back by M-Pesa, or use the code ${reference} for the right sale: it becomes free again.`;
    case "card":
      return `Send ${amount} back with the card machine.`;
    default:
      return `Send ${amount} back by bank.`;
  }
}

export async function readRefundPage({ services: { db }, sale }: FoundSale) {
  const nameOf = await namesOfSales(db, [sale]);
  return {
    about: `${soldWords(sale)}, ${nameOf(sale.row.person_id)}`,
    to: salePath(sale.row.id),
    payments: refundablePayments(sale).map(({ payment, rest }) => ({
      ...{ value: payment.id, label: `${paymentWords(payment)}, ${moneyText(rest)} left` },
    })),
  };
}
