import { contentType, type EntryOf } from "../content/content-type.ts";
import { list, money, photo, text } from "../content/fields.ts";

/** A membership plan (specification, section 2, "Pricing page"). The price is KES a month. */
export const planType = contentType("plan", "Plan", {
  name: text("Name", { max: 40 }),
  tier: text("Tier label", { max: 40 }),
  price: money("Price, KES a month"),
  inclusions: list("Included", text("Inclusion", { max: 60 }), { min: 1, max: 12 }),
  photo: photo("Picture"),
});

export type Plan = EntryOf<typeof planType>;

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
