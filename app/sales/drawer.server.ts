/** The cash drawer: opened with an amount, closed by a count. What should be in it is computed only when it is closed. */
import type { Selectable } from "kysely";
import { isFormId } from "../forms/read-form.server.ts";
import { REASON_MAX } from "../members/passes.ts";
import { recordActivity } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { type Change, transactWith } from "../platform/transact.server.ts";
import type { SaleProblem } from "./problems.ts";
import { storeSellerName } from "./sale-rows.server.ts";
import { AMOUNT_MAX, expectedCash, parseShillings } from "./sales.ts";
import type { Seller } from "./sell.server.ts";

export type DrawerRow = Selectable<Tables["drawers"]>;

export type DrawerOutcome = { code: "done" | "same" } | { code: SaleProblem };

export async function findOpenDrawer(db: Db): Promise<DrawerRow | undefined> {
  return db.selectFrom("drawers").selectAll().where("is_open", "=", 1).executeTakeFirst();
}

/** Lists closed drawers, newest first. */
export async function listDrawers(db: Db, limit: number): Promise<DrawerRow[]> {
  return db
    .selectFrom("drawers")
    .selectAll()
    .where("closed_at", "is not", null)
    .orderBy("closed_at", "desc")
    .limit(limit)
    .execute();
}

/** Lists the cash taken out of a drawer, oldest first. */
export async function withdrawalsOf(db: Db, drawerId: string): Promise<Selectable<Tables["drawer_takings"]>[]> {
  return db.selectFrom("drawer_takings").selectAll().where("drawer_id", "=", drawerId).orderBy("at").execute();
}

/** Parses an amount of cash, which may be zero. */
function parseCash(typed: string): number | undefined {
  const amount = parseShillings(typed);
  return amount === undefined || amount > AMOUNT_MAX ? undefined : amount;
}

async function changeDrawer(
  services: Services,
  actor: Seller,
  work: (change: Change) => Promise<DrawerOutcome>,
): Promise<DrawerOutcome> {
  return transactWith(services, "sales", async (change) => {
    const outcome = await work(change);
    if (outcome.code === "done") await storeSellerName(change, actor);
    return outcome;
  });
}

/** Opens the drawer. @param form.formId becomes the drawer's id */
export async function openDrawer(
  services: Services,
  actor: Seller,
  form: { formId: string; amount: string },
): Promise<DrawerOutcome> {
  return changeDrawer(services, actor, async ({ transaction, at }) => {
    if (!isFormId(form.formId)) return { code: "unknown" };
    const known = transaction.selectFrom("drawers").select("id").where("id", "=", form.formId);
    if ((await known.executeTakeFirst()) !== undefined) return { code: "same" };
    if ((await findOpenDrawer(transaction)) !== undefined) return { code: "drawer-open" };
    const amount = parseCash(form.amount);
    if (amount === undefined) return { code: "drawer-amount" };
    await transaction
      .insertInto("drawers")
      .values({
        ...{ id: form.formId, is_open: 1, opened_at: at.toISOString(), opened_by_id: actor.id, opened_kes: amount },
        ...{ closed_at: null, closed_by_id: null, counted_kes: null, expected_kes: null, difference_kes: null },
        note: "",
      })
      .execute();
    return { code: "done" };
  });
}

export async function takeCashOut(
  services: Services,
  actor: Seller,
  form: { formId: string; amount: string; reason: string },
): Promise<DrawerOutcome> {
  return changeDrawer(services, actor, async ({ transaction, at }) => {
    if (!isFormId(form.formId)) return { code: "unknown" };
    const known = transaction.selectFrom("drawer_takings").select("id").where("id", "=", form.formId);
    if ((await known.executeTakeFirst()) !== undefined) return { code: "same" };
    const drawer = await findOpenDrawer(transaction);
    if (drawer === undefined) return { code: "drawer-closed" };
    const amount = parseCash(form.amount);
    if (amount === undefined || amount === 0) return { code: "amount-invalid" };
    const reason = asLine(form.reason);
    if (reason === "") return { code: "reason-missing" };
    if (reason.length > REASON_MAX) return { code: "reason-long" };
    await transaction
      .insertInto("drawer_takings")
      .values({
        ...{ id: form.formId, drawer_id: drawer.id, at: at.toISOString(), amount_kes: amount, reason },
        by_id: actor.id,
      })
      .execute();
    return { code: "done" };
  });
}

/** Closes the drawer with what was counted. The difference is stored, and never computed again. */
export async function closeDrawer(
  services: Services,
  actor: Seller,
  form: { drawerId: string; counted: string },
): Promise<DrawerOutcome> {
  return changeDrawer(services, actor, async ({ transaction, at }) => {
    const drawer = await transaction
      .selectFrom("drawers")
      .selectAll()
      .where("id", "=", form.drawerId)
      .executeTakeFirst();
    if (drawer === undefined) return { code: "unknown" };
    if (drawer.closed_at !== null) return { code: "same" };
    const counted = parseCash(form.counted);
    if (counted === undefined) return { code: "drawer-amount" };
    const payments = await transaction
      .selectFrom("payments")
      .select(["way", "amount_kes"])
      .where("drawer_id", "=", drawer.id)
      .execute();
    const expected = expectedCash(drawer.opened_kes, payments, await withdrawalsOf(transaction, drawer.id));
    await transaction
      .updateTable("drawers")
      .set({
        ...{ is_open: null, closed_at: at.toISOString(), closed_by_id: actor.id },
        ...{ counted_kes: counted, expected_kes: expected, difference_kes: counted - expected },
      })
      .where("id", "=", drawer.id)
      .execute();
    await recordActivity(transaction, at, actor, {
      ...{ action: "drawer-closed", type: "drawer", slug: drawer.id, details: { difference: counted - expected } },
    });
    return { code: "done" };
  });
}

/** Stores a note that explains a difference. */
export async function noteDrawer(
  services: Services,
  actor: Seller,
  form: { drawerId: string; note: string },
): Promise<DrawerOutcome> {
  return changeDrawer(services, actor, async ({ transaction }) => {
    const note = asLine(form.note);
    if (note === "") return { code: "reason-missing" };
    if (note.length > REASON_MAX) return { code: "reason-long" };
    const { numUpdatedRows } = await transaction
      .updateTable("drawers")
      .set({ note })
      .where("id", "=", form.drawerId)
      .where("closed_at", "is not", null)
      .executeTakeFirst();
    return Number(numUpdatedRows) === 0 ? { code: "unknown" } : { code: "done" };
  });
}
