import { href } from "react-router";

const SEPARATOR = "~";

/** The address of the page that sells to some people, by id; the first person pays. */
export function sellPath(...people: readonly string[]): string {
  return href("/staff/sell/:people", { people: people.filter((id) => id !== "").join(SEPARATOR) });
}

/** Reads the ids of people from such an address. */
export function peopleIn(param: string): string[] {
  return param.split(SEPARATOR).filter((id) => id !== "");
}

/** The address of a sale. @param done the outcome that the page shows */
export function salePath(sale: string, done?: string): string {
  return `${href("/staff/money/sales/:sale", { sale })}${done === undefined ? "" : `?done=${done}`}`;
}
