/**
 * The rules of sales. What is owed is computed from lines and payments, never stored. Amounts are whole shillings;
 * negative lines and payments reverse others, so every state is a sum.
 */

export const PAYMENT_METHODS = ["cash", "mpesa", "card", "bank"] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const RECEIPT_KINDS = ["sale", "payment", "refund", "undo"] as const;

export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** A pass has its plan's price; the other kinds are negative. */
export const LINE_KINDS = ["pass", "lower-price", "sent-back", "undone"] as const;

export type LineKind = (typeof LINE_KINDS)[number];

/** The highest amount that the desk can enter, to catch typing errors. */
export const AMOUNT_MAX = 1_000_000;

/** The largest discount that the desk may give. */
export const DESK_DISCOUNT_PERCENT = 10;

export const PEOPLE_MAX = 6;

/** For how many days the rest of a sale may be owed. */
export const OWED_DAYS_MAX = 366;

const SHILLINGS = /^(?:KES|KSh\.?)?(\d{1,3}(?:,\d{3})+|\d+)(?:\/[=-])?$/i;

/** Reads an amount as people write it: "3,900", "3900/=", "KES 3,900". @returns undefined for other text */
export function parseShillings(typed: string): number | undefined {
  const [, digits] = SHILLINGS.exec(typed.replaceAll(/\s/g, "")) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""));
}

const CODE = /^[A-Z\d]{10}$/;

/** Reads the code of an M-Pesa message. Codes are compared by `key`, since O and 0 look alike. @returns undefined for other text */
export function parseCode(typed: string): { code: string; key: string } | undefined {
  const code = typed.replaceAll(/\s/g, "").toUpperCase();
  return CODE.test(code) ? { code, key: code.replaceAll("O", "0") } : undefined;
}

const KRA_PIN = /^[A-Z]\d{9}[A-Z]$/;

/** Reads a KRA PIN. @returns undefined for other text */
export function parseKraPin(typed: string): string | undefined {
  const pin = typed.replaceAll(/\s/g, "").toUpperCase();
  return KRA_PIN.test(pin) ? pin : undefined;
}

const SLIP = /^(?=.*\d)[A-Z\d/-]{1,20}$/;

/** Reads the number of a slip or transfer. It can't be a name, since payments are never erased. @returns undefined for other text */
export function parseSlip(typed: string): string | undefined {
  const slip = typed.replaceAll(/\s/g, "").toUpperCase();
  return SLIP.test(slip) ? slip : undefined;
}

type Amount = { amount_kes: number };

export function sumOf(rows: readonly Amount[]): number {
  return rows.reduce((sum, { amount_kes: amount }) => sum + amount, 0);
}

/** Computes the debt; negative for an overpaid sale. */
export function balanceOf({ lines, payments }: { lines: readonly Amount[]; payments: readonly Amount[] }): number {
  return sumOf(lines) - sumOf(payments);
}

type Reversible = Amount & { id: string; reverses_id: string | null };

/** Computes what is left of a payment after refunds. */
export function restOf(payment: Reversible, payments: readonly Reversible[]): number {
  return payment.amount_kes + sumOf(payments.filter(({ reverses_id: id }) => id === payment.id));
}

/** Checks an agreed price. @param price the sum of the plans' prices */
export function priceProblem(
  price: number,
  agreed: number,
  { isOwner }: { isOwner: boolean },
): "price-high" | "price-zero" | "price-owner" | undefined {
  if (agreed > price) return "price-high";
  if (agreed < 1) return "price-zero";
  const isLowerThanDesk = (price - agreed) * 100 > price * DESK_DISCOUNT_PERCENT;
  return isLowerThanDesk && !isOwner ? "price-owner" : undefined;
}

/** Checks a payment's amount. Only M-Pesa and bank can overpay: cash gets change, and the desk types the card's amount. */
export function amountProblem(
  way: PaymentMethod,
  amount: number | undefined,
  owed: number,
): "amount-invalid" | "amount-high" | "more-than-owed" | undefined {
  if (amount === undefined || amount < 1) return "amount-invalid";
  if (amount > AMOUNT_MAX) return "amount-high";
  return amount > owed && (way === "cash" || way === "card") ? "more-than-owed" : undefined;
}

/** Whether somebody may undo a sale: the owner any, the desk its own since the drawer was opened. */
export function canUndo(
  sale: { by_id: string; drawer_id: string },
  actor: { id: string; isOwner: boolean },
  openDrawerId: string | undefined,
): boolean {
  return actor.isOwner || (sale.by_id === actor.id && sale.drawer_id === openDrawerId);
}

/** How much a refund reduces the sale's lines: overpaid money belongs to no line. @param owed before the refund */
export function creditOf(amount: number, owed: number, { endsPasses }: { endsPasses: boolean }): number {
  const overpaid = Math.max(0, -owed);
  // Ending the passes cancels the debt.
  return Math.max(0, amount - overpaid) + (endsPasses ? Math.max(0, owed) : 0);
}

export function expectedCash(
  openedKes: number,
  payments: readonly (Amount & { way: string })[],
  withdrawals: readonly Amount[],
): number {
  return openedKes + sumOf(payments.filter(({ way }) => way === "cash")) - sumOf(withdrawals);
}
