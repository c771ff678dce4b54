/** Plans as passes are sold of them: their terms are copied into each pass and frozen with it. */
import type { Plan } from "../content-types/pricing.ts";
import type { PlanLength } from "./pass-calendar.ts";

/** What a pass opens. `classes`: these alone, by their slugs. */
export type PlanTerms = {
  length: PlanLength;
  /** Of a pack; null: as many visits as its person likes. */
  visits: number | null;
  floor: boolean;
  classes: "all" | readonly string[];
  /** The times of day between which it opens, as the owner writes them; null: all day. */
  hours: { from: string; to: string } | null;
};

/** How a pass was paid, as the desk says it. */
export const PAID_WAYS = ["cash", "mpesa", "card", "bank", "gift", "other"] as const;

export type PaidWay = (typeof PAID_WAYS)[number];

/** In place of such a way for a pass that was brought in with a list: it was paid before, and no money of it is known here. */
export const BROUGHT_IN = "list";

/** Marks a pass that was sold, with payments and receipts. */
export const SOLD = "sale";

/** The terms of a plan as it is on the site. */
export function termsOf(plan: Omit<Plan, "photo">): PlanTerms {
  return {
    length: { unit: plan.unit, count: plan.lasts },
    visits: plan.visits ?? null,
    floor: plan.opens !== "all classes" && plan.opens !== "some classes",
    classes: plan.opens === "some classes" ? plan.openClasses : plan.opens === "the floor" ? [] : "all",
    hours: plan.hours ?? null,
  };
}
