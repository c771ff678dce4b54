import { areSalesOn } from "../../members/coverage.server.ts";
import type { Services } from "../../platform/services.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import { moneyText } from "../../time/money.ts";
import { salesOfPerson } from "../sale-rows.server.ts";
import { saleRows } from "./money-view.server.ts";

const SALES_SHOWN = 12;

export type SalesOfPersonView = NonNullable<Awaited<ReturnType<typeof readSalesOfPerson>>>;

/** @returns undefined if sales are off, or the role may not see money */
export async function readSalesOfPerson(services: Services, { role }: StaffMember, personId: string) {
  if (!can(role, "see", "sales") || !(await areSalesOn(services))) return undefined;
  const sales = await salesOfPerson(services.db, personId, SALES_SHOWN);
  const owed = sales
    .filter(({ row, balance }) => row.person_id === personId && balance > 0)
    .reduce((sum, { balance }) => sum + balance, 0);
  return {
    owed: owed > 0 ? `Owes ${moneyText(owed)}` : undefined,
    rows: await saleRows(services, sales, personId),
    mayGive: can(role, "publish", "sales"),
  };
}
