/** The start of every loader and action of the pages about money, which exist while sales are switched on. */
import { data, type RouterContextProvider } from "react-router";
import type { Found, RouteArgs } from "../../console/kit/staff-actions.server.ts";
import { areSalesOn } from "../../members/coverage.server.ts";
import type { Services } from "../../platform/services.ts";
import { type Action, can, type StaffMember } from "../../staff/roles.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { shortMoment } from "../../time/dates.server.ts";
import { findSale, type Sale, sellerNames } from "../sale-rows.server.ts";
import type { SaleOutcome, Seller } from "../sell.server.ts";
import { peopleNames } from "../words.server.ts";

/** As `staffRequest`. @throws a 404 while sales are switched off, and a 403 if the role has no permission */
export async function salesRequest(context: Readonly<RouterContextProvider>, action: Action) {
  const request = staffRequest(context, [action, "sales"]);
  if (!(await areSalesOn(request.services))) throw data(null, { status: 404 });
  return { ...request, actor: sellerOf(request.member) };
}

export function sellerOf({ id, name, role }: StaffMember): Seller {
  return { id, name, isOwner: can(role, "publish", "sales") };
}

export type FoundSale = Found & { actor: Seller; sale: Sale };

/** Finds the sale of an address. @throws a 404 for an unknown sale */
export async function saleRequest(
  { context, params }: Pick<RouteArgs, "context"> & { params: { sale: string } },
  action: Action,
): Promise<FoundSale> {
  const request = await salesRequest(context, action);
  const sale = await findSale(request.services.db, params.sale);
  if (sale === undefined) throw data(null, { status: 404 });
  return { ...request, sale };
}

/** Explains a used code by the time, the buyer and the seller of its sale. */
export async function explainUsedCode({ db, now }: Services, outcome: SaleOutcome) {
  if (!("codeUse" in outcome)) return outcome;
  const { at, by_id: by, sale_id: id, receipt_id: receipt } = outcome.codeUse;
  const sale = await findSale(db, id);
  const nameOf = await peopleNames(db, sale ? [sale.row.person_id] : []);
  const sellerOf = await sellerNames(db);
  const who = sale === undefined ? "somebody" : nameOf(sale.row.person_id);
  return {
    code: "explained" as const,
    problem: {
      ...{ field: "reference", status: 422 as const },
      sentence: `This code was used on ${shortMoment(new Date(at), now())} for ${who}, by ${sellerOf(by)}: receipt ${receipt}.`,
    },
  };
}
