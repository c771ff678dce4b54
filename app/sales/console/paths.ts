/** Addresses of pages about money. */
import { href } from "react-router";

const BETWEEN = "~";

/** The page that sells to some people, by their ids; the first person pays. */
export function sellPath(...people: readonly string[]): string {
  return href("/staff/sell/:people", { people: people.filter((id) => id !== "").join(BETWEEN) });
}

/** The ids of the people in such an address. */
export function peopleIn(param: string): string[] {
  return param.split(BETWEEN).filter((id) => id !== "");
}

/** The page of a sale. @param done the outcome that the page shows */
export function salePath(sale: string, done?: string): string {
  return `${href("/staff/money/sales/:sale", { sale })}${done === undefined ? "" : `?done=${done}`}`;
}
