/** The sales ledger: sales by day, what is owed, sales by a code or a receipt, and the spreadsheet of a period. */
import { sql } from "kysely";
import { type Columns, csvStream } from "../platform/csv.ts";
import type { Db } from "../platform/services.ts";
import { sheetMoment } from "../time/dates.server.ts";
import { listSales, type PaymentRow, type ReceiptRow, type Sale, salesById, sellerNames } from "./sale-rows.server.ts";
import { parseCode } from "./sales.ts";
import { namesOfSales, soldWords } from "./words.server.ts";

export const LEDGER_PAGE_ROWS = 50;

export type LedgerRow = { receipt: ReceiptRow; sale: Sale };

/** The receipts of a day, newest first. @param before the last number on the previous page */
export async function receiptsOfDay(
  db: Db,
  day: string,
  before?: number,
): Promise<{ rows: LedgerRow[]; hasMore: boolean }> {
  const receipts = await db
    .selectFrom("receipts")
    .selectAll()
    .where("day", "=", day)
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .orderBy("number", "desc")
    .limit(LEDGER_PAGE_ROWS + 1)
    .execute();
  return {
    rows: await withSales(db, receipts.slice(0, LEDGER_PAGE_ROWS)),
    hasMore: receipts.length > LEDGER_PAGE_ROWS,
  };
}

async function withSales(db: Db, receipts: readonly ReceiptRow[]): Promise<LedgerRow[]> {
  const sales = await salesById(db, [...new Set(receipts.map(({ sale_id: id }) => id))]);
  return receipts.flatMap((receipt) => {
    const sale = sales.get(receipt.sale_id);
    return sale === undefined ? [] : { receipt, sale };
  });
}

/** Lists the unpaid sales by their due day, and counts them. */
export async function owedSales(db: Db, { until }: { until?: string } = {}): Promise<{ sales: Sale[]; count: number }> {
  const owed = db
    .selectFrom("sales")
    .where("owed_until", "is not", null)
    .$if(until !== undefined, (query) => query.where("owed_until", "<=", until ?? ""));
  const rows = await owed
    .select("id")
    .orderBy("owed_until")
    .orderBy("day")
    .orderBy("id")
    .limit(LEDGER_PAGE_ROWS)
    .execute();
  const { count } = await owed.select(sql<number | string>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return { sales: await listSales(db, rows), count: Number(count) };
}

const RECEIPT_ID = /^\d{4}-\d{4,}$/;

/** Finds sales by a code, undone ones included, or the sale of a receipt. */
export async function findInLedger(db: Db, typedText: string): Promise<Sale[]> {
  const typed = typedText.replaceAll(/\s/g, "");
  const code = parseCode(typed);
  const hits =
    code === undefined
      ? RECEIPT_ID.test(typed)
        ? await db.selectFrom("receipts").select("sale_id as id").where("id", "=", typed).execute()
        : []
      : await db
          .selectFrom("payments")
          .select("sale_id as id")
          .where("code_key", "=", code.key)
          .orderBy("at", "desc")
          .limit(LEDGER_PAGE_ROWS)
          .execute();
  return listSales(db, hits);
}

type ListedPayment = { payment: PaymentRow; sale: Sale | undefined; seller: string; buyer: string };

const COLUMNS: Columns<ListedPayment> = {
  Receipt: ({ payment }) => payment.receipt_id,
  Date: ({ payment }) => sheetMoment(new Date(payment.at)),
  "Payment method": ({ payment }) => payment.way,
  Code: ({ payment }) => payment.reference,
  Amount: ({ payment }) => payment.amount_kes,
  Seller: ({ seller }) => seller,
  Buyer: ({ buyer }) => buyer,
  "Buyer's PIN": ({ sale }) => sale?.row.buyer_pin ?? "",
  Item: ({ sale }) => (sale ? soldWords(sale) : ""),
};

/** The payments of a period as a spreadsheet, read day by day while it is sent. @param to the last day */
export function exportPayments(db: Db, from: string, to: string): ReadableStream<Uint8Array> {
  return csvStream(COLUMNS, async (after) => {
    const day = await nextDay(db, { from, to, after });
    return { rows: day === undefined ? [] : await paymentsOfDay(db, day), next: day };
  });
}

async function nextDay(db: Db, { from, to, after }: { from: string; to: string; after: string | undefined }) {
  const row = await db
    .selectFrom("payments")
    .select("day")
    .where("day", after === undefined ? ">=" : ">", after ?? from)
    .where("day", "<=", to)
    .orderBy("day")
    .limit(1)
    .executeTakeFirst();
  return row?.day;
}

async function paymentsOfDay(db: Db, day: string): Promise<ListedPayment[]> {
  const payments = await db
    .selectFrom("payments")
    .selectAll()
    .where("day", "=", day)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const sales = await salesById(db, [...new Set(payments.map(({ sale_id: id }) => id))]);
  const nameOf = await namesOfSales(db, sales.values());
  const sellerOf = await sellerNames(db);
  return payments.map((payment) => {
    const sale = sales.get(payment.sale_id);
    return { payment, sale, seller: sellerOf(payment.by_id), buyer: sale ? nameOf(sale.row.person_id) : "" };
  });
}
