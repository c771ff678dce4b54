/** The geometry of figures. Browsers get numbers alone: positions across are in per cent, so that a drawing fits every screen. */
import { scaleBand, scaleLinear, scaleQuantize } from "d3-scale";
import { area, line } from "d3-shape";

const HEAT_STEPS = [0, 1, 2, 3, 4] as const;

/** How a mark is filled: alone, or in steps of the heat map. */
export type Tone = "solid" | "open" | "track" | `heat-${(typeof HEAT_STEPS)[number]}`;

/** `x` and `width` in per cent, `y` and `height` in pixels. */
type Mark = { x: number; width: number; y: number; height: number; tone: Tone };

type MarkText = { x: number; y: number; text: string; anchor: "start" | "middle" | "end"; isOnDark?: boolean };

/** The line above a drawing: a name, the page that it links to, and a sum. */
type BandHead = { label?: string; to?: string; value?: string };

/** A drawing. The paths are in a view box of 100 by the height. */
export type FigureBand = BandHead & {
  height: number;
  rules: number[];
  marks: Mark[];
  paths?: { area: string; line: string };
  texts: MarkText[];
};

const LEVEL_HEIGHT = 150;
const BAR_HEIGHT = 44;
const CELL_HEIGHT = 32;
/** A line of text above or below marks. */
const TEXT_HEIGHT = 20;
/** The width of the hours, left of the cells. */
const HOUR_WIDTH = 16;
/** Numbers on these steps are light. */
const DARK_FROM = 3;

const rounded = (number: number) => Math.round(number * 100) / 100;

function columns(count: number, padding: number) {
  return scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range([0, 100])
    .paddingInner(padding);
}

/** A level for each column, as steps. */
export function levelBand(head: BandHead, values: readonly number[]): FigureBand {
  const x = columns(values.length, 0);
  const y = scaleLinear()
    .domain([0, Math.max(...values, 1)])
    .nice(8)
    .range([LEVEL_HEIGHT, TEXT_HEIGHT]);
  const points = values.flatMap((value, index): [number, number][] => {
    const from = x(index) ?? 0;
    return [from, from + x.bandwidth()].map((at) => [rounded(at), rounded(y(value))]);
  });
  const ticks = y.ticks(3).filter((tick) => Number.isInteger(tick) && tick > 0);
  return {
    ...head,
    height: LEVEL_HEIGHT + 1,
    rules: [0, ...ticks].map((tick) => rounded(y(tick))),
    marks: [],
    paths: { area: area().y0(LEVEL_HEIGHT)(points) ?? "", line: line()(points) ?? "" },
    texts: ticks.map((tick) => ({ x: 0, y: rounded(y(tick)) - 4, text: String(tick), anchor: "start" })),
  };
}

/** How much of something is taken, and below it how much was before; both from 0 to 1. */
export function fillBand(head: BandHead, now: number, before: number): FigureBand {
  const mark = (part: number, y: number, height: number, tone: Tone): Mark[] =>
    part > 0 ? [{ x: 0, width: rounded(100 * Math.min(part, 1)), y, height, tone }] : [];
  const marks = [...mark(1, 0, 12, "track"), ...mark(now, 0, 12, "solid"), ...mark(before, 14, 6, "open")];
  return { ...head, height: 22, rules: [], marks, texts: [] };
}

/** Rows of bars with one scale, and labels below the last row. The last column is not over yet. @param isNumbered bars have numbers */
export function barBands(
  rows: readonly (BandHead & { values: readonly number[] })[],
  labels: readonly string[],
  { isNumbered = false } = {},
): FigureBand[] {
  const all = rows.flatMap(({ values }) => values);
  const top = isNumbered ? TEXT_HEIGHT : 0;
  const y = scaleLinear()
    .domain([Math.min(...all, 0), Math.max(...all, 1)])
    .range([top + BAR_HEIGHT, top]);
  const x = columns(labels.length, 0.3);
  const width = rounded(x.bandwidth());
  return rows.map(({ values, ...head }, row) => {
    const bars = values.map((value, index) => ({ value, x: rounded(x(index) ?? 0), at: rounded(y(value)) }));
    const numbers = bars.filter(({ value }) => isNumbered && value !== 0);
    const isLast = row === rows.length - 1;
    return {
      ...head,
      height: top + BAR_HEIGHT + (isLast ? TEXT_HEIGHT : 1),
      rules: [rounded(y(0))],
      marks: bars.flatMap(({ value, at, x }, index) => {
        const height = rounded(Math.abs(y(0) - at));
        const tone = index === bars.length - 1 ? ("open" as const) : ("solid" as const);
        return value === 0 ? [] : [{ x, width, y: Math.min(rounded(y(0)), at), height, tone }];
      }),
      texts: [
        ...numbers.map(({ value, at, x }) => text(x + width / 2, at - 5, String(value), "middle")),
        ...(isLast ? labelsBelow(labels, top + BAR_HEIGHT) : []),
      ],
    };
  });
}

function text(x: number, y: number, content: string, anchor: MarkText["anchor"]): MarkText {
  return { x: rounded(x), y, text: content, anchor };
}

/** Labels at the beginning of their columns, where there is room for them on a phone. */
function labelsBelow(labels: readonly string[], y: number): MarkText[] {
  const x = columns(labels.length, 0);
  const texts: MarkText[] = [];
  let free = 0;
  for (const [index, label] of labels.entries()) {
    const at = x(index) ?? 0;
    const end = at + 2.5 * label.length;
    if (label === "" || at < free || end > 100) continue;
    texts.push(text(at, y + 16, label, "start"));
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
  const x = columns(days.length, 0.04).range([HOUR_WIDTH, 100]);
  const cells = hours.flatMap((_, hour) =>
    days.flatMap((_, day) => {
      const value = valueAt(hour, day);
      return value === undefined ? [] : { top: TEXT_HEIGHT + hour * CELL_HEIGHT, x: x(day) ?? 0, value };
    }),
  );
  const step = scaleQuantize<(typeof HEAT_STEPS)[number]>()
    .domain([0, Math.max(...cells.map(({ value }) => value))])
    .range(HEAT_STEPS);
  const middle = x.bandwidth() / 2;
  const size = { width: rounded(x.bandwidth()), height: CELL_HEIGHT - 3 };
  return {
    height: TEXT_HEIGHT + hours.length * CELL_HEIGHT,
    rules: [],
    marks: cells.map(({ top, x, value }) => ({ ...size, x: rounded(x), y: top + 1, tone: `heat-${step(value)}` })),
    texts: [
      ...days.map((name, day) => text((x(day) ?? 0) + middle, TEXT_HEIGHT - 6, name, "middle")),
      ...hours.map((name, hour) => text(0, TEXT_HEIGHT + hour * CELL_HEIGHT + 21, name, "start")),
      ...cells.map(({ top, x, value }) => ({
        ...text(x + middle, top + 21, textOf(value), "middle"),
        isOnDark: step(value) >= DARK_FROM,
      })),
    ],
  };
}
