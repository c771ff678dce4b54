/** Retention of sales; what happens to them when a person is erased or an account downloads its data. */
import { sql } from "kysely";
import type { Person } from "../people/people.server.ts";
import { personOfAccount } from "../people/people.server.ts";
import { staffNamesSince } from "../platform/activity.server.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Db } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { addMonths, dateInNairobi } from "../time/dates.server.ts";
import { salesOfPerson } from "./sale-rows.server.ts";

/** How long payments and receipts are kept, in years (Tax Procedures Act, 2015, section 23). */
export const SALE_YEARS = 5;

/** Runs before a person is erased. Their sales are kept, without the KRA PIN, the desk's reasons and the due day. */
export async function forgetSalesOf({ transaction }: Change, { id }: Pick<Person, "id">): Promise<void> {
  await transaction.updateTable("sales").set({ buyer_pin: "", owed_until: null }).where("person_id", "=", id).execute();
  await transaction.updateTable("sale_lines").set({ reason: "" }).where("person_id", "=", id).execute();
}

/** The sales of an account's person, for the download of its data. */
export async function exportSales(db: Db, userId: string) {
  const person = await personOfAccount(db, userId);
  if (person === undefined) return undefined;
  const sales = await salesOfPerson(db, person.id, EXPORTED_MAX);
  if (sales.length === 0) return undefined;
  return sales.map(({ row, lines, payments, receipts, balance }) => {
    // If somebody else paid, only the person's own lines are exported.
    const isPayer = row.person_id === person.id;
    return {
      day: row.day,
      ...(isPayer && { kraPin: row.buyer_pin, owedKes: balance, receipts: receipts.map(({ id }) => id) }),
      lines: lines
        .filter(({ person_id: id }) => isPayer || id === person.id)
        .map(({ kind, plan_name: plan, first_day: firstDay, last_day: lastDay, amount_kes: amountKes, reason }) => {
          return { kind, plan, firstDay, lastDay, amountKes, reason };
        }),
      ...(isPayer && {
        payments: payments.map(({ at, way, amount_kes: amountKes, reference }) => ({ at, way, amountKes, reference })),
      }),
    };
  });
}

const EXPORTED_MAX = 1000;

function firstReceiptDay(now: Date): string {
  // The triggers use the clock of the machine, whatever the site's clock shows.
  const earlier = new Date(Math.min(now.getTime(), Date.now()));
  return dateInNairobi(addMonths(earlier, -12 * SALE_YEARS));
}

/** Deletes sales five years after their last receipt, then their drawers, and names of sellers. */
export const SALES_RETENTION: readonly Retention[] = [
  {
    table: "sales",
    orderBy: "day",
    old: (now) => sql`day < ${firstReceiptDay(now)} and
      not exists (select 1 from receipts where sale_id = sales.id and receipts.day >= ${firstReceiptDay(now)})`,
    lock: "sales",
    parts: { used_codes: "sale_id", sale_lines: "sale_id", payments: "sale_id", receipts: "sale_id" },
  },
  {
    table: "drawers",
    old: (now) => sql`closed_at < ${firstReceiptDay(now)}
      and not exists (select 1 from sales where drawer_id = drawers.id)
      and not exists (select 1 from payments where drawer_id = drawers.id)`,
    lock: "sales",
    parts: { drawer_takings: "drawer_id" },
  },
  { table: "sellers", old: (now) => sql`last_at < ${staffNamesSince(now)}` },
];
