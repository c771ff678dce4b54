import { localPhone } from "../../forms/phone.ts";
import { dayText } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import type { MemberListItem } from "../member-list.server.ts";
import type { Pass } from "../pass-rows.server.ts";
import { freezeOn, type MemberState, type PassState, SOON_DAYS, stateOn, visitsLeft } from "../passes.ts";
import { IMPORTED, PAID_WAYS, type PaidWay, type PlanTerms, SOLD } from "../plans.ts";

/** The shape before a state's word, by its class (`app/console/styles`). */
const MARKS: Readonly<Record<MemberState, string>> = {
  running: "on",
  frozen: "frozen",
  grace: "alert",
  future: "due",
  ended: "off",
  never: "off",
};

export function stateLabel({ state, pass, isLast }: Pick<MemberListItem, "state" | "pass" | "isLast">, today: number) {
  const left = pass === undefined ? 0 : pass.lastDay - today;
  if (state === "running" && pass?.end === "ended") return { label: "Ended, last day today", mark: "waiting" };
  if (state === "running" && isLast && left <= SOON_DAYS) {
    const when = left === 0 ? "today" : left === 1 ? "tomorrow" : `in ${left} days`;
    return { label: `Ends ${when}`, mark: "waiting" };
  }
  return {
    label: pass === undefined ? "No pass yet" : passStateWords(pass, state as PassState, today),
    mark: MARKS[state],
  };
}

export function passStateWords(pass: Pass, state: PassState, today: number): string {
  switch (state) {
    case "running": {
      const next = pass.freezes.map(({ firstDay }) => firstDay).filter((day) => day > today);
      return next.length === 0 ? "Active" : `Active, frozen from ${dayText(Math.min(...next), today)}`;
    }
    case "frozen":
      return `Frozen until ${dayText(freezeOn(pass.freezes, today)?.lastDay ?? today, today)}`;
    case "grace":
      return `Grace period until ${dayText(pass.graceDay, today)}`;
    case "future":
      return `Begins ${dayText(pass.firstDay, today)}`;
    case "ended":
      if (pass.end === "void") return "Void";
      return pass.lastDay < pass.firstDay
        ? "Never started"
        : `Ended ${dayText(Math.max(pass.lastDay, pass.usedUpOn ?? 0), today)}`;
  }
}

/** "Mwanzo, until Thu 26 Nov"; a pack has the number of visits left. */
export function passLabel(pass: Pass, today: number): string {
  const left = visitsLeft(pass);
  const visits = left === null ? "" : `, ${left} left`;
  const from = stateOn(pass, today) === "future" ? `${dayText(pass.firstDay, today)} to ` : "until ";
  return pass.end === "void"
    ? pass.row.plan_name
    : `${pass.row.plan_name}${visits}, ${from}${dayText(pass.lastDay, today)}`;
}

export function listedView(member: MemberListItem, today: number) {
  const { id, name, phone, isChild, pass, paidTo } = member;
  return {
    id,
    // An account that the desk has booked for may have no name.
    name: name || member.email || "Without a name",
    ...stateLabel(member, today),
    about: [
      pass === undefined ? "" : passLabel(pass, today),
      paidTo === undefined ? "" : `paid until ${dayText(paidTo, today)}`,
      isChild ? "child" : "",
      // In one piece where the line breaks.
      localPhone(phone).replaceAll(" ", "\u00a0"),
    ]
      .filter((text) => text !== "")
      .join(", "),
  };
}

/** "KES 39, cash, from her sister"; gifts and imported passes have no price. */
export function paidWords({ price_kes, paid_how, paid_note }: Pass["row"]): string {
  if (paid_how === IMPORTED) return ["Imported", paid_note].filter((text) => text !== "").join(", ");
  if (paid_how === SOLD) return "With a receipt";
  const way = PAID_WAYS[paid_how as PaidWay] ?? paid_how;
  const parts = paid_how === "gift" ? [way] : [moneyText(price_kes), paid_how === "mpesa" ? way : way.toLowerCase()];
  return [...parts, paid_note].filter((text) => text !== "").join(", ");
}

export function termsWords({ floor, classes, hours, visits }: PlanTerms): string {
  const opens =
    classes === "all"
      ? floor
        ? "the floor and all classes"
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
