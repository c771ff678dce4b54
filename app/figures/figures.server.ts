/** The figures of the owner's page: each has sentences with its meaning, a drawing, and tables with its numbers. */
import { href } from "react-router";
import { inboxQuery } from "../enquiries/inbox-filter.ts";
import { areMembersOn, areSalesOn } from "../members/coverage.server.ts";
import type { Services } from "../platform/services.ts";
import { PAYMENT_METHODS, type PaymentMethod } from "../sales/sales.ts";
import { addDays, dateInNairobi, monthBefore, monthName, shortDayAndMonth } from "../time/dates.server.ts";
import { amountText, moneyText } from "../time/money.ts";
import { classesFigure, hoursFigure } from "./class-figures.server.ts";
import {
  barBands,
  counted,
  emptyFigure,
  type Figure,
  monthOfDate,
  monthWord,
  percent,
  total,
} from "./drawings.server.ts";
import { RECENT_WEEKS, readWeeks, type WeekFigures } from "./weekly-figures.server.ts";

/** A year, and the current week. */
const WEEKS_OF_MEMBERS = 53;
const MONTHS_SHOWN = 6;

/**
 * The owner's figures until now, in columns of about the same length. Members and money are left out while they are
 * switched off.
 */
export async function readFigures(services: Services): Promise<Figure[][]> {
  const weeks = await readWeeks(services);
  const today = dateInNairobi(services.now());
  const ofMembers = [
    ...((await areMembersOn(services)) ? [membersFigure(weeks)] : []),
    ...((await areSalesOn(services)) ? [moneyFigure(weeks, today)] : []),
  ];
  const others = [enquiriesFigure(weeks, today), classesFigure(weeks, today), hoursFigure(weeks)];
  return ofMembers.length === 0 ? [others] : [ofMembers, others];
}

const weekLabel = ({ week }: WeekFigures) => shortDayAndMonth(week);

/** The name of a month at its first week, the one whose Sunday is in it. */
function monthLabels(weeks: readonly WeekFigures[]): string[] {
  const months = weeks.map(({ week }) => monthOfDate(addDays(week, 6)));
  return months.map((month, index) => (month === months[index - 1] ? "" : shortMonth(month)));
}

const shortMonth = (month: string) => shortDayAndMonth(`${month}-01`).slice("1 ".length);

/** `4 more than`, `KES 20 less than`. @param words for the same, more and less */
function comparedText(
  difference: number,
  [same, more, less]: readonly [string, string, string],
  text: (amount: number) => string = amountText,
): string {
  return difference === 0 ? same : `${text(Math.abs(difference))} ${difference > 0 ? more : less} than`;
}

function membersFigure(weeks: readonly WeekFigures[]): Figure {
  const wayTo = (state: string, label: string) => ({ to: `${href("/staff/members")}?state=${state}`, label });
  const ways = [wayTo("running", "Active"), wayTo("new", "New"), wayTo("over", "Ended")];
  const head = { title: "Members", ways };
  const year = weeks.slice(-WEEKS_OF_MEMBERS);
  const begins = year.findIndex(({ active, began }) => active + began > 0);
  if (begins === -1) return emptyFigure(head, "Nobody has a pass yet. The figure begins with the first one.");
  const period = year.slice(Math.min(begins, Math.max(year.length - RECENT_WEEKS, 0)));
  const active = period.at(-1)?.active ?? 0;
  const comparisons = [
    { week: period.at(-5), when: "four weeks ago" },
    { week: weeks.at(-WEEKS_OF_MEMBERS), when: "a year ago" },
  ].flatMap(({ week, when }) =>
    week?.active ? `${comparedText(active - week.active, ["as many as", "more", "fewer"])} ${when}` : [],
  );
  const changes = (own: readonly WeekFigures[]) =>
    `${total(own, ({ began }) => began)} new and ${total(own, ({ ended }) => ended)} ended`;
  const have = `${counted(active, "member has", "members have")} an active pass today`;
  return {
    ...head,
    sentences: [
      { text: `${[have, ...(comparisons.length > 0 ? [comparisons.join(" and ")] : [])].join(", ")}.` },
      {
        text: `Last week: ${changes(period.slice(-2, -1))}; in the four weeks before: ${changes(period.slice(-6, -2))}.`,
      },
    ],
    bands: [
      ...barBands(
        [
          {
            label: "With an active pass",
            value: `${amountText(active)} today`,
            values: period.map((week) => week.active),
          },
        ],
        { labels: [], barHeight: 120 },
      ),
      ...barBands(
        [
          { label: "New", value: "each week", values: period.map(({ began }) => began) },
          { label: "Ended", value: "each week", values: period.map(({ ended }) => ended) },
        ],
        { labels: monthLabels(period) },
      ),
    ],
    tables: [
      {
        caption: "Members on the Sunday of each week, and this week today. Day passes are not counted.",
        head: ["Week of", "Active", "New", "Ended"],
        rows: period.toReversed().map((week) => ({
          cells: [weekLabel(week), ...[week.active, week.began, week.ended].map(amountText)],
        })),
      },
    ],
  };
}

const STAGES = ["asked", "trials", "passes"] as const;

function enquiriesFigure(weeks: readonly WeekFigures[], today: string): Figure {
  const inbox = (time: string) => `/staff/enquiries?${inboxQuery({ view: "all", time })}`;
  const head = { title: "From enquiry to pass", ways: [{ to: inbox(""), label: "Enquiries" }] };
  const days = weeks.flatMap(({ enquiries }) => enquiries);
  const months = Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const month = monthBefore(monthOfDate(today), MONTHS_SHOWN - 1 - index);
    const own = days.filter(({ day }) => monthOfDate(day) === month);
    return { month, sums: STAGES.map((stage) => total(own, (day) => day[stage])) };
  });
  const sentences = [
    { own: months.slice(-3), since: `since 1 ${monthWord(months.at(-3)?.month ?? today)}` },
    { own: months.slice(0, -3), since: "in the three months before" },
  ].flatMap(({ own, since }) => {
    const [asked = 0, trials = 0, passes = 0] = STAGES.map((_, stage) => total(own, ({ sums }) => sums[stage] ?? 0));
    if (asked === 0) return [];
    return {
      text: `Of ${counted(asked, "enquiry", "enquiries")} ${since}, ${trials} led to a trial and ${passes} to a pass, ${percent(passes, asked)}.`,
    };
  });
  if (sentences.length === 0) return emptyFigure(head, "Nobody has written to you in the last six months.");
  return {
    ...{ ...head, sentences },
    bands: barBands(
      ["Enquiries", "Their trials", "Their passes"].map((label, stage) => ({
        label,
        value: stage === 0 ? "by the month in which they came" : "",
        values: months.map(({ sums }) => sums[stage] ?? 0),
      })),
      { labels: months.map(({ month }) => shortMonth(month)) },
    ),
    tables: [
      {
        caption: "Enquiries by the month in which they came, and what became of them; without spam",
        head: ["Month", "Enquiries", "Trials", "Passes"],
        rows: months.toReversed().map(({ month, sums }) => ({
          to: inbox(month),
          cells: [monthName(month), ...sums.map(amountText)],
        })),
      },
    ],
  };
}

const WAY_NAMES: Readonly<Record<PaymentMethod, string>> = {
  cash: "Cash",
  mpesa: "M-Pesa",
  card: "Card",
  bank: "Bank",
};

function moneyFigure(weeks: readonly WeekFigures[], today: string): Figure {
  const money = href("/staff/money");
  const ways = [
    { to: money, label: "Receipts" },
    { to: `${money}?show=sheet`, label: "Export" },
  ];
  const head = { title: "Money", ways };
  const payments = weeks.flatMap((week) => week.payments);
  if (payments.length === 0) return emptyFigure(head, "Nothing was sold yet.");
  const sumOf = (own: typeof payments) => total(own, ({ kes }) => kes);
  const month = monthOfDate(today);
  const lastMonth = monthBefore(month, 1);
  const ofMonth = payments.filter(({ day }) => monthOfDate(day) === month);
  const comparisons = [
    { before: lastMonth, name: monthWord(lastMonth) },
    { before: monthBefore(month, 12), name: `${monthWord(month)} last year` },
  ].flatMap(({ before, name }, index) => {
    const own = payments.filter(({ day }) => monthOfDate(day) === before);
    if (index > 0 && own.length === 0) return [];
    const byToday = sumOf(own.filter(({ day }) => day.slice(-2) <= today.slice(-2)));
    return `${comparedText(sumOf(ofMonth) - byToday, ["as much as", "more", "less"], moneyText)} in ${name}`;
  });
  const methods = PAYMENT_METHODS.filter((name) => payments.some(({ way }) => way === name));
  const shares = methods
    .map((name) => ({ name, kes: sumOf(ofMonth.filter(({ way }) => way === name)) }))
    .filter(({ kes }) => kes > 0)
    .toSorted((a, b) => b.kes - a.kes)
    .map(({ name, kes }) => `${WAY_NAMES[name]} ${percent(kes, sumOf(ofMonth))}`);
  const [last, before] = [weeks.at(-2), weeks.at(-3)].map((week) => moneyText(sumOf(week?.payments ?? [])));
  const allOfLastMonth = moneyText(sumOf(payments.filter(({ day }) => monthOfDate(day) === lastMonth)));
  const recent = weeks.slice(-RECENT_WEEKS);
  const rows = [
    { name: "All", values: recent.map((week) => sumOf(week.payments)) },
    ...methods.map((name) => ({
      name: WAY_NAMES[name],
      values: recent.map((week) => sumOf(week.payments.filter(({ way }) => way === name))),
    })),
  ];
  return {
    ...head,
    sentences: [
      {
        text: `${moneyText(sumOf(ofMonth))} came in since 1 ${monthWord(month)}, ${comparisons.join(" and ")} by the same day${shares.length === 0 ? "" : `: ${shares.join(", ")}`}.`,
      },
      { text: `Last week: ${last}; the week before: ${before}; all of ${monthWord(lastMonth)}: ${allOfLastMonth}.` },
    ],
    bands: barBands(
      rows.map(({ name, values }) => ({
        ...{ label: name, values },
        value: `${moneyText(total(values, (value) => value))} in ${counted(recent.length, "week")}`,
      })),
      { labels: monthLabels(recent) },
    ),
    tables: [
      {
        caption: "Money by week in Kenyan shillings, less what was sent back",
        head: ["Week of", ...rows.map(({ name }) => name)],
        rows: recent
          .map((week, index) => ({
            to: `${money}?day=${week.week}`,
            cells: [weekLabel(week), ...rows.map(({ values }) => amountText(values[index] ?? 0))],
          }))
          .toReversed(),
      },
    ],
  };
}
