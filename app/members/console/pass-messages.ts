/** Texts about passes, and why they can’t be frozen. */
import { plural } from "../../platform/text.ts";
import type { FreezeFacts, FreezeRefusal } from "../freezes.server.ts";
import { FREEZE_LIMITS } from "../freezes.ts";

export const FREEZE_PROBLEMS: Readonly<Record<FreezeRefusal, (facts: FreezeFacts) => string>> = {
  "day-invalid": () => "Choose a first and a last day.",
  "days-reversed": () => "The last day comes before the first.",
  past: () => "A freeze can’t start in the past.",
  "freeze-short": ({ kind, days }) =>
    `A freeze has to last at least ${FREEZE_LIMITS[kind].min} days; this is ${plural(days, "day")}. One that is not counted can last a single day.`,
  "freeze-long": ({ kind, days }) =>
    kind === "medical"
      ? `A freeze that is not counted can last at most ${FREEZE_LIMITS.medical.max} days; this is ${plural(days, "day")}.`
      : `A freeze can last at most ${FREEZE_LIMITS.counted.max} days; this is ${plural(days, "day")}. One that is not counted can last ${FREEZE_LIMITS.medical.max}.`,
  "outside-pass": ({ from, to }) => `A freeze has to start on a day of the pass, which runs from ${from} to ${to}.`,
  "day-pass": () => "A day pass can’t be frozen.",
  overlap: ({ taken }) => `The pass is already frozen: ${taken}.`,
  "too-soon": ({ latestStart, nextStart }) =>
    `Once in twelve months: a freeze starts on ${latestStart}, so the next one can start from ${nextStart}. One that is not counted can start on any day.`,
  "pass-ended": () => "This pass has ended, so it can’t be frozen.",
};

export const PAID_NAMES = {
  cash: "Cash",
  mpesa: "M-Pesa",
  card: "Card",
  bank: "Bank",
  gift: "A gift",
  other: "Other",
} as const;
