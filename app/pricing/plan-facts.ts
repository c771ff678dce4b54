import type { Plan } from "../content/types/plan.ts";

/** What sentences about the plans say: how many there are, and the lowest price in KES a month; null when there is none. */
export type PlanFacts = { count: number; lowestPrice: number } | null;

export function planFacts(plans: readonly Pick<Plan, "price">[]): PlanFacts {
  if (plans.length === 0) return null;
  return { count: plans.length, lowestPrice: Math.min(...plans.map(({ price }) => price)) };
}

/** A price as sentences say it. */
export function formatPrice(price: number): string {
  return `KES ${price}`;
}
