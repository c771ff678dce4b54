/** The figures of the owner's page: each has sentences with its meaning, a drawing, and tables with its numbers. */
import { href } from "react-router";
import { inboxQuery } from "../enquiries/inbox-filter.ts";
import { areMembersOn, areSalesOn } from "../members/coverage.server.ts";
import type { Services } from "../platform/services.ts";
import { PAYMENT_METHODS, type PaymentMethod } from "../sales/sales.ts";
import { monthName, shortDayAndMonth } from "../time/date-texts.server.ts";
import { addDays, dateInNairobi, monthBefore } from "../time/dates.server.ts";
import { amountText, moneyText } from "../time/money.ts";
import { classesFigure, hoursFigure } from "./class-figures.server.ts";
import { barBands, levelBand } from "./drawings.server.ts";
import { comparedText, counted, emptyFigure, type Figure, percent, total } from "./figure.server.ts";
import { RECENT_WEEKS, readWeeks, type WeekFigures } from "./weekly-figures.server.ts";

const MONTHS_SHOWN = 6;

/**
 * The owner's figures until now, in two columns: of the gym and of its classes. Members and money are left out while they are
 * switched off.
 */
export async function readFigures(services: Services): Promise<Figure[][]> {
  const weeks = await readWeeks(services);
  const today = dateInNairobi(services.now());
  const ofGym = [
    ...((await areMembersOn(services)) ? [membersFigure(weeks)] : []),
    ...((await areSalesOn(services)) ? [moneyFigure(weeks, today)] : []),
    enquiriesFigure(weeks, today),
  ];
  return [ofGym, [classesFigure(weeks, today), hoursFigure(weeks)]];
}

const weekLabel = ({ week }: WeekFigures) => shortDayAndMonth(week);
const monthWord = (month: string) => monthName(month).split(" ")[0] ?? "";
const shortMonth = (month: string) => monthWord(month).slice(0, "Nov".length);
/** The month of a week's Sunday. */
const monthOfWeek = ({ week }: WeekFigures) => addDays(week, 6).slice(0, "2026-11".length);

function membersFigure(weeks: readonly WeekFigures[]): Figure {
  const wayTo = (state: string, label: string) => ({ to: `${href("/staff/members")}?state=${state}`, label });
  const ways = [wayTo("running", "Active"), wayTo("new", "New"), wayTo("over", "Ended")];
  const head = { title: "Members", ways };
  const begins = weeks.findIndex(({ active, began }) => active + began > 0);
  if (begins === -1) return emptyFigure(head, "Nobody has a pass yet. The figure begins with the first one.");
  const recent = weeks.slice(Math.min(begins, Math.max(weeks.length - RECENT_WEEKS, 0)));
  const [current, last, before] = [recent.at(-1), recent.at(-2), recent.slice(-6, -2)];
  const active = current?.active ?? 0;
  const comparisons = [
    { week: recent.at(-5), when: "four weeks ago" },
    { week: weeks.at(-53), when: "a year ago" },
  ].flatMap(({ week, when }) =>
    week && week.active > 0 ? `${comparedText(active - week.active, ["as many as", "more", "fewer"])} ${when}` : [],
  );
  const have = `${counted(active, "member has", "members have")} an active pass today`;
  const changes = (own: readonly WeekFigures[]) =>
    `${total(own, ({ began }) => began)} new and ${total(own, ({ ended }) => ended)} ended`;
  return {
    ...head,
    sentences: [
      { text: `${[have, comparisons.join(" and ")].filter((text) => text !== "").join(", ")}.` },
      ...(last ? [{ text: `Last week: ${changes([last])}; in the four weeks before: ${changes(before)}.` }] : []),
    ],
    bands: [
      levelBand(
        { label: "With an active pass", value: `${amountText(active)} today` },
        recent.map((week) => week.active),
      ),
      ...barBands(
        [
          { label: "New", value: "each week", values: recent.map(({ began }) => began) },
          { label: "Ended", value: "each week", values: recent.map(({ ended }) => ended) },
        ],
        recent.map(monthOfWeek).map((month, index, all) => (month === all[index - 1] ? "" : shortMonth(month))),
      ),
    ],
    tables: [
      {
        caption: "Members on the Sunday of each week, and this week today. Day passes are not counted.",
        head: ["Week of", "Active", "New", "Ended"],
        rows: recent.toReversed().map((week) => ({
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
    const month = monthBefore(today.slice(0, "2026-11".length), MONTHS_SHOWN - 1 - index);
    const own = days.filter(({ day }) => day.startsWith(month));
    return { month, sums: STAGES.map((stage) => total(own, (day) => day[stage])) };
  });
  const sumOf = (own: typeof months) => STAGES.map((_, stage) => total(own, ({ sums }) => sums[stage] ?? 0));
  const [before, quarter] = [months.slice(0, MONTHS_SHOWN / 2), months.slice(MONTHS_SHOWN / 2)];
  const [[asked = 0, trials = 0, passes = 0], [askedBefore = 0, trialsBefore = 0, passesBefore = 0]] = [
    sumOf(quarter),
    sumOf(before),
  ];
  if (asked + askedBefore === 0) return emptyFigure(head, "Nobody has written to you in the last six months.");
  const since = `since 1 ${monthWord(quarter[0]?.month ?? today)}`;
  return {
    ...head,
    sentences: [
      {
        text: `Of ${counted(asked, "enquiry", "enquiries")} ${since}, ${trials} led to a trial and ${passes} to a pass, ${percent(passes, asked)}.`,
      },
      ...(askedBefore === 0
        ? []
        : [
            {
              text: `Of ${askedBefore} in the three months before, ${trialsBefore} led to a trial and ${passesBefore} to a pass, ${percent(passesBefore, askedBefore)}.`,
            },
          ]),
    ],
    bands: barBands(
      ["Enquiries", "Their trials", "Their passes"].map((label, stage) => ({
        label,
        value: stage === 0 ? "by the month in which they came" : "",
        values: months.map(({ sums }) => sums[stage] ?? 0),
      })),
      months.map(({ month }) => shortMonth(month)),
      { isNumbered: true },
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
  const head = {
    title: "Money",
    ways: [
      { to: money, label: "Receipts" },
      { to: `${money}?show=sheet`, label: "Spreadsheet" },
    ],
  };
  const payments = weeks.flatMap((week) => week.payments);
  if (payments.length === 0) return emptyFigure(head, "Nothing was sold yet.");
  const sumOf = (own: typeof payments) => total(own, ({ kes }) => kes);
  const month = today.slice(0, "2026-11".length);
  const lastMonth = monthBefore(month, 1);
  const [ofMonth, ofLastMonth] = [month, lastMonth].map((name) =>
    payments.filter(({ day }) => day.startsWith(name)),
  ) as [typeof payments, typeof payments];
  const byToday = ofLastMonth.filter(({ day }) => day.slice(-2) <= today.slice(-2));
  const ways = PAYMENT_METHODS.filter((name) => payments.some(({ way }) => way === name));
  const shares = ways
    .map((name) => ({ name, kes: sumOf(ofMonth.filter(({ way }) => way === name)) }))
    .filter(({ kes }) => kes > 0)
    .toSorted((a, b) => b.kes - a.kes)
    .map(({ name, kes }) => `${WAY_NAMES[name]} ${percent(kes, sumOf(ofMonth))}`);
  const difference = comparedText(sumOf(ofMonth) - sumOf(byToday), ["as much as", "more", "less"], moneyText);
  const [last, before] = [weeks.at(-2), weeks.at(-3)].map((week) => moneyText(sumOf(week?.payments ?? [])));
  const recent = weeks.slice(-RECENT_WEEKS);
  const rows = [
    { name: "All", isOwn: () => true },
    ...ways.map((name) => ({ name: WAY_NAMES[name], isOwn: ({ way }: { way: string }) => way === name })),
  ].map(({ name, isOwn }) => ({ name, values: recent.map((week) => sumOf(week.payments.filter(isOwn))) }));
  return {
    ...head,
    sentences: [
      {
        text: `${moneyText(sumOf(ofMonth))} came in since 1 ${monthWord(month)}, ${difference} in ${monthWord(lastMonth)} by the same day${shares.length === 0 ? "" : `: ${shares.join(", ")}`}.`,
      },
      {
        text: `Last week: ${last}; the week before: ${before}; all of ${monthWord(lastMonth)}: ${moneyText(sumOf(ofLastMonth))}.`,
      },
    ],
    bands: barBands(
      rows.map(({ name, values }) => ({
        ...{ label: name, values },
        value: `${moneyText(total(values, (value) => value))} in ${counted(recent.length, "week")}`,
      })),
      recent.map(weekLabel),
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
