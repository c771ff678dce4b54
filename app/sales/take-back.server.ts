/** Undoes a sale, or refunds a payment or a part of it. Both add rows with negative amounts. */
import { isFormId } from "../forms/read-form.server.ts";
import { endSoldPass, voidSoldPass } from "../members/pass-changes.server.ts";
import { REASON_MAX } from "../members/passes.ts";
import { changePeople, findPerson } from "../people/people.server.ts";
import { nextId, recordActivity } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { findOpenDrawer } from "./drawer.server.ts";
import { queueReceiptMail } from "./receipts.server.ts";
import {
  addLine,
  addPayment,
  findSale,
  isPaymentId,
  issueReceipt,
  markCodeUsed,
  type PaymentRow,
  type Sale,
} from "./sale-rows.server.ts";
import { canUndo, creditOf, PAYMENT_METHODS, type PaymentMethod, parseShillings, restOf, sumOf } from "./sales.ts";
import { readReference, type SaleOutcome, type Seller, settle } from "./sell.server.ts";

/** Lists a sale's payments that are not fully refunded, and what is left of each. */
export function refundablePayments({ payments }: Pick<Sale, "payments">): { payment: PaymentRow; rest: number }[] {
  return payments
    .filter(({ amount_kes: amount }) => amount > 0)
    .map((payment) => ({ payment, rest: restOf(payment, payments) }))
    .filter(({ rest }) => rest > 0);
}

/** Undoes a sale: refunds every payment as it was paid, voids the passes, and frees the codes for another sale. */
export async function undoSale(
  services: Services,
  actor: Seller,
  saleId: string,
  form: { reason: string },
): Promise<SaleOutcome> {
  const reason = asLine(form.reason);
  return changePeople(services, async (change): Promise<SaleOutcome> => {
    await change.lock("sales");
    const { transaction, at } = change;
    const sale = await findSale(transaction, saleId);
    if (sale === undefined) return { code: "unknown" };
    if (sale.isUndone) return { code: "same", saleId };
    if (reason === "") return { code: "reason-missing" };
    if (reason.length > REASON_MAX) return { code: "reason-long" };
    const drawer = await findOpenDrawer(transaction);
    if (!canUndo(sale.row, actor, drawer?.id)) return { code: "undo-owner" };
    const left = refundablePayments(sale);
    if (drawer === undefined && left.some(({ payment }) => payment.way === "cash")) return { code: "drawer-closed" };
    // Last pass first, so that voiding it moves none of the others.
    for (const { pass_id: passId } of sale.lines.toReversed()) {
      if (passId === null) continue;
      const { code } = await voidSoldPass(change, actor, passId, reason);
      if (code === "unknown") return change.abandon({ code: "person-erased" });
      if (code === "visits-used") return change.abandon({ code });
    }
    const receipt = await issueReceipt(change, actor, saleId, "undo");
    const rows = { saleId, receipt, drawerId: drawer?.id ?? null };
    const line = { kind: "undone" as const, person_id: sale.row.person_id, amount_kes: -sumOf(sale.lines), reason };
    await addLine(change, rows, { id: nextId(), ...line });
    for (const { payment, rest } of left) {
      const { id: reverses_id, reference, code_key } = payment;
      const way = payment.way as PaymentMethod;
      await addPayment(change, rows, { id: nextId(), way, amount_kes: -rest, reference, code_key, reverses_id });
    }
    await transaction.deleteFrom("used_codes").where("sale_id", "=", saleId).execute();
    await settle(change, saleId);
    await recordActivity(transaction, at, actor, { action: "sale-undone", type: "sale", slug: saleId });
    await queueReceiptMail(change, receipt);
    return { code: "done", saleId };
  });
}

/**
 * Refunds a payment, or a part of it.
 * @param form.formId becomes the new payment's id
 * @param form.passes `end`: the passes end today; `stay`: they are kept
 */
export async function refundPayment(
  services: Services,
  actor: Seller,
  saleId: string,
  form: Record<"formId" | "payment" | "way" | "amount" | "reference" | "reason" | "passes", string>,
): Promise<SaleOutcome> {
  return changePeople(services, async (change): Promise<SaleOutcome> => {
    await change.lock("sales");
    const sale = await findSale(change.transaction, saleId);
    if (sale === undefined || !isFormId(form.formId)) return { code: "unknown" };
    if (sale.payments.some(({ id }) => id === form.formId)) return { code: "same", saleId };
    if (await isPaymentId(change.transaction, form.formId)) return { code: "unknown" };
    if (sale.isUndone) return { code: "undone" };
    return refundWithin(change, actor, sale, form);
  });
}

async function refundWithin(
  change: Change,
  actor: Seller,
  sale: Sale,
  form: Parameters<typeof refundPayment>[3],
): Promise<SaleOutcome> {
  const { transaction, at } = change;
  const { id: saleId, person_id } = sale.row;
  const left = refundablePayments(sale).find(({ payment }) => payment.id === form.payment);
  if (left === undefined) return { code: "payment-missing" };
  const way = PAYMENT_METHODS.find((name) => name === form.way);
  if (way === undefined) return { code: "way-missing" };
  const amount = parseShillings(form.amount);
  if (amount === undefined || amount === 0) return { code: "amount-invalid" };
  if (amount > left.rest) return { code: "more-than-paid" };
  const reason = asLine(form.reason);
  if (reason === "") return { code: "reason-missing" };
  if (reason.length > REASON_MAX) return { code: "reason-long" };
  if (form.passes !== "end" && form.passes !== "stay") return { code: "passes-missing" };
  const reference = await readReference(transaction, way, form.reference);
  if ("code" in reference) return reference;
  const drawer = await findOpenDrawer(transaction);
  if (drawer === undefined && way === "cash") return { code: "drawer-closed" };
  const endsPasses = form.passes === "end";
  if (endsPasses) {
    for (const { pass_id: passId, person_id: id } of sale.lines) {
      // Erased people have no running pass.
      if (passId !== null && (await findPerson(transaction, id))?.erased_at === null) {
        await endSoldPass(change, actor, passId, reason);
      }
    }
  }
  const receipt = await issueReceipt(change, actor, saleId, "refund");
  const rows = { saleId, receipt, drawerId: drawer?.id ?? null };
  const credit = creditOf(amount, sale.balance, { endsPasses });
  const line = { kind: "sent-back" as const, person_id, amount_kes: -credit, reason };
  await addLine(change, rows, { id: nextId(), ...line });
  const payment = { id: form.formId, way, amount_kes: -amount, ...reference, reverses_id: left.payment.id };
  await addPayment(change, rows, payment);
  await markCodeUsed(change, rows, payment);
  if (endsPasses) await settle(change, saleId);
  await recordActivity(transaction, at, actor, {
    ...{ action: "money-sent-back", type: "sale", slug: saleId, details: { amount } },
  });
  await queueReceiptMail(change, receipt);
  return { code: "done", saleId };
}
