/** A member's passes, and their children's. */

import { findSingleEntry } from "../../cms/entries.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import { chatAddress } from "../../forms/whatsapp.ts";
import { peopleOfAccount } from "../../people/desk-records.server.ts";
import { doorNumberText, findDoorNumber } from "../../people/door-numbers.server.ts";
import type { Person } from "../../people/people.server.ts";
import type { Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { dateInNairobi, dayRangeWords, dayWords, shortDayAndMonth, shortDayWords } from "../../time/dates.server.ts";
import { calendarDay, dateOfDay } from "../../time/days.ts";
import { moneyText } from "../../time/money.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { daysInRow } from "../days-in-row.ts";
import { offersFor } from "../give-pass.server.ts";
import { type Pass, passesOfPerson } from "../pass-rows.server.ts";
import {
  endsWithin,
  expiresOn,
  freezeOn,
  isDayPass,
  isPeriod,
  type PassState,
  SOON_DAYS,
  stateOn,
  visitsLeft,
} from "../passes.ts";

const PAST_PASSES_SHOWN = 12;

export type PassMark = "running" | "ending" | "grace" | "frozen" | "future" | "ended";

export type PassStubView = {
  id: string;
  plan: string;
  mark: PassMark;
  label: string;
  days: string;
  note: string;
  row: ReturnType<typeof daysInRow>;
  rowFrom: string;
  rowTo: string;
  /** The freezes, with the days of the row before and after them. */
  frozen?: { text: string; daysBefore: number; daysAfter: number };
  next?: { strong: string; rest: string };
};

export type PersonPasses = Awaited<ReturnType<typeof readPerson>>;

/** @returns undefined if the account is linked to no record */
export async function readMembership(services: Services, userId: string) {
  const { db, now } = services;
  const [own, ...children] = await peopleOfAccount(db, userId, dateInNairobi(now()));
  if (own === undefined) return undefined;
  const people: PersonPasses[] = [];
  for (const member of [own, ...children]) people.push(await readPerson(services, member, member.id === own.id));
  return { people, mailsWanted: own.mails === 1 };
}

async function readPerson(services: Services, member: Person, isOwn: boolean) {
  const { db, now } = services;
  const today = calendarDay(now());
  const passes = (await passesOfPerson(db, member.id)).filter(({ end }) => end !== "void");
  const current = passes.filter((pass) => stateOn(pass, today) !== "ended").toSorted(byState(today));
  const past = passes
    .filter((pass) => stateOn(pass, today) === "ended")
    .toSorted((a, b) => expiresOn(b) - expiresOn(a));
  // Without a current pass, the last one is shown.
  const listed = current.length > 0 ? current : past.slice(0, 1);
  const { offers } = await offersFor(services, member);
  const { whatsApp, email } = await findSingleEntry(services, settingsType);
  const door = await findDoorNumber(db, member.id);
  return {
    id: member.id,
    name: member.name,
    isOwn,
    door: door === undefined ? undefined : doorNumberText(door),
    stubs: listed.map((pass) => stubOf(pass, passes, today, offers)),
    past: past
      .filter((pass) => !listed.includes(pass))
      .slice(0, PAST_PASSES_SHOWN)
      .map(({ row, firstDay, lastDay }) => ({
        id: row.id,
        plan: row.plan_name,
        days: lastDay < firstDay ? "never started" : dayRangeWords(firstDay, lastDay, today),
      })),
    freezable: current
      .filter(
        (pass) =>
          !isDayPass(pass.pass) && !["grace", "frozen"].includes(stateOn(pass, today)) && pass.end === undefined,
      )
      .map(({ row: { id, plan_name: plan }, lastDay }) => {
        const text = `Hello! Please freeze ${isOwn ? "my pass" : "the pass"} (${plan}, ${member.name}) from … to …`;
        const query = `subject=${encodeURIComponent(`Freeze: ${member.name}`)}&body=${encodeURIComponent(text)}`;
        return {
          id,
          plan: withoutBreaks(`${plan} until ${dayWords(lastDay, today)}`),
          whatsApp: whatsApp === undefined ? null : chatAddress(whatsApp, text),
          mail: `mailto:${email}?${query}`,
        };
      }),
  };
}

const ORDER: readonly PassState[] = ["running", "frozen", "grace", "future", "ended"];

function byState(today: number) {
  const rank = (pass: Pass) => ORDER.indexOf(stateOn(pass, today));
  // Periods before packs, and earlier starts first.
  return (a: Pass, b: Pass) =>
    rank(a) - rank(b) || Number(isPeriod(b.pass)) - Number(isPeriod(a.pass)) || a.firstDay - b.firstDay;
}

type Offers = Awaited<ReturnType<typeof offersFor>>["offers"];

function stubOf(pass: Pass, passes: readonly Pass[], today: number, offers: Offers): PassStubView {
  const state = stateOn(pass, today);
  const isLast = endsWithin(passes, pass, [expiresOn(pass), expiresOn(pass)]);
  const isEnding = state === "running" && isLast && pass.lastDay - today <= SOON_DAYS;
  const text = (day: number) => shortDayAndMonth(dateOfDay(day));
  const freezes = pass.freezes.filter(({ firstDay, lastDay }) => firstDay <= lastDay);
  const [first, last] = [freezes[0], freezes.at(-1)];
  const hasRow = state !== "ended" && !isDayPass(pass.pass);
  const next = nextOf(pass, { state, isLast, isEnding, today }, offers);
  return {
    id: pass.row.id,
    plan: pass.row.plan_name,
    mark: isEnding ? "ending" : state,
    label: withoutBreaks(stateText(pass, state, isEnding, today)),
    days: withoutBreaks(daysText(pass, state, today)),
    note: withoutBreaks(noteText(pass, state, today)),
    row: hasRow ? daysInRow(pass, today, { grace: state === "grace", marksToday: true }) : [],
    rowFrom: text(pass.firstDay),
    rowTo: state === "grace" ? `${text(pass.lastDay)}, and ${pass.graceDay - pass.lastDay} days` : text(pass.lastDay),
    ...(first &&
      last && {
        frozen: {
          text: freezes.map(({ firstDay, lastDay }) => `frozen ${text(firstDay)} to ${text(lastDay)}`).join(", "),
          daysBefore: first.firstDay - pass.firstDay,
          daysAfter: (state === "grace" ? pass.graceDay : pass.lastDay) - last.lastDay,
        },
      }),
    ...(next && { next: { strong: withoutBreaks(next.strong), rest: withoutBreaks(next.rest) } }),
  };
}

function stateText(pass: Pass, state: PassState, isEnding: boolean, today: number): string {
  const left = pass.lastDay - today;
  if (isEnding) return left === 0 ? "Ends today" : left === 1 ? "Ends tomorrow" : `Ends in ${left} days`;
  switch (state) {
    case "running":
      return "Active";
    case "frozen":
      return `Frozen until ${dayWords(freezeOn(pass.freezes, today)?.lastDay ?? today, today)}`;
    case "grace":
      return `Ended, grace period until ${dayWords(pass.graceDay, today)}`;
    case "future":
      return `Begins ${dayWords(pass.firstDay, today)}`;
    case "ended":
      return "Ended";
  }
}

function daysText(pass: Pass, state: PassState, today: number): string {
  if (state === "ended")
    return pass.lastDay < pass.firstDay ? "never started" : `on ${dayWords(expiresOn(pass), today)}`;
  return state === "future"
    ? dayRangeWords(pass.firstDay, pass.lastDay, today)
    : `until ${dayWords(pass.lastDay, today)}`;
}

function noteText(pass: Pass, state: PassState, today: number): string {
  const left = visitsLeft(pass);
  const days = pass.lastDay - today;
  if (state === "grace") return `You can still come until ${dayWords(pass.graceDay, today)}`;
  if (left !== null && state !== "ended") return left === 1 ? "One visit left" : `${left} visits left`;
  if (left === 0) return "All visits are used";
  if (state === "running") return days === 0 ? "The last day" : plural(days, "day left", "days left");
  if (state !== "frozen") return "";
  const added = pass.freezes.reduce((sum, freeze) => sum + Math.max(freeze.lastDay - freeze.firstDay + 1, 0), 0);
  return added === 1 ? "A day was added for the freeze" : `${added} days were added for the freeze`;
}

/** When another pass would start, if none follows, and today's price. */
function nextOf(
  pass: Pass,
  { state, isLast, isEnding, today }: { state: PassState; isLast: boolean; isEnding: boolean; today: number },
  offers: Offers,
): PassStubView["next"] {
  if (state === "frozen") {
    return {
      strong: "Back earlier?",
      rest: "Just come: the desk ends the freeze that day, and you keep the unused days.",
    };
  }
  const offer = offers.find(({ slug }) => slug === pass.row.plan_slug);
  if (!isLast || offer?.placing === undefined || isDayPass(pass.pass)) return undefined;
  const { firstDay, runsTo, begins } = offer.placing;
  const price = `${moneyText(offer.priceKes)}, payable at the desk.`;
  if (state === "ended") return { strong: "Back again?", rest: `A new one starts on the day you pay. ${price}` };
  if (!("behind" in begins)) return { strong: "Another pass?", rest: `It starts on the day you pay. ${price}` };
  const days = dayRangeWords(firstDay, runsTo, today);
  if (state === "grace") {
    return {
      strong: `Renew by ${dayWords(pass.graceDay, today)},`,
      rest: `and it continues from ${shortDayWords(firstDay, today)} without a gap. ${price}`,
    };
  }
  return isEnding
    ? { strong: "Continue without a gap.", rest: `The next one would run from ${days}. ${price}` }
    : {
        strong: "Another pass?",
        rest: `It would start when this one ends: ${days}. You lose no days by paying early. ${price}`,
      };
}
