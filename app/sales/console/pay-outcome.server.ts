/** Turns outcomes of payments into outcomes of the kit: a used code is explained with its sale. */
import type { Services } from "../../platform/services.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { findSale, sellerNames } from "../sale-rows.server.ts";
import type { SaleOutcome } from "../sell.server.ts";
import { peopleNames } from "../words.server.ts";

/** Explains a used code by the time, the buyer and the seller of its sale. */
export async function explainUsedCode({ db, now }: Services, outcome: SaleOutcome) {
  if (!("codeUse" in outcome)) return outcome;
  const { at, by_id: by, sale_id: id, receipt_id: receipt } = outcome.codeUse;
  const sale = await findSale(db, id);
  const nameOf = await peopleNames(db, sale ? [sale.row.person_id] : []);
  const sellerOf = await sellerNames(db, [by]);
  const who = sale === undefined ? "somebody" : nameOf(sale.row.person_id);
  return {
    code: "explained" as const,
    problem: {
      ...{ field: "reference", status: 422 as const },
      sentence: `This code was used on ${shortMoment(new Date(at), now())} for ${who}, by ${sellerOf(by)}: receipt ${receipt}.`,
    },
  };
}
