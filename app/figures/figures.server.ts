/** The figures of the owner's page: of each a sentence that says what it means, a drawing, and tables with the numbers. */
import { href } from "react-router";
import { inboxQuery } from "../enquiries/inbox-filter.ts";
import { areMembersOn, areSalesOn } from "../members/coverage.server.ts";
import type { Services } from "../platform/services.ts";
import { WAYS, type Way } from "../sales/sales.ts";
import { monthName, shortDayAndMonth } from "../time/date-texts.server.ts";
import { addDays, dateInNairobi, monthBefore } from "../time/dates.server.ts";
import { DAYS, dayName, dayNumber, dayOfWeek, minuteOfDay } from "../time/days.ts";
import { amountText, moneyText } from "../time/money.ts";
import { countInWords } from "../ui/count-in-words.ts";
import { type Band, barBands, changeBand, fillBand, heatBand, levelBand, type Tone } from "./drawings.server.ts";
import { RECENT_WEEKS, readWeeks, type SessionCount, type WeekFigures } from "./weekly-figures.server.ts";

type PageLink = { to: string; label: string };

export type FigureTable = { caption: string; head: string[]; rows: { to?: string; cells: string[] }[] };

export type Figure = {
  title: string;
  ways: PageLink[];
  /** What it means, with a way to the rows that it is about. */
  sentences: { text: string; way?: PageLink }[];
  /** What the marks mean, where there are several kinds. */
  marks: { tone: Tone; text: string }[];
  bands: Band[];
  tables: FigureTable[];
};

type Weeks = readonly [...WeekFigures[], WeekFigures];

/** Weekly classes are compared by the last classes of each. */
const LAST_CLASSES = 6;
const MONTHS_SHOWN = 6;
/** Enquiries are compared by three months. */
const QUARTER = 3;
/** The most classes that are drawn; the table has all. */
const CLASSES_DRAWN = 15;

/** The owner's figures until now. Members and money are left out while they are switched off. */
export async function readFigures(services: Services): Promise<Figure[]> {
  const weeks = await readWeeks(services);
  const today = dateInNairobi(services.now());
  return [
    ...((await areMembersOn(services)) ? [membersFigure(weeks)] : []),
    classesFigure(weeks, today),
    hoursFigure(weeks),
    enquiriesFigure(weeks, today),
    ...((await areSalesOn(services)) ? [moneyFigure(weeks, today)] : []),
  ];
}

const counted = (count: number, noun: string, more = `${noun}s`) => `${amountText(count)} ${count === 1 ? noun : more}`;

const percent = (part: number, whole: number) => (whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`);

const total = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

/** `4 more than`, `KES 20 less than`, `as many as`. */
function compared(
  difference: number,
  [same, more, less]: readonly [string, string, string],
  text = amountText,
): string {
  if (difference === 0) return same;
  return `${text(Math.abs(difference))} ${difference > 0 ? more : less} than`;
}

const MANY = ["as many as", "more", "fewer"] as const;
const MUCH = ["as much as", "more", "less"] as const;

/** The months of weeks, each at its first week. */
function monthLabels(weeks: Weeks): string[] {
  const monthOfWeek = ({ week }: WeekFigures) => shortDayAndMonth(addDays(week, 6)).split(" ")[1] ?? "";
  return weeks.map((week, index) => {
    const before = weeks[index - 1];
    return before !== undefined && monthOfWeek(before) === monthOfWeek(week) ? "" : monthOfWeek(week);
  });
}

const weekLabel = ({ week }: WeekFigures) => shortDayAndMonth(week);

function membersFigure(weeks: Weeks): Figure {
  const membersPath = (state: string) => `${href("/staff/members")}?state=${state}`;
  const figure = {
    title: "Members",
    ways: [
      { to: membersPath("running"), label: "Active" },
      { to: membersPath("new"), label: "New" },
      { to: membersPath("over"), label: "Ended" },
    ],
  };
  const begins = weeks.findIndex(({ active, began }) => active + began > 0);
  if (begins === -1) return empty(figure, "Nobody has a pass yet. The figure begins with the first one.");
  const shown = weeks.slice(begins) as unknown as Weeks;
  const current = shown.at(-1) as WeekFigures;
  const comparison = (week: WeekFigures, when: string) => `${compared(current.active - week.active, MANY)} ${when}`;
  const [monthAgo, yearAgo] = [shown.at(-5), shown.at(-53)];
  const first = shown[0];
  const comparisons = [
    ...(monthAgo ? [comparison(monthAgo, "four weeks ago")] : []),
    ...(yearAgo ? [comparison(yearAgo, "a year ago")] : []),
    ...(!monthAgo && shown.length > 1 ? [comparison(first, `in the week of ${weekLabel(first)}`)] : []),
  ].join(" and ");
  const have = `${counted(current.active, "member")} ${current.active === 1 ? "has" : "have"} an active pass today`;
  const last = shown.at(-2);
  const before = shown.slice(-6, -2);
  const sums = `${counted(
    total(before, ({ began }) => began),
    "was new and",
    "were new and",
  )} ${total(before, ({ ended }) => ended)} ended`;
  return {
    ...figure,
    sentences: [
      { text: `${[have, ...(comparisons === "" ? [] : [comparisons])].join(", ")}.` },
      ...(last
        ? [
            {
              text: `Last week ${newAndEnded(last)}${before.length === 4 ? `; in the four weeks before, ${sums}` : ""}.`,
            },
          ]
        : [{ text: `This week ${newAndEnded(current)}.` }]),
    ],
    marks: [
      { tone: "solid", text: "New" },
      { tone: "open", text: "Ended" },
    ],
    bands: [
      levelBand(
        { label: "With an active pass", value: `${amountText(current.active)} today` },
        shown.map(({ active }) => active),
        monthLabels(shown),
      ),
      changeBand(
        { label: "New and ended", value: "each week" },
        shown.map(({ began }) => began),
        shown.map(({ ended }) => ended),
      ),
    ],
    tables: [
      {
        caption: "Members on the Sunday of each week; this week, today. Day passes are not counted.",
        head: ["Week of", "Active", "New", "Ended"],
        rows: shown.toReversed().map((week) => ({
          cells: [weekLabel(week), ...[week.active, week.began, week.ended].map(amountText)],
        })),
      },
    ],
  };
}

const newAndEnded = ({ began, ended }: WeekFigures) =>
  `${amountText(began)} ${began === 1 ? "was" : "were"} new and ${amountText(ended)} ended`;

function empty(figure: Pick<Figure, "title" | "ways">, text: string): Figure {
  return { ...figure, sentences: [{ text }], marks: [], bands: [], tables: [] };
}

type Fill = { taken: number; places: number; unplaced: number };

const fillOf = (sessions: readonly SessionCount[]): Fill => ({
  taken: total(sessions, ({ taken }) => taken),
  places: total(sessions, ({ places }) => places),
  unplaced: total(sessions, ({ unplaced }) => unplaced),
});

const shareOf = ({ taken, places }: Fill) => (places === 0 ? 0 : taken / places);

const ofPlaces = ({ taken, places }: Fill) => (places === 0 ? "–" : `${taken}/${places}`);

const sessionLink = ({ id }: SessionCount) => href("/staff/day/:session", { session: id });

const byFill = (a: { both: Fill }, b: { both: Fill }) => shareOf(b.both) - shareOf(a.both);

function classesFigure(weeks: Weeks, today: string): Figure {
  const figure = { title: "Classes by places taken", ways: [{ to: href("/staff/day"), label: "Day" }] };
  const [month, lastMonth] = [today.slice(0, 7), monthBefore(today.slice(0, 7), 1)];
  const sessions = weeks.flatMap((week) => week.sessions).filter(({ date }) => date >= lastMonth);
  const held = sessions.filter(({ isCancelled }) => !isCancelled);
  if (held.length === 0) return empty(figure, "No class with places has begun since the first of last month.");
  const [last, weekBefore] = [weeks.at(-2), weeks.at(-3)].map((week) => week?.sessions ?? []);
  const classes = [...Map.groupBy(held, ({ classSlug }) => classSlug)].map(([slug, own]) => {
    const isOwn = ({ classSlug }: SessionCount) => classSlug === slug;
    const newest = own.at(-1) as SessionCount;
    return {
      ...{ name: newest.className, newest, both: fillOf(own) },
      month: fillOf(own.filter(({ date }) => date >= month)),
      lastMonth: fillOf(own.filter(({ date }) => date < month)),
      last: fillOf((last ?? []).filter(isOwn)),
      weekBefore: fillOf((weekBefore ?? []).filter(isOwn)),
    };
  });
  classes.sort(byFill);
  const [fullest, emptiest] = [classes[0], classes.at(-1)];
  const extremes =
    fullest && emptiest && classes.length > 1
      ? `Since 1 ${monthWord(lastMonth)} the fullest class is ${fullest.name}, ${percentOf(fullest.both)}, and the emptiest is ${emptiest.name}, ${percentOf(emptiest.both)}.`
      : undefined;
  return {
    ...figure,
    sentences: [
      ...(last && last.length > 0 ? [{ text: weekText(last, weekBefore ?? [], classes) }] : []),
      ...(extremes ? [{ text: extremes }] : []),
    ],
    marks: [
      { tone: "solid", text: `${monthWord(month)} until today` },
      { tone: "open", text: monthWord(lastMonth) },
    ],
    bands: classes.slice(0, CLASSES_DRAWN).map((own) =>
      fillBand(
        {
          ...{ label: own.name, to: sessionLink(own.newest) },
          value: `${percentOf(own.month)}, last month ${percentOf(own.lastMonth)}`,
        },
        shareOf(own.month),
        shareOf(own.lastMonth),
      ),
    ),
    tables: [
      {
        caption: "Places taken of all places; people who waited and got none, in both months",
        head: ["Class", "This month", "Last month", "Last week", "Week before", "No place"],
        rows: classes.map((own) => ({
          to: sessionLink(own.newest),
          cells: [
            own.name,
            ...[own.month, own.lastMonth, own.last, own.weekBefore].map(ofPlaces),
            String(own.both.unplaced),
          ],
        })),
      },
    ],
  };
}

const percentOf = ({ taken, places }: Fill) => percent(taken, places);

const monthWord = (month: string) => monthName(month).split(" ")[0] ?? "";

/** How full last week was, beside the week before, and by which classes. */
function weekText(
  last: readonly SessionCount[],
  weekBefore: readonly SessionCount[],
  classes: readonly { name: string; last: Fill; weekBefore: Fill }[],
): string {
  const [now, before] = [fillOf(last), fillOf(weekBefore)];
  const taken = `Last week ${amountText(now.taken)} of ${amountText(now.places)} places were taken, ${percentOf(now)}`;
  const cancelled = last.filter(({ isCancelled }) => isCancelled).length;
  const cancelledText =
    cancelled === 0 ? "" : ` ${cancelled === 1 ? "One class was" : `${amountText(cancelled)} classes were`} cancelled.`;
  if (before.places === 0) return `${taken}.${cancelledText}`;
  const points = Math.round(100 * shareOf(now)) - Math.round(100 * shareOf(before));
  const change = points === 0 ? "as in the week before" : `after ${percentOf(before)} in the week before`;
  const changes = classes
    .map(({ name, ...fill }) => ({ name, change: fill.last.taken - fill.weekBefore.taken }))
    .filter(({ change }) => change !== 0 && Math.sign(change) === Math.sign(now.taken - before.taken))
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, 2)
    .map(({ name, change }) => `${name} had ${amountText(Math.abs(change))} ${change > 0 ? "more" : "fewer"}`);
  return `${taken}, ${change}.${changes.length === 0 ? "" : ` ${changes.join(", ")}.`}${cancelledText}`;
}

type WeeklyClass = {
  name: string;
  newest: SessionCount;
  both: Fill;
  came: number;
  held: number;
  full: number;
  unplaced: number;
};

function hoursFigure(weeks: Weeks): Figure {
  const figure = {
    title: "Who comes when",
    ways: [{ to: href("/staff/timetable"), label: "Timetable" }],
  };
  // The current week has days without classes yet.
  const ended = weeks.slice(-RECENT_WEEKS, -1);
  const counted = ended.length > 0 ? ended : weeks;
  const held = counted.flatMap(({ sessions }) => sessions).filter(({ isCancelled }) => !isCancelled);
  if (held.length === 0) return empty(figure, "No class with places has begun yet.");
  const hourOf = ({ time }: SessionCount) => Math.floor(minuteOfDay(time) / 60);
  const dayOf = ({ date }: SessionCount) => DAYS.indexOf(dayOfWeek(dayNumber(date)));
  const cells = Map.groupBy(held, (session) => `${hourOf(session)} ${dayOf(session)}`);
  const cameAt = (hour: number, day: number) =>
    total(cells.get(`${hour} ${day}`) ?? [], ({ came }) => came) / counted.length;
  const hours = [...new Set(held.map(hourOf))].toSorted((a, b) => a - b);
  const busiest = hours
    .flatMap((hour) => DAYS.map((day, index) => ({ hour, day, came: cameAt(hour, index) })))
    .toSorted((a, b) => b.came - a.came)[0];
  const weekly = [...Map.groupBy(held, (session) => `${dayOf(session)} ${session.time} ${session.classSlug}`)]
    .map(([, own]) => weeklyClass(own, dayName(DAYS[dayOf(own[0] as SessionCount)] ?? "monday")))
    .toSorted(byFill);
  const regular = weekly.filter((own) => own.held >= Math.min(LAST_CLASSES, counted.length));
  const full = regular
    .filter((own) => own.full * 2 > own.held)
    .toSorted((a, b) => b.full / b.held - a.full / a.held || b.unplaced - a.unplaced)[0];
  const emptiest = regular.at(-1);
  const toNewest = ({ newest }: WeeklyClass) => ({ to: sessionLink(newest), label: "The last one" });
  const hasPeople = busiest !== undefined && busiest.came > 0;
  const weeksText = counted.length === 1 ? "the last week" : `the last ${countInWords(counted.length)} weeks`;
  return {
    ...figure,
    sentences: [
      {
        text: hasPeople
          ? `Most people come on ${dayName(busiest.day)} at ${hourText(busiest.hour)}: ${numberText(busiest.came)} in a usual week of ${weeksText}.`
          : `In ${weeksText} nobody was checked in. The figure counts people whom the desk checks in.`,
      },
      full === undefined
        ? { text: "No weekly class is full more than half of the time." }
        : { text: fullText(full), way: toNewest(full) },
      ...(emptiest && regular.length > 1
        ? [
            {
              text: `${emptiest.name} is the emptiest, with ${percentOf(emptiest.both)} of its places taken.`,
              way: toNewest(emptiest),
            },
          ]
        : []),
    ],
    marks: [],
    bands: hasPeople
      ? [
          heatBand(
            hours.map(hourText),
            DAYS.map((day) => dayName(day).slice(0, 3)),
            (hour, day) => cameAt(hours[hour] ?? 0, day),
            numberText,
          ),
        ]
      : [],
    tables: [
      {
        caption: `People who came in a usual week of ${weeksText}, by the hour in which their class began`,
        head: ["Hour", ...DAYS.map((day) => dayName(day).slice(0, 3))],
        rows: hours.map((hour) => ({
          cells: [hourText(hour), ...DAYS.map((_, day) => numberText(cameAt(hour, day)))],
        })),
      },
      {
        caption: `Weekly classes, the fullest first, in ${weeksText}; the last ${countInWords(LAST_CLASSES)} of each for “full”`,
        head: ["Class", "Came", "Places taken", "Full", "No place"],
        rows: weekly.map((own) => ({
          to: sessionLink(own.newest),
          cells: [
            own.name,
            numberText(own.came),
            percentOf(own.both),
            `${own.full} of ${own.held}`,
            String(own.both.unplaced),
          ],
        })),
      },
    ],
  };
}

/** One weekly class from its sessions, the oldest first. */
function weeklyClass(sessions: readonly SessionCount[], day: string): WeeklyClass {
  const newest = sessions.at(-1) as SessionCount;
  const last = sessions.slice(-LAST_CLASSES);
  return {
    ...{ name: `${day} ${newest.time}, ${newest.className},`.slice(0, -1), newest, both: fillOf(sessions) },
    ...{ came: total(sessions, ({ came }) => came) / sessions.length, held: last.length },
    full: last.filter(({ taken, places }) => taken >= places).length,
    unplaced: total(last, ({ unplaced }) => unplaced),
  };
}

function fullText({ name, full, held, unplaced }: WeeklyClass): string {
  const often = full === held ? "is full each week" : `is full ${countInWords(full)} weeks in ${countInWords(held)}`;
  const left = unplaced === 0 ? "" : `, and ${counted(unplaced, "person", "people")} got no place in it`;
  return `${name} ${often}${left}.`;
}

const hourText = (hour: number) => `${hour % 12 || 12}${hour < 12 ? "am" : "pm"}`;

/** One decimal below ten, and whole numbers above. */
function numberText(value: number): string {
  return String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
}

function enquiriesFigure(weeks: Weeks, today: string): Figure {
  const inbox = (time: string) => `/staff/enquiries?${inboxQuery({ view: "all", time })}`;
  const figure = { title: "From enquiry to pass", ways: [{ to: inbox(""), label: "Enquiries" }] };
  const days = weeks.flatMap(({ enquiries }) => enquiries);
  const sumOf = (own: typeof days) => ({
    asked: total(own, ({ asked }) => asked),
    trials: total(own, ({ trials }) => trials),
    passes: total(own, ({ passes }) => passes),
  });
  const months = Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    monthBefore(today.slice(0, 7), MONTHS_SHOWN - 1 - index),
  )
    .map((month) => ({ month, ...sumOf(days.filter(({ day }) => day.startsWith(month))) }))
    .filter((_, index, all) => all.slice(0, index + 1).some(({ asked }) => asked > 0));
  if (months.length === 0) return empty(figure, "Nobody has written to you in the last six months.");
  const since = monthBefore(today.slice(0, 7), QUARTER - 1);
  const [now, before] = [sumOf(days.filter(({ day }) => day >= since)), months.filter(({ month }) => month < since)];
  const earlier = {
    asked: total(before, ({ asked }) => asked),
    trials: total(before, ({ trials }) => trials),
    passes: total(before, ({ passes }) => passes),
  };
  return {
    ...figure,
    sentences: [
      {
        text: `Of ${counted(now.asked, "enquiry", "enquiries")} since 1 ${monthWord(since)}, ${now.trials} had a trial booked and ${now.passes} have a pass, ${percent(now.passes, now.asked)}.`,
      },
      ...(earlier.asked > 0
        ? [
            {
              text: `Of ${earlier.asked} in the three months before, ${earlier.trials} had a trial and ${earlier.passes} a pass, ${percent(earlier.passes, earlier.asked)}.`,
            },
          ]
        : []),
    ],
    marks: [],
    bands: barBands(
      [
        { label: "Enquiries", value: "by the month in which they came", values: months.map(({ asked }) => asked) },
        { label: "Trials booked", value: "of these enquiries", values: months.map(({ trials }) => trials) },
        { label: "Passes", value: "of these enquiries", values: months.map(({ passes }) => passes) },
      ],
      months.map(({ month }) => monthWord(month).slice(0, 3)),
      { isNumbered: true },
    ),
    tables: [
      {
        caption: "Enquiries by the month in which they came, and what became of them",
        head: ["Month", "Enquiries", "Trials", "Passes"],
        rows: months.toReversed().map(({ month, asked, trials, passes }) => ({
          to: inbox(month),
          cells: [monthName(month), ...[asked, trials, passes].map(amountText)],
        })),
      },
    ],
  };
}

const WAY_NAMES: Readonly<Record<Way, string>> = { cash: "Cash", mpesa: "M-Pesa", card: "Card", bank: "Bank" };

function moneyFigure(weeks: Weeks, today: string): Figure {
  const figure = {
    title: "Money",
    ways: [
      { to: href("/staff/money"), label: "Receipts" },
      { to: `${href("/staff/money")}?show=sheet`, label: "Sheet" },
    ],
  };
  const shown = weeks.slice(-RECENT_WEEKS);
  const payments = weeks.flatMap((week) => week.payments);
  if (payments.length === 0) return empty(figure, "Nothing was sold yet.");
  const sum = (own: typeof payments) => total(own, ({ kes }) => kes);
  const [month, lastMonth] = [today.slice(0, 7), monthBefore(today.slice(0, 7), 1)];
  const ofMonth = payments.filter(({ day }) => day.startsWith(month));
  const ofLastMonth = payments.filter(({ day }) => day.startsWith(lastMonth));
  const untilToday = ofLastMonth.filter(({ day }) => day.slice(8) <= today.slice(8));
  const ways = WAYS.filter((name) => payments.some(({ way }) => way === name));
  const shares = ways
    .map((name) => ({ name, kes: sum(ofMonth.filter(({ way }) => way === name)) }))
    .filter(({ kes }) => kes > 0)
    .toSorted((a, b) => b.kes - a.kes)
    .map(({ name, kes }) => `${WAY_NAMES[name]} ${percent(kes, sum(ofMonth))}`);
  const last = weeks.at(-2);
  const before = weeks.at(-3);
  const rows = [
    ...(ways.length > 1 ? [{ name: "All", ways }] : []),
    ...ways.map((name) => ({ name: WAY_NAMES[name], ways: [name] })),
  ].map((row) => {
    const isOfRow = ({ way }: (typeof payments)[number]) => row.ways.some((name) => name === way);
    return { name: row.name, of: (week: WeekFigures) => sum(week.payments.filter(isOfRow)) };
  });
  const monthText = `${moneyText(sum(ofMonth))} came in since 1 ${monthWord(month)}`;
  const difference = compared(sum(ofMonth) - sum(untilToday), MUCH, moneyText);
  return {
    ...figure,
    sentences: [
      {
        text: `${monthText}${ofLastMonth.length === 0 ? "" : `, ${difference} in ${monthWord(lastMonth)} by the same day`}${shares.length === 0 ? "" : `: ${shares.join(", ")}`}.`,
      },
      ...(last
        ? [
            {
              text: `Last week was ${moneyText(sum(last.payments))}${before ? `, the week before ${moneyText(sum(before.payments))}` : ""}${ofLastMonth.length === 0 ? "" : `; ${monthWord(lastMonth)} was ${moneyText(sum(ofLastMonth))} in all`}.`,
            },
          ]
        : []),
    ],
    marks: [],
    bands: barBands(
      rows.map(({ name, of }) => ({
        ...{
          label: name,
          value: `${moneyText(total(shown, of))} in ${counted(shown.length, "week")}`,
          values: shown.map(of),
        },
      })),
      shown.map(weekLabel),
    ),
    tables: [
      {
        caption: "Money by week in Kenyan shillings; what was sent back is subtracted",
        head: ["Week of", ...rows.map(({ name }) => name)],
        rows: shown.toReversed().map((week) => ({
          to: `${href("/staff/money")}?day=${week.week}`,
          cells: [weekLabel(week), ...rows.map(({ of }) => amountText(of(week)))],
        })),
      },
    ],
  };
}
