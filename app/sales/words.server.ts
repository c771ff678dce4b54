/** Texts about sales: payments, lines, debts and names. */
import type { Db } from "../platform/services.ts";
import { shortDayAndMonth } from "../time/dates.server.ts";
import { moneyText } from "../time/money.ts";
import type { LineRow, PaymentRow, Sale } from "./sale-rows.server.ts";
import type { LineKind, PaymentMethod } from "./sales.ts";

const METHOD_WORDS: Readonly<Record<PaymentMethod, string>> = {
  cash: "in cash",
  mpesa: "by M-Pesa",
  card: "by card, slip",
  bank: "by bank,",
};

/** "Paid by M-Pesa UKO2K8DM5F"; a refund is "Refunded by M-Pesa UKO2K8DM5F". */
export function paymentWords(payment: PaymentRow): string {
  return `${payment.amount_kes < 0 ? "Refunded" : "Paid"} ${wayWords(payment)}`;
}

/** A payment within a sentence: "KES 39 by M-Pesa UKO2K8DM5F", "KES −39 in cash". */
export function shortPaymentWords(payment: PaymentRow): string {
  return `${signedMoney(payment.amount_kes)} ${wayWords(payment)}`;
}

function wayWords({ way, reference }: PaymentRow): string {
  return [METHOD_WORDS[way as PaymentMethod], reference].filter((text) => text !== "").join(" ");
}

/** "KES 39", "KES −39". */
export function signedMoney(amount: number): string {
  return amount < 0 ? moneyText(-amount).replace(" ", " −") : moneyText(amount);
}

const LINE_WORDS: Readonly<Record<Exclude<LineKind, "pass">, string>> = {
  "lower-price": "Lower price",
  "sent-back": "Refund",
  undone: "Undone",
};

/** "Mwanzo for Grace Atieno, 27 Nov to 26 Dec". */
export function lineWords(line: LineRow, nameOf: (id: string) => string): string {
  if (line.kind !== "pass") return LINE_WORDS[line.kind as keyof typeof LINE_WORDS];
  return `${line.plan_name} for ${nameOf(line.person_id)}, ${lineDays(line)}`;
}

function lineDays({ first_day: first, last_day: last }: LineRow): string {
  const [from, to] = [shortDayAndMonth(first ?? ""), shortDayAndMonth(last ?? "")];
  return from === to ? from : `${from} to ${to}`;
}

/** Lists the sold plans: "2 × Mwanzo, Day pass". */
export function soldWords({ lines }: Pick<Sale, "lines">): string {
  const plans = lines.flatMap(({ kind, plan_name: plan }) => (kind === "pass" ? plan : []));
  const countOf = (plan: string) => plans.filter((other) => other === plan).length;
  return [...new Set(plans)].map((plan) => (countOf(plan) === 1 ? plan : `${countOf(plan)} × ${plan}`)).join(", ");
}

/** The state of a sale: "Owes KES 1,000, due Mon 30 Nov". */
export function saleState(
  { balance, isUndone, row }: Pick<Sale, "balance" | "isUndone" | "row">,
  dayWords: (date: string) => string,
): { words: string; mark: string } {
  if (isUndone) return { words: "Undone", mark: "off" };
  if (balance < 0) return { words: `Overpaid by ${moneyText(-balance)}`, mark: "waiting" };
  if (balance === 0) return { words: "Paid", mark: "on" };
  const due = row.owed_until === null ? "" : `, due ${dayWords(row.owed_until)}`;
  return { words: `Owes ${moneyText(balance)}${due}`, mark: "alert" };
}

export async function peopleNames(db: Db, ids: readonly string[]): Promise<(id: string) => string> {
  const distinctIds = [...new Set(ids)];
  const rows =
    distinctIds.length === 0 ? [] : await db.selectFrom("people").selectAll().where("id", "in", distinctIds).execute();
  const names = new Map(
    rows.map(({ id, name, erased_at: erased }) => [id, erased === null ? name || "Without a name" : ERASED]),
  );
  return (id) => names.get(id) ?? ERASED;
}

const ERASED = "An erased person";

/** Finds the names of the payers and pass holders of sales. */
export async function namesOfSales(db: Db, sales: Iterable<Pick<Sale, "row" | "lines">>) {
  return peopleNames(
    db,
    [...sales].flatMap(({ row, lines }) => [row.person_id, ...lines.map(({ person_id: id }) => id)]),
  );
}
