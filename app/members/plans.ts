/** Plans as they are sold: each pass stores a copy of its plan's terms. */
import type { Plan } from "../content-types/pricing.ts";
import type { PlanLength } from "./passes.ts";

/** The access that a pass gives. `classes`: slugs. */
export type PlanTerms = {
  length: PlanLength;
  visits: number | null;
  floor: boolean;
  classes: "all" | readonly string[];
  /** The times of day when it is valid, as the owner writes them; null: all day. */
  hours: { from: string; to: string } | null;
};

/** The ways to pay for a pass that is given, with their names. */
export const PAID_WAYS = {
  cash: "Cash",
  mpesa: "M-Pesa",
  card: "Card",
  bank: "Bank",
  gift: "A gift",
  other: "Other",
} as const;

export type PaidWay = keyof typeof PAID_WAYS;

export const IMPORTED = "list";

/** Marks a pass that was sold, with payments and receipts. */
export const SOLD = "sale";

export function termsOf(plan: Omit<Plan, "photo">): PlanTerms {
  return {
    length: { unit: plan.unit, count: plan.lasts },
    visits: plan.visits ?? null,
    floor: plan.opens !== "all classes" && plan.opens !== "some classes",
    classes: plan.opens === "some classes" ? plan.openClasses : plan.opens === "the floor" ? [] : "all",
    hours: plan.hours ?? null,
  };
}
