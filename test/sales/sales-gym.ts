/** A gym with sales, and shorthands for actions of its desk, for tests. */
import { randomUUID } from "node:crypto";
import { membershipType, OWING } from "../../app/content-types/membership.ts";
import type { Services } from "../../app/platform/services.ts";
import { findOpenDrawer, openDrawer } from "../../app/sales/drawer.server.ts";
import { findSale, type Sale } from "../../app/sales/sale-rows.server.ts";
import {
  quoteSale,
  type SaleForm,
  type SaleOutcome,
  type Seller,
  sell,
  takePayment,
} from "../../app/sales/sell.server.ts";
import { tryPublishing } from "../content/content-changes.ts";
import { DESK } from "../members/members-gym.ts";

export const COLLEAGUE = { id: "desk-2", name: "Moraa", isOwner: false };

/** Switches sales on, in a gym with members, whose desk may let people owe. */
export async function openSales(services: Services): Promise<void> {
  const sales = { isOn: "on", sales: "on", owing: OWING[1], sellerPin: "P051234567X" };
  await tryPublishing(services, membershipType, "membership", sales);
}

/** Opens the drawer, unless it is open. @returns its id */
export async function ensureDrawer(services: Services, actor: Seller = DESK, amount = "500"): Promise<string> {
  const open = await findOpenDrawer(services.db);
  if (open !== undefined) return open.id;
  const formId = randomUUID();
  const outcome = await openDrawer(services, actor, { formId, amount });
  if (outcome.code !== "done") throw new Error(`The drawer is not opened: ${outcome.code}`);
  return formId;
}

/** The form of a current page. @param people each with a plan; the first person pays */
export async function saleForm(
  services: Services,
  people: readonly (readonly [personId: string, planSlug: string])[],
  typed: Partial<SaleForm> = {},
): Promise<SaleForm> {
  const ids = people.map(([id]) => id);
  const quote = await quoteSale(services, services.db, ids, services.now());
  return {
    ...{ formId: randomUUID(), seen: quote?.seen ?? "", way: "cash", amount: "", reference: "", until: "" },
    ...{ price: "", reason: "", pin: "" },
    people: people.map(([id, planSlug]) => ({ id, planSlug })),
    ...typed,
  };
}

export async function sellTo(
  services: Services,
  personId: string,
  planSlug: string,
  typed: Partial<SaleForm> = {},
  actor: Seller = DESK,
): Promise<SaleOutcome> {
  return sell(services, actor, await saleForm(services, [[personId, planSlug]], typed));
}

/** Sells a plan. @returns the sale @throws when it is refused */
export async function sold(...given: Parameters<typeof sellTo>): Promise<Sale> {
  const outcome = await sellTo(...given);
  if (!("saleId" in outcome)) throw new Error(`The sale was refused: ${outcome.code}`);
  return saleOf(given[0], outcome.saleId);
}

export async function saleOf({ db }: Services, id: string): Promise<Sale> {
  const sale = await findSale(db, id);
  if (sale === undefined) throw new Error("There is no such sale");
  return sale;
}

export async function take(
  services: Services,
  saleId: string,
  typed: Partial<Parameters<typeof takePayment>[3]> = {},
): Promise<SaleOutcome> {
  const form = { formId: randomUUID(), way: "cash", amount: "", reference: "", ...typed };
  return takePayment(services, DESK, saleId, form);
}

let codes = 0;

/** An unused M-Pesa code. */
export function newCode(): string {
  codes += 1;
  return `UK${10_000_000 + codes}`;
}
