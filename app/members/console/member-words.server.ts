/** Members and their passes in words. */
import { localPhone } from "../../forms/phone.ts";
import { dateWithYear, shortDate } from "../../time/date-texts.server.ts";
import { moneyText } from "../../time/money.ts";
import type { ListedMember } from "../member-list.server.ts";
import { dateOf, type Pass } from "../pass-rows.server.ts";
import { type PassState, type PersonState, SOON_DAYS, stateOn, visitsLeft } from "../passes.ts";
import { BROUGHT_IN, type PlanTerms, SOLD } from "../plans.ts";
import { PAID_NAMES } from "./pass-messages.ts";

/** The shape before a state's word, by its class (`app/console/styles`). */
const MARKS: Readonly<Record<PersonState, string>> = {
  running: "on",
  frozen: "frozen",
  grace: "alert",
  future: "due",
  ended: "off",
  never: "off",
};

/** A day as lists say it: with the year when it is half a year away. */
export function dayText(day: number, today: number): string {
  return Math.abs(day - today) < 183 ? shortDate(dateOf(day)) : dateWithYear(dateOf(day));
}

/** The state of somebody in a word or two, with its shape. */
export function stateWords({ state, pass, isLast }: Pick<ListedMember, "state" | "pass" | "isLast">, today: number) {
  const left = pass === undefined ? 0 : pass.lastDay - today;
  if (state === "running" && pass?.end === "ended") return { word: "Ended, runs out today", mark: "waiting" };
  if (state === "running" && isLast && left <= SOON_DAYS) {
    const when = left === 0 ? "today" : left === 1 ? "tomorrow" : `in ${left} days`;
    return { word: `Ends ${when}`, mark: "waiting" };
  }
  return {
    word: pass === undefined ? "No pass yet" : passStateWords(pass, state as PassState, today),
    mark: MARKS[state],
  };
}

/** The state of one pass. */
export function passStateWords(pass: Pass, state: PassState, today: number): string {
  switch (state) {
    case "running": {
      const next = pass.freezes.map(({ firstDay }) => firstDay).filter((day) => day > today);
      return next.length === 0 ? "Running" : `Running, frozen from ${dayText(Math.min(...next), today)}`;
    }
    case "frozen": {
      const freeze = pass.freezes.find(({ firstDay, lastDay }) => firstDay <= today && today <= lastDay);
      return `Frozen to ${dayText(freeze?.lastDay ?? today, today)}`;
    }
    case "grace":
      return `In grace to ${dayText(pass.graceDay, today)}`;
    case "future":
      return `Begins ${dayText(pass.firstDay, today)}`;
    case "ended":
      if (pass.end === "void") return "Taken back";
      return pass.lastDay < pass.firstDay
        ? "Never ran"
        : `Ended ${dayText(Math.max(pass.lastDay, pass.usedUpOn ?? 0), today)}`;
  }
}

/** "Mwanzo, to Thu 26 Nov"; of a pack with how many visits are left. */
export function passWords(pass: Pass, today: number): string {
  const left = visitsLeft(pass);
  const visits = left === null ? "" : `, ${left} left`;
  const from = stateOn(pass, today) === "future" ? `${dayText(pass.firstDay, today)} to ` : "to ";
  return pass.end === "void"
    ? pass.row.plan_name
    : `${pass.row.plan_name}${visits}, ${from}${dayText(pass.lastDay, today)}`;
}

/** Somebody in a list. */
export function listedView(member: ListedMember, today: number) {
  const { id, name, phone, isChild, pass, paidTo } = member;
  return {
    id,
    // An account that the desk has booked for may have given none.
    name: name || member.email || "Without a name",
    ...stateWords(member, today),
    about: [
      pass === undefined ? "" : passWords(pass, today),
      paidTo === undefined ? "" : `paid to ${dayText(paidTo, today)}`,
      isChild ? "child" : "",
      localPhone(phone),
    ]
      .filter((text) => text !== "")
      .join(", "),
  };
}

/** "KES 39, cash, from her sister"; a gift has no price, and of what was brought in with a list no money is known. */
export function paidWords({ price_kes, paid_how, paid_note }: Pass["row"]): string {
  if (paid_how === BROUGHT_IN) return ["Brought in with a list", paid_note].filter((text) => text !== "").join(", ");
  if (paid_how === SOLD) return "With a receipt";
  const way = PAID_NAMES[paid_how as keyof typeof PAID_NAMES] ?? paid_how;
  const words = paid_how === "gift" ? [way] : [moneyText(price_kes), paid_how === "mpesa" ? way : way.toLowerCase()];
  return [...words, paid_note].filter((text) => text !== "").join(", ");
}

/** What a plan opens: "everything, 5:00pm to 9:00pm". */
export function termsWords({ floor, classes, hours, visits }: PlanTerms): string {
  const opens =
    classes === "all"
      ? floor
        ? "everything"
        : "all classes"
      : classes.length === 0
        ? "the floor"
        : `${floor ? "the floor and " : ""}${classes.length === 1 ? "one class" : `${classes.length} classes`}`;
  return [
    visits === null ? "" : visits === 1 ? "one visit" : `${visits} visits`,
    opens,
    hours ? `${hours.from} to ${hours.to}` : "",
  ]
    .filter((text) => text !== "")
    .join(", ");
}
