import type { Plan } from "./pricing.ts";

/** The period or visits that a plan's price covers: "a month", "3 weeks", "10 visits". */
export function planPeriod({ lasts, unit, visits }: Pick<Plan, "lasts" | "unit" | "visits">): string {
  if (visits !== undefined) return visits === 1 ? "a visit" : `${visits} visits`;
  return lasts === 1 ? `a ${unit.slice(0, -1)}` : `${lasts} ${unit}`;
}

/** The period after a price, where a month is short: "p/m", "3 weeks", "10 visits". */
export function pricePeriod(plan: Pick<Plan, "lasts" | "unit" | "visits">): string {
  const period = planPeriod(plan);
  return period === "a month" ? "p/m" : period;
}
