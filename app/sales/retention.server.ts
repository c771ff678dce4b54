/** Retention of sales, and sales of an erased or exported account. */
import { sql } from "kysely";
import type { Person } from "../people/people.server.ts";
import { personOfAccount } from "../people/people.server.ts";
import { staffNamesSince } from "../platform/activity.server.ts";
import { deleteInPortions, inPortions, PORTION } from "../platform/portions.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { addMonths, dateInNairobi } from "../time/dates.server.ts";
import { salesOfPerson } from "./sale-rows.server.ts";

/** How long payments and receipts are kept, in years (Tax Procedures Act, 2015, section 23). */
export const SALE_YEARS = 5;

/** Before a person is erased: sales stay in the books, without their PIN and what the desk wrote. Nobody owes any more. */
export async function forgetSalesOf({ transaction }: Change, { id }: Pick<Person, "id">): Promise<void> {
  await transaction.updateTable("sales").set({ buyer_pin: "", owed_until: null }).where("person_id", "=", id).execute();
  await transaction.updateTable("sale_lines").set({ reason: "" }).where("person_id", "=", id).execute();
}

/** The sales of the person of an account, for its download. */
export async function exportSales(db: Db, userId: string) {
  const person = await personOfAccount(db, userId);
  if (person === undefined) return undefined;
  const sales = await salesOfPerson(db, person.id, EXPORTED_MAX);
  if (sales.length === 0) return undefined;
  return sales.map(({ row, lines, payments, receipts, balance }) => {
    // A sale paid by somebody else has the own line alone.
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

/** Deletes sales five years after their last receipt, and drawers with them; a clean-up job runs it. */
export async function removeOldSales(services: Services): Promise<void> {
  // The triggers use the clock of the machine, whatever the site's clock shows.
  const now = new Date(Math.min(services.now().getTime(), Date.now()));
  const before = dateInNairobi(addMonths(now, -12 * SALE_YEARS));
  await inPortions(() =>
    transact(
      services,
      async ({ transaction }) => {
        const ids = await salesBefore(transaction, before);
        for (const table of ["used_codes", "sale_lines", "payments", "receipts"] as const) {
          if (ids.length > 0) await transaction.deleteFrom(table).where("sale_id", "in", ids).execute();
        }
        if (ids.length > 0) await transaction.deleteFrom("sales").where("id", "in", ids).execute();
        return ids.length;
      },
      { lock: "sales" },
    ),
  );
  await removeOldDrawers(services, before);
  await deleteInPortions(services.db, "sellers", "id", sql`last_at < ${staffNamesSince(services.now())}`);
}

async function salesBefore(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sales")
    .select("id")
    .where("day", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("receipts").select("receipts.id").whereRef("sale_id", "=", "sales.id").where("day", ">=", before),
        ),
      ),
    )
    .orderBy("day")
    .limit(PORTION)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the drawers that no sale is of any more. */
async function removeOldDrawers(services: Services, before: string): Promise<void> {
  await inPortions(() =>
    transact(
      services,
      async ({ transaction }) => {
        const rows = await transaction
          .selectFrom("drawers")
          .select("id")
          .where("closed_at", "<", before)
          .where(({ not, exists, selectFrom, and }) =>
            and([
              not(exists(selectFrom("sales").select("sales.id").whereRef("drawer_id", "=", "drawers.id"))),
              not(exists(selectFrom("payments").select("payments.id").whereRef("drawer_id", "=", "drawers.id"))),
            ]),
          )
          .limit(PORTION)
          .execute();
        const ids = rows.map(({ id }) => id);
        if (ids.length === 0) return 0;
        await transaction.deleteFrom("drawer_takings").where("drawer_id", "in", ids).execute();
        await transaction.deleteFrom("drawers").where("id", "in", ids).execute();
        return ids.length;
      },
      { lock: "sales" },
    ),
  );
}
