/** Figures compared with an oracle, over random histories of two years. */
import { describe, expect, test } from "vitest";
import { setPlaces } from "../../test/bookings/booking-gym.ts";
import { mondayOfDay, tablesByHand, weekByHand } from "../../test/figures/figures-oracle.ts";
import { makeHistory, writeHistory } from "../../test/figures/random-history.ts";
import { openSales } from "../../test/sales/sales-gym.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { applyRetention } from "../platform/retention.server.ts";
import type { Services } from "../platform/services.ts";
import { addDays, shortDayAndMonth } from "../time/dates.server.ts";
import { moneyText } from "../time/money.ts";
import { type Figure, total } from "./drawings.server.ts";
import { readFigures } from "./figures.server.ts";
import {
  countWeek,
  FIGURES_RETENTION,
  readWeeks,
  storeWeeklyFigures,
  type WeekFigures,
} from "./weekly-figures.server.ts";

const TODAY = "2026-11-25";
/** Wednesday, after midnight in Nairobi, with a class that has just begun. */
const NOW = `${addDays(TODAY, -1)}T21:00:30.000Z`;
const PLACES = { boxing: 4, yoga: 3 };

const openHistory = (kind: (typeof ENGINES)[number]) => openGym(kind, { now: NOW, places: PLACES, hasMembers: true });

/** A week with sorted sessions. Histories have no names of classes. */
const comparable = ({ sessions, ...week }: WeekFigures | ReturnType<typeof weekByHand>) => ({
  ...week,
  sessions: sessions.map((session) => ({ ...session, className: "" })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
});

const storedRows = ({ db }: Services) => db.selectFrom("weekly_figures").selectAll().orderBy("week").execute();

const rowsOf = (figures: readonly Figure[][], title: string, table = 0) =>
  figures
    .flat()
    .find((figure) => figure.title === title)
    ?.tables[table]?.rows.map(({ cells }) => cells) ?? [];

/** For another history, run `SEED=2 npm test -- app/figures`. */
const SEED = Number(process.env.SEED ?? 1);

describe.each(ENGINES)("figures on %s", { timeout: 60_000 }, (kind) => {
  test("are what an oracle counts by hand, without reading a whole table", async () => {
    const { services, close } = await openHistory(kind);
    await openSales(services);
    const history = makeHistory(SEED, TODAY);
    await writeHistory(services, history, NOW);
    const { services: recorded, queries } = recordQueries(services);
    await storeWeeklyFigures(recorded);
    expect(await fullScans({ services, kind }, queries.values())).toEqual([]);

    const stored = await storedRows(services);
    expect(stored.map(({ week }) => week)).toEqual(
      Array.from({ length: 51 }, (_, index) => addDays(mondayOfDay(TODAY), 7 * (index - 51))),
    );
    const weeks = await readWeeks(services);
    expect(weeks).toHaveLength(52);
    for (const [index, week] of weeks.entries()) {
      const byHand = comparable(weekByHand(history, week.week, NOW));
      expect(comparable(week)).toEqual(index >= weeks.length - 14 ? byHand : { ...byHand, sessions: [] });
      if (index % 7 === 0) expect(comparable(await countWeek(services, week.week))).toEqual(byHand);
    }

    const figures = await readFigures(services);
    const byHand = tablesByHand(history, NOW);
    const { week: lastWeek, began, ended, sessions, payments } = weeks.at(-2) ?? expect.unreachable();
    const [taken, places] = [total(sessions, ({ taken }) => taken), total(sessions, ({ places }) => places)];
    for (const sentence of [
      `Last week: ${began} new and ${ended} ended;`,
      `Last week ${taken} of ${places} places were taken,`,
      `Last week: ${moneyText(total(payments, ({ kes }) => kes))}; the week before:`,
    ])
      expect(JSON.stringify(figures)).toContain(sentence);
    expect(rowsOf(figures, "Members").map(([, ...numbers]) => numbers.map(Number))).toEqual(
      weeks.toReversed().map(({ active, began, ended }) => [active, began, ended]),
    );
    const classes = rowsOf(figures, "Classes by places taken");
    expect(Object.fromEntries(classes.map(([name = "", ...cells]) => [name.toLowerCase(), cells]))).toEqual(
      byHand.classes,
    );
    expect(Object.fromEntries(rowsOf(figures, "Who comes when").map(([hour, ...days]) => [hour, days]))).toEqual(
      byHand.hours,
    );
    expect(rowsOf(figures, "Money").map(([, ...sums]) => sums)).toEqual(byHand.money);
    expect(rowsOf(figures, "Money")[0]?.[0]).toBe(shortDayAndMonth(mondayOfDay(TODAY)));
    // As on a Monday before the job has run.
    await services.db.deleteFrom("weekly_figures").where("week", "=", lastWeek).execute();
    expect(await readWeeks(services)).toEqual(weeks);
    await close();
  });

  test("are stored once, counted again for a quarter of a year, and keep what was deleted since", async () => {
    const { services, clock, close } = await openHistory(kind);
    const { db } = services;
    await writeHistory(services, makeHistory(SEED + 1, TODAY), NOW);
    await Promise.all([storeWeeklyFigures(services), storeWeeklyFigures(services)]);
    const first = await storedRows(services);
    await db.deleteFrom("booking_events").execute();
    await db.updateTable("enquiries").set({ trial_booking_id: null }).execute();
    await db.deleteFrom("bookings").execute();
    await setPlaces(services, "boxing", { places: 40 });
    await storeWeeklyFigures(services);
    expect(await storedRows(services)).toEqual(first);

    clock.now = new Date(Date.parse(NOW) + 24 * 3600_000).toISOString();
    await storeWeeklyFigures(services);
    const second = await storedRows(services);
    const recent = addDays(mondayOfDay(TODAY), -7 * 13);
    expect(second.filter(({ week }) => week < recent)).toEqual(first.filter(({ week }) => week < recent));
    const sessions = second
      .filter(({ week }) => week >= recent)
      .flatMap(({ sessions }): WeekFigures["sessions"] => JSON.parse(sessions));
    expect(sessions.filter(({ taken, places }) => taken > 0 || places > 4)).toEqual([]);
    expect(sessions.length).toBeGreaterThan(50);

    clock.now = new Date(Date.parse(NOW) + 700 * 24 * 3600_000).toISOString();
    await applyRetention(services, FIGURES_RETENTION);
    expect((await storedRows(services)).map(({ week }) => week)).toEqual(
      first.map(({ week }) => week).filter((week) => week >= addDays(TODAY, 700 - 730)),
    );
    await close();
  });

  if (kind === "postgres") return;

  test("say that there is nothing yet, compare weeks and months, and name the fullest and the emptiest class", async () => {
    const { services, close } = await openHistory(kind);
    expect((await readFigures(services)).flat().map(({ title }) => title)).not.toContain("Money");
    await openSales(services);
    await storeWeeklyFigures(services);
    const figures = (await readFigures(services)).flat();
    for (const { sentences } of figures)
      expect(sentences).toMatchObject([{ text: expect.stringMatching(/^No(body|thing) /) }]);
    expect(figures.flatMap(({ bands }) => bands)).toEqual([]);

    const payments = ["2025-11-25", "2025-11-26"].map((day) => ({ day, way: "cash", kes: 500 }));
    const enquiries = [{ day: "2026-11-01", asked: 2, trials: 1, passes: 1 }];
    const store = (week: string, active: number, days: Partial<WeekFigures>, sessions: object[] = []) => {
      const row = { active, days: JSON.stringify({ enquiries: [], payments: [], ...days }) };
      const columns = { ...row, sessions: JSON.stringify(sessions) };
      return services.db.updateTable("weekly_figures").set(columns).where("week", "=", week).execute();
    };
    for (const [index, date] of ["2026-11-02", "2026-11-09", "2026-11-16"].entries()) {
      const counts = Object.entries({ Boxing: 4, Running: index > 0 ? 4 : 2, Yoga: 1 });
      const sessions = counts.map(([name, taken], at) => ({
        ...{ id: `${name}.${date}`, date, time: `${6 + at}:00pm`, classSlug: name.toLowerCase(), className: name },
        ...{ places: 4, taken, came: taken, unplaced: 1 },
      }));
      await store(date, 0, {}, sessions);
    }
    await store("2025-12-01", 0, { payments });
    await store("2026-10-26", 3, { enquiries });
    const after = (await readFigures(services)).flat();
    const named = (title: string) => after.find((figure) => figure.title === title) ?? expect.unreachable();
    for (const [title, sentence] of [
      ["Members", "0 members have an active pass today, 3 fewer than four weeks ago."],
      ["From enquiry to pass", "Of 2 enquiries since 1 September, 1 led to a trial and 1 to a pass, 50%."],
      [
        "Money",
        "KES 0 came in since 1 November, as much as in October and KES 500 less than in November last year by the same day.",
      ],
      ["Who comes when", "Most people come on Monday at 6pm: 4 a week, in the last three weeks."],
      ["Who comes when", "Monday 6:00pm, Boxing is full each week, and 3 people got no place."],
      ["Who comes when", "Monday 8:00pm, Yoga is the emptiest: 25% of its places are taken."],
      ["Classes by places taken", expect.stringMatching(/fullest class is Running, 83%, and the emptiest Yoga, /)],
    ] as const)
      expect(named(title).sentences.map(({ text }) => text)).toContainEqual(sentence);
    // Only the current column and last month are open, and the highest column has its number.
    const drawn = ["Members", "Classes by places taken"].map((title) => named(title).bands[0]);
    expect(drawn.map((band) => band?.shapes.map(({ tone }) => tone))).toEqual([["solid"], ["track", "solid"]]);
    expect(drawn[0]?.texts).toMatchObject([{ text: "3" }]);
    await close();
  });
});
