import { dayText } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import type { Offers } from "../give-pass.server.ts";
import { termsWords } from "./member-labels.server.ts";

/** @param usual the plan that is chosen by default */
export function planChoice({ offers, seen, today }: Offers, usual?: string) {
  return {
    seen,
    usual,
    plans: offers.map(({ slug, name, priceKes, terms, placing }) => ({
      slug,
      name,
      price: moneyText(priceKes),
      about: termsWords(terms),
      days:
        placing === undefined
          ? "Not yet: it would end more than 24 months from now."
          : placing.firstDay === placing.runsTo
            ? dayText(placing.firstDay, today)
            : `${dayText(placing.firstDay, today)} to ${dayText(placing.runsTo, today)}${closedWords(placing)}`,
      isTooFar: placing === undefined,
    })),
  };
}

/** Why a pass lasts longer than its plan. */
function closedWords({ lastDay, runsTo }: { lastDay: number; runsTo: number }): string {
  const days = runsTo - lastDay;
  return days === 0 ? "" : days === 1 ? ", a closed day added" : `, ${days} closed days added`;
}

export type PlanChoiceView = ReturnType<typeof planChoice>;
