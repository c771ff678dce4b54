/** The geometry of figures. Browsers get the numbers alone: positions across are in per cent, so that a drawing fits every screen. */
import { scaleBand, scaleLinear, scaleQuantize } from "d3-scale";
import { area, line } from "d3-shape";

/** How a mark is filled. `heat-0` to `heat-4` are steps of the heat map. */
export type Tone = "solid" | "open" | "track" | `heat-${number}`;

/** `x` and `width` in per cent, `y` and `height` in pixels. */
export type Mark = { x: number; width: number; y: number; height: number; tone: Tone };

export type MarkText = { x: number; y: number; text: string; anchor: "start" | "middle" | "end"; isOnDark?: boolean };

/** A drawing below a line of text. The paths are in a view box of 100 by the height. */
export type Band = {
  label?: string;
  /** The page of the label. */
  to?: string;
  value?: string;
  height: number;
  rules: number[];
  marks: Mark[];
  paths?: { area: string; line: string };
  texts: MarkText[];
};

const LINE_HEIGHT = 170;
const CHANGE_HEIGHT = 56;
const BAR_HEIGHT = 44;
/** For a line of text below or above marks. */
const TEXT_HEIGHT = 20;
const CELL_HEIGHT = 32;
const LABELS_MAX = 7;
const HEAT_STEPS = [0, 1, 2, 3, 4] as const;
/** Digits on these steps are light. */
const DARK_FROM = 3;

const rounded = (number: number) => Math.round(number * 100) / 100;

function columns(count: number, padding: number) {
  return scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range([0, 100])
    .paddingInner(padding);
}

/** A level for each week, as steps. @param labels the text below each week, or an empty one */
export function levelBand(
  head: Pick<Band, "label" | "value">,
  values: readonly number[],
  labels: readonly string[],
): Band {
  const x = columns(values.length, 0);
  const y = scaleLinear()
    .domain([0, Math.max(...values, 1)])
    .nice(4)
    .range([LINE_HEIGHT, TEXT_HEIGHT]);
  const points = values.flatMap((value, index): [number, number][] => {
    const from = x(index) ?? 0;
    return [from, from + x.bandwidth()].map((at) => [rounded(at), rounded(y(value))]);
  });
  const ticks = y.ticks(4).filter(Number.isInteger);
  return {
    ...head,
    height: LINE_HEIGHT + TEXT_HEIGHT,
    rules: ticks.map((tick) => rounded(y(tick))),
    marks: [],
    paths: { area: area().y0(LINE_HEIGHT)(points) ?? "", line: line()(points) ?? "" },
    texts: [
      ...ticks
        .filter((tick) => tick > 0)
        .map((tick) => ({ x: 0, y: rounded(y(tick)) - 4, text: String(tick), anchor: "start" as const })),
      ...labelsBelow(labels, LINE_HEIGHT),
    ],
  };
}

/** What came above a line, and what went below it. */
export function changeBand(
  head: Pick<Band, "label" | "value">,
  came: readonly number[],
  went: readonly number[],
): Band {
  const x = columns(came.length, 0.3);
  const half = CHANGE_HEIGHT / 2;
  const size = scaleLinear()
    .domain([0, Math.max(...came, ...went, 1)])
    .range([0, half - 1]);
  const mark = (value: number, index: number, isUp: boolean): Mark[] => {
    const height = rounded(size(value));
    const at = { x: rounded(x(index) ?? 0), width: rounded(x.bandwidth()), height };
    return value === 0 ? [] : [{ ...at, y: isUp ? half - height : half, tone: isUp ? "solid" : "open" }];
  };
  return {
    ...head,
    height: CHANGE_HEIGHT,
    rules: [half],
    marks: [
      ...came.flatMap((value, index) => mark(value, index, true)),
      ...went.flatMap((value, index) => mark(value, index, false)),
    ],
    texts: [],
  };
}

/** How much of something is taken, and below it how much was before; both from 0 to 1. */
export function fillBand(head: Pick<Band, "label" | "to" | "value">, now: number, before: number): Band {
  const width = (part: number) => rounded(100 * Math.min(part, 1));
  return {
    ...head,
    height: 22,
    rules: [],
    marks: [
      { x: 0, width: 100, y: 0, height: 12, tone: "track" },
      { x: 0, width: width(now), y: 0, height: 12, tone: "solid" },
      ...(before > 0 ? [{ x: 0, width: width(before), y: 14, height: 6, tone: "open" as const }] : []),
    ],
    texts: [],
  };
}

type Row = Pick<Band, "label" | "value"> & { values: readonly number[] };

/** Rows of bars with one scale, and labels below the last row. @param isNumbered bars have their number above them */
export function barBands(rows: readonly Row[], labels: readonly string[], { isNumbered = false } = {}): Band[] {
  const all = rows.flatMap(({ values }) => values);
  const above = isNumbered ? TEXT_HEIGHT : 0;
  const y = scaleLinear()
    .domain([Math.min(...all, 0), Math.max(...all, 1)])
    .range([above + BAR_HEIGHT, above]);
  const zero = rounded(y(0));
  const x = columns(labels.length, 0.3);
  const middle = (index: number) => rounded((x(index) ?? 0) + x.bandwidth() / 2);
  return rows.map(({ values, ...head }, row) => {
    const isLast = row === rows.length - 1;
    const numbers = isNumbered ? values : [];
    return {
      ...head,
      height: above + BAR_HEIGHT + (isLast ? TEXT_HEIGHT : 1),
      rules: [zero],
      marks: values.flatMap((value, index) => {
        const [from, to] = [y(value), zero].toSorted((a, b) => a - b) as [number, number];
        const at = { x: rounded(x(index) ?? 0), width: rounded(x.bandwidth()) };
        return value === 0 ? [] : [{ ...at, y: rounded(from), height: rounded(to - from), tone: "solid" as const }];
      }),
      texts: [
        ...numbers.map((value, index) => ({
          ...{ x: middle(index), y: rounded(y(value)) - 5, text: String(value), anchor: "middle" as const },
        })),
        ...(isLast ? labelsBelow(labels, above + BAR_HEIGHT) : []),
      ],
    };
  });
}

/** A cell for each hour and day with its number, which is darker the more there are. Empty cells have no number. */
export function heatBand(
  hours: readonly string[],
  days: readonly string[],
  valueAt: (hour: number, day: number) => number,
  textOf: (value: number) => string,
): Band {
  const x = columns(days.length, 0.04).range([16, 100]);
  const all = hours.flatMap((_, hour) => days.map((_, day) => ({ hour, day, value: valueAt(hour, day) })));
  const step = scaleQuantize<number>()
    .domain([0, Math.max(...all.map(({ value }) => value), 1)])
    .range(HEAT_STEPS);
  const top = (hour: number) => TEXT_HEIGHT + hour * CELL_HEIGHT;
  const middleOf = (day: number) => rounded((x(day) ?? 0) + x.bandwidth() / 2);
  const cells = all.filter(({ value }) => value > 0);
  return {
    height: top(hours.length),
    rules: [],
    marks: cells.map(({ hour, day, value }) => ({
      ...{ x: rounded(x(day) ?? 0), width: rounded(x.bandwidth()), y: top(hour) + 1, height: CELL_HEIGHT - 3 },
      tone: `heat-${step(value)}` as const,
    })),
    texts: [
      ...days.map((text, day) => ({ x: middleOf(day), y: TEXT_HEIGHT - 6, text, anchor: "middle" as const })),
      ...hours.map((text, hour) => ({ x: 0, y: top(hour) + 21, text, anchor: "start" as const })),
      ...cells.map(({ hour, day, value }) => ({
        ...{ x: middleOf(day), y: top(hour) + 21, text: textOf(value), anchor: "middle" as const },
        isOnDark: step(value) >= DARK_FROM,
      })),
    ],
  };
}

/** As many labels as a phone has room for, each at the beginning of its column. */
function labelsBelow(labels: readonly string[], y: number): MarkText[] {
  const x = columns(labels.length, 0);
  const all = labels.flatMap((text, index) => (text === "" ? [] : { text, at: rounded(x(index) ?? 0) }));
  const each = Math.ceil(all.length / LABELS_MAX);
  return all
    .filter((_, index) => index % each === 0)
    .map(({ text, at }) => ({ x: at > 90 ? 100 : at, y: y + 16, text, anchor: at > 90 ? "end" : "start" }));
}
