/** The rows of a list in a form: adding, removing and moving them, on the form's texts alone. */
import type { Texts } from "./form-field.ts";

/** What a button of a row does. */
export type RowAction = { action: "add" | "remove" | "up" | "down"; list: string; row: number };

/** Reads the value of a row's button, such as `up:inclusions.2` or `add:inclusions.4`; undefined for anything else. */
export function parseRowAction(value: string): RowAction | undefined {
  const match = /^(add|remove|up|down):([A-Za-z]+)\.(\d{1,4})$/.exec(value);
  if (match === null) return undefined;
  const [, action = "", list = "", row = ""] = match;
  return { action: action as RowAction["action"], list, row: Number(row) };
}

/** The numbers of the rows that a form has for a list, ascending. */
export function rowNumbers(texts: Texts, list: string): number[] {
  const rows = Object.keys(texts)
    .filter((name) => name.startsWith(`${list}.`))
    .map((name) => Number(/^\d+/.exec(name.slice(list.length + 1))?.[0]));
  return [...new Set(rows.filter((row) => Number.isInteger(row)))].sort((one, other) => one - other);
}

/**
 * The texts after a row's button was pressed, with the rows numbered from 0, and the row that has the focus now.
 * A row that can't be moved stays.
 */
export function applyRowAction(texts: Texts, { action, list, row }: RowAction): { texts: Texts; focus: number } {
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
  return { texts: withRowOrder(texts, list, order), focus };
}

/** The texts without the blank rows of a list, and the others numbered from 0. */
export function withoutBlankRows(texts: Texts, list: string): Texts {
  const isBlank = (row: number) =>
    Object.entries(texts).every(
      ([name, text]) => !(name === `${list}.${row}` || name.startsWith(`${list}.${row}.`)) || text.trim() === "",
    );
  const filled = rowNumbers(texts, list).filter((row) => !isBlank(row));
  return withRowOrder(texts, list, filled);
}

/** The texts with these rows of a list alone, numbered from 0 in this order. */
function withRowOrder(texts: Texts, list: string, order: readonly number[]): Texts {
  const others = Object.entries(texts).filter(([name]) => !name.startsWith(`${list}.`));
  const rows = order.flatMap((from, to) =>
    Object.entries(texts)
      .filter(([name]) => name === `${list}.${from}` || name.startsWith(`${list}.${from}.`))
      .map(([name, text]): [string, string] => [`${list}.${to}${name.slice(`${list}.${from}`.length)}`, text]),
  );
  return Object.fromEntries([...others, ...rows]);
}
