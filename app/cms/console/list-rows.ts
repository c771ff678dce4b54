/** Adds, removes and moves rows of a list in a form's texts. */
import type { Texts } from "../../console/form-field.ts";
import { countInWords } from "../../platform/text.ts";

export type RowAction = { action: "add" | "remove" | "up" | "down"; list: string; row: number };

/** The result of a row's button. `row` gets the focus, such as `bring.1`; `words` are announced. */
export type ChangedRow = { action: RowAction["action"]; row: string; words: string };

const ORDINALS = [
  ...["first", "second", "third", "fourth", "fifth", "sixth"],
  ...["seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"],
];

/** Parses a row button's value, such as `up:inclusions.2` or `add:inclusions.4`; undefined for other buttons. */
export function parseRowAction(value: string): RowAction | undefined {
  const match = /^(add|remove|up|down):([A-Za-z]+)\.(\d{1,4})$/.exec(value);
  if (match === null) return undefined;
  const [, action = "", list = "", row = ""] = match;
  return { action: action as RowAction["action"], list, row: Number(row) };
}

export function rowNumbers(texts: Texts, list: string): number[] {
  return [...rowTexts(texts, list).keys()].sort((a, b) => a - b);
}

/** Applies a row's button and numbers the rows from 0. A row that can't be moved stays. */
export function applyRowAction(
  texts: Texts,
  { action, list, row }: RowAction,
): { texts: Texts; changedRow: ChangedRow } {
  const rows = rowTexts(texts, list);
  const firstText = (number: number) => rows.get(number)?.find(([, text]) => text.trim() !== "")?.[1];
  const title = firstText(row) ?? "The row";
  const order = rowNumbers(texts, list);
  const index = order.indexOf(row);
  let focus = index;
  if (action === "remove" && index >= 0) {
    order.splice(index, 1);
    focus = Math.max(0, index - 1);
  } else if ((action === "up" && index > 0) || (action === "down" && index >= 0 && index < order.length - 1)) {
    focus = action === "up" ? index - 1 : index + 1;
    order.splice(focus, 0, ...order.splice(index, 1));
  } else if (action === "add") {
    focus = order.length;
  }
  // The blank row at the end doesn't count.
  const count = order.filter((number) => firstText(number) !== undefined).length;
  const announcement = {
    add: "",
    remove: `${title} is removed.`,
    up: placeSentence(title, focus, count),
    down: placeSentence(title, focus, count),
  }[action];
  return {
    texts: withRowOrder(texts, list, order),
    changedRow: { action, row: `${list}.${focus}`, words: announcement },
  };
}

/** "Boxing is now second of twelve." @param index from 0 */
export function placeSentence(title: string, index: number, count: number): string {
  return `${title} is now ${ORDINALS[index] ?? `number ${index + 1}`} of ${countInWords(count)}.`;
}

export function withoutBlankRows(texts: Texts, list: string): Texts {
  const parts = rowTexts(texts, list);
  const filled = rowNumbers(texts, list).filter((row) => parts.get(row)?.some(([, text]) => text.trim() !== ""));
  return withRowOrder(texts, list, filled);
}

function withRowOrder(texts: Texts, list: string, order: readonly number[]): Texts {
  const others = Object.entries(texts).filter(([name]) => !name.startsWith(`${list}.`));
  const parts = rowTexts(texts, list);
  const rows = order.flatMap((from, to) =>
    (parts.get(from) ?? []).map(([part, text]): [string, string] => [`${list}.${to}${part}`, text]),
  );
  return Object.fromEntries([...others, ...rows]);
}

export function rowTexts(texts: Texts, list: string): Map<number, [part: string, text: string][]> {
  const rows = new Map<number, [string, string][]>();
  for (const [name, text] of Object.entries(texts)) {
    if (!name.startsWith(`${list}.`)) continue;
    const [, digits, part = ""] = /^(\d+)(|\..*)$/.exec(name.slice(list.length + 1)) ?? [];
    if (digits === undefined) continue;
    const row = Number(digits);
    const parts = rows.get(row) ?? [];
    parts.push([part, text]);
    rows.set(row, parts);
  }
  return rows;
}
