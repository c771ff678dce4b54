/** Parts of figures, and formats that they share. */
import { monthName } from "../time/date-texts.server.ts";
import { amountText } from "../time/money.ts";
import type { FigureBand } from "./drawings.server.ts";

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
