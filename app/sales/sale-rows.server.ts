/** Sales in the database, with lines, payments, receipts and the names of sellers. */
import type { Selectable } from "kysely";
import type { Actor } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { balanceOf, type LineKind, type PaymentMethod, type ReceiptKind } from "./sales.ts";

export type SaleRow = Selectable<Tables["sales"]>;
export type LineRow = Selectable<Tables["sale_lines"]>;
export type PaymentRow = Selectable<Tables["payments"]>;
export type ReceiptRow = Selectable<Tables["receipts"]>;

/** A sale with its rows, in the order they were written. */
export type Sale = {
  row: SaleRow;
  lines: LineRow[];
  payments: PaymentRow[];
  receipts: ReceiptRow[];
  /** The debt; negative for an overpaid sale. */
  balance: number;
  isUndone: boolean;
};

export async function salesById(db: Db, ids: readonly string[]): Promise<Map<string, Sale>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("sales").selectAll().where("id", "in", ids).execute();
  const receipts = await db
    .selectFrom("receipts")
    .selectAll()
    .where("sale_id", "in", ids)
    .orderBy("year")
    .orderBy("number")
    .execute();
  // Rows that are written together have ascending ids.
  const lines = await db.selectFrom("sale_lines").selectAll().where("sale_id", "in", ids).orderBy("id").execute();
  const payments = await db
    .selectFrom("payments")
    .selectAll()
    .where("sale_id", "in", ids)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const bySale = <Row extends { sale_id: string }>(all: Row[]) => Map.groupBy(all, ({ sale_id: id }) => id);
  const [receiptsOf, linesOf, paymentsOf] = [bySale(receipts), bySale(lines), bySale(payments)];
  return new Map(
    rows.map((row) => {
      const own = { lines: linesOf.get(row.id) ?? [], payments: paymentsOf.get(row.id) ?? [] };
      const ownReceipts = receiptsOf.get(row.id) ?? [];
      const isUndone = ownReceipts.some(({ kind }) => kind === "undo");
      return [row.id, { row, ...own, receipts: ownReceipts, balance: balanceOf(own), isUndone }];
    }),
  );
}

/** The sales with these ids, in their order. */
export async function listSales(db: Db, rows: readonly { id: string }[]): Promise<Sale[]> {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const sales = await salesById(db, ids);
  return ids.flatMap((id) => sales.get(id) ?? []);
}

export async function findSale(db: Db, id: string): Promise<Sale | undefined> {
  return (await salesById(db, [id])).get(id);
}

/** The sales that a person paid, or got a pass from, newest first. */
export async function salesOfPerson(db: Db, personId: string, limit: number): Promise<Sale[]> {
  // A union, since PostgreSQL uses no index for `or` with a subquery.
  const rows = await db
    .selectFrom("sales")
    .select(["id", "day"])
    .where("person_id", "=", personId)
    .union((query) =>
      query
        .selectFrom("sale_lines")
        .innerJoin("sales", "sales.id", "sale_lines.sale_id")
        .select(["sales.id", "sales.day"])
        .where("sale_lines.person_id", "=", personId),
    )
    .orderBy("day", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return (await listSales(db, rows)).toSorted((a, b) => (soldAt(a) < soldAt(b) ? 1 : -1));
}

function soldAt({ receipts }: Sale): string {
  return receipts[0]?.at ?? "";
}

/** A change to a sale: its rows share the time, day, actor and receipt. */
export type SaleChange = { saleId: string; receipt: ReceiptRow; drawerId: string | null };

/** Adds the year's next receipt, under the lock of sales, so that numbers have no gaps. */
export async function issueReceipt(
  change: Change,
  actor: Actor,
  saleId: string,
  kind: ReceiptKind,
): Promise<ReceiptRow> {
  const { transaction, at } = change;
  const day = dateInNairobi(at);
  const year = Number(day.slice(0, 4));
  const { last } = await transaction
    .selectFrom("receipts")
    .select(({ fn }) => fn.max<number | null>("number").as("last"))
    .where("year", "=", year)
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  await storeSellerName(change, actor);
  return transaction
    .insertInto("receipts")
    .values({
      id: `${year}-${String(number).padStart(4, "0")}`,
      ...{ year, number, sale_id: saleId, kind, at: at.toISOString(), day, by_id: actor.id },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function storeSellerName({ transaction, at }: Change, { id, name }: Actor): Promise<void> {
  const row = { name, last_at: at.toISOString() };
  await transaction
    .insertInto("sellers")
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** The names of all sellers by their ids; deleted sellers are "Staff". */
export async function sellerNames(db: Db): Promise<(id: string | null) => string> {
  const rows = await db.selectFrom("sellers").selectAll().execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? "") ?? "Staff";
}

export async function addLine(
  { transaction }: Change,
  { saleId, receipt }: SaleChange,
  line: { id: string; kind: LineKind; person_id: string; amount_kes: number } & Partial<LineRow>,
): Promise<void> {
  await transaction
    .insertInto("sale_lines")
    .values({
      ...{ sale_id: saleId, receipt_id: receipt.id, plan_name: "", pass_id: null, first_day: null, last_day: null },
      reason: "",
      ...line,
    })
    .execute();
}

export type NewPayment = {
  id: string;
  way: PaymentMethod;
  amount_kes: number;
  reference: string;
  code_key: string | null;
  reverses_id: string | null;
};

/** Adds a payment. Its code is unused, or belongs to the payment that it reverses. */
export async function addPayment(
  { transaction }: Change,
  { saleId, receipt, drawerId }: SaleChange,
  payment: NewPayment,
): Promise<void> {
  const { id: receipt_id, at, day, by_id } = receipt;
  await transaction
    .insertInto("payments")
    .values({ ...payment, sale_id: saleId, receipt_id, drawer_id: drawerId, at, day, by_id })
    .execute();
}

export async function isPaymentId(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("payments").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

export async function markCodeUsed({ transaction }: Change, { saleId }: SaleChange, { id, code_key }: NewPayment) {
  if (code_key === null) return;
  await transaction.insertInto("used_codes").values({ code_key, payment_id: id, sale_id: saleId }).execute();
}

export async function findUsedCode(db: Db, key: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom("used_codes")
    .innerJoin("payments", "payments.id", "used_codes.payment_id")
    .selectAll("payments")
    .where("used_codes.code_key", "=", key)
    .executeTakeFirst();
}
