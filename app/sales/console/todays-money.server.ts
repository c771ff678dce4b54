/** Money on Today: due debts, and a drawer left open since yesterday. */
import { href } from "react-router";
import { areSalesOn } from "../../members/coverage.server.ts";
import type { Services } from "../../platform/services.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import { dateInNairobi, shortRelativeDay } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { findOpenDrawer } from "../drawer.server.ts";
import { owedSales } from "../ledger.server.ts";
import { namesOfSales, soldWords } from "../words.server.ts";
import { salePath } from "./sale-forms.ts";

const DEBTS_SHOWN = 5;

/** @returns undefined if sales are off, or the role may not edit sales */
export async function readTodaysMoney(services: Services, { role }: StaffMember) {
  if (!can(role, "edit", "sales") || !(await areSalesOn(services))) return undefined;
  const { db, now } = services;
  const today = dateInNairobi(now());
  const { sales, count } = await owedSales(db, { until: today });
  const drawer = await findOpenDrawer(db);
  const nameOf = await namesOfSales(db, sales);
  const owed = sales.slice(0, DEBTS_SHOWN).map((sale) => ({
    ...{ kind: "owed" as const, to: salePath(sale.row.id), title: nameOf(sale.row.person_id) },
    text: `${moneyText(sale.balance)} for ${soldWords(sale)}`,
    more: `, due ${shortRelativeDay(sale.row.owed_until ?? today, today)}`,
  }));
  const rest = {
    ...{ kind: "owed" as const, to: `${href("/staff/money")}?show=owed`, title: `${count - DEBTS_SHOWN} more` },
    ...{ text: "on the list of what is owed", more: "" },
  };
  const openDay = drawer && dateInNairobi(new Date(drawer.opened_at));
  const leftOpen = {
    ...{ kind: "drawer" as const, to: href("/staff/money/drawer"), title: "Cash drawer" },
    ...{ text: `open since ${shortRelativeDay(openDay ?? today, today)}`, more: ": count it and close it" },
  };
  return [
    ...(openDay !== undefined && openDay < today ? [leftOpen] : []),
    ...owed,
    ...(count > DEBTS_SHOWN ? [rest] : []),
  ];
}
