/** The geometry of figures. Browsers get paths and texts: positions across are in per cent, so that a drawing fits every screen. */
import { scaleBand, scaleLinear, scaleQuantize } from "d3-scale";
import { monthName } from "../time/dates.server.ts";
import { amountText } from "../time/money.ts";

const HEAT_STEPS = [0, 1, 2, 3, 4] as const;

/** How a mark is filled: alone, or in steps of the heat map. */
export type Tone = "solid" | "open" | "track" | `heat-${(typeof HEAT_STEPS)[number]}`;

/** `x` and `width` in per cent, `y` and `height` in pixels. */
type Mark = { x: number; width: number; y: number; height: number; tone: Tone };

/** All marks of a tone: the data of a path whose coordinates across are in per cent. */
type Shape = { tone: Tone; path: string };

/** Texts begin at `x` unless they are in its middle. */
type MarkText = { x: number; y: number; text: string; anchor?: "middle"; isOnDark?: boolean };

/** The line above a drawing: a name, the page that it links to, and a sum. */
type BandHead = { label?: string; to?: string; value?: string };

export type FigureBand = BandHead & { height: number; baseline?: number; shapes: Shape[]; texts: MarkText[] };

const BAR_HEIGHT = 44;
const CELL_HEIGHT = 32;
/** A line of text above or below marks. */
const TEXT_HEIGHT = 20;
const HOUR_WIDTH = 16;
/** Numbers on these steps are light. */
const DARK_FROM = 3;
/** Up to so many bars all have their numbers; of more, the highest. */
const BARS_NUMBERED = 6;

const rounded = (number: number) => Math.round(number * 100) / 100;

/** Joins the marks of a tone in a path: hundreds of rectangles would be most of the page. */
function shapesOf(marks: readonly Mark[]): Shape[] {
  return [...Map.groupBy(marks, ({ tone }) => tone)].map(([tone, own]) => ({
    tone,
    path: own.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join(""),
  }));
}

function columns(count: number) {
  const domain = Array.from({ length: count }, (_, index) => index);
  const scale = scaleBand<number>().domain(domain).range([0, 100]).paddingInner(0.3);
  const width = scale.bandwidth();
  return { width: rounded(width), at: (index: number) => rounded(scale(index) ?? 0) };
}

/** How much of something is taken, and below it how much was before; both from 0 to 1. */
export function fillBand(head: BandHead, now: number, before: number): FigureBand {
  const mark = (part: number, y: number, height: number, tone: Tone): Mark[] =>
    part > 0 ? [{ x: 0, width: rounded(100 * Math.min(part, 1)), y, height, tone }] : [];
  const marks = [...mark(1, 0, 12, "track"), ...mark(now, 0, 12, "solid"), ...mark(before, 14, 6, "open")];
  return { ...head, height: 22, shapes: shapesOf(marks), texts: [] };
}

/** Rows of bars with one scale, and labels below the last row. The last column is not over yet. */
export function barBands(
  rows: readonly (BandHead & { values: readonly number[] })[],
  { labels, barHeight = BAR_HEIGHT }: { labels: readonly string[]; barHeight?: number },
): FigureBand[] {
  const all = rows.flatMap(({ values }) => values);
  const bottom = TEXT_HEIGHT + barHeight;
  const y = scaleLinear()
    .domain([Math.min(...all, 0), Math.max(...all, 1)])
    .range([bottom, TEXT_HEIGHT]);
  const baseline = rounded(y(0));
  const x = columns(rows[0]?.values.length ?? 0);
  return rows.map(({ values, ...head }, row) => {
    const highest = values.indexOf(Math.max(...values));
    const bars = values
      .map((value, index) => ({ value, index, x: x.at(index), at: rounded(y(value)) }))
      .filter(({ value }) => value !== 0);
    const hasLabels = row === rows.length - 1 && labels.length > 0;
    return {
      ...head,
      baseline,
      height: bottom + (hasLabels ? TEXT_HEIGHT : 1),
      shapes: shapesOf(
        bars.map(({ index, x: left, at }) => ({
          ...{ x: left, width: x.width, y: Math.min(baseline, at), height: rounded(Math.abs(baseline - at)) },
          tone: index === values.length - 1 ? "open" : "solid",
        })),
      ),
      texts: [
        ...bars
          .filter(({ index }) => values.length <= BARS_NUMBERED || index === highest)
          .map(({ value, x: left, at }) => ({
            ...{ x: rounded(left + x.width / 2), y: Math.min(baseline, at) - 5 },
            ...{ text: amountText(value), anchor: "middle" as const },
          })),
        ...(hasLabels ? labelsBelow(labels, x.at, bottom) : []),
      ],
    };
  });
}

/** Labels at the beginning of their columns, where there is room for them on a phone. */
function labelsBelow(labels: readonly string[], xAt: (index: number) => number, y: number): MarkText[] {
  const texts: MarkText[] = [];
  let free = 0;
  for (const [index, label] of labels.entries()) {
    const x = xAt(index);
    const end = x + 2.5 * label.length;
    if (label === "" || x < free || end > 100) continue;
    texts.push({ x, y: y + 16, text: label });
    free = end + 2;
  }
  return texts;
}

/** A cell with its number for each hour and day with a value: the larger, the darker. */
export function heatBand(
  hours: readonly string[],
  days: readonly string[],
  valueAt: (hour: number, day: number) => number | undefined,
  textOf: (value: number) => string,
): FigureBand {
  const width = (100 - HOUR_WIDTH) / days.length;
  const cells = hours.flatMap((_, hour) =>
    days.flatMap((_, day) => {
      const value = valueAt(hour, day);
      return value === undefined ? [] : { y: TEXT_HEIGHT + hour * CELL_HEIGHT, x: HOUR_WIDTH + day * width, value };
    }),
  );
  const step = scaleQuantize<(typeof HEAT_STEPS)[number]>()
    .domain([0, Math.max(...cells.map(({ value }) => value))])
    .range(HEAT_STEPS);
  const size = { width: rounded(width - 0.5), height: CELL_HEIGHT - 3 };
  const middle = (x: number) => rounded(x + (width - 0.5) / 2);
  return {
    height: TEXT_HEIGHT + hours.length * CELL_HEIGHT,
    shapes: shapesOf(
      cells.map(({ x, y, value }) => ({ ...size, x: rounded(x), y: y + 1, tone: `heat-${step(value)}` as const })),
    ),
    texts: [
      ...days.map((text, day) => ({ x: middle(HOUR_WIDTH + day * width), y: 14, text, anchor: "middle" as const })),
      ...hours.map((text, hour) => ({ x: 0, y: TEXT_HEIGHT + hour * CELL_HEIGHT + 21, text })),
      ...cells.map(({ x, y, value }) => ({
        ...{ x: middle(x), y: y + 21, text: textOf(value), anchor: "middle" as const },
        ...(step(value) >= DARK_FROM && { isOnDark: true }),
      })),
    ],
  };
}

type PageLink = { to: string; label: string };

/** The first cell names the row, and opens the page that it counts. */
export type FigureTable = { caption: string; head: string[]; rows: { to?: string; cells: string[] }[] };

export type Figure = {
  title: string;
  ways: PageLink[];
  sentences: { text: string; way?: PageLink }[];
  bands: FigureBand[];
  tables: FigureTable[];
};

export function emptyFigure(head: Pick<Figure, "title" | "ways">, text: string): Figure {
  return { ...head, sentences: [{ text }], bands: [], tables: [] };
}

export function total<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${amountText(count)} ${count === 1 ? noun : nouns}`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;
}

export const monthOfDate = (date: string) => date.slice(0, "2026-11".length);

export const monthWord = (month: string) => monthName(month).split(" ")[0] ?? "";
